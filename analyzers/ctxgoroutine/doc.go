// Package ctxgoroutine defines an analyzer that finds work started on the side
// that doesn't share its context.
//
// # Analyzer ctxgoroutine
//
// ctxgoroutine: find goroutines and groups of tasks that don't share a context
//
// Work that is split among goroutines has to end together: when the caller's
// deadline passes, and when one part fails and makes the rest useless. The
// caller's context, and the context of an errgroup that is derived from it, see
// to that if every part uses them. A part that doesn't goes on alone.
//
// What is started may be a function literal, one held by a variable, a function
// or a method, also of another package. It may be started by a go statement or by
// what the tables know to start something, such as an errgroup, a
// sync.WaitGroup, a pool, or time.AfterFunc.
//
// # ctxgoroutine/unshared
//
// A goroutine is started where the caller's context is at hand, never ends by
// itself, and looks at no context, or not so that it would end. To mention it, or
// to pass it on in a loop that goes on whatever comes back, is not enough.
//
//	func (s *Shop) Watch(ctx context.Context) {
//		go func() {
//			for {
//				s.check()
//			}
//		}()
//	}
//
// The message is "this goroutine never ends, and ctx can't end it; look at
// ctx.Done() in its loop". Right is:
//
//	func (s *Shop) Watch(ctx context.Context) {
//		go func() {
//			for ctx.Err() == nil {
//				s.check()
//			}
//		}()
//	}
//
// The same holds for one that sends its result to who has left: on a channel that
// has no room, and from which its starter doesn't receive when a context is done
// or a timer fires. Then the message is "this goroutine sends on done for ever
// when nobody receives any more; give done room for a value". And for one that
// feeds the tasks of a group, which may fail before they have received all: "this
// goroutine sends on queue for ever when the tasks that receive from it have
// failed; select on Done too". And for one that feeds a channel without room which
// its starter returns: who is given that leaves as soon as its context is done, and
// the loop sends to nobody; "this goroutine sends on out for ever when its receiver
// leaves with ctx; select on ctx.Done() too". Where all callers are seen to receive
// until the channel is closed, it is right.
//
// # ctxgoroutine/unstopped
//
// No context is at hand, but what the goroutine works for can be closed: it has a
// method Close, Stop or Shutdown. The goroutine never ends all the same.
//
//	func (c *Cache) Start() {
//		go func() {
//			for range c.ticker.C {
//				c.evict()
//			}
//		}()
//	}
//
// To stop a ticker doesn't close its channel. The message is "nothing ends this
// loop, and Cache.Close leaves its goroutine behind; end it there". Right is:
//
//	func (c *Cache) Start() {
//		go func() {
//			for {
//				select {
//				case <-c.ticker.C:
//					c.evict()
//				case <-c.closed:
//					return
//				}
//			}
//		}()
//	}
//
// # ctxgoroutine/errgroup
//
// A group of tasks has no context of its own, or that is thrown away. When one
// task fails, nobody wants the results of the others, but they go on.
//
//	func (s *Shop) Open(ctx context.Context) error {
//		g, _ := errgroup.WithContext(ctx)
//		g.Go(func() error { return s.prices.Load(ctx) })
//		g.Go(func() error { return s.stock.Load(ctx) })
//		return g.Wait()
//	}
//
// The message is "the context of g is thrown away, so that a failure doesn't stop
// the other tasks; use it in them", or, where the group was made without one, "g
// can't end ctx for its tasks when one of them fails; use errgroup.WithContext".
// Right is:
//
//	func (s *Shop) Open(ctx context.Context) error {
//		g, gctx := errgroup.WithContext(ctx)
//		g.Go(func() error { return s.prices.Load(gctx) })
//		g.Go(func() error { return s.stock.Load(gctx) })
//		return g.Wait()
//	}
//
// # ctxgoroutine/outerctx
//
// A task of a group that has a context uses the one that the group's was made of,
// so that the failure of another task doesn't stop it, and Wait waits for it.
//
//	func (s *Shop) Refresh(ctx context.Context) error {
//		g, gctx := errgroup.WithContext(ctx)
//		g.Go(func() error { return s.prices.Load(gctx) })
//		g.Go(func() error { return s.stock.Load(ctx) })
//		return g.Wait()
//	}
//
// The message is "ctx goes on when another task of g fails; use gctx". Right is:
//
//	func (s *Shop) Refresh(ctx context.Context) error {
//		g, gctx := errgroup.WithContext(ctx)
//		g.Go(func() error { return s.prices.Load(gctx) })
//		g.Go(func() error { return s.stock.Load(gctx) })
//		return g.Wait()
//	}
//
// # ctxgoroutine/groupafter
//
// A group's context is done as soon as Wait returns, also when all went well.
// What comes after fails at once.
//
//	func (s *Shop) Start(ctx context.Context) error {
//		g, ctx := errgroup.WithContext(ctx)
//		g.Go(func() error { return s.prices.Load(ctx) })
//		if err := g.Wait(); err != nil {
//			return err
//		}
//		return s.stock.Load(ctx)
//	}
//
// The message is "ctx is done when g.Wait returns; use the context that the group
// was made with". Right is:
//
//	func (s *Shop) Start(ctx context.Context) error {
//		g, gctx := errgroup.WithContext(ctx)
//		g.Go(func() error { return s.prices.Load(gctx) })
//		if err := g.Wait(); err != nil {
//			return err
//		}
//		return s.stock.Load(ctx)
//	}
//
// # ctxgoroutine/waitgroup
//
// Goroutines are waited for by hand, with a sync.WaitGroup or on a channel, and
// one that fails doesn't stop the others. It is off by default, as often each of
// them is to be tried.
//
//	func (s *Shop) Fill(ctx context.Context, all []service) error {
//		errs := make([]error, len(all))
//		var wg sync.WaitGroup
//		for i, x := range all {
//			wg.Go(func() { errs[i] = x.Load(ctx) })
//		}
//		wg.Wait()
//		return errors.Join(errs...)
//	}
//
// The message is "a failure here doesn't stop the other goroutines that are waited
// for; use errgroup.WithContext". What stops them is:
//
//	func (s *Shop) Fill(ctx context.Context, all []service) error {
//		g, gctx := errgroup.WithContext(ctx)
//		for _, x := range all {
//			g.Go(func() error { return x.Load(gctx) })
//		}
//		return g.Wait()
//	}
//
// # Not reported
//
// These are right as they are:
//
//   - a goroutine that can come to an end: it returns after an error, when a channel
//     is closed or says so, as a server does after Shutdown, or it panics or ends
//     the program;
//   - one that receives signals of the operating system;
//   - with ctxgoroutine/unshared, one that a constructor starts: its context may be
//     that of the call alone;
//   - one that is started by main, init, tests, packages that support tests or are
//     examples, or what takes a testing.TB;
//   - with ctxgoroutine/waitgroup, goroutines on a context that their starter can
//     cancel, and those that can't wait on it or keep their errors to themselves;
//   - with ctxgoroutine/unshared, a channel that has room, that somebody else might
//     receive from, or that its starter does receive from before it leaves;
//   - with ctxgoroutine/errgroup and outerctx, a group of which no task can fail,
//     or that has one task only, unless its context is thrown away; and what ends something, by its name, a deferred call, or
//     on the way out with an error, as that has to happen in any case;
//   - a group without a context whose error nobody looks at, or whose tasks put
//     their failures away before they return them: each of them is to be tried;
//     and one whose tasks can't wait on their context;
//   - an outer context beside a look at the group's Done;
//   - after Wait, context.WithoutCancel, a look at Err, what only reads values, and
//     what is given an error or comes on the way out with one, unless it ends something.
//
// Where it is meant, say so and why: //ctxchain:detached at the go statement or
// the call, //ctxchain:root in the doc comment of the function.
//
// # Known misses
//
// What isn't certain is not reported: a function value of which more than one
// function may be meant, a method of an interface, a goroutine that waits for a
// channel which nobody closes, and what is sent on a channel that other functions
// see.
package ctxgoroutine
