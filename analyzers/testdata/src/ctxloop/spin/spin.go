// Package spin has selects in loops, with a case for a context.
package spin

import (
	"context"
	"log"
	"os"
	"time"
)

func handle(int) {}

func breaks(ctx context.Context, ch chan int) {
	for {
		select {
		case <-ctx.Done():
			log.Print("over")
			break // want `break leaves only the select, and the loop spins once ctx is done; return from here`
		case x := <-ch:
			handle(x)
		}
	}
}

func labelled(ctx context.Context, ch chan int) error {
recv:
	for !closed() {
		select {
		case <-ctx.Done():
			continue recv
		case x := <-ch:
			handle(x)
		}
	}
	return nil
}

func closed() bool { return false }

func outer(ctx context.Context, chs []chan int) {
	n := 0
again:
	for _, ch := range chs {
		for {
			select {
			case <-ctx.Done():
				break // want `break leaves only the select, and the loop spins once ctx is done`
			case x := <-ch:
				if x == 0 {
					continue again
				}
				n++
			}
		}
	}
	for {
		select {
		case <-ctx.Done():
			break // want `break leaves only the select, and the loop spins once ctx is done`
		case <-chs[n]:
		}
	}
}

func falls(ctx context.Context, ch chan int) int {
	for {
		select {
		case <-ctx.Done(): // want `the loop goes on once ctx is done, and spins; return from here`
		case x := <-ch:
			return x
		}
	}
}

func continues(ctx context.Context, tick *time.Ticker) {
	for {
		select {
		case <-ctx.Done(): // want `the loop goes on once ctx is done, and spins`
			continue
		case <-tick.C:
		}
		log.Print("tick")
	}
}

func breakOfNoHelp(ctx context.Context, ch chan int) int {
	for {
		select {
		case <-ctx.Done():
			break // want `break leaves only the select, and the loop spins once ctx is done`
		case x := <-ch:
			return x
		}
	}
}

func polls(ctx context.Context, work func()) {
	for {
		select {
		case <-ctx.Done():
			break // want `break leaves only the select, and the loop spins once ctx is done`
		default:
		}
		work()
	}
}

func held(ctx context.Context, ch chan int) {
	done := ctx.Done()
	for {
		select {
		case <-done: // want `the loop goes on once the context is done, and spins`
			log.Print("over")
		case <-ch:
		}
	}
}

func returns(ctx context.Context, ch chan int) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ch:
		}
	}
}

func labelledBreak(ctx context.Context, ch chan int) {
loop:
	for {
		select {
		case <-ctx.Done():
			break loop
		case <-ch:
		}
	}
}

func flag(ctx context.Context, ch chan int) {
	for stop := false; !stop; {
		select {
		case <-ctx.Done():
			stop = true
		case <-ch:
		}
	}
}

func errAfter(ctx context.Context, ch chan int) error {
	for {
		var err error
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-ch:
		}
		if err != nil {
			return err
		}
	}
}

func onceOnly(ctx context.Context, ch chan int) {
	done := ctx.Done()
	for {
		select {
		case <-done:
			done = nil
		case x := <-ch:
			if x == 0 {
				return
			}
		}
	}
}

func eachTurn(parent context.Context, ch chan int) {
	for { // want `the loop never ends, also when parent is done`
		ctx, cancel := context.WithTimeout(parent, time.Second)
		select {
		case <-ctx.Done():
			log.Print("nothing for a second")
		case <-ch:
		}
		cancel()
	}
}

func again(parent context.Context, ch chan int) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer func() { cancel() }()
	for { // want `the loop never ends, also when parent is done`
		select {
		case <-ctx.Done():
			ctx, cancel = context.WithTimeout(parent, time.Second)
		case <-ch:
		}
	}
}

func counts(ctx context.Context, ch chan int) {
	for i := 0; i < 10; i++ {
		select {
		case <-ctx.Done():
			log.Print("over")
		case <-ch:
		}
	}
}

func leadsOut(ctx context.Context, ch chan int, stop func()) {
	for {
		select {
		case <-ctx.Done():
			stop() // may close ch
		case _, ok := <-ch:
			if !ok {
				return
			}
		}
	}
}

func leadsNowhere(ctx context.Context, ch chan int, stop func()) {
	for {
		select {
		case <-ctx.Done(): // want `the loop goes on once ctx is done, and spins`
			stop()
		case x := <-ch:
			handle(x)
		}
	}
}

func exits(ctx context.Context, ch chan int) {
	for {
		select {
		case <-ctx.Done():
			log.Println("over")
			os.Exit(1)
		case <-ch:
		}
	}
}

func waits(ctx context.Context, ch, last chan int) {
	for {
		select {
		case <-ctx.Done():
			<-last
		case x := <-ch:
			if x == 0 {
				return
			}
		}
	}
}

func captured(ctx context.Context, ch chan int) {
	over := false
	defer func() { log.Print(over) }()
	for !over {
		select {
		case <-ctx.Done():
			over = true
		case <-ch:
		}
	}
}

func noLoop(ctx context.Context, ch chan int) {
	select {
	case <-ctx.Done():
		break
	case <-ch:
	}
}

func inLiteral(ctx context.Context, ch chan int) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				break // want `break leaves only the select, and the loop spins once ctx is done`
			case <-ch:
			}
		}
	}()
}
