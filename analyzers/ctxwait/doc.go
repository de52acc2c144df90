// Package ctxwait defines an analyzer that finds waiting which cancellation
// can't cut short.
//
// # Analyzer ctxwait
//
// ctxwait: find waits that go on when the caller has left
//
// Whoever calls with a deadline gets an answer in time, or an error, if all that
// is done for him can be cut short. A sleep can't, nor can waiting for a timer or
// a channel, unless it waits for the context at the same time. Until it is over, a
// caller that has given up is kept waiting, and so are connections, locks and
// goroutines.
//
// The caller's context is a parameter of the function, or of one that a function
// literal stands in, which is a context or leads to one as an *http.Request does;
// and what is derived from it.
//
// # ctxwait/sleep
//
// A function sleeps though the caller's context is at hand: it calls time.Sleep,
// another sleeper that is known, or a function of the program that sleeps, in this
// package or another, and can't be told to stop. In a loop that is a finding, or
// outside of one for a second and more.
//
//	func (s *Shop) Reserve(ctx context.Context, sku string) error {
//		for s.stock.Take(ctx, sku) != nil {
//			time.Sleep(time.Second)
//		}
//		return nil
//	}
//
// The message is "time.Sleep may block past the deadline of ctx; wait for a timer or
// ctx.Done()". Right is:
//
//	func (s *Shop) Reserve(ctx context.Context, sku string) error {
//		for s.stock.Take(ctx, sku) != nil {
//			timer := time.NewTimer(time.Second)
//			select {
//			case <-ctx.Done():
//				timer.Stop()
//				return ctx.Err()
//			case <-timer.C:
//			}
//		}
//		return nil
//	}
//
// The suggested fix writes that select. It is offered where the function has no
// results, or its last one is an error.
//
// # ctxwait/timer
//
// The same with a bare receive from a timer, a ticker or time.After, or a range
// over a ticker.
//
//	func (s *Shop) Watch(ctx context.Context) {
//		ticker := time.NewTicker(time.Minute)
//		defer ticker.Stop()
//		for range ticker.C {
//			s.refresh(ctx)
//		}
//	}
//
// The message is "waiting for ticker.C may block past the deadline of ctx; select on
// ctx.Done() too". Right is:
//
//	func (s *Shop) Watch(ctx context.Context) {
//		ticker := time.NewTicker(time.Minute)
//		defer ticker.Stop()
//		for {
//			select {
//			case <-ctx.Done():
//				return
//			case <-ticker.C:
//				s.refresh(ctx)
//			}
//		}
//	}
//
// # ctxwait/select
//
// A select waits, and none of its cases is sure to be ready when the caller leaves.
//
//	func (s *Shop) Next(ctx context.Context) (Order, error) {
//		select {
//		case o := <-s.orders:
//			return o, nil
//		case <-time.After(time.Minute):
//			return Order{}, errors.New("no order")
//		}
//	}
//
// The message is "select has no case for ctx.Done() and may outlast the deadline of
// ctx; add one". Right is:
//
//	func (s *Shop) Next(ctx context.Context) (Order, error) {
//		select {
//		case <-ctx.Done():
//			return Order{}, ctx.Err()
//		case o := <-s.orders:
//			return o, nil
//		case <-time.After(time.Minute):
//			return Order{}, errors.New("no order")
//		}
//	}
//
// The suggested fix adds the case, under the same condition.
//
// # Not reported
//
// Some waits are right as they are:
//
//   - a sleep under 100 ms in a loop that looks at its context in each turn, or
//     hands it on; one under a second outside of loops; a loop with so few turns,
//     by its constants, that it sleeps less than a second in all. Random parts
//     count with their limit;
//   - after a context is done, or after somebody has told to stop: behind a receive
//     from Done or from a channel of empty structs, or a look at Err. What sleeps
//     there gives others time to end;
//   - in a goroutine that nobody waits for and that doesn't use the context, and in
//     a function literal that is kept for later: their lives are their own;
//   - a single delay in a goroutine that nobody waits for;
//   - a receive that empties a timer which could not be stopped;
//   - a select with a default, and one with a case that is ready when the caller
//     leaves: the Done channel of any context, one that is made by a call with a
//     context, or one that is closed or sent to, in this package, by a function that
//     has a context;
//   - a select in a goroutine of the function, with a case for a channel of empty
//     structs, by which others stop it;
//   - a select with a timer in a loop that looks at its context;
//   - a call of a function that is given a context, a channel or what carries a
//     context: if it sleeps all the same, the fault is its own; of one whose name
//     says that it cleans up; and of one that calls out of the process;
//   - in main, init, tests, what takes a testing.TB, and packages that support
//     tests; in generated files.
//
// # Known misses
//
// What isn't certain is not reported: what an interface's method or a function
// value does; a channel that another package may close when the caller leaves,
// where that package was given a context.
package ctxwait
