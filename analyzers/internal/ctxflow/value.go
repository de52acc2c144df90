package ctxflow

import (
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"
)

// Provenance says where a context comes from.
type Provenance uint8

// The provenances. Nil stands for the nil constant, which is no context.
const (
	Unknown Provenance = iota
	Caller
	Fresh
	Detached
	Stored
	Nil
)

func (p Provenance) String() string {
	return [...]string{"unknown", "caller", "fresh", "detached", "stored", "nil"}[p]
}

// Deadline says what bounds a context. For a context that comes from the
// caller, the zero value means whatever the caller gave.
type Deadline struct {
	Bounded bool          // a WithTimeout or WithDeadline lies between it and its origin
	Timeout time.Duration // the shortest constant timeout, 0 when none is known
	Unclear bool          // something between it and its origin may bound it
}

// min returns the deadline of a context derived with d from one that has o.
func (d Deadline) min(o Deadline) Deadline {
	r := Deadline{Bounded: d.Bounded || o.Bounded, Unclear: d.Unclear || o.Unclear, Timeout: d.Timeout}
	if r.Timeout == 0 || o.Timeout != 0 && o.Timeout < r.Timeout {
		r.Timeout = o.Timeout
	}
	return r
}

// An Origin is one place a context value comes from.
type Origin struct {
	Prov     Provenance
	Deadline Deadline
	Parent   *Origin // Detached: nil, or the provenance of what was detached

	param  *ssa.Parameter      // Caller
	call   ssa.CallInstruction // Fresh, Detached: the call that made it
	obj    types.Object        // Stored: the field or the package variable
	base   ssa.Value           // Stored in a field: the struct
	derive []ssa.CallInstruction
}

// A Value is the set of all origins of a context value; empty when the value
// is no context at all.
type Value []*Origin

// Only reports whether v has origins and all of them, nil aside, are of the
// given provenance.
func (v Value) Only(p Provenance) bool {
	some := false
	for _, o := range v {
		if o.Prov != p && o.Prov != Nil {
			return false
		}
		some = some || o.Prov == p
	}
	return some
}

// Has reports whether one of v's origins has the provenance.
func (v Value) Has(p Provenance) bool {
	for _, o := range v {
		if o.Prov == p {
			return true
		}
	}
	return false
}

// Bounded reports whether every origin of v, nil aside, is bounded for sure.
func (v Value) Bounded() bool {
	some := false
	for _, o := range v {
		if o.Prov == Nil {
			continue
		}
		if !o.Deadline.Bounded {
			return false
		}
		some = true
	}
	return some
}

// Unbounded reports whether v provably has no deadline: every origin is a
// fresh or detached root with nothing that bounds it since.
func (v Value) Unbounded() bool {
	some := false
	for _, o := range v {
		switch {
		case o.Prov == Nil:
		case o.Prov != Fresh && o.Prov != Detached, o.Deadline.Bounded, o.Deadline.Unclear:
			return false
		default:
			some = true
		}
	}
	return some
}

// add appends o unless v has an origin that says the same.
func (v Value) add(o *Origin) Value {
	for _, x := range v {
		if x.Prov == o.Prov && x.param == o.param && x.call == o.call && x.obj == o.obj &&
			x.Deadline == o.Deadline && sameDerive(x.derive, o.derive) {
			return v
		}
	}
	return append(v, o)
}

func sameDerive(a, b []ssa.CallInstruction) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// derived returns v as seen after the call d, which adds the deadline.
func (v Value) derived(d ssa.CallInstruction, dl Deadline) Value {
	var r Value
	for _, o := range v {
		c := *o
		c.Deadline = o.Deadline.min(dl)
		if len(o.derive) < maxDerive {
			c.derive = append(append([]ssa.CallInstruction(nil), o.derive...), d)
		}
		r = r.add(&c)
	}
	return r
}

// maxDerive bounds the chain of derivations that is remembered of a value, so
// that contexts derived from themselves in a loop come to an end.
const maxDerive = 6

// maxOrigins bounds the set of origins; a value with more is unknown.
const maxOrigins = 24

// pos returns where the origin is, as good as it is known.
func (o *Origin) pos() token.Pos {
	switch {
	case o.call != nil:
		return o.call.Pos()
	case o.param != nil:
		return o.param.Pos()
	case o.obj != nil:
		return o.obj.Pos()
	}
	return token.NoPos
}
