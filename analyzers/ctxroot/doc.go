// Package ctxroot defines an analyzer that finds fresh roots in the middle of
// a deadline chain.
//
// # Analyzer ctxroot
//
// ctxroot: find fresh root contexts that break a deadline chain
//
// A request that may take 800 ms says so in its context, and whatever works for
// it hands that on, from function to function and from service to service. Where
// some function goes on with context.Background() instead, the chain is cut.
// What lies behind it doesn't know of the deadline: it keeps connections and
// goroutines busy, and its caller waiting, when nobody wants the answer any more.
// Cancellation is lost with the deadline, and so are values, such as the trace.
//
// A root is a context without a parent: context.Background(), context.TODO(),
// and what is made of them, also by functions of the program's own. It is
// followed through variables, branches, closures, and calls that derive one
// context from another, across packages. The caller's context is a parameter of
// the function, or of one that a function literal stands in, which is a context
// or leads to one as an *http.Request does; and what is derived from it.
//
// # ctxroot/shadow
//
// A fresh root takes the name of the caller's context, so that from there on
// everything looks right and nothing has the deadline.
//
//	func (s *Shop) Pay(ctx context.Context, o Order) error {
//		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
//		defer cancel()
//		return s.bank.Charge(ctx, o)
//	}
//
// The messages are "context.Background overwrites ctx and drops its deadline;
// derive from ctx", and "hides" for a new variable in an inner block. Right is:
//
//	func (s *Shop) Pay(ctx context.Context, o Order) error {
//		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
//		defer cancel()
//		return s.bank.Charge(ctx, o)
//	}
//
// # ctxroot/inscope
//
// A fresh root is passed to a call, derived from or returned, though the
// caller's context is at hand.
//
//	func (s *Shop) Stock(ctx context.Context, sku string) (int, error) {
//		return s.inventory.Count(context.TODO(), sku)
//	}
//
// The message is "context.TODO drops the deadline of ctx; use ctx", or "use
// r.Context()" and the like where that is how to reach it, or "name it and use
// it" where the parameter is blank; and "context.TODO drops the values of ctx; use
// ctx" where what is called reads these and waits for nothing. In a task of a group
// that has a context, as errgroup.WithContext gives one, that one counts as well.
// Right is:
//
//	func (s *Shop) Stock(ctx context.Context, sku string) (int, error) {
//		return s.inventory.Count(ctx, sku)
//	}
//
// # ctxroot/detach
//
// Work that is meant to outlive the caller, in a goroutine that nobody waits for,
// a deferred call, or to clean up after an error, runs on a fresh root and has no
// timeout of its own either. Nothing ever ends it, and it lacks what the caller's
// context carries.
//
//	func (s *Shop) Confirm(ctx context.Context, o Order) {
//		go s.mail.Send(context.Background(), o.Customer)
//	}
//
// The message is "context.Background drops the values of ctx and has no
// deadline; use context.WithoutCancel and a timeout". Right is:
//
//	func (s *Shop) Confirm(ctx context.Context, o Order) {
//		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
//		go func() {
//			defer cancel()
//			s.mail.Send(ctx, o.Customer)
//		}()
//	}
//
// The suggested fix writes context.WithoutCancel(ctx), which needs Go 1.21. How
// long the work may take is for you to say.
//
// # ctxroot/detachbounded
//
// The same with a timeout, so that only the values are lost. It is off by
// default, as many find that right.
//
//	func (s *Shop) Record(ctx context.Context, line string) {
//		go func() {
//			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
//			defer cancel()
//			s.log.Write(ctx, line)
//		}()
//	}
//
// The message is "context.Background drops the values of ctx; derive from
// context.WithoutCancel". What keeps them is:
//
//	func (s *Shop) Record(ctx context.Context, line string) {
//		go func() {
//			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
//			defer cancel()
//			s.log.Write(ctx, line)
//		}()
//	}
//
// # ctxroot/helper
//
// A function that takes no context starts a root for a call that needs one, so
// that nobody who calls it can pass a deadline.
//
//	func (s *Shop) Price(sku string) (int, error) {
//		return s.prices.Lookup(context.Background(), sku)
//	}
//
// The message is "context.Background starts a chain that no caller of Shop.Price
// can bound; take ctx as a parameter". Where a caller in the same package has a
// context, that is named: "context.Background cuts Shop.Price off from ctx of its
// caller Shop.Total; take ctx as a parameter". There is one finding, at the root,
// however many callers there are. Right is:
//
//	func (s *Shop) Price(ctx context.Context, sku string) (int, error) {
//		return s.prices.Lookup(ctx, sku)
//	}
//
// A root with a timeout of its own is a finding only where a caller with a
// context is seen. A callback with a context.TODO, put away for somebody else to
// call, is told of as "this function": there the author has doubts as well.
//
// # ctxroot/call
//
// With the caller's context in scope, a function of another module is called
// that starts a root of its own. It is off by default: not everybody can change
// other people's modules.
//
//	func (s *Shop) SignIn(ctx context.Context, token string) error {
//		return tokens.Verify(token)
//	}
//
// The message is "tokens.Verify starts its own root and drops the deadline of
// ctx". If the module has something that takes a context, right is:
//
//	func (s *Shop) SignIn(ctx context.Context, token string) error {
//		return tokens.Check(ctx, token)
//	}
//
// # ctxroot/stored
//
// A context from a field of the receiver, or from a package variable, goes into
// a call though the caller's is at hand. It ends when the program does, say, and
// not when the request does.
//
//	func (s *Shop) Visit(ctx context.Context, customer string) (int, error) {
//		return s.sessions.Lookup(s.ctx, customer)
//	}
//
// The message is "s.ctx goes into the call in place of ctx; use ctx". Right is:
//
//	func (s *Shop) Visit(ctx context.Context, customer string) (int, error) {
//		return s.sessions.Lookup(ctx, customer)
//	}
//
// # Not reported
//
// Some roots are right where they are:
//
//   - in main, init, tests and what takes a testing.TB, and in functions of
//     package main that have no context and are reached only from main; but
//     not in a handler that is written there and has a context of its own;
//   - with ctxroot/helper, in packages that support tests or are examples, by an
//     element of their path such as testutil, mocks or demo, and in jobs: functions that the
//     package only starts as goroutines;
//   - with ctxroot/helper, in functions whose names start with New, Start, Open,
//     Init and the like, or are Run, Serve or Main, which run before any request,
//     unless they are seen to call out of the process or the root is context.TODO;
//   - with ctxroot/helper, if the root is for what a program does once as it
//     starts, such as loading an SDK's configuration;
//   - in a client that gives a request it was handed a context of its own, and
//     answers none;
//   - in a callback, unless it is context.TODO: a literal put into a field for
//     somebody else to call, later, or one that takes nothing and is handed to who
//     keeps it: a constructor of the package, or a function like atexit.Register;
//   - in a goroutine that a constructor starts: what is made works on;
//   - in the endless loop of a goroutine, which has a life of its own;
//   - in a call that takes the caller's context as well, or something read from
//     it, to copy its values or to link the two;
//   - in generated files;
//   - behind a nil guard: if ctx == nil { ctx = context.Background() };
//   - in a variable that a branch gives the caller's context to, or one that a
//     function makes for it, as of a command's flags: which one it is to be is then
//     the program's decision;
//   - where the cancel function is kept, returned or handed on, as by a
//     constructor whose Close ends what it started; where it is called at once;
//     or where a goroutine, context.AfterFunc or callback calls it when the
//     caller's context is done;
//   - in a function that only forwards to its own variant with a context, such
//     as Get to GetContext;
//   - after a context is done: behind a receive from its Done, its cancel
//     function, or a look at its Err, as in a graceful shutdown;
//   - in work that several callers share, by sync.Once or a single flight, and
//     in functions that nobody calls but what sync.Once runs;
//   - in what takes no context, to clean up with a timeout of its own, or one that
//     is configured;
//   - in a call of what ends the process by os.Exit;
//   - in a method whose signature an interface of another module fixes, such as
//     Close() error, if it has a timeout or isn't seen to leave the process;
//   - if it goes into what keeps it beyond the call, such as a client, a queue,
//     what only starts a goroutine with it that waits for events, or an interface's
//     method that returns a channel to read from;
//   - with ctxroot/helper, if the function puts values into it by context.WithValue,
//     for what isn't seen to leave the process;
//   - if its values are read where no caller's context but a command's is at hand,
//     or by what takes nothing else, which gives what holds without any; if it is
//     only compared, if it goes to a logger or to a function that never looks at it, as
//     its constant flags may show.
//
// A stored context is right in a goroutine, in a deferred call and for cleaning
// up, in a call that takes the caller's as well, and where the same function has
// stored the caller's.
//
// context.WithoutCancel is never a finding: who writes it means it.
//
// Where a root is meant, say so and why: //ctxchain:root in the doc comment of
// the function that an independent job starts in, //ctxchain:detached at the go
// statement or call that is to outlive its caller.
//
// # Known misses
//
// What isn't certain is not reported:
//
//   - a context that comes out of a channel, a map, a slice, or a struct that
//     was passed on or returned;
//   - one that a function value returns, where more than one function may be
//     meant;
//   - with ctxroot/helper, a root with a timeout of its own if only callers in
//     other packages have a context;
//   - with ctxroot/call, a call through an interface or a function value, and
//     what the standard library does inside.
//
// A request that is made without a context, as by http.NewRequest, isn't a root
// to this check: there is a variant that takes one.
package ctxroot
