package lsp

import (
	"errors"
	"io"

	"github.com/creachadair/jrpc2/channel"
)

// newChannel frames messages as the protocol wants it. A message that is framed
// wrongly is taken for an empty one, about which the JSON-RPC library complains
// to the client; the next is read from where the wrong one was given up.
func newChannel(r io.Reader, w io.WriteCloser) channel.Channel {
	in := &input{r: r}
	return &tolerant{channel.LSP(in, w), in}
}

// A tolerant channel only fails when its source does.
type tolerant struct {
	channel.Channel
	in *input
}

func (t *tolerant) Recv() (data []byte, err error) {
	defer func() {
		// The library makes room for whatever length a message claims to have.
		if recover() != nil {
			data, err = nil, nil
		}
	}()
	data, err = t.Channel.Recv()
	mismatch := new(channel.ContentTypeMismatchError)
	switch {
	case err == nil, errors.As(err, &mismatch): // whatever it is called, it's JSON or it isn't
		return data, nil
	case t.in.err != nil:
		return nil, err
	}
	return nil, nil
}

// An input remembers that it has failed.
type input struct {
	r   io.Reader
	err error
}

func (in *input) Read(p []byte) (int, error) {
	n, err := in.r.Read(p)
	if err != nil {
		in.err = err
	}
	return n, err
}
