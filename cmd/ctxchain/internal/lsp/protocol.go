package lsp

import "encoding/json"

// The part of the Language Server Protocol, version 3.17, that the server
// speaks, under the protocol's own names:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/

// Error codes that JSON-RPC doesn't define.
const (
	serverNotInitialized = -32002
	requestCancelled     = -32800
)

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textDocumentIdentifier struct {
	URI string `json:"uri"`
}

type versionedTextDocument struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"`
}

type initializeParams struct {
	ProcessID             *int               `json:"processId"`
	Capabilities          clientCapabilities `json:"capabilities"`
	InitializationOptions json.RawMessage    `json:"initializationOptions"`
}

type clientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	// OffsetEncoding is what clients asked for before the protocol had
	// positionEncodings.
	OffsetEncoding []string `json:"offsetEncoding"`
	Workspace      struct {
		WorkspaceEdit struct {
			DocumentChanges bool `json:"documentChanges"`
		} `json:"workspaceEdit"`
		Configuration         bool                `json:"configuration"`
		DidChangeWatchedFiles dynamicRegistration `json:"didChangeWatchedFiles"`
		InlayHint             struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"inlayHint"`
	} `json:"workspace"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation     bool            `json:"relatedInformation"`
			CodeDescriptionSupport bool            `json:"codeDescriptionSupport"`
			TagSupport             json.RawMessage `json:"tagSupport"`
		} `json:"publishDiagnostics"`
	} `json:"textDocument"`
}

type dynamicRegistration struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

type initializeResult struct {
	Capabilities   serverCapabilities `json:"capabilities"`
	ServerInfo     serverInfo         `json:"serverInfo"`
	OffsetEncoding string             `json:"offsetEncoding,omitempty"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type serverCapabilities struct {
	PositionEncoding   string            `json:"positionEncoding,omitempty"`
	TextDocumentSync   textSyncOptions   `json:"textDocumentSync"`
	HoverProvider      bool              `json:"hoverProvider"`
	CodeActionProvider codeActionOptions `json:"codeActionProvider"`
	InlayHintProvider  bool              `json:"inlayHintProvider"`
	Workspace          workspaceOptions  `json:"workspace"`
}

type textSyncOptions struct {
	OpenClose bool        `json:"openClose"`
	Change    int         `json:"change"`
	Save      saveOptions `json:"save"`
}

type saveOptions struct {
	IncludeText bool `json:"includeText"`
}

type codeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

type workspaceOptions struct {
	FileOperations fileOperationOptions `json:"fileOperations"`
}

type fileOperationOptions struct {
	DidCreate fileOperationFilters `json:"didCreate"`
	DidRename fileOperationFilters `json:"didRename"`
	DidDelete fileOperationFilters `json:"didDelete"`
}

type fileOperationFilters struct {
	Filters []fileOperationFilter `json:"filters"`
}

type fileOperationFilter struct {
	Pattern globPattern `json:"pattern"`
}

type globPattern struct {
	Glob string `json:"glob"`
}

type fileOperationParams struct {
	Files []struct {
		URI    string `json:"uri"`
		OldURI string `json:"oldUri"`
		NewURI string `json:"newUri"`
	} `json:"files"`
}

type didOpenParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   versionedTextDocument `json:"textDocument"`
	ContentChanges []contentChange       `json:"contentChanges"`
}

// A contentChange replaces a range, or the whole text if there is none.
type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

// documentParams are those of didSave and didClose.
type documentParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
}

type didChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

type didChangeWatchedFilesParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

type configurationParams struct {
	Items []configurationItem `json:"items"`
}

type configurationItem struct {
	Section string `json:"section"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

type diagnostic struct {
	Range              textRange        `json:"range"`
	Severity           int              `json:"severity"`
	Code               string           `json:"code"`
	CodeDescription    *codeDescription `json:"codeDescription,omitempty"`
	Source             string           `json:"source"`
	Message            string           `json:"message"`
	Tags               []int            `json:"tags,omitempty"`
	RelatedInformation []related        `json:"relatedInformation,omitempty"`
}

// Severities and tags of diagnostics.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	tagUnnecessary = 1
)

type codeDescription struct {
	Href string `json:"href"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type codeActionParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
	Range        textRange              `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// Kinds of code actions.
const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll.ctxchain"
)

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

// A workspaceEdit has one or the other, by what the client can take.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
}

type textDocumentEdit struct {
	TextDocument versionedTextDocument `json:"textDocument"`
	Edits        []textEdit            `json:"edits"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type positionParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
	Position     position               `json:"position"`
}

type hover struct {
	Contents markupContent `json:"contents"`
	Range    *textRange    `json:"range,omitempty"`
}

type markupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type inlayHintParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
	Range        textRange              `json:"range"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip,omitempty"`
	PaddingLeft bool     `json:"paddingLeft"`
}

type messageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// Types of messages.
const (
	messageError   = 1
	messageWarning = 2
	messageLog     = 4
)

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

type watchedFilesOptions struct {
	Watchers []fileSystemWatcher `json:"watchers"`
}

type fileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

type progressCreateParams struct {
	Token string `json:"token"`
}

type progressParams struct {
	Token string        `json:"token"`
	Value progressValue `json:"value"`
}

type progressValue struct {
	Kind    string `json:"kind"`
	Title   string `json:"title,omitempty"`
	Message string `json:"message,omitempty"`
}
