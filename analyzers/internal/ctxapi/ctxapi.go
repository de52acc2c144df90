// Package ctxapi is what ctxchain knows about libraries: for each function,
// method or field that matters to a deadline chain, a row that gives its role.
// It holds no logic about how contexts flow; that is ctxflow's.
package ctxapi

import "go/types"

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
)

// A Row is one fact about one function, method, field or type.
type Row struct {
	Package, Recv, Name string // as in go/types: Recv is "*Client", "Client" or ""
	Role                Role
	Ctx                 int    // index of the context parameter, -1 for none
	Kind                string // first bare word of the detail: "http", "sql", "grpc stream", "values-only", ...
	Since               string // Go release that has it, "" for always
	attrs               map[string]string
}

// Attr returns the value of key=value in the row's detail, "" if absent.
func (r *Row) Attr(key string) string { return r.attrs[key] }

// Has reports whether the row's detail has the bare word or key.
func (r *Row) Has(word string) bool { _, ok := r.attrs[word]; return ok }

// Rows returns the rows for a function, method, field or variable, in table
// order; nil when the tables don't know it.
func Rows(obj types.Object) []*Row { return nil }

// Find returns the first row of obj that has the role, or nil.
func Find(obj types.Object, role Role) *Row {
	for _, r := range Rows(obj) {
		if r.Role == role {
			return r
		}
	}
	return nil
}

// Knows reports whether the tables have rows for the package.
func Knows(path string) bool { return false }

// IsStd reports whether path is a package of the standard library.
func IsStd(path string) bool { return false }
