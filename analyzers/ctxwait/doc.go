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
// and what is derived from it. Where there is none, a local variable counts that
// holds a context with a timeout, or one read from a field; and for a select a field
// that another select of the function waits for, beside all that this one receives from.
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
// # ctxwait/channel
//
// A bare send or receive on a channel, or a range over one. It is off by default:
// who is at the other end, and for how long, often can't be seen. A send is reported
// where the channel has no room for it, as far as is known, and the receiver may have
// left; a receive where whoever sends is seen to do what takes long, without a
// context, where that is a function which a queue or the like was handed, and in a
// goroutine that only cancels a context then, and stays when that has ended before.
//
//	func (s *Shop) Quote(ctx context.Context, sku string) (int, error) {
//		quotes := make(chan int)
//		go func() {
//			quotes <- s.ask(sku)
//		}()
//		select {
//		case <-ctx.Done():
//			return 0, ctx.Err()
//		case q := <-quotes:
//			return q, nil
//		}
//	}
//
// The message is "sending to quotes may block past the deadline of ctx; select on
// ctx.Done() too": when the caller leaves first, the goroutine stays for ever. Right
// is that, or room for what is sent:
//
//	func (s *Shop) Quote(ctx context.Context, sku string) (int, error) {
//		quotes := make(chan int, 1)
//		go func() {
//			quotes <- s.ask(sku)
//		}()
//		select {
//		case <-ctx.Done():
//			return 0, ctx.Err()
//		case q := <-quotes:
//			return q, nil
//		}
//	}
//
// # ctxwait/retry
//
// A function that takes no context tries a call out of the process, or a function that
// it is given and that takes none either, until that succeeds, and sleeps in between, so
// that nobody who calls it can cut that short.
//
//	func (s *Shop) Connect(addr string) net.Conn {
//		for {
//			if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
//				return conn
//			}
//			time.Sleep(5 * time.Second)
//		}
//	}
//
// The message is "time.Sleep delays a retry that no caller of Shop.Connect can cut
// short; take ctx as a parameter". Right is:
//
//	func (s *Shop) Connect(ctx context.Context, addr string) (net.Conn, error) {
//		dialer := net.Dialer{Timeout: time.Second}
//		for {
//			if conn, err := dialer.DialContext(ctx, "tcp", addr); err == nil {
//				return conn, nil
//			}
//			timer := time.NewTimer(5 * time.Second)
//			select {
//			case <-ctx.Done():
//				timer.Stop()
//				return nil, ctx.Err()
//			case <-timer.C:
//			}
//		}
//	}
//
// # ctxwait/retrier
//
// A library that retries isn't given the caller's context though it could be: it
// sleeps on between its attempts when nobody waits for the result any more.
//
//	func (s *Shop) Charge(ctx context.Context, o Order) error {
//		policy := backoff.NewExponentialBackOff()
//		return backoff.Retry(func() error { return s.bank.Charge(ctx, o) }, policy)
//	}
//
// The message is "backoff.Retry goes on waiting when ctx is done; use
// backoff.WithContext". Right is:
//
//	func (s *Shop) Charge(ctx context.Context, o Order) error {
//		policy := backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
//		return backoff.Retry(func() error { return s.bank.Charge(ctx, o) }, policy)
//	}
//
// # ctxwait/held
//
// A function without a caller's context hands the context of an object, or of a function
// around it, to a call, and then waits without looking at it. It is off by default, as
// such a context may be meant for that call alone.
//
//	func (b *Basket) Settle() error {
//		if err := b.shop.bank.Charge(b.ctx, b.order); err != nil {
//			return err
//		}
//		time.Sleep(b.pause)
//		return nil
//	}
//
// The message is "time.Sleep may block past the deadline of b.ctx; wait for a timer or
// b.ctx.Done()". Right is:
//
//	func (b *Basket) Settle() error {
//		if err := b.shop.bank.Charge(b.ctx, b.order); err != nil {
//			return err
//		}
//		select {
//		case <-b.ctx.Done():
//			return b.ctx.Err()
//		case <-time.After(b.pause):
//			return nil
//		}
//	}
//
// # ctxwait/budget
//
// A pause between two attempts can be cut short, but nobody asks whether anything is
// left of the deadline after it. The caller could have had the error earlier. Only
// pauses that aren't constant are told of, and it is off by default.
//
//	func (s *Shop) Notify(ctx context.Context, o Order) error {
//		for pause := time.Second; ; pause *= 2 {
//			if s.mail.Send(ctx, o) == nil {
//				return nil
//			}
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(pause):
//			}
//		}
//	}
//
// The message is "the pause may outlast the deadline of ctx; compare it with
// ctx.Deadline() first". Right is:
//
//	func (s *Shop) Notify(ctx context.Context, o Order) error {
//		for pause := time.Second; ; pause *= 2 {
//			if s.mail.Send(ctx, o) == nil {
//				return nil
//			}
//			if end, ok := ctx.Deadline(); ok && time.Until(end) < pause {
//				return context.DeadlineExceeded
//			}
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(pause):
//			}
//		}
//	}
//
// # ctxwait/stop
//
// A goroutine that has no context pauses for a second or longer, and whoever started it
// can't cut that short: nothing ends the loop that the pause is in; or the goroutine
// ends by a channel, for which another of its waits looks, but not this one, or by a
// flag, which it asks about only when the pause is over. It is off by default, since many programs keep such goroutines for as long as they run. Where
// what the goroutine works for can be closed, ctxgoroutine/unstopped speaks.
//
//	func (s *Shop) Refresh() {
//		go func() {
//			for {
//				s.load()
//				time.Sleep(time.Minute)
//			}
//		}()
//	}
//
// The message is "time.Sleep goes on for ever in this goroutine, which nothing can stop;
// give it a context". Right is:
//
//	func (s *Shop) Refresh(ctx context.Context) {
//		go func() {
//			ticker := time.NewTicker(time.Minute)
//			defer ticker.Stop()
//			for {
//				s.load()
//				select {
//				case <-ctx.Done():
//					return
//				case <-ticker.C:
//				}
//			}
//		}()
//	}
//
// Where there's a channel the message is "waiting for time.After(s.delay) goes on when
// s.quit tells this goroutine to end; select on it too", and for a flag "waiting for
// ticker.C goes on when closed tells this goroutine to end; give it a context too".
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
//     structs, by which others stop it, or for an input that ends it when closed;
//   - a select with a case for such a channel in a function that isn't exported, and to
//     which all who call it give a root that nobody can cancel;
//   - a select for what a function of this package tells that receives from a stream;
//   - a select with a timer in a loop that looks at its context;
//   - a call of a function that is given a context, a channel or what carries a
//     context: if it sleeps all the same, the fault is its own; of one whose name
//     says that it cleans up; of one that sleeps only after a failure; and of one
//     that calls out of the process;
//   - with ctxwait/retry, in a loop that some channel or context ends, or that never
//     ends; in a function that is only started as a goroutine, or that sets things up
//     by its name; in package main, unless a caller has a context; in a method whose
//     signature an interface of another module fixes;
//   - a retrier with a policy or options that come from elsewhere, or whose task asks
//     the context itself;
//   - in main, init, tests, what takes a testing.TB, and packages that support
//     tests or are examples; in generated files.
//
// # Known misses
//
// What isn't certain is not reported: what an interface's method or a function
// value does; a channel that another package may close when the caller leaves,
// where that package was given a context; and a sleep that is more than two
// functions away.
package ctxwait
