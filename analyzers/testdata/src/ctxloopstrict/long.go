// Package ctxloopstrict has loops that take long.
package ctxloopstrict

import (
	"context"
	"database/sql"
	"log"
	"os"
)

func call(ctx context.Context) error { return ctx.Err() }

func step(int) {}

func files(ctx context.Context, names []string) {
	for _, name := range names { // want `the loop never looks at ctx and may run past its deadline; look at ctx in it`
		os.Remove(name)
	}
}

func calls(ctx context.Context, xs []int, f func(int)) {
	for _, x := range xs { // want `the loop never looks at ctx`
		f(x)
	}
}

func nested(ctx context.Context, xs [][]int) {
	for _, row := range xs { // want `the loop never looks at ctx`
		for _, x := range row {
			step(x)
		}
	}
}

func plain(ctx context.Context, xs []int) {
	for _, x := range xs {
		step(x)
	}
}

func looks(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		os.Remove(name)
	}
	return nil
}

func handsOn(ctx context.Context, names []string) {
	for _, name := range names {
		call(ctx)
		os.Remove(name)
	}
}

func few(ctx context.Context) {
	for range 10 {
		os.Remove("x")
	}
}

func nobody(names []string) {
	for _, name := range names {
		os.Remove(name)
	}
}

func passesOver(ctx context.Context, db *sql.DB, names []string) {
	for _, name := range names { // want `the loop goes on when db\.ExecContext fails, also when ctx is done; look at ctx in it`
		if _, err := db.ExecContext(ctx, name); err != nil {
			log.Print(err)
			continue
		}
		os.Remove(name)
	}
}

func ends(ctx context.Context, db *sql.DB, names []string) error {
	for _, name := range names {
		if _, err := db.ExecContext(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func fewTimes(ctx context.Context, db *sql.DB) {
	for range 3 {
		if _, err := db.ExecContext(ctx, ""); err == nil {
			return
		}
	}
}

func calledBack(each func(func(context.Context, []string)), f func(string)) {
	each(func(ctx context.Context, names []string) {
		for _, name := range names { // want `the loop never looks at ctx`
			f(name)
		}
	})
}

// failing only says with its context that something has failed.
func failing(ctx context.Context, names []string) {
	for _, name := range names { // want `the loop never looks at ctx`
		err := os.Remove(name)
		if os.IsNotExist(err) || os.IsPermission(err) {
			call(ctx)
			continue
		}
		if err != nil {
			from(ctx).note(err)
		}
	}
}

type notes struct{ ctx context.Context }

func from(ctx context.Context) *notes { return &notes{ctx} }

func (n *notes) note(err error) { call(n.ctx) }

// unless looks where nothing has failed.
func unless(ctx context.Context, names []string) {
	for _, name := range names {
		if err := os.Remove(name); err == nil {
			call(ctx)
		}
	}
}

type filter struct{ suffix string }

type filterKey struct{}

// filterOf reads what somebody has put into a context, which knows nothing of its end.
func filterOf(ctx context.Context) *filter {
	f, _ := ctx.Value(filterKey{}).(*filter)
	return f
}

func (f *filter) include(name string) bool { return f == nil || name != f.suffix }

func filtered(ctx context.Context, names []string) {
	f := filterOf(ctx)
	for _, name := range names { // want `the loop never looks at ctx`
		if f.include(name) {
			os.Remove(name)
		}
	}
}
