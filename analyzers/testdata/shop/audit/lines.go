package audit

import (
	"context"
	"log/slog"
	"os/exec"
	"time"
)

// Last returns what somebody did last.
func (l *Log) Last(ctx context.Context, who string) (string, error) {
	var what string
	// There is QueryRowContext, and ctx is at hand. A reader who has left goes on
	// keeping one of few connections.
	row := l.db.QueryRow("SELECT what FROM audit WHERE who = ? ORDER BY at DESC LIMIT 1", who) // REPORT ctxignored/variant
	err := row.Scan(&what)
	return what, err
}

// Count returns how often somebody did something.
func (l *Log) Count(ctx context.Context, who string) (n int, err error) {
	since := time.Now().AddDate(-1, 0, 0)
	err = l.db.QueryRowContext(ctx, "SELECT count(*) FROM audit WHERE who = ? AND at > ?", who, since).Scan(&n)
	// Right for most. Those who look for a trace miss what ctx carries.
	slog.Info("counted", "who", who, "lines", n) // REPORT ctxignored/logger
	return n, err
}

// Follow shows the log on the terminal until ctx is done. The process that it
// starts is then told to stop, and waited for: it has no need of a context.
func Follow(ctx context.Context, file string) error {
	tail := exec.Command("tail", "-f", file)
	if err := tail.Start(); err != nil {
		return err
	}
	<-ctx.Done()
	tail.Process.Kill()
	return tail.Wait()
}

// Check makes sure that the log can be written.
func (l *Log) Check() error {
	// Whoever asks has a context. It isn't taken, though there is PingContext.
	return l.db.Ping()
}
