// Package ctxhop defines an analyzer that finds deadlines which are lost on the wire.
//
// # Analyzer ctxhop
//
// ctxhop: find deadlines that are lost on the wire
//
// A deadline doesn't travel by itself. gRPC and connect send along how much time is
// left, for plain HTTP a header has to be written and read by hand, and a connection
// has to be told. What is found here are places where the next hop, or the wire, is told
// something else than what is left, or nothing.
//
// Headers are those by which deadlines travel: grpc-timeout, Connect-Timeout-Ms,
// Envoy's X-Envoy-Upstream-Rq-Timeout-Ms and X-Envoy-Expected-Rq-Timeout-Ms, some
// that are in use, such as Request-Timeout, and your own, which timeout-headers in the
// configuration names.
//
// # ctxhop/roundzero
//
// The time that is left goes into a header in whole units. When less than one of them is
// left that gives 0, which the next hop takes for no limit, or turns down.
//
//	func (s *Shop) Stamp(req *http.Request, end time.Time) {
//		left := time.Until(end)
//		if left > 0 {
//			req.Header.Set("X-Timeout-Ms", strconv.FormatInt(left.Milliseconds(), 10))
//		}
//	}
//
// The message is "left.Milliseconds() is 0 for what is less, and X-Timeout-Ms says that
// nothing is left or no limit; send at least 1". Right is:
//
//	func (s *Shop) Stamp(req *http.Request, end time.Time) {
//		left := time.Until(end)
//		if left > 0 {
//			req.Header.Set("X-Timeout-Ms", strconv.FormatInt(max(1, left.Milliseconds()), 10))
//		}
//	}
//
// The number is followed to the time that is left through conversions, formatting and
// functions of the package. It is no finding where the number, or the duration before it
// becomes one, is compared with the least that it may be. The suggested fix puts max
// around the number, from Go 1.21 on.
//
// # ctxhop/absolute
//
// A header for deadlines is set to a time. The clock of the host that reads it may be
// minutes off.
//
//	func (s *Shop) StampEnd(req *http.Request, end time.Time) {
//		req.Header.Set("X-Deadline", end.Format(time.RFC3339Nano))
//	}
//
// The message is "X-Deadline has a time by the clock of this host, and other hosts have
// others; send what is left". Right is:
//
//	func (s *Shop) StampEnd(req *http.Request, end time.Time) {
//		req.Header.Set("X-Deadline", max(time.Millisecond, time.Until(end)).String())
//	}
//
// # ctxhop/mutate
//
// A RoundTripper changes the request that it was given: a header, the URL, another field.
// The documentation of http.RoundTripper forbids all but to read and to close the body.
// The caller may send the request once more, with the time that was left when it was sent
// first, or on several goroutines, which then write to one map.
//
//	func (s *Signer) RoundTrip(req *http.Request) (*http.Response, error) {
//		req.Header.Set("X-Key", s.key)
//		return s.next.RoundTrip(req)
//	}
//
// The message is "req.Header.Set changes the request of whoever called; clone it first".
// Right is:
//
//	func (s *Signer) RoundTrip(req *http.Request) (*http.Response, error) {
//		req = req.Clone(req.Context())
//		req.Header.Set("X-Key", s.key)
//		return s.next.RoundTrip(req)
//	}
//
// What WithContext gives, and a copy of the struct, has the same header and URL, so that
// to change these there is a finding as well. Functions of the package that are given the
// request are looked at. The suggested fix clones the request before all else.
//
// # ctxhop/extend
//
// A context gets a timeout that a header of a request tells, on a fresh root or a
// detached context. Whoever sends the request can ask for more time than the server gives.
//
//	func (s *Shop) Limited(w http.ResponseWriter, r *http.Request) {
//		asked, err := time.ParseDuration(r.Header.Get("X-Timeout"))
//		if err != nil {
//			asked = time.Second
//		}
//		ctx, cancel := context.WithTimeout(context.Background(), asked)
//		defer cancel()
//		s.next.ServeHTTP(w, r.WithContext(ctx))
//	}
//
// The message is "a header may set a later deadline than that of r.Context(); derive it
// from r.Context()". Right is:
//
//	func (s *Shop) Limited(w http.ResponseWriter, r *http.Request) {
//		asked, err := time.ParseDuration(r.Header.Get("X-Timeout"))
//		if err != nil {
//			asked = time.Second
//		}
//		ctx, cancel := context.WithTimeout(r.Context(), asked)
//		defer cancel()
//		s.next.ServeHTTP(w, r.WithContext(ctx))
//	}
//
// # ctxhop/connwrap
//
// A type that wraps a net.Conn has a SetDeadline, SetReadDeadline or SetWriteDeadline of
// its own that only returns nil. Whoever sets a deadline on it takes it for set.
//
//	type Counted struct {
//		net.Conn
//		bytes int
//	}
//
//	func (c *Counted) SetDeadline(t time.Time) error { return nil }
//
// The message is "Counted.SetDeadline does nothing, so that deadlines never reach Conn;
// forward it". Right is:
//
//	type Counted struct {
//		net.Conn
//		bytes int
//	}
//
//	func (c *Counted) SetDeadline(t time.Time) error { return c.Conn.SetDeadline(t) }
//
// A type whose connection lives in memory only has none to forward to, and is no finding.
//
// # ctxhop/unstamped
//
// With timeout-headers in the configuration: an HTTP client has the transport of package
// net/http, which doesn't set the header. This is off by default, since without the
// configuration nobody knows which header it would be.
//
//	func (s *Shop) Client() *http.Client {
//		return &http.Client{Timeout: time.Second}
//	}
//
// The message is "http.Client{...} sends no X-Left-Ms; use a transport that sets it".
// Right is:
//
//	func (s *Shop) Client() *http.Client {
//		return &http.Client{Timeout: time.Second, Transport: s.stamping}
//	}
//
// What a transport of another type does isn't known, and is no finding. Nor is there one in
// a package that sets the header by hand.
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
//   - a duration that comes through a field, a parameter of an exported function or
//     another package, as it may have been checked there;
//   - a request that a library is given to change it, such as one that signs it;
//   - a header whose name is computed.
package ctxhop
