package taskright

import "context"

// Selects on the context for each.
func Selects(ctx context.Context, keys []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, k := range keys {
			select {
			case out <- k:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// Room has room for all.
func Room(ctx context.Context, keys []string) <-chan string {
	out := make(chan string, len(keys))
	go func() {
		defer close(out)
		for _, k := range keys {
			out <- k
		}
	}()
	return out
}

// Once sends one value, which those who ask for it receive.
func Once(ctx context.Context, key string) <-chan string {
	out := make(chan string)
	go func() { out <- key }()
	return out
}

// Nobody has no context.
func Nobody(keys []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, k := range keys {
			out <- k
		}
	}()
	return out
}

func listAll(ctx context.Context, keys []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, k := range keys {
			out <- k
		}
	}()
	return out
}

// All receives until the channel is closed.
func All(ctx context.Context, keys []string) (n int) {
	for range listAll(ctx, keys) {
		n++
	}
	return n
}

// Looks looks at the context before each.
func Looks(ctx context.Context, keys []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, k := range keys {
			if ctx.Err() != nil {
				return
			}
			out <- k
		}
	}()
	return out
}
