package amounts

import (
	"context"
	"time"
)

type config struct {
	// Wait is how long a call may take. Zero means no limit.
	Wait time.Duration
	// Pause is how long to wait between calls.
	Pause time.Duration

	call    time.Duration
	connect time.Duration
}

func (c *config) told(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.Wait) // want `context\.WithTimeout ends at once where c\.Wait is to mean no limit; leave it out then`
	defer cancel()
	return work(ctx)
}

func (c config) asked(ctx context.Context) error {
	if c.Wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Wait)
		defer cancel()
	}
	return work(ctx)
}

func (c *config) pauses(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.Pause)
	defer cancel()
	return work(ctx)
}

func (c *config) once(ctx context.Context) error {
	if c.call < 0 {
		return work(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, c.call)
	defer cancel()
	return work(ctx)
}

func (c *config) again(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.call) // want `context\.WithTimeout ends at once where c\.call is to mean no limit; leave it out then`
	defer cancel()
	return work(ctx)
}

// Whoever sets nothing gets a second.
func (c *config) defaults() {
	if c.connect <= 0 {
		c.connect = time.Second
	}
}

func (c *config) maybe(ctx context.Context) error {
	if c.connect > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.connect)
		defer cancel()
	}
	return work(ctx)
}

func (c *config) sure(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.connect)
	defer cancel()
	return work(ctx)
}

// This one is only called with a limit.
func (c *config) limited(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.Wait)
	defer cancel()
	return work(ctx)
}

func (c *config) perhapsLimited(ctx context.Context) error {
	if c.Wait == 0 {
		return work(ctx)
	}
	return c.limited(ctx)
}
