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
// # ctxloop/stream
//
// A handler sends to a stream in a loop, and looks neither at the stream's context
// nor at the error that Send returns, so that it goes on when the client is gone.
//
//	func (s *Shop) Follow(id string, stream Stream) error {
//		for u := range s.updates(id) {
//			stream.Send(u)
//		}
//		return nil
//	}
//
// The message is "the loop goes on sending when stream.Context() is done; look at the
// error of stream.Send". Right is:
//
//	func (s *Shop) Follow(id string, stream Stream) error {
//		for u := range s.updates(id) {
//			if err := stream.Send(u); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// # ctxloop/endless
//
// A loop without a condition calls something or waits, has no way out, and the
// caller's context is in scope. Handing the context on isn't enough, if what comes
// back doesn't end the loop.
//
//	func (s *Shop) Poll(ctx context.Context) {
//		for {
//			if err := s.poll(ctx); err != nil {
//				log.Print(err)
//			}
//		}
//	}
//
// The message is "the loop never ends, also when ctx is done; look at ctx in it". Right
// is:
//
//	func (s *Shop) Poll(ctx context.Context) {
//		for ctx.Err() == nil {
//			if err := s.poll(ctx); err != nil {
//				log.Print(err)
//			}
//		}
//	}
//
// A wait in such a loop that is reported already is enough.
//
// A loop with a way out is found as well, where that isn't taken once the context
// is done: each turn hands the context, a caller's or one in a field, to a call that
// leaves the process and is sure to fail then, and whatever comes after the failure
// leads back to the call and looks at no context: an error that is logged and
// passed over with continue. The message is then "the loop goes on when s.db.Next
// fails, also when ctx is done; look at ctx in it".
//
// # ctxloop/cpu
//
// A loop that may take long never looks at the caller's context: it reads or writes
// files, calls out of the process, calls back, or has another loop in it that calls
// something. So does one that passes over the failures of a call that is given the
// context, as above, and ends when it has come to the last item. It is off by
// default: how long it takes, only its author knows.
//
//	func (s *Shop) Sweep(ctx context.Context, files []string) {
//		for _, f := range files {
//			os.Remove(f)
//		}
//	}
//
// The message is "the loop never looks at ctx and may run past its deadline; look
// at ctx in it". Right is:
//
//	func (s *Shop) Sweep(ctx context.Context, files []string) {
//		for _, f := range files {
//			if ctx.Err() != nil {
//				return
//			}
//			os.Remove(f)
//		}
//	}
//
// # Not reported
//
// Some loops are right as they are:
//
//   - in a goroutine that the function with the context starts: whether that shares
//     the context is asked where it starts;
//   - after a context is done, or after somebody has told to stop;
//   - a loop with a return, a break, or a call that ends the process, whatever decides
//     about it;
//   - with ctxloop/cpu, a loop that by its constants turns a hundred times at most,
//     and one that hands the context on, unless it passes over what fails, or does so
//     only where something has failed;
//   - in main, init, tests, what takes a testing.TB, and packages that support
//     tests or are examples; in generated files.
//
// # Known misses
//
// What isn't certain is not reported: a loop that a counter ends at some time; a
// select with a single case, which is no select to the compiler; a case that calls
// a function which might close a channel that another case waits for.
package ctxloop
