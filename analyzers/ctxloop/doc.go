// Package ctxloop defines an analyzer that finds loops which go on when their
// context is done.
//
// # Analyzer ctxloop
//
// ctxloop: find loops that go on when the caller has left
//
// A loop that works for somebody has to end when that somebody has gone: when
// the context is done. What is found here are loops that don't, as they never
// look, or that look and go on all the same.
//
// # ctxloop/spin
//
// A select in a loop has a case for the context, but the case doesn't leave the
// loop: a break leaves the select only, and after a continue, or the end of the
// case, the loop turns again. A context that is done stays done, so that from then
// on the case is always ready, and the loop keeps a processor busy.
//
//	func (s *Shop) Serve(ctx context.Context) {
//		for {
//			select {
//			case <-ctx.Done():
//				break
//			case o := <-s.orders:
//				s.ship(o)
//			}
//		}
//	}
//
// The message is "break leaves only the select, and the loop spins once ctx is
// done; return from here", or "the loop goes on once ctx is done, and spins; return
// from here". Right is:
//
//	func (s *Shop) Serve(ctx context.Context) {
//		for {
//			select {
//			case <-ctx.Done():
//				return
//			case o := <-s.orders:
//				s.ship(o)
//			}
//		}
//	}
//
// It is reported only where that is sure: whatever the case and the rest of the
// loop do, they come back to the same select, set nothing that a condition of the
// loop or another case depends on, call nothing that might make another case end
// the loop, and wait for nobody. The context is the same in each turn.
//
// The suggested fix gives the break a label, if the function needs no return after
// the loop.
//
// # Known misses
//
// What isn't certain is not reported: a loop that a counter ends at some time; a
// select with a single case, which is no select to the compiler; a case that calls
// a function which might close a channel that another case waits for.
package ctxloop
