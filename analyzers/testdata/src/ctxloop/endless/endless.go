// Package endless has loops without a condition.
package endless

import (
	"context"
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
