// Package present holds what the output formats show: findings with all that
// can be said about them.
package present

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A Finding is a diagnostic of a check, and what the command knows about it.
type Finding struct {
	vetdrive.Finding
	Severity string // "error", "warning" or "note"
	Func     string // the declared function that it is in, such as "Client.Reserve"; "" outside of all
	Key      string // stays the same while lines shift: see Keys
	Chain    []Hop  // from where a request comes in to what it waits for; nil if not known
	Reason   string // why it comes first when sorted by risk; "" if it has no risk to tell

	// Suppressed says why the finding doesn't count, "" if it does. Formats that
	// can't tell the difference leave it out.
	Suppressed string
}

// A Hop is a step on the way of a request.
type Hop struct {
	Name string            // "GET /checkout", "inventory.Client.Reserve"
	At   vetdrive.Position // where it is written; the column may be missing
	Role Role
}

// A Role is the part that a hop has in its chain.
type Role string

// The roles, in the order in which they come.
const (
	Entry    Role = "entry"    // where requests come in
	Through  Role = "call"     // handed on by the hop before
	Cut      Role = "cut"      // the function with the finding
	Behind   Role = "behind"   // called by it, without the deadline
	Outgoing Role = "outgoing" // leaves the process
)

// A Report is a run's outcome.
type Report struct {
	Version  string              // of ctxchain
	Dir      string              // the working directory, absolute
	Root     string              // of the repository, or Dir if there's none
	Checks   catalogue.Catalogue // that were run
	Enabled  func(string) bool   // whether a category, by its full name, was reported
	Findings []Finding           // in the order to show them
	Packages int                 // that were analyzed
	Complete bool                // all that was asked for was analyzed
	Problems []string            // what went wrong, if not
	Source   *source.Files
}

// Category returns the category of a finding. One that no check lists has its
// name and nothing else.
func (r *Report) Category(f *Finding) catalogue.Category {
	if c, ok := r.Checks.Category(f.Category); ok {
		return c
	}
	check, name, _ := strings.Cut(f.Category, "/")
	return catalogue.Category{Check: check, Name: name, Default: true, Severity: "warning", Summary: f.Category}
}

// Counted returns the findings that are not suppressed.
func (r *Report) Counted() []*Finding {
	var all []*Finding
	for i := range r.Findings {
		if r.Findings[i].Suppressed == "" {
			all = append(all, &r.Findings[i])
		}
	}
	return all
}

// Name returns the name of a file for people in the working directory: relative
// where that is shorter, "-" for none.
func (r *Report) Name(file string) string { return Name(r.Dir, file) }

// Name returns the name of a file for people who work in dir.
func Name(dir, file string) string {
	if file == "" {
		return "-"
	}
	if rel, err := filepath.Rel(dir, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

// URI returns the name of a file for tools: with slashes, relative to the
// repository's root if it is in there (inside), else absolute.
func (r *Report) URI(file string) (name string, inside bool) {
	rel, err := filepath.Rel(r.Root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(file), false
	}
	return filepath.ToSlash(rel), true
}

// RepositoryRoot returns the innermost directory from dir upwards that holds a
// git repository, or dir if there's none.
func RepositoryRoot(dir string) string {
	for d := dir; ; {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		up := filepath.Dir(d)
		if up == d {
			return dir
		}
		d = up
	}
}
