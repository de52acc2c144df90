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
// # Not reported
//
// These are right as they are:
//
//   - with ctxgoroutine/errgroup and outerctx, a group of which no task can fail,
//     or that has one task only, unless its context is thrown away; and what ends something, by its name, a deferred call, or
//     on the way out with an error, as that has to happen in any case;
//   - a group without a context whose error nobody looks at, or whose tasks put
//     their failures away before they return them: each of them is to be tried;
//     and one whose tasks can't wait on their context;
//   - an outer context beside a look at the group's Done;
//   - after Wait, context.WithoutCancel, a look at Err, and what only reads values.
package ctxgoroutine
