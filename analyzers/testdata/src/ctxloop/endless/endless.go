// Package endless has loops without a condition.
package endless

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"
	"time"
)

func call(ctx context.Context) error { return ctx.Err() }

func step() bool { return true }

func never(ctx context.Context) {
	for { // want `the loop never ends, also when ctx is done; look at ctx in it`
		step()
	}
}

func handsOn(ctx context.Context) {
	for { // want `the loop never ends, also when ctx is done`
		if err := call(ctx); err != nil {
			log.Print(err)
			continue
		}
	}
}

func receives(ctx context.Context, ch chan int) {
	for { // want `the loop never ends, also when ctx is done`
		switch <-ch {
		case 1:
			break
		}
	}
}

func ends(ctx context.Context) {
	for {
		if !step() {
			return
		}
	}
}

func breaks(ctx context.Context) {
	for {
		if !step() {
			break
		}
	}
outer:
	for {
		for {
			if !step() {
				break outer
			}
		}
	}
	for {
		if !step() {
			goto end
		}
	}
end:
}

func fatal(ctx context.Context) {
	for {
		if !step() {
			log.Fatal("over")
		}
	}
}

func exits(ctx context.Context) {
	for {
		if !step() {
			quit()
		}
	}
}

func quit() { os.Exit(1) }

func panics(ctx context.Context) {
	for {
		if !step() {
			panic("over")
		}
	}
}

func inner(ctx context.Context) {
	for { // want `the loop never ends, also when ctx is done`
	next:
		for {
			switch {
			case step():
				break next
			}
		}
	}
}

func literal(ctx context.Context) {
	for { // want `the loop never ends, also when ctx is done`
		func() {
			return
		}()
	}
}

func beside(ctx context.Context) {
	go func() {
		for {
			step()
		}
	}()
}

func nobody() {
	for {
		step()
	}
}

func waits(ctx context.Context) {
	for { // the wait is told elsewhere
		step()
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

func blocks(ctx context.Context) {
	for {
	}
}

// Calls that fail, again and again, once the context is done.

type queue struct {
	db  *sql.DB
	ctx context.Context
}

func (q *queue) passesOver(ctx context.Context) {
	for { // want `the loop goes on when q\.db\.ExecContext fails, also when ctx is done; look at ctx in it`
		_, err := q.db.ExecContext(ctx, "")
		if err != nil {
			log.Print(err)
			continue
		}
		if step() {
			return
		}
	}
}

func (q *queue) own() {
	for { // want `the loop goes on when q\.exec fails, also when q\.ctx is done; look at q\.ctx in it`
		if err := q.exec(q.ctx); err == nil && step() {
			break
		}
	}
}

func (q *queue) ignores(ctx context.Context) {
	for { // want `the loop goes on when q\.exec fails, also when ctx is done; look at ctx in it`
		q.exec(ctx)
		if step() {
			log.Print("again")
		}
		if rest := step(); rest && q.db == nil {
			continue
		}
	}
}

func (q *queue) exec(ctx context.Context) error {
	_, err := q.db.ExecContext(ctx, "")
	return err
}

func (q *queue) stops(ctx context.Context) error {
	for {
		if err := q.exec(ctx); err != nil {
			return err
		}
	}
}

func (q *queue) tells(ctx context.Context) {
	for {
		err := q.exec(ctx)
		if errors.Is(err, context.Canceled) {
			return
		}
		if err != nil {
			log.Print(err)
		}
	}
}

func (q *queue) looks(ctx context.Context) {
	for {
		if err := q.exec(ctx); err != nil {
			if ctx.Err() != nil {
				return
			}
			continue
		}
	}
}

func (q *queue) counts(ctx context.Context) {
	failed := 0
	for {
		if err := q.exec(ctx); err != nil {
			if failed++; failed > 3 {
				return
			}
		}
	}
}

func (q *queue) pauses(ctx context.Context, pause func(context.Context) bool) {
	for {
		if err := q.exec(ctx); err != nil && !pause(ctx) {
			return
		}
	}
}

func (q *queue) gives(ctx context.Context, errs chan error) {
	for {
		err := q.exec(ctx)
		select {
		case errs <- err:
		case <-ctx.Done():
			return
		}
	}
}

func (q *queue) fatal(ctx context.Context) {
	for {
		if err := q.exec(ctx); err != nil {
			log.Fatal(err)
		}
	}
}

func (q *queue) finite(ctx context.Context, keys []string) {
	for range keys { // long, but it ends
		if err := q.exec(ctx); err != nil {
			log.Print(err)
		}
	}
}

// The inner loop ends, whatever the outer one does then.
func (q *queue) innerEnds(ctx context.Context, keys []string) {
	for range keys {
		for {
			if err := q.exec(ctx); err != nil {
				break
			}
		}
	}
}

func (q *queue) innerGoesOn(ctx context.Context, keys []string) {
	for range keys {
		for { // want `the loop goes on when q\.exec fails, also when ctx is done; look at ctx in it`
			if err := q.exec(ctx); err != nil {
				log.Print(err)
				continue
			}
			break
		}
	}
}
