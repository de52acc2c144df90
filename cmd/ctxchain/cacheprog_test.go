package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// runCacheProg is a helper that the go command keeps its cache with when it is
// named by GOCACHEPROG:
//
//	cacheprog SHARED LOCAL
//
// SHARED is the store behind it, and LOCAL where this machine has its copies.
func runCacheProg() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: cacheprog SHARED LOCAL")
		os.Exit(2)
	}
	if err := (&cacheProg{shared: os.Args[1], local: os.Args[2]}).serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "cacheprog:", err)
		os.Exit(1)
	}
}

// A cacheRequest is what the go command wants: of go help cacheprog.
type cacheRequest struct {
	ID                 int64
	Command            string
	ActionID, OutputID []byte
	BodySize           int64
}

type cacheResponse struct {
	ID            int64
	Err           string   `json:",omitempty"`
	KnownCommands []string `json:",omitempty"`
	Miss          bool     `json:",omitempty"`
	OutputID      []byte   `json:",omitempty"`
	Size          int64    `json:",omitempty"`
	DiskPath      string   `json:",omitempty"`
}

type cacheProg struct{ shared, local string }

// serve answers requests, one after another, until the go command closes.
func (p *cacheProg) serve(in io.Reader, out io.Writer) error {
	for _, dir := range []string{p.shared, p.local} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	answer := json.NewEncoder(out)
	if err := answer.Encode(cacheResponse{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	for dec := json.NewDecoder(in); ; {
		var req cacheRequest
		if err := dec.Decode(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var body []byte
		if req.Command == "put" && req.BodySize > 0 {
			if err := dec.Decode(&body); err != nil {
				return err
			}
		}
		resp, err := p.do(req, body)
		if err != nil {
			resp.Err = err.Error()
		}
		resp.ID = req.ID
		if err := answer.Encode(resp); err != nil || req.Command == "close" {
			return err
		}
	}
}

// do answers a request. The store has a file for each action, with the name and
// size of its output, and one for each output.
func (p *cacheProg) do(req cacheRequest, body []byte) (cacheResponse, error) {
	action := filepath.Join(p.shared, hex.EncodeToString(req.ActionID)+"-a")
	switch req.Command {
	case "put":
		resp := cacheResponse{OutputID: req.OutputID, Size: req.BodySize}
		record, err := json.Marshal(resp)
		if err != nil {
			return resp, err
		}
		output := hex.EncodeToString(req.OutputID) + "-d"
		resp.DiskPath = filepath.Join(p.local, output)
		return resp, errors.Join(
			os.WriteFile(resp.DiskPath, body, 0o666),
			os.WriteFile(filepath.Join(p.shared, output), body, 0o666),
			os.WriteFile(action, record, 0o666),
		)
	case "get":
		record, err := os.ReadFile(action)
		if errors.Is(err, fs.ErrNotExist) {
			return cacheResponse{Miss: true}, nil
		}
		var resp cacheResponse
		if err == nil {
			err = json.Unmarshal(record, &resp)
		}
		if err != nil {
			return cacheResponse{}, err
		}
		output := hex.EncodeToString(resp.OutputID) + "-d"
		resp.DiskPath = filepath.Join(p.local, output)
		if body, err = os.ReadFile(filepath.Join(p.shared, output)); err != nil {
			return cacheResponse{}, err
		}
		return resp, os.WriteFile(resp.DiskPath, body, 0o666)
	}
	return cacheResponse{}, nil
}
