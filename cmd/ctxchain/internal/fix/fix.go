// Package fix applies the suggested fixes of findings to files.
//
// Findings come with their fixes from go's build cache: nothing is analyzed
// again. A fix is taken whole or not at all. Those that are in each other's way
// are decided by the order of the findings. What comes out of a package is
// type-checked before any of its files is written; a package that wouldn't
// compile is left alone.
package fix

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A Request says which fixes to apply.
type Request struct {
	Dir        string             // working directory of the go command
	BuildFlags []string           // as the findings were made with
	Findings   []vetdrive.Finding // in the order in which their fixes are tried; those without fixes are ignored
	// Choose decides over a fix that could be applied; nil takes all. The file is
	// as the fixes taken before leave it, without and with this one.
	Choose func(f *vetdrive.Finding, files []File) (bool, error)
}

// A File is a file that fixes change.
type File struct {
	Name     string // absolute
	Old, New []byte
}

// A Result is what came of a request. Nothing has been written yet.
type Result struct {
	Offered  int    // fixes
	Applied  int    // of these, those in Files
	Declined int    // by Choose
	Files    []File // that change, by name
	Conflict []*vetdrive.Finding
	Broken   []Broken
}

// Broken is a package that wouldn't compile with its fixes, which Files doesn't
// have.
type Broken struct {
	Package string
	Fixes   int
	Reason  string // the first error: "a/b.go:7:9: undefined: x"
}

// A candidate is a fix with its finding.
type candidate struct {
	finding *vetdrive.Finding
	edits   []vetdrive.Edit
}

// Make computes what the files look like with the fixes. When ctx ends it
// returns the cause.
func Make(ctx context.Context, req Request) (*Result, error) {
	r := new(Result)
	p := newPatch()
	var taken []candidate
	for i := range req.Findings {
		f := &req.Findings[i]
		if len(f.Fixes) == 0 {
			continue
		}
		r.Offered++
		c := candidate{f, f.Fixes[0].Edits}
		ok, err := p.take(c)
		if err != nil {
			return nil, err
		}
		if !ok {
			r.Conflict = append(r.Conflict, f)
			continue
		}
		if req.Choose != nil {
			files, err := p.alone(c)
			if err != nil {
				return nil, err
			}
			if ok, err := req.Choose(f, files); err != nil {
				return nil, err
			} else if !ok {
				r.Declined++
				p.drop(c)
				continue
			}
		}
		taken = append(taken, c)
	}
	if err := r.check(ctx, req, p, taken); err != nil {
		return nil, err
	}
	return r, nil
}

// check applies the fixes, type-checks, and drops those of packages that don't
// compile, until all that is left does.
func (r *Result) check(ctx context.Context, req Request, p *patch, taken []candidate) error {
	for len(taken) > 0 {
		files, err := p.apply()
		if err != nil {
			return err
		}
		broken, err := typecheck(ctx, req, files)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		kept := slices.DeleteFunc(slices.Clone(taken), func(c candidate) bool {
			for _, b := range broken {
				if b.has(c) {
					b.report.Fixes++
					p.drop(c)
					return true
				}
			}
			return false
		})
		for _, b := range broken {
			if b.report.Fixes > 0 {
				r.Broken = append(r.Broken, *b.report)
			}
		}
		if len(kept) == len(taken) {
			r.Applied, r.Files = len(taken), files
			return nil
		}
		taken = kept
	}
	return nil
}

// Write writes the files, each at once: whatever happens, a file is as it was or
// as it is to be. It returns how many were written. When ctx ends, it stops
// between two files and returns the cause.
func (r *Result) Write(ctx context.Context) (written int, err error) {
	for _, f := range r.Files {
		if ctx.Err() != nil {
			return written, context.Cause(ctx)
		}
		now, err := os.ReadFile(f.Name)
		if err != nil {
			return written, err
		}
		if !slices.Equal(now, f.Old) {
			return written, fmt.Errorf("%s: changed in the meantime", f.Name)
		}
		if err := replace(f.Name, f.New); err != nil {
			return written, err
		}
		written++
	}
	return written, nil
}
