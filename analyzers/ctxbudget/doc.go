// Package ctxbudget defines an analyzer that finds deadline arithmetic that goes
// wrong.
//
// # Analyzer ctxbudget
//
// ctxbudget: find deadline arithmetic that goes wrong
//
// A deadline is a budget of time that all steps of a request share. Code that
// divides it by hand, for attempts, for clients that know no contexts, or to see
// whether another step is worth it, gets the borders wrong: no deadline at all,
// nothing left, a zero that means for ever. And code that hides the end of the
// budget from its caller makes the caller go on with nothing.
//
// Durations are followed by what they are computed from, through variables,
// conversions, clamps and helpers of the package, not by their names.
//
// # ctxbudget/okignored
//
// Something is computed with the time that Deadline gives, and its second result,
// which tells whether there is a deadline, is thrown away. A context without one
// gives the zero time, so that what is left comes out as minus 292 years.
//
//	func (s *Shop) Patience(ctx context.Context) time.Duration {
//		deadline, _ := ctx.Deadline()
//		return time.Until(deadline)
//	}
//
// The message is "without a deadline time.Until(...) counts from the year 1; check
// the second result". Right is:
//
//	func (s *Shop) Patience(ctx context.Context) time.Duration {
//		deadline, ok := ctx.Deadline()
//		if !ok {
//			return time.Minute
//		}
//		return time.Until(deadline)
//	}
//
// To hand the zero time on to what takes it for no deadline, such as SetDeadline of
// a net.Conn, is right, and so is to ask whether it IsZero.
//
// # ctxbudget/zeroforever
//
// The time that is left is set as a limit for which zero means none, and may be zero:
// it was cut off there, or nothing has looked whether any is left.
//
//	func (s *Shop) Dialer(deadline time.Time) *net.Dialer {
//		return &net.Dialer{Timeout: max(0, time.Until(deadline))}
//	}
//
// The message is "max(...) is 0 when no time is left, and for net.Dialer.Timeout that
// is no limit; stop before", or "may be 0" where it isn't cut off. Right is:
//
//	func (s *Shop) Dialer(deadline time.Time) (*net.Dialer, error) {
//		left := time.Until(deadline)
//		if left <= 0 {
//			return nil, context.DeadlineExceeded
//		}
//		return &net.Dialer{Timeout: left}, nil
//	}
//
// # ctxbudget/negative
//
// A context gets a timeout of which some values mean that there is no limit. The
// package says so where the field or variable is declared, or shows it where it
// leaves the timeout out for them. Here it doesn't, and the context is done at once.
//
//	type Terms struct {
//		Wait time.Duration // zero means no limit
//	}
//
//	func (s *Shop) Order(ctx context.Context, t *Terms) error {
//		ctx, cancel := context.WithTimeout(ctx, t.Wait)
//		defer cancel()
//		return s.stock.Take(ctx)
//	}
//
// The message is "context.WithTimeout ends at once where t.Wait is to mean no limit;
// leave it out then". Right is:
//
//	func (s *Shop) Order(ctx context.Context, t *Terms) error {
//		if t.Wait > 0 {
//			var cancel context.CancelFunc
//			ctx, cancel = context.WithTimeout(ctx, t.Wait)
//			defer cancel()
//		}
//		return s.stock.Take(ctx)
//	}
//
// # ctxbudget/stale
//
// What is left is computed before a loop and used as the timeout of each turn, so
// that all of them together may take many times as long.
//
//	func (s *Shop) Connect(deadline time.Time) (conn net.Conn, err error) {
//		left := time.Until(deadline)
//		if left <= 0 {
//			return nil, context.DeadlineExceeded
//		}
//		for _, addr := range s.addrs {
//			if conn, err = net.DialTimeout("tcp", addr, left); err == nil {
//				break
//			}
//		}
//		return conn, err
//	}
//
// The message is "left is what was left before the loop; compute it for each turn".
// Right is:
//
//	func (s *Shop) Connect(deadline time.Time) (conn net.Conn, err error) {
//		for _, addr := range s.addrs {
//			left := time.Until(deadline)
//			if left <= 0 {
//				return nil, context.DeadlineExceeded
//			}
//			if conn, err = net.DialTimeout("tcp", addr, left); err == nil {
//				break
//			}
//		}
//		return conn, err
//	}
//
// A timeout on a context that may have a deadline of its own is no finding, as that
// deadline counts anyway.
//
// # ctxbudget/reset
//
// Each attempt gets a context with a full timeout on a fresh root, though there is a
// caller's context with a deadline for all of them.
//
//	func (s *Shop) Reserve(ctx context.Context) (err error) {
//		for range 3 {
//			once, cancel := context.WithTimeout(context.Background(), time.Second)
//			err = s.stock.Take(once)
//			cancel()
//			if err == nil {
//				break
//			}
//		}
//		return err
//	}
//
// The message is "each attempt gets a new timeout past the deadline of ctx; derive it
// from ctx". Right is:
//
//	func (s *Shop) Reserve(ctx context.Context) (err error) {
//		for range 3 {
//			once, cancel := context.WithTimeout(ctx, time.Second)
//			err = s.stock.Take(once)
//			cancel()
//			if err == nil || ctx.Err() != nil {
//				break
//			}
//		}
//		return err
//	}
//
// # ctxbudget/sharedattempt
//
// A timeout is made before a loop that tries something until it succeeds. The loop
// doesn't look at it: once it is over, all further attempts fail at once.
//
//	func (s *Shop) Pay(ctx context.Context) error {
//		once, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		for {
//			if err := s.bank.Charge(once); err == nil {
//				return nil
//			}
//			select {
//			case <-time.After(time.Second):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//		}
//	}
//
// The message is "all attempts share the timeout of one context.WithTimeout; make one
// for each". Right is:
//
//	func (s *Shop) Pay(ctx context.Context) error {
//		for {
//			once, cancel := context.WithTimeout(ctx, time.Second)
//			err := s.bank.Charge(once)
//			cancel()
//			if err == nil {
//				return nil
//			}
//			select {
//			case <-time.After(time.Second):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//		}
//	}
//
// Where the timeout is for all attempts together, somebody looks at it besides the call
// that is tried. That is no finding, nor is a loop without pauses, in which the further
// attempts fail in no time.
//
// The same fault is a branch that overwrites the function's context by one with a
// timeout, for a call in the branch: what comes after gets the rest of it. The message
// is then like "call is bound by the timeout for db.PingContext; use another variable
// there".
//
// # ctxbudget/retrydone
//
// The end of a context is taken for worth another attempt: by a function that a loop asks
// about the error of a call, by a condition of the loop, or by a service configuration of
// gRPC. The context stays done, so that the next attempt fails as well.
//
//	func (s *Shop) Check(ctx context.Context) error {
//		for {
//			err := s.stock.Take(ctx)
//			if err == nil || !retryable(err) {
//				return err
//			}
//		}
//	}
//
//	func retryable(err error) bool {
//		switch status.Code(err) {
//		case codes.Unavailable, codes.DeadlineExceeded:
//			return true
//		}
//		return false
//	}
//
// The message is "retryable takes codes.DeadlineExceeded for worth another attempt;
// stop there". Right is:
//
//	func (s *Shop) Check(ctx context.Context) error {
//		for {
//			err := s.stock.Take(ctx)
//			if err == nil || !retryable(err) {
//				return err
//			}
//		}
//	}
//
//	func retryable(err error) bool {
//		return status.Code(err) == codes.Unavailable
//	}
//
// That is what AIP-194 says as well. It is no finding where each attempt has a timeout of
// its own, where somebody looks at the context, or where no loop is seen that tries again:
// it may be tried later, on another context.
//
// Wherever it is asked, a function is reported that takes a passed deadline for the end and
// a cancellation for worth another attempt, and one that treats codes.Canceled and
// codes.DeadlineExceeded alike, but not context.Canceled and context.DeadlineExceeded. The
// message is then "over knows codes.DeadlineExceeded, but not context.DeadlineExceeded;
// treat both alike".
//
// # ctxbudget/swallowed
//
// A function returns a nil error when its context is done, and when its work is done
// too. Who calls it can't tell the one from the other, and goes on as if all were well.
// It is off by default: some functions are meant to end that way, and say so in words.
//
//	func (s *Shop) WaitOpen(ctx context.Context) error {
//		for {
//			select {
//			case <-ctx.Done():
//				return nil
//			case <-time.After(time.Second):
//				if s.open() {
//					return nil
//				}
//			}
//		}
//	}
//
// The message is "nil is returned when ctx is done, as if the work were; return
// ctx.Err()". Right is:
//
//	func (s *Shop) WaitOpen(ctx context.Context) error {
//		for {
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(time.Second):
//				if s.open() {
//					return nil
//				}
//			}
//		}
//	}
//
// Where a comparison makes an error of context.Canceled alone, the message is "nil is
// returned when the deadline of ctx has passed; return ctx.Err()". Where a function waits
// for the end of a context with a timeout, which another one cancels when all is done, and
// then ends well without asking which of the two it was, the message is "what follows
// can't tell a passed deadline of ctx from a cancel when all is done; ask ctx.Err()".
//
// A function that runs until its context is done ends well that way: it has no other
// return of nil than those for a context that is done, a channel that is closed, or a
// stream at its end, or is named for it, such as RunJobs or sendLoop. A literal on the
// context of the function around it stops as the others do that it works with. Nor is it
// a finding to return nil for context.Canceled alone, at the end of a timeout of one's
// own, after something was done because the context is done, with another result that
// tells, or where all callers only log the error.
//
// # ctxbudget/noop
//
// A constant timeout is put on a context that has a constant one that is no longer. It
// does nothing. Nor does one whose context is thrown away, or only asked for its error;
// the message is then "context.WithTimeout bounds nothing, as no call is given its
// context". This is off by default: the code works.
//
//	func (s *Shop) Refund(ctx context.Context) error {
//		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
//		defer cancel()
//		bank, cancelBank := context.WithTimeout(ctx, 10*time.Second)
//		defer cancelBank()
//		return s.bank.Charge(bank)
//	}
//
// The message is "a timeout of 10s does nothing on a context that has 5s". Right is:
//
//	func (s *Shop) Refund(ctx context.Context) error {
//		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
//		defer cancel()
//		return s.bank.Charge(ctx)
//	}
//
// # Not reported
//
// There is no finding in tests, in packages that support tests or are examples, by an
// element of their path such as testutil, mocks or demo, and in generated files.
//
// # Known misses
//
// What isn't certain is not reported:
//
//   - a deadline whose second result is looked at, but not where it matters;
//   - a remaining time that comes through a field, a channel or another package;
//   - an attempt or predicate of a retry library that the code doesn't show;
//   - a nil error returned by a plain return with named results.
package ctxbudget
