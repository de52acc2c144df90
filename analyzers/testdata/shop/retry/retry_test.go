package retry

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestDo(t *testing.T) {
	calls := 0
	err := Do(context.Background(), 3, time.Millisecond, func(context.Context) error {
		calls++
		if calls < 3 {
			return errors.New("not yet")
		}
		return nil
	})
	if err != nil || calls != 3 {
		t.Errorf("got %v after %d calls, want no error after 3", err, calls)
	}
}

func TestDoStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	err := Do(ctx, 3, time.Hour, func(context.Context) error {
		cancel()
		return errors.New("not yet")
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
