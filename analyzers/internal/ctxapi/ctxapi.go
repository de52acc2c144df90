// Package ctxapi is what ctxchain knows about libraries: for each function,
// method or field that matters to a deadline chain, a row that gives its role.
// It holds no logic about how contexts flow; that is ctxflow's.
//
// The rows are text files under data, one per library family; data/README.md
// says how a line reads. A family is parsed when an object of one of its
// packages is first asked for, so that a process that imports none of them pays
// nothing. What has been parsed is never changed afterwards, and everything
// here may be called from several goroutines.
package ctxapi

// Role says what a row's function does with contexts.
type Role string

// The roles of rows.
const (
	Root         Role = "root"          // gives a fresh context, or a carrier on one
	Derive       Role = "derive"        // gives a context or carrier derived from another
	Detach       Role = "detach"        // keeps the values of a context, drops deadline and cancellation
	Carrier      Role = "carrier"       // holds a context, or is one
	Outgoing     Role = "outgoing"      // leaves the process, or waits for something outside it
	Variant      Role = "variant"       // has a context-taking sibling
	Sleep        Role = "sleep"         // sleeps for a duration
	Wait         Role = "wait"          // blocks
	Spawn        Role = "spawn"         // starts a goroutine
	Retry        Role = "retry"         // calls back until it succeeds
	Header       Role = "header"        // reads or writes a deadline header
	Logger       Role = "logger"        // takes a context for its values only
	TimeoutField Role = "timeout-field" // bounds calls
	Retains      Role = "retains"       // keeps its context beyond the call
	NoDeadline   Role = "nodeadline"    // dials or calls with no bound of its own
	Job          Role = "job"           // background work of the user's starts here; in no data file
)

// roleBits gives every role a bit. What a call does with its context is one
// question, whatever the answer, so those roles share bit 0: a row that says
// "only queues" (logger) rules out another that says "sends" (outgoing). Roles
// that add a fact (retains, variant, ...) have a bit each.
func roleBits(r Role) uint {
	switch r {
	case Root, Derive, Detach, Carrier, Outgoing, Sleep, Wait, Spawn, Retry, Logger:
		return 1 << 0
	case Variant:
		return 1 << 1
	case Header:
		return 1 << 2
	case TimeoutField:
		return 1 << 3
	case Retains:
		return 1 << 4
	case NoDeadline:
		return 1 << 5
	case Job:
		return 1 << 6
	}
	return 0
}

// A Row is one fact about one function, method, field or type.
//
// A pattern row (see [Row.IsPattern]) stands for many functions: its Recv or
// Name starts with "~" and is a regular expression for the whole name, and its
// Package may be a glob ("*" for one path element, "**" for any number).
type Row struct {
	Package, Recv, Name string // as in go/types: Recv is "*Client", "Client" or ""
	Role                Role
	Ctx                 int    // index of the context parameter, -1 for none
	Kind                string // first bare word of the detail: "http", "sql", "grpc stream", "values-only", ...
	Since               string // Go release that has it, "" for always
	Note                string // for people: what the detail can't say, may be ""

	module  *Module
	auto    bool // Ctx is found by the signature, see Row.resolved
	attrs   map[string]string
	pattern *pattern // nil unless Recv or Name is one
}

// A Module is one library with the version that its rows were checked against.
type Module struct {
	Path    string // "std" for the standard library
	Version string // a Go release for "std"
	Rows    []*Row // in table order
}
