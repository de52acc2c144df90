// Package ctxignored defines an analyzer that finds where the caller's context
// goes nowhere.
//
// # Analyzer ctxignored
//
// ctxignored: find contexts that came in and go nowhere
//
// A function is given a context, so that its caller can say how long it may take.
// Then it queries a database, starts a process or asks another service by a
// function that takes none. Nothing in the program shows that the chain of
// deadlines ends there, and nothing that lies behind it can be stopped.
//
// The caller's context is a parameter of the function, or of one that a function
// literal stands in, which is a context or leads to one as an *http.Request does;
// and what is derived from it.
//
// # ctxignored/variant
//
// With the caller's context at hand, something is called that has a form which
// takes one.
//
//	func (s *Shop) Stock(ctx context.Context, sku string) (n int, err error) {
//		err = s.db.QueryRow("SELECT n FROM stock WHERE sku = ?", sku).Scan(&n)
//		return n, err
//	}
//
// The message is "call of s.db.QueryRow ignores ctx; use s.db.QueryRowContext".
// Where the function itself has no context, but a caller in the same package has,
// it is "call of s.db.QueryRow ignores ctx of the caller Shop.Sell; take ctx and
// use s.db.QueryRowContext". And where an exported function sends a request that
// it makes with http.NewRequest, and neither is seen, it is "http.NewRequest makes
// a request that no caller of Client.Get can bound; take ctx and use
// http.NewRequestWithContext". Right is:
//
//	func (s *Shop) Stock(ctx context.Context, sku string) (n int, err error) {
//		err = s.db.QueryRowContext(ctx, "SELECT n FROM stock WHERE sku = ?", sku).Scan(&n)
//		return n, err
//	}
//
// Of the standard library and some 70 others it is known what has such a form:
// database/sql, exec.Command, http.NewRequest and http.Get, net.Dial,
// net.LookupHost, tls.Dial and so on. In all other packages, yours and other
// people's, it is recognized by name and signature: beside Foo there is
// FooContext, FooWithContext, FooCtx or ContextFoo, which takes what Foo takes and
// a context, and gives what Foo gives, perhaps with an error more. Or the
// receiver has a method WithContext that returns the like of it.
//
// The suggested fix calls that form with the caller's context, if its results are
// the same. For net.Dial and net.DialTimeout it makes a net.Dialer.
//
// # ctxignored/request
//
// An HTTP handler calls a function of another package that makes outgoing calls
// and takes no context, though those calls could take one; and it never looks at
// its request's context. Readiness probes are often like that: those who ask are
// long gone, and the probes pile up.
//
//	func (s *Shop) Ready(w http.ResponseWriter, r *http.Request) {
//		if err := stock.Ping(s.db); err != nil {
//			http.Error(w, err.Error(), http.StatusServiceUnavailable)
//		}
//	}
//
// The message is "r.Context() is never read though stock.Ping makes outgoing
// calls; pass it on". Right is, once that function takes one:
//
//	func (s *Shop) Ready(w http.ResponseWriter, r *http.Request) {
//		if err := stock.Ping(r.Context(), s.db); err != nil {
//			http.Error(w, err.Error(), http.StatusServiceUnavailable)
//		}
//	}
//
// # ctxignored/unused
//
// A function has a context as its parameter, named or blank, and never reads it,
// though a function of another package that it calls makes outgoing calls and
// could take it, or though it waits in a select or for something else outside.
//
//	func (s *Shop) Restock(ctx context.Context) error {
//		return stock.Fill(s.db)
//	}
//
// The message is "ctx is never read though stock.Fill makes outgoing calls; pass
// it on", or "ctx is never read, and a select may block past its deadline".
// Right is:
//
//	func (s *Shop) Restock(ctx context.Context) error {
//		return stock.Fill(ctx, s.db)
//	}
//
// # ctxignored/conn
//
// A network connection that the function has dialed is read from or written to,
// with no deadline on it and nobody who closes it when the caller's context is
// done. The context that it was dialed with has ended its work by then.
//
//	func (s *Shop) Print(ctx context.Context, label []byte) error {
//		c, err := s.dialer.DialContext(ctx, "tcp", s.printer)
//		if err != nil {
//			return err
//		}
//		defer c.Close()
//		_, err = c.Write(label)
//		return err
//	}
//
// The message is "c.Write may block past the deadline of ctx; set one on the
// connection". There is one finding for a connection. Right is:
//
//	func (s *Shop) Print(ctx context.Context, label []byte) error {
//		c, err := s.dialer.DialContext(ctx, "tcp", s.printer)
//		if err != nil {
//			return err
//		}
//		defer c.Close()
//		stop := context.AfterFunc(ctx, func() { c.Close() })
//		defer stop()
//		_, err = c.Write(label)
//		return err
//	}
//
// Or c.SetDeadline with ctx.Deadline, if nobody cancels ctx before.
//
// # ctxignored/weak
//
// The same for calls that gain little by a context. net.Listen, say, waits for
// nothing but a host name to be looked up. It is off by default.
//
//	func (s *Shop) Open(ctx context.Context) (net.Listener, error) {
//		return net.Listen("tcp", s.address)
//	}
//
// The message is "call of net.Listen ignores ctx; use net.ListenConfig.Listen".
// What takes one is:
//
//	func (s *Shop) Open(ctx context.Context) (net.Listener, error) {
//		return new(net.ListenConfig).Listen(ctx, "tcp", s.address)
//	}
//
// # ctxignored/logger
//
// A log line is written without the context at hand, whose values, such as the
// trace, it could show. It is off by default: no deadline gets lost.
//
//	func (s *Shop) Sold(ctx context.Context, sku string) {
//		s.log.Info("sold", "sku", sku)
//	}
//
// The message is "call of s.log.Info ignores ctx; use s.log.InfoContext". What
// takes one is:
//
//	func (s *Shop) Sold(ctx context.Context, sku string) {
//		s.log.InfoContext(ctx, "sold", "sku", sku)
//	}
//
// # Not reported
//
// Some calls are right without a context:
//
//   - in main, init, tests, what takes a testing.TB, and packages that support
//     tests or are examples; and in generated files;
//   - in a goroutine that nobody waits for, in a deferred call, and in a function
//     literal that is kept for later: the context may be done by then;
//   - behind a receive from the context's Done, its cancel function, or a look at
//     its Err;
//   - in work that several callers share, by sync.Once or a single flight;
//   - in the context-taking form itself, and where a type assertion has looked
//     for it;
//   - where that form is deprecated, or younger than the module's Go version;
//   - http.NewRequest, if the request is given a context later, goes along with
//     one, is returned to somebody unknown, or isn't sent;
//   - exec.Command, if nobody waits for the process here, if it has the terminal
//     or a process group of its own, or if it is told to stop when the context is
//     done;
//   - what is called on a receiver that a context may have been given to: one
//     that is a parameter, or that WithContext was called for;
//   - net.Dial for packets, which waits for nobody;
//   - with a command of Cobra or urfave/cli as the only context, which most
//     programs never give one.
//
// Where it is meant, say so and why: //ctxchain:detached at the call.
//
// # Known misses
//
// What isn't certain is not reported:
//
//   - a call through a function value, where more than one function may be meant;
//   - a sibling that takes further parameters, such as options;
//   - a function that has no context itself, if only callers in other packages
//     have one.
package ctxignored
