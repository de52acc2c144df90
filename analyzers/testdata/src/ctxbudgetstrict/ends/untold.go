package ends

import (
	"context"
	"errors"
	"log"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

var errGone = errors.New("gone")

// A deadline that has passed leaves the error nil, and the result as well.
func ask(ctx context.Context, fn func(context.Context, chan int), limit time.Duration) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answers := make(chan int, 1)
	go fn(ctx, answers)
	var answer int
	var err error
	select {
	case <-ctx.Done():
		if ctx.Err() == context.Canceled { // want `nil is returned when the deadline of ctx has passed; return ctx\.Err\(\)`
			err = errGone
		}
	case answer = <-answers:
	}
	return answer, err
}

// The same with errors.Is, and a return.
func askIs(ctx context.Context, answers chan int) (int, error) {
	select {
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) { // want `nil is returned when the deadline of ctx has passed`
			return 0, errGone
		}
		log.Print("late")
		return 0, nil // want `nil is returned when ctx is done, as if the work were`
	case answer := <-answers:
		return answer, nil
	}
}

// Right: both ends are errors.
func askBoth(ctx context.Context, answers chan int) (answer int, err error) {
	select {
	case <-ctx.Done():
		err = ctx.Err()
		if err == context.Canceled {
			err = errGone
		}
	case answer = <-answers:
	}
	return answer, err
}

// Right: a deadline is told, and whoever has cancelled knows.
func askLate(ctx context.Context, answers chan int) (answer int, err error) {
	select {
	case <-ctx.Done():
		if ctx.Err() == context.DeadlineExceeded {
			err = errGone
		}
	case answer = <-answers:
	}
	return answer, err
}

// Right: this context has no deadline.
func askPlain(answers chan int, stop func(func())) (answer int, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	stop(cancel)
	select {
	case <-ctx.Done():
		if ctx.Err() == context.Canceled {
			err = errGone
		}
	case answer = <-answers:
	}
	return answer, err
}

// When the wait is over, the job may be ready, or late.
func install(j job, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := j.run(ctx); err != nil {
		return err
	}
	wait.UntilWithContext(ctx, func(ctx context.Context) { // want `what follows can't tell a passed deadline of ctx from a cancel when all is done; ask ctx\.Err\(\)`
		if j.ready() {
			cancel()
		}
	}, time.Second)
	if err := j.stop(); err != nil {
		return err
	}
	return nil
}

// The same by hand.
func installed(j job, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	go func() {
		for !j.ready() {
			time.Sleep(time.Second)
		}
		cancel()
	}()
	<-ctx.Done() // want `what follows can't tell a passed deadline of ctx from a cancel`
	return nil
}

// Right: it asks.
func installAsked(j job, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if j.ready() {
			cancel()
		}
	}, time.Second)
	if ctx.Err() == context.DeadlineExceeded {
		return errGone
	}
	return nil
}

// Right: it looks at the job again.
func installLooked(j job, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if j.ready() {
			cancel()
		}
	}, time.Second)
	if !j.ready() {
		return errGone
	}
	return nil
}

// Right: it is to run for that long.
func soak(j job, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	wait.UntilWithContext(ctx, func(ctx context.Context) { j.run(ctx) }, time.Second)
	return nil
}
