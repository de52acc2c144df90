package analyzers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/probe"
)

// head starts each program of TestHeavy.
const head = `package heavy

import (
	"context"
	"time"
)

func work(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

func yes() bool { return time.Now().IsZero() }

`

// heavy are programs that take much of something. Work that grows faster than
// the program, such as a walk over all paths, wouldn't end for any of them.
var heavy = []struct {
	name string
	text func() string
	want int // findings
	lost int // more of ctxlifetime/lostcancel
}{
	{"phis", func() string {
		return function("phis", 3000, "if yes() {\nctx, _ = context.WithTimeout(ctx, time.Second)\n}\nwork(ctx)")
	}, 0, 3000},
	// More than 24 origins are one that isn't known, so that every 24th root is
	// seen to go nowhere.
	{"phis of roots", func() string {
		return function("phis", 3000, "if yes() {\nctx, _ = context.WithTimeout(context.Background(), time.Second)\n}\nwork(ctx)")
	}, 2875, 125},
	{"captured", func() string {
		return function("captured", 1500, "if yes() {\nctx, _ = context.WithTimeout(ctx, time.Second)\n}\nwork(ctx)", "defer func() { work(ctx) }()")
	}, 0, 1500},
	{"captured and stored", func() string {
		return function("captured", 1500, "if yes() {\nctx = context.WithValue(ctx, 1, 1)\nf()\n}\nwork(ctx)", "f := func() { ctx = context.Background() }")
	}, 1, 0},
	{"loops", func() string {
		return function("loops", 1, nested(60, "for yes() {\n", "ctx, _ = context.WithCancel(ctx)\nwork(ctx)", "}\nwork(ctx)\n"))
	}, 1, 0},
	{"closures called twice", func() string {
		return function("deep", 1, nested(40, "f := func() {\nctx := context.WithValue(ctx, 1, 1)\n", "work(ctx)\nwork(context.Background())", "}\nf()\nf()\n"))
	}, 1, 0},
	{"closures over one variable", func() string {
		return function("deep", 1, "c := ctx\n"+nested(40, "f := func() {\n", "work(c)\nc = context.Background()", "work(c)\n}\nf()\nf()\nf()\n"))
	}, 1, 0},
	{"goroutines in goroutines", func() string {
		return function("deep", 1, nested(40, "go func() {\nwork(context.Background())\n", "work(ctx)", "}()\n"))
	}, 40, 0},
	{"switch", func() string {
		var cases strings.Builder
		for i := range 3000 {
			fmt.Fprintf(&cases, "case %d:\nwork(context.Background())\n", i)
		}
		return function("switched", 1, "switch time.Now().Nanosecond() {\n"+cases.String()+"}")
	}, 3000, 0},
	{"select", func() string {
		var cases strings.Builder
		for range 1000 {
			cases.WriteString("case <-time.After(1):\nwork(context.TODO())\ncase <-ctx.Done():\nwork(context.Background())\n")
		}
		return function("selected", 1, "select {\n"+cases.String()+"}")
	}, 1000, 0},
	{"derived in a row", func() string { return function("row", 3000, "ctx = context.WithValue(ctx, 1, 1)", "", "work(ctx)") }, 0, 0},
	{"variables in scope", func() string {
		return function("scope", 1500, "c%[1]d, _ := context.WithTimeout(ctx, time.Second)\n_ = c%[1]d\nif yes() {\nwork(context.Background())\n}")
	}, 3000, 0}, // the timeouts bound nothing
	{"goroutines", func() string { return function("started", 2000, "go func() {\nwork(context.Background())\n}()") }, 2000, 0},
	{"stored over itself", func() string {
		return function("self", 1, `var done <-chan struct{}
	var cancel context.CancelFunc
	var f func(context.Context) error
	g := func() { _, _, _, _ = done, cancel, f, ctx }
	for yes() {
		done = done
		cancel = cancel
		f = f
		ctx = ctx
		f(ctx)
		cancel()
		<-done
		g()
		work(ctx)
		work(context.Background())
	}`)
	}, 1, 0},
	{"cancel passed round", func() string {
		return function("round", 200, "a, b = b, a\na = b\nb = a", "ctx, a := context.WithCancel(context.Background())\nb := a\ndefer func() { a(); b() }()", "work(ctx)")
	}, 1, 0},
	{"chain of functions", func() string {
		return functions(2000, "func f%[1]d(ctx context.Context) context.Context {\nwork(context.Background())\nreturn f%[2]d(context.WithValue(ctx, 1, 1))\n}\n", 2000)
	}, 2000, 0},
	{"ring of functions", func() string {
		return functions(2000, "func f%[1]d(ctx context.Context) context.Context {\nwork(ctx)\nreturn f%[2]d(context.WithValue(ctx, 1, 1))\n}\n", 0)
	}, 0, 0},
	{"all call all", func() string {
		var calls strings.Builder
		for i := range 120 {
			fmt.Fprintf(&calls, "f%d()\n", i)
		}
		return functions(120, "func f%[1]d() {\nwork(context.Background())\n"+calls.String()+"}\n", 0)
	}, 120, 0},
	{"diamonds", func() string {
		return functions(60, "func f%[1]d(ctx context.Context) (context.Context, error) {\nif yes() {\nreturn f%[2]d(ctx)\n}\nreturn f%[2]d(context.WithValue(ctx, 1, 1))\n}\n", 60)
	}, 0, 0},
	{"after done, from everywhere", func() string {
		return function("ends", 300, "g0()", "<-ctx.Done()") + functions(3, "func g%[1]d() {\n"+strings.Repeat("g%[2]d()\n", 100)+"}\n", 3) + "func g3() { work(context.Background()) }\n"
	}, 0, 0},
	{"roots and callers", func() string {
		return "func root() {\n" + strings.Repeat("work(context.Background())\n", 1500) + "}\n" + function("calls", 1500, "root()")
	}, 1500, 0},
	{"implementations", func() string {
		return "type doer interface{ do(context.Context) error }\n" + functions(400, "type t%[1]d struct{}\n\nfunc (t%[1]d) do(ctx context.Context) error { return work(context.Background()) }\n", 0) +
			function("calls", 1, "var d doer = t0{}\n"+strings.Repeat("d.do(ctx)\n", 2000))
	}, 400, 0},
	{"long expression", func() string {
		return function("sum", 1, "_ = 1"+strings.Repeat("+len(ctx.Err().Error())", 5000)+"\nwork(context.Background())")
	}, 1, 0},
	{"long literal", func() string {
		return function("lit", 1, "for _, c := range []context.Context{"+strings.Repeat("ctx, context.Background(),\n", 5000)+"} {\nwork(c)\n}")
	}, 0, 0},
}

// function returns a function with a context that repeats a statement, in
// which %d is the turn. It may have statements before and after.
func function(name string, times int, stmt string, around ...string) string {
	var w strings.Builder
	fmt.Fprintf(&w, "func %s(ctx context.Context) {\n", name)
	if len(around) > 0 {
		w.WriteString(around[0] + "\n")
	}
	for i := range times {
		if strings.Contains(stmt, "%[1]d") {
			fmt.Fprintf(&w, stmt+"\n", i)
		} else {
			w.WriteString(stmt + "\n")
		}
	}
	if len(around) > 1 {
		w.WriteString(around[1] + "\n")
	}
	w.WriteString("}\n\n")
	return w.String()
}

// functions returns n functions made from a text with the number of each, and
// that of the next one; last is the number after the last.
func functions(n int, text string, last int) string {
	var w strings.Builder
	for i := range n {
		next := i + 1
		if next == n {
			next = last
		}
		fmt.Fprintf(&w, text, i, next)
	}
	if last == n && strings.Contains(text, "f%[1]d(ctx") {
		res := "context.Context"
		ret := "ctx"
		if strings.Contains(text, "error)") {
			res, ret = "(context.Context, error)", "ctx, nil"
		}
		fmt.Fprintf(&w, "func f%d(ctx context.Context) %s { return %s }\n", last, res, ret)
	}
	return w.String()
}

// nested puts a text into as many layers of what comes before and after it.
func nested(depth int, before, inside, after string) string {
	return strings.Repeat(before, depth) + inside + "\n" + strings.Repeat(after, depth)
}

func TestHeavy(t *testing.T) {
	lab := newLab(t)
	for _, test := range heavy {
		t.Run(test.name, func(t *testing.T) {
			text := []byte(head + test.text())
			s := &seed{lab: lab, path: "example.com/heavy", name: "heavy.go"}
			if _, faults := s.check(text); len(faults) > 0 {
				t.Fatal(faults)
			}
			out, err := lab.run(s, text)
			if err != nil {
				t.Fatal(err)
			}
			got, lost := 0, 0
			for _, d := range out.Diagnostics {
				switch d.Category {
				case probe.Category:
				case "ctxlifetime/lostcancel":
					lost++
				default:
					got++
				}
			}
			if got != test.want || lost != test.lost {
				t.Errorf("%d findings and %d of lostcancel, want %d and %d", got, lost, test.want, test.lost)
			}
		})
	}
}
