// Package ctxlifetime defines an analyzer that finds contexts which are used
// outside of their life.
//
// # Analyzer ctxlifetime
//
// ctxlifetime: find contexts that are used outside of their life
//
// A context lives until it is cancelled, its deadline passes, or the one that it
// was made of ends. What is done on it afterwards fails at once, or isn't even
// tried: the lock stays, the status is never written, the server isn't told.
//
// # ctxlifetime/dead
//
// A call is given a context that is over on every path there: in the branch that
// is taken when it is done, after its cancel function was called, or in a deferred
// call that runs after that function. Reported are calls that leave the process,
// in this package or in what they call, and those that end something by their name.
//
//	func (s *Shop) Serve(ctx context.Context) error {
//		<-ctx.Done()
//		return s.server.Shutdown(ctx)
//	}
//
// The message is "ctx is done here, so that s.server.Shutdown comes to nothing; use
// context.WithoutCancel and a timeout". Right is:
//
//	func (s *Shop) Serve(ctx context.Context) error {
//		<-ctx.Done()
//		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
//		defer cancel()
//		return s.server.Shutdown(ctx)
//	}
//
// Deferred calls run in the opposite order of their defer statements. Where the
// cancel function is deferred after a call that uses the context, it runs first.
//
// # ctxlifetime/escape
//
// A context whose cancel function is deferred goes into what the function leaves
// behind: rows, a body or a stream that it returns and that somebody still has to
// read, an object that it returns and that has the context in a field, a function
// that uses it, or a goroutine that nobody waits for.
//
//	func (s *Shop) Orders(ctx context.Context) (*sql.Rows, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		return s.db.QueryContext(ctx, "select * from orders")
//	}
//
// The message is "ctx is cancelled on return, and what s.db.QueryContext gave is
// returned; let its user cancel it". Right is:
//
//	func (s *Shop) Orders(ctx context.Context) (*sql.Rows, context.CancelFunc, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		rows, err := s.db.QueryContext(ctx, "select * from orders")
//		return rows, cancel, err
//	}
//
// # ctxlifetime/request
//
// A goroutine that nobody waits for works on the context of a request, which is
// cancelled when the handler returns. What it has to do is cut short, now and then.
// Requests are those of net/http and of the frameworks on top of it, of gRPC and
// Connect, and of methods that take a context and a …Request and return a …Response;
// and what handlers hand to functions of their package that aren't exported and that
// nobody else calls.
//
//	func (s *Shop) Order(ctx context.Context, in *OrderRequest) (*OrderResponse, error) {
//		go s.mail.Send(ctx, in.Customer)
//		return s.place(ctx, in)
//	}
//
// The message is "ctx ends with the request, but this goroutine goes on; use
// context.WithoutCancel and a timeout". Right is:
//
//	func (s *Shop) Order(ctx context.Context, in *OrderRequest) (*OrderResponse, error) {
//		go func() {
//			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
//			defer cancel()
//			s.mail.Send(ctx, in.Customer)
//		}()
//		return s.place(ctx, in)
//	}
//
// # ctxlifetime/cleanup
//
// A deferred call ends something on the caller's context: a transaction, a lock, a
// connection, of a library of which it is known that this takes a call. When the
// caller has given up, it fails at once, and what it had to end stays until
// something else notices.
//
//	func (s *Shop) Import(ctx context.Context, skus []string) error {
//		if err := s.lock.Lock(ctx); err != nil {
//			return err
//		}
//		defer s.lock.Unlock(ctx)
//		return s.insert(ctx, skus)
//	}
//
// The message is "s.lock.Unlock comes to nothing when ctx is done; use
// context.WithoutCancel and a timeout". Right is:
//
//	func (s *Shop) Import(ctx context.Context, skus []string) error {
//		if err := s.lock.Lock(ctx); err != nil {
//			return err
//		}
//		defer func() {
//			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
//			defer cancel()
//			s.lock.Unlock(ctx)
//		}()
//		return s.insert(ctx, skus)
//	}
//
// # ctxlifetime/tidyup
//
// The same for what ends something by its name alone, and for what isn't deferred, but
// done after a failure, where the same function does the same on a context of its own.
// It is off by default, as what is left behind may not matter.
//
//	func (s *Shop) Render(ctx context.Context) error {
//		defer s.printer.Release(ctx)
//		return s.print(ctx)
//	}
//
// The message is "s.printer.Release comes to nothing when ctx is done; use
// context.WithoutCancel and a timeout". Right is:
//
//	func (s *Shop) Render(ctx context.Context) error {
//		defer func() {
//			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
//			defer cancel()
//			s.printer.Release(ctx)
//		}()
//		return s.print(ctx)
//	}
//
// # ctxlifetime/shared
//
// What is done once for several callers runs on the context of the one who came
// first. When he leaves, the others get his cancellation for an answer. It is done
// once by singleflight, sync.Once and their kind, or by hand: the result goes into
// an entry of a map, and the others wait for its channel.
//
//	func (s *Shop) Price(ctx context.Context, sku string) (any, error) {
//		price, err, _ := s.flights.Do(sku, func() (any, error) {
//			return s.ask(ctx, sku)
//		})
//		return price, err
//	}
//
// The message is "ctx is the first caller's, and the others share the result; use
// context.WithoutCancel and a timeout". Right is:
//
//	func (s *Shop) Price(ctx context.Context, sku string) (any, error) {
//		price, err, _ := s.flights.Do(sku, func() (any, error) {
//			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
//			defer cancel()
//			return s.ask(ctx, sku)
//		})
//		return price, err
//	}
//
// # ctxlifetime/startup
//
// A context with a deadline is made once, for what goes on long after that: it is
// kept in a package variable, or in a field without anybody who could cancel it, or
// it is made before a loop that accepts connections or turns with a ticker. Whoever
// comes later finds it expired.
//
//	func (s *Shop) Listen(l net.Listener) error {
//		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
//		defer cancel()
//		for {
//			conn, err := l.Accept()
//			if err != nil {
//				return err
//			}
//			go s.talk(ctx, conn)
//		}
//	}
//
// The message is "ctx is made once before the loop, and is over in later turns; make
// one in each turn". Right is:
//
//	func (s *Shop) Listen(l net.Listener) error {
//		for {
//			conn, err := l.Accept()
//			if err != nil {
//				return err
//			}
//			go func() {
//				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
//				defer cancel()
//				s.talk(ctx, conn)
//			}()
//		}
//	}
//
// # ctxlifetime/deferloop
//
// A cancel function is deferred in a loop. It runs when the function returns, and
// not when the turn is over: until then, the timers of all turns and the contexts
// stay in memory, and in their parent's list.
//
//	func (s *Shop) Prices(ctx context.Context, skus []string) error {
//		for _, sku := range skus {
//			ctx, cancel := context.WithTimeout(ctx, time.Second)
//			defer cancel()
//			if err := s.rates.Load(ctx, sku); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// The message is "cancel is deferred in a loop, so that the timers of all turns
// pile up; call it in each turn". Right is:
//
//	func (s *Shop) Prices(ctx context.Context, skus []string) error {
//		for _, sku := range skus {
//			ctx, cancel := context.WithTimeout(ctx, time.Second)
//			err := s.rates.Load(ctx, sku)
//			cancel()
//			if err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// # ctxlifetime/nested
//
// A loop derives its context from that of the turn before and uses it. It grows by
// a layer in each turn: values take longer to find, deadlines only ever become
// shorter, and once one of the contexts is cancelled, so are all that follow.
//
//	func (s *Shop) Load(ctx context.Context, skus []string) error {
//		for _, sku := range skus {
//			ctx = context.WithValue(ctx, skuKey{}, sku)
//			if err := s.rates.Load(ctx, sku); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// The message is "ctx is derived from itself in each turn of the loop, and grows;
// use a new variable". Right is:
//
//	func (s *Shop) Load(ctx context.Context, skus []string) error {
//		for _, sku := range skus {
//			ctx := context.WithValue(ctx, skuKey{}, sku)
//			if err := s.rates.Load(ctx, sku); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// # ctxlifetime/lostcancel
//
// The cancel function of a context is thrown away. Its timer, and its place in its
// parent's list, stay until the deadline has passed or the parent ends, though the
// work is done. It is off by default: the check lostcancel of go vet tells the same,
// but doesn't run where go vet runs another tool.
//
//	func (s *Shop) Label(ctx context.Context, id string) (string, error) {
//		ctx, _ = context.WithTimeout(ctx, time.Second)
//		return s.printer.Label(ctx, id)
//	}
//
// The message is "ctx has its timer until that fires, as its cancel function is thrown
// away; call it". Right is:
//
//	func (s *Shop) Label(ctx context.Context, id string) (string, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		return s.printer.Label(ctx, id)
//	}
//
// # Fixes
//
// Where a timeout is there already, the suggested fix makes its context of
// context.WithoutCancel, which needs Go 1.21. A turn of a loop that defers its cancel
// function goes into a function literal, where nothing in it leaves the turn. A
// nested context gets a variable for each turn, where nothing else uses the old one.
//
// # Not reported
//
// These are right as they are:
//
//   - on a dead context: a look at its error or its values, logging, what only reads
//     values, and functions of which it isn't seen that they leave the process or end
//     something; a context that is cancelled as soon as it is made; a group's context
//     after its Wait, which is a finding of ctxgoroutine;
//   - what is returned once it has been read, closed or copied from; a cancel function
//     that is handed over with what needs it, or called after a failure only;
//   - a goroutine that its starter waits for, by a channel, a WaitGroup, a group or a
//     pipe, or may wait for, as it goes on to receive, serve, copy or read; one that
//     waits for something itself, or never ends: it helps its starter, and is meant to
//     end with it; one that only reads values;
//   - shared work where somebody asks whether the error is a context's, and may try
//     again; a singleflight.Group or sync.Once that is a variable of the function;
//   - the context of a whole program, in a package variable of package main; one that
//     the loop looks at, or that the loop may be left by;
//   - a deferred cancel function in a loop that returns, or leaves the loop, in the
//     same turn; one that is also called; one whose context has to live on when the
//     turn is over, as a goroutine or what is kept has it;
//   - a context that a loop puts together for what comes after the loop;
//   - in tests, what takes a testing.TB, and packages that support tests or are
//     examples; in generated files.
//
// # Known misses
//
// What isn't certain is not reported: a context that is dead on some of the paths
// only, an error that may be another context's, and what an interface's method or
// a function value does, unless its name says that it ends something. Nor is a
// context that goes into a field of an object which its function was given: many
// have one there for as long as they run. Contexts of the frameworks gin and fiber
// don't end by themselves, and are taken for what they are.
package ctxlifetime
