// Package zoo has a bit of everything that the language has, with contexts in
// it: fuzz tests make programs of its parts.
package zoo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

type key int

const (
	one key = iota + 1
	two
)

var (
	base           = context.Background()
	kept, stopKept = context.WithTimeout(base, time.Minute)
	table          = map[key]func(context.Context) error{one: wait, two: nil}
)

type waiter interface {
	wait(context.Context) error
}

type server struct {
	waiter
	ctx    context.Context
	cancel context.CancelFunc
	mu     sync.Mutex
	db     *sql.DB
	quit   chan struct{}
	next   *server
}

type pair[K comparable, V any] struct {
	k K
	v V
}

func (p pair[K, V]) with(ctx context.Context) context.Context { return context.WithValue(ctx, p.k, p.v) }

func wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
	}
	return nil
}

func newServer(ctx context.Context) (s *server, err error) {
	s = &server{quit: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(ctx)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
			s.cancel()
		}
	}()
	if s.ctx == nil {
		s.ctx = context.Background()
	}
	return s, wait(s.ctx)
}

func (s *server) wait(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx == nil {
		ctx = context.TODO()
	}
	if err := wait(context.Background()); err != nil && s.next != nil {
		return s.next.wait(ctx)
	} else if errors.Is(err, context.Canceled) {
		_ = wait(context.WithoutCancel(ctx))
	}
	_, err := s.db.ExecContext(context.TODO(), "select 1")
	return err
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	req, err := http.NewRequest(http.MethodGet, "http://localhost", nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if _, err := http.DefaultClient.Do(req.WithContext(ctx)); err != nil {
		goto done
	}
	go s.wait(r.Context())
	go func() { _ = wait(context.Background()) }()
done:
	_ = table[two](r.Context())
}

func (s *server) loop(ctx context.Context, in <-chan key, out chan<- error) {
	method, expr := s.wait, (*server).wait
	var group sync.WaitGroup
outer:
	for i := 0; ; i++ {
		switch v, ok := <-in; {
		case !ok:
			break outer
		case v == one:
			fallthrough
		case v == two:
			group.Go(func() { out <- method(ctx) })
			continue outer
		default:
			out <- expr(s, context.Background())
		}
		for range i {
			time.Sleep(time.Millisecond)
		}
	}
	group.Wait()
	close(out)
}

func ranges(ctx context.Context, all map[key]context.Context, seq func(func(int, context.Context) bool)) (n int) {
	for k, c := range all {
		n += int(k)
		all[k] = pair[key, int]{k, n}.with(c)
	}
	for i, c := range seq {
		if i > 3 {
			return i
		}
		_ = wait(c)
		ctx = c
	}
	list := []context.Context{ctx, base, kept, 5: context.TODO()}
	for _, c := range list[1:] {
		_ = wait(c)
	}
	return len(list)
}

func kinds(ctx context.Context, v any) (res context.Context) {
	defer wait(context.Background())
	switch v := v.(type) {
	case context.Context:
		res = v
	case interface{ Context() context.Context }:
		res = v.Context()
	case func() context.Context:
		res = v()
	case *server, nil:
		res, _ = v.(context.Context)
	default:
		res = ctx
	}
	done := res.Done()
	stop := context.AfterFunc(ctx, func() { fmt.Println(res.Value(one)) })
	if stop() || done == nil {
		return struct{ context.Context }{res}
	}
	<-done
	stopKept()
	return func(c context.Context) context.Context { return c }(res)
}

func generic[T waiter, C ~func(context.Context) error](ctx context.Context, t T, calls ...C) error {
	var errs [2]error
	for i, call := range calls {
		ctx, cancel := context.WithTimeoutCause(ctx, time.Duration(i)*time.Second, errors.ErrUnsupported)
		errs[i%len(errs)] = errors.Join(call(ctx), t.wait(context.TODO()))
		cancel()
	}
	if x, ok := any(t).(*server); ok {
		return generic(x.ctx, x, table[one], wait)
	}
	return errors.Join(errs[:]...)
}
