// Package ctxdeadline defines an analyzer that finds calls which may never end.
//
// # Analyzer ctxdeadline
//
// ctxdeadline: find outgoing calls that nothing bounds
//
// What leaves the process may not come back. The other side hangs, a firewall
// drops packets, a disk behind a service is full; and who waits for it without a
// limit waits until the process is restarted, with a goroutine, a connection and
// often a lock held. Go sets no limit by default: not for HTTP clients, not for
// servers, not for dialling.
//
// A finding means that nothing bounds the call for sure: its context, if it has
// one, is a root (context.Background, context.TODO, context.WithoutCancel, or
// what is made of these) with no WithTimeout or WithDeadline since, and the
// client, dialer or server has no limit of its own. How these are made is followed
// through variables, fields, constructors and functions that set them up, also
// across packages. Where others may set a limit, through an exported field, an
// option or a parameter of an exported function, nothing is reported. A context
// that the caller gives is the caller's to bound.
//
// Whatever has a number to choose has no suggested fix: how long something may
// take is for you to say.
//
// # ctxdeadline/defaultclient
//
// A request without a deadline goes out on the client that package net/http, or
// another library, has for everybody. It has no timeout.
//
//	func (s *Shop) Rates() (*http.Response, error) {
//		return http.Get("https://bank.example/rates")
//	}
//
// The message is "http.Get may wait for ever; use a client with a timeout, or a
// request with a deadline". Right is:
//
//	func (s *Shop) Rates(ctx context.Context) (*http.Response, error) {
//		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://bank.example/rates", nil)
//		if err != nil {
//			return nil, err
//		}
//		return http.DefaultClient.Do(req)
//	}
//
// The caller's context bounds it as long as the caller likes, so that is no finding.
//
// # ctxdeadline/client
//
// A request without a deadline goes out on an http.Client that is made without a
// Timeout. A transport with a ResponseHeaderTimeout counts as a limit: it leaves
// the time for the body open, which is what downloads need. Timeouts for dialling
// and for the TLS handshake don't count, since they are over when the wait begins.
// Neither is a limit seen in a transport of another kind, of which it isn't known
// what it does: nothing is reported there, unless it is an http.RoundTripper that the
// function is given, whose interface has no word for the whole of a call.
//
//	func (s *Shop) Label(parcel string) (*http.Response, error) {
//		client := &http.Client{CheckRedirect: s.stay}
//		return client.Get("https://post.example/label/" + parcel)
//	}
//
// The message is "client has no timeout and its request no deadline; set one of
// them". It stands at the first request that the client sends. Right is:
//
//	func (s *Shop) Label(parcel string) (*http.Response, error) {
//		client := &http.Client{CheckRedirect: s.stay, Timeout: 10 * time.Second}
//		return client.Get("https://post.example/label/" + parcel)
//	}
//
// # ctxdeadline/unbounded
//
// A call leaves the process on a context that has no deadline: a query, a remote
// procedure call, a message, or a function that hands the context on to one. So
// does a program that is run to ask some service, such as curl or systemctl, with
// nothing to end it. Calls that are meant to last, such as streams and watches,
// and those that the library bounds by default are left out.
//
//	func (s *Shop) Audit(ctx context.Context, line string) {
//		ctx = context.WithoutCancel(ctx)
//		go s.db.ExecContext(ctx, "insert into audit values (?)", line)
//	}
//
// The message is "s.db.ExecContext may never end, as its context has no deadline;
// use context.WithTimeout". For a program it is "curl may never end, and nothing
// ends it; use exec.CommandContext and a timeout". Right is:
//
//	func (s *Shop) Audit(ctx context.Context, line string) {
//		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
//		go func() {
//			defer cancel()
//			s.db.ExecContext(ctx, "insert into audit values (?)", line)
//		}()
//	}
//
// A context that the package keeps in a field, or hands to a function that nobody
// else can call, is followed to its root as well. It is reported only in a loop
// that has no end of its own, as of a poller or consumer: there, one call that
// hangs stops the whole loop.
//
// # ctxdeadline/dial
//
// A connection is opened with no limit but the system's, which is minutes, or
// none where more than connecting is waited for, such as a handshake.
//
//	func (s *Shop) Scale() (net.Conn, error) {
//		return net.Dial("tcp", s.scale)
//	}
//
// The message is "net.Dial has no time limit; use net.DialTimeout", or "give its
// dialer a timeout" for a dialer. Right is:
//
//	func (s *Shop) Scale() (net.Conn, error) {
//		return net.DialTimeout("tcp", s.scale, time.Second)
//	}
//
// # ctxdeadline/server
//
// An HTTP server has neither a ReadHeaderTimeout nor a ReadTimeout, so that
// clients that send nothing hold its connections for as long as they like.
//
//	func (s *Shop) Serve() error {
//		return http.ListenAndServe(":8080", s)
//	}
//
// The message is "http.ListenAndServe sets clients no time limit; use a server
// with a ReadHeaderTimeout", or "give it a ReadHeaderTimeout" for a server that is
// made without. Right is:
//
//	func (s *Shop) Serve() error {
//		server := &http.Server{Addr: ":8080", Handler: s, ReadHeaderTimeout: 5 * time.Second}
//		return server.ListenAndServe()
//	}
//
// # ctxdeadline/oneshot
//
// The faults of the other categories, but for servers, in a program that runs
// once and exits, or before a server starts. It is off by default: whoever started
// the program sees that it hangs, and can end it.
//
//	func main() {
//		res, err := http.Get("https://shop.example/stock")
//		report(res, err)
//	}
//
// The message is as in the other category: "http.Get may wait for ever; use a
// client with a timeout, or a request with a deadline". Right is:
//
//	func main() {
//		client := &http.Client{Timeout: time.Minute}
//		res, err := client.Get("https://shop.example/stock")
//		report(res, err)
//	}
//
// That holds for a package main, and for packages of commands, whose functions
// take a type of a command-line library such as cobra or urfave/cli, where no
// caller's context is at hand. One that serves or blocks for ever is taken for a
// program that stays.
//
// # Not reported
//
// There is no finding
//
//   - in tests, in what takes a testing.TB, and in packages that support tests, by
//     an element of their path such as testutil or mocks;
//   - in examples, by an element of their path such as examples or demo;
//   - in generated files;
//   - where the cancel function of the context goes to a timer, a callback or
//     another goroutine, which may stand in for a timeout;
//   - for gRPC's calls in a package that has, or imports from its module, an
//     interceptor which gives calls a deadline;
//   - where a client is handed to another library, kept in a slice or a map, or
//     returned by an exported method while it is in use;
//   - for a transport whose connections may carry deadlines, as its dial function
//     does more than dial;
//   - in the dial function of a transport or of another library, which has a
//     limit or not;
//   - for peers on this machine: Unix sockets, localhost in the source text, and
//     for UDP, where nobody has to answer;
//   - for servers that only this machine can reach, as far as the source text says.
//
// Where another check says that the context or the request is wrong, it speaks
// alone.
//
// # Known misses
//
// What isn't certain is not reported:
//
//   - a client that is made from configuration, whatever that is by default;
//   - a request that a library sends with a client it was given;
//   - limits on reading and writing a connection, once it is open;
//   - a context that has a deadline only sometimes.
package ctxdeadline
