// Package dials opens connections.
package dials

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/syslog"
	"net"
	"net/smtp"
	"time"
)

func plain(addr string) { net.Dial("tcp", addr) } // want `net\.Dial has no time limit; use net\.DialTimeout`

func timed(addr string) { net.DialTimeout("tcp", addr, time.Second) }

func socket(path string) { net.Dial("unix", path) }

func datagram(addr string) { net.Dial("udp", addr) }

func daemon() { syslog.Dial("", "", syslog.LOG_INFO, "dials") }

func local(port string) { net.Dial("tcp", "localhost:"+port) }

func localToo(port int) { net.Dial("tcp", fmt.Sprintf("localhost:%d", port)) }

func secure(addr string) { tls.Dial("tcp", addr, nil) } // want `tls\.Dial has no time limit; use tls\.DialWithDialer`

func secureWith(addr string) {
	tls.DialWithDialer(&net.Dialer{}, "tcp", addr, nil) // want `tls\.DialWithDialer has no time limit; give its dialer a timeout`
	tls.DialWithDialer(&net.Dialer{Timeout: time.Second}, "tcp", addr, nil)
	d := &tls.Dialer{}
	d.Dial("tcp", addr) // want `d\.Dial has no time limit; give its dialer a timeout`
	e := &tls.Dialer{NetDialer: &net.Dialer{Timeout: time.Second}}
	e.Dial("tcp", addr)
}

func dialer(addr string) {
	var d net.Dialer
	d.Dial("tcp", addr) // want `d\.Dial has no time limit; give its dialer a timeout`
}

func keepAlive(addr string) {
	d := &net.Dialer{KeepAlive: time.Second}
	d.Dial("tcp", addr) // want `d\.Dial has no time limit; give its dialer a timeout`
}

func limited(addr string) {
	d := &net.Dialer{Timeout: time.Second}
	d.Dial("tcp", addr)
	e := &net.Dialer{}
	e.Deadline = time.Now().Add(time.Second)
	e.Dial("tcp", addr)
}

func withContext(ctx context.Context, addr string) {
	var d net.Dialer
	d.DialContext(ctx, "tcp", addr)
	d.DialContext(context.Background(), "tcp", addr) // want `d\.DialContext has no time limit; give its dialer a timeout`
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	d.DialContext(ctx, "tcp", addr)
}

func mail(addr string) {
	smtp.SendMail(addr, nil, "", nil, nil) // want `smtp\.SendMail has no time limit; use smtp\.NewClient on a connection with a deadline`
}

type transport struct {
	dial func(network, addr string) (net.Conn, error)
}

// How long a transport's dialer may take is for the transport to say.
func newTransport() *transport {
	return &transport{dial: func(network, addr string) (net.Conn, error) { return net.Dial(network, addr) }}
}

// Dialer may be set up by anybody.
type Dialer struct{ Net net.Dialer }

func (d *Dialer) open(addr string) { d.Net.Dial("tcp", addr) }

//ctxchain:ignore ctxdeadline/dial the system's own limit will do
func meant(addr string) { net.Dial("tcp", addr) }
