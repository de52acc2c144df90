// Package known calls what the tables know to have a context-taking form.
package known

import (
	"context"
	"database/sql"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

func query(ctx context.Context, db *sql.DB) error {
	rows, err := db.Query("SELECT 1") // want `call of db\.Query ignores ctx; use db\.QueryContext`
	if err != nil {
		return err
	}
	return rows.Close()
}

func right(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "DELETE FROM t")
	return err
}

func nobody(db *sql.DB) error {
	_, err := db.Exec("DELETE FROM t")
	return err
}

func begin(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	return db.Begin() // want `call of db\.Begin ignores ctx; use db\.BeginTx`
}

func statement(ctx context.Context, tx *sql.Tx, id int) error {
	_, err := tx.Exec("DELETE FROM t WHERE id = ?", id) // want `call of tx\.Exec ignores ctx; use tx\.ExecContext`
	return err
}

// Commit and Rollback have no other form.
func commit(ctx context.Context, tx *sql.Tx) error {
	defer tx.Rollback()
	return tx.Commit()
}

func value(ctx context.Context, db *sql.DB) error {
	ping := db.Ping
	return ping() // want `call of ping ignores ctx; use PingContext`
}

func expression(ctx context.Context, db *sql.DB) error {
	return (*sql.DB).Ping(db) // want `call of \(\*sql\.DB\)\.Ping ignores ctx; use \(\*sql\.DB\)\.PingContext`
}

func blank(_ context.Context, db *sql.DB) error {
	return db.Ping() // want `call of db\.Ping ignores the blank context\.Context parameter; name it and use db\.PingContext`
}

// update has no context, but who calls it has.
func update(db *sql.DB, id int) error {
	_, err := db.Exec("UPDATE t SET n = 1 WHERE id = ?", id) // want `call of db\.Exec ignores ctx of the caller updateAll; take ctx and use db\.ExecContext`
	return err
}

func updateAll(ctx context.Context, db *sql.DB) error {
	for id := range 10 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := update(db, id); err != nil {
			return err
		}
	}
	return nil
}

// A wrapper that embeds has both forms.
type store struct{ *sql.DB }

func (s store) touch(ctx context.Context) error {
	_, err := s.Exec("UPDATE t SET n = 1") // want `call of s\.Exec ignores ctx; use s\.ExecContext`
	return err
}

func dial(ctx context.Context, addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `call of net\.Dial ignores ctx; use net\.Dialer\.DialContext`
}

func dialTimeout(ctx context.Context, addr string) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, 3*time.Second) // want `call of net\.DialTimeout ignores ctx; use net\.Dialer\.DialContext`
}

func dialer(ctx context.Context, d *net.Dialer, addr string) (net.Conn, error) {
	return d.Dial("tcp", addr) // want `call of d\.Dial ignores ctx; use d\.DialContext`
}

// localAddress sends nothing: a packet socket has nobody to wait for.
func localAddress(ctx context.Context) (net.Conn, error) {
	return net.Dial("udp", "192.0.2.1:53")
}

func lookup(ctx context.Context, host string) ([]string, error) {
	return net.LookupHost(host) // want `call of net\.LookupHost ignores ctx; use net\.DefaultResolver\.LookupHost`
}

// Its results aren't the same, so there is no fix.
func lookupIP(ctx context.Context, host string) ([]net.IP, error) {
	return net.LookupIP(host) // want `call of net\.LookupIP ignores ctx; use net\.DefaultResolver\.LookupIPAddr`
}

func command(ctx context.Context, dir string) ([]byte, error) {
	cmd := exec.Command("git", "status") // want `call of exec\.Command ignores ctx; use exec\.CommandContext`
	cmd.Dir = dir
	return cmd.Output()
}

func commandWaits(ctx context.Context) error {
	cmd := exec.Command("git", "fetch") // want `call of exec\.Command ignores ctx; use exec\.CommandContext`
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

func runIt(cmd *exec.Cmd) error { return cmd.Run() }

func commandHelper(ctx context.Context) error {
	return runIt(exec.Command("git", "fetch")) // want `call of exec\.Command ignores ctx; use exec\.CommandContext`
}

// daemon outlives whoever starts it.
func daemon(ctx context.Context) error {
	return exec.Command("daemon").Start()
}

// stopped is told to stop when ctx is done, and then waited for.
func stopped(ctx context.Context) error {
	cmd := exec.Command("daemon")
	if err := cmd.Start(); err != nil {
		return err
	}
	<-ctx.Done()
	return cmd.Wait()
}

// signalled gets a signal of its own.
func signalled(ctx context.Context) error {
	cmd := exec.Command("daemon")
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { cmd.Process.Signal(os.Interrupt) })
	defer stop()
	return cmd.Wait()
}

// group is a process group of its own.
func group(ctx context.Context) error {
	cmd := exec.Command("daemon")
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	return cmd.Run()
}

// editor talks to whoever sits there.
func editor(ctx context.Context, file string) error {
	cmd := exec.Command("vi", file)
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
	return cmd.Run()
}

// made is run by somebody else.
func made(ctx context.Context) *exec.Cmd { return exec.Command("daemon") }

func done(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	_, err := db.Exec("UPDATE t SET open = 0")
	return err
}

func deferred(ctx context.Context, db *sql.DB) error {
	defer db.Exec("UPDATE t SET open = 0")
	return db.PingContext(ctx)
}

func detached(ctx context.Context, db *sql.DB) {
	go func() { db.Exec("INSERT INTO seen VALUES (1)") }()
	go db.Exec("INSERT INTO seen VALUES (2)")
}

func joined(ctx context.Context, db *sql.DB) error {
	errs := make(chan error)
	go func() {
		errs <- db.Ping() // want `call of db\.Ping ignores ctx; use db\.PingContext`
	}()
	return <-errs
}

// once runs for all callers, not for the first.
func once(ctx context.Context, o *sync.Once, db *sql.DB) {
	o.Do(func() { db.Exec("CREATE TABLE t (n int)") })
}

// later runs when open has returned.
func later(ctx context.Context, db *sql.DB) func() error {
	return func() error {
		_, err := db.Exec("UPDATE t SET open = 0")
		return err
	}
}

func inner(db *sql.DB) func(context.Context) error {
	return func(ctx context.Context) error {
		return db.Ping() // want `call of db\.Ping ignores ctx; use db\.PingContext`
	}
}

func derived(db *sql.DB, ctx context.Context) error {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := db.PingContext(short); err != nil {
		return err
	}
	_, err := db.Exec("DELETE FROM t") // want `call of db\.Exec ignores ctx; use db\.ExecContext`
	return err
}

func meant(ctx context.Context, db *sql.DB) error {
	//ctxchain:detached the table is small, and half of it is worse than all
	_, err := db.Exec("DELETE FROM t")
	return err
}

func ignored(ctx context.Context, db *sql.DB) error {
	_, err := db.Exec("DELETE FROM t") //ctxchain:ignore ctxignored/variant the table is small
	return err
}

// fromMain stands where chains begin.
func main() {
	ctx := context.Background()
	exec.Command("git", "status").Run()
	_ = ctx
}
