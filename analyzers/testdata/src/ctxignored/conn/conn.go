// Package conn reads from connections and writes to them.
package conn

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"time"
)

var dialer net.Dialer

func greet(ctx context.Context, addr string) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.Write([]byte("hello")); err != nil { // want `c\.Write may block past the deadline of ctx; set one on the connection`
		return err
	}
	_, err = c.Read(make([]byte, 5)) // told at the first
	return err
}

func all(ctx context.Context, addr string) ([]byte, error) {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return io.ReadAll(c) // want `io\.ReadAll may block past the deadline of ctx; set one on the connection`
}

func line(ctx context.Context, addr string) (string, error) {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	defer func() { c.Close() }()
	r := bufio.NewReader(c)
	return r.ReadString('\n') // want `r\.ReadString may block past the deadline of ctx; set one on the connection`
}

func printed(ctx context.Context, addr string) (net.Conn, error) {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(c, "hello\n") // want `fmt\.Fprintf may block past the deadline of ctx; set one on the connection`
	return c, nil
}

func limited(ctx context.Context, addr string) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	if d, ok := ctx.Deadline(); ok {
		c.SetDeadline(d)
	}
	_, err = c.Write([]byte("hello"))
	return err
}

func limitedRead(ctx context.Context, addr string) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	c.SetReadDeadline(time.Now().Add(time.Second))
	_, err = io.ReadFull(c, make([]byte, 5))
	return err
}

func closed(ctx context.Context, addr string) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	_, err = c.Read(make([]byte, 5))
	return err
}

func closedBeside(ctx context.Context, addr string) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		c.Close()
	}()
	_, err = c.Read(make([]byte, 5))
	return err
}

type client struct{ c net.Conn }

// Somebody may close what is kept.
func kept(ctx context.Context, cl *client, addr string) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	cl.c = c
	_, err = c.Write([]byte("hello"))
	return err
}

func protect(c net.Conn) {}

func handed(ctx context.Context, addr string) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	protect(c)
	_, err = c.Write([]byte("hello"))
	return err
}

// Whoever has dialed may have set a deadline.
func given(ctx context.Context, c net.Conn) error {
	_, err := c.Write([]byte("hello"))
	return err
}

func nobody(addr string) error {
	c, err := dialer.Dial("tcp", addr)
	if err != nil {
		return err
	}
	_, err = c.Write([]byte("hello"))
	return err
}

// forwards leaves with ctx, and thereby closes what its goroutines read from.
func forwards(ctx context.Context, addr string, stream io.ReadWriter) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	errs := make(chan error, 2)
	go func() {
		_, err := io.Copy(stream, c)
		errs <- err
	}()
	go func() {
		_, err := io.Copy(c, stream)
		errs <- err
	}()
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// waitsFor leaves when the copying is over.
func waitsFor(ctx context.Context, addr string, stream io.ReadWriter) error {
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	errs := make(chan error, 1)
	go func() {
		_, err := io.Copy(stream, c) // want `io\.Copy may block past the deadline of ctx; set one on the connection`
		errs <- err
	}()
	return <-errs
}
