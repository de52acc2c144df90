package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/creachadair/jrpc2"
)

// initialize begins the session.
func (s *server) initialize(_ context.Context, p *initializeParams) (*initializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != starting {
		return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "initialize a second time")
	}
	s.state = running
	s.client = p.Capabilities
	if p.ProcessID != nil {
		s.parent <- *p.ProcessID
	}
	s.configure(p.InitializationOptions)
	result := &initializeResult{
		Capabilities: capabilities(),
		ServerInfo:   serverInfo{Name: "ctxchain", Version: s.Version},
	}
	if encodings := p.Capabilities.General.PositionEncodings; encodings != nil {
		s.encoding = choose(encodings)
		result.Capabilities.PositionEncoding = string(s.encoding)
	} else if encodings := p.Capabilities.OffsetEncoding; encodings != nil {
		s.encoding = choose(encodings)
		result.OffsetEncoding = string(s.encoding)
	}
	return result, nil
}

// choose returns the encoding to use with a client: UTF-8, which costs least, if
// it can.
func choose(offered []string) encoding {
	for _, e := range []encoding{utf8Encoding, utf16Encoding, utf32Encoding} {
		if slices.Contains(offered, string(e)) {
			return e
		}
	}
	return utf16Encoding
}

// capabilities tells the client what it may ask.
func capabilities() serverCapabilities {
	const incremental = 2
	files := fileOperationFilters{[]fileOperationFilter{{globPattern{"**/*.go"}}, {globPattern{"**/"}}}}
	return serverCapabilities{
		TextDocumentSync:   textSyncOptions{OpenClose: true, Change: incremental},
		HoverProvider:      true,
		InlayHintProvider:  true,
		CodeActionProvider: codeActionOptions{[]string{kindQuickFix, kindFixAll}},
		Workspace:          workspaceOptions{fileOperationOptions{files, files, files}},
	}
}

// initialized is when the client may be asked things.
func (s *server) initialized(context.Context, *nothing) error {
	s.mu.Lock()
	client := s.client
	s.mu.Unlock()
	if client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		var watchers []fileSystemWatcher
		for _, glob := range []string{"**/*.go", "**/go.mod", "**/go.sum", "**/go.work", "**/.ctxchain.yml"} {
			watchers = append(watchers, fileSystemWatcher{glob})
		}
		s.call("client/registerCapability", registrationParams{[]registration{{
			ID:              "watch",
			Method:          "workspace/didChangeWatchedFiles",
			RegisterOptions: watchedFilesOptions{watchers},
		}}}, nil)
	}
	if client.Workspace.Configuration {
		s.pullSettings()
	}
	return nil
}

// call calls the client in the background, and hands what it answers to then,
// which may be nil.
func (s *server) call(method string, params any, then func(json.RawMessage)) {
	go func() {
		rsp, err := s.rpc.Callback(s.ctx, method, params)
		if err != nil || then == nil {
			return // what it can't do, it has to do without
		}
		var raw json.RawMessage
		if rsp.UnmarshalResult(&raw) == nil {
			then(raw)
		}
	}()
}

// notify tells the client something. If it isn't there any more, the session
// ends anyway.
func (s *server) notify(method string, params any) { _ = s.rpc.Notify(s.ctx, method, params) }

// log writes into the editor's log.
func (s *server) log(text string) { s.notify("window/logMessage", messageParams{messageLog, text}) }

// show shows the user a message, the same one only once.
func (s *server) show(kind int, text string) {
	s.mu.Lock()
	said := s.said[text]
	s.said[text] = true
	s.mu.Unlock()
	if !said {
		s.notify("window/showMessage", messageParams{kind, "ctxchain: " + text})
	}
}
