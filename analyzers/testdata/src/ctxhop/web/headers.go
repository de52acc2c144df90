// Package web has deadlines that go over the wire.
package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

func millis(req *http.Request, end time.Time) {
	left := time.Until(end)
	if left <= 0 {
		return
	}
	req.Header.Set("X-Timeout-Ms", strconv.FormatInt(left.Milliseconds(), 10)) // want `left\.Milliseconds\(\) is 0 for what is less, and X-Timeout-Ms says that nothing is left or no limit; send at least 1`
}

func divided(req *http.Request, end time.Time) {
	req.Header.Set("Connect-Timeout-Ms", strconv.Itoa(int(time.Until(end)/time.Millisecond))) // want `int\(.*\) is 0 for what is less, and Connect-Timeout-Ms says`
}

func seconds(req *http.Request, end time.Time) {
	left := time.Until(end)
	req.Header["Request-Timeout"] = []string{fmt.Sprintf("%d", int(left.Seconds()))} // want `int\(\.\.\.\) is 0 for what is less, and Request-Timeout says`
}

func withUnit(req *http.Request, end time.Time) {
	req.Header.Set("grpc-timeout", encode(time.Until(end)))
}

func encode(d time.Duration) string {
	return strconv.FormatInt(d.Milliseconds(), 10) + "m" // want `d\.Milliseconds\(\) is 0 for what is less, and grpc-timeout says`
}

func helped(ctx context.Context, req *http.Request) {
	if ms := leftMillis(ctx); ms != "" {
		req.Header.Set("X-Timeout-Ms", ms)
	}
}

func leftMillis(ctx context.Context) string {
	end, ok := ctx.Deadline()
	if !ok {
		return ""
	}
	return fmt.Sprint(time.Until(end).Milliseconds()) // want `time\.Until\(\.\.\.\)\.Milliseconds\(\) is 0 for what is less, and X-Timeout-Ms says`
}

func floor(req *http.Request, end time.Time) {
	req.Header.Set("X-Timeout-Ms", strconv.FormatInt(max(1, time.Until(end).Milliseconds()), 10))
}

func checkedMillis(req *http.Request, end time.Time) {
	ms := time.Until(end).Milliseconds()
	if ms < 1 {
		ms = 1
	}
	req.Header.Set("X-Timeout-Ms", strconv.FormatInt(ms, 10))
}

func raised(req *http.Request, end time.Time) {
	left := time.Until(end)
	if left < time.Millisecond {
		left = time.Millisecond
	}
	req.Header.Set("X-Timeout-Ms", strconv.FormatInt(left.Milliseconds(), 10))
}

func fraction(req *http.Request, end time.Time) {
	req.Header.Set("Request-Timeout", fmt.Sprintf("%.3f", time.Until(end).Seconds()))
}

func configured(req *http.Request, timeout time.Duration) {
	req.Header.Set("X-Timeout-Ms", strconv.FormatInt(timeout.Milliseconds(), 10))
}

func elsewhere(req *http.Request, end time.Time) {
	req.Header.Set("X-Cache-Left", strconv.FormatInt(time.Until(end).Milliseconds(), 10))
}

func at(req *http.Request, end time.Time) {
	req.Header.Set("X-Deadline", end.Format(time.RFC3339Nano)) // want `X-Deadline has a time by the clock of this host, and other hosts have others; send what is left`
}

func atUnix(ctx context.Context, req *http.Request) {
	if end, ok := ctx.Deadline(); ok {
		req.Header.Set("Request-Timeout", strconv.FormatInt(end.UnixMilli(), 10)) // want `Request-Timeout has a time by the clock of this host`
	}
}

func atAny(req *http.Request, end time.Time) {
	req.Header.Set("X-Deadline", fmt.Sprint(end)) // want `X-Deadline has a time by the clock of this host`
}

func date(w http.ResponseWriter, now time.Time) {
	w.Header().Set("Date", now.Format(http.TimeFormat))
}

func extended(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d, err := time.ParseDuration(r.Header.Get("X-Timeout"))
		if err != nil {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), d) // want `a header may set a later deadline than that of r\.Context\(\); derive it from r\.Context\(\)`
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func detached(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), timeoutOf(r)) // want `a header may set a later deadline than that of r\.Context\(\)`
	defer cancel()
	next.ServeHTTP(w, r.WithContext(ctx))
}

func timeoutOf(r *http.Request) time.Duration {
	ms, err := strconv.Atoi(r.Header.Get("X-Timeout-Ms"))
	if err != nil {
		return time.Second
	}
	return time.Duration(ms) * time.Millisecond
}

func shortened(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, cancel := context.WithTimeout(r.Context(), timeoutOf(r))
	defer cancel()
	next.ServeHTTP(w, r.WithContext(ctx))
}

func capped(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, cancel := context.WithTimeout(context.Background(), min(time.Second, timeoutOf(r)))
	defer cancel()
	next.ServeHTTP(w, r.WithContext(ctx))
}
