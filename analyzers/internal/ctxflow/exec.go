package ctxflow

import (
	"go/constant"
	"path"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// ProcessCalls returns the calls that wait for a program which asks another
// machine or a service for something, with nothing to end it, in source order.
func (r *Result) ProcessCalls() []*EndlessCall {
	return r.endlessCalls((*engine).processCall)
}

// processCall returns a call that waits for a process without a limit, or nil.
// What is started with Start is often stopped by other means.
func (e *engine) processCall(c ssa.CallInstruction, cl callee) *EndlessCall {
	row := cl.outgoing()
	if row == nil || row.Kind != "process" || row.Attr("ctx") != "CommandContext's" {
		return nil
	}
	switch cl.name() {
	case "Run", "Output", "CombinedOutput":
	default:
		return nil
	}
	cmd, ok := e.held(cl.receiver(c.Common())).(*ssa.Call)
	if !ok {
		return nil
	}
	made := e.callee(cmd.Common())
	if made.obj == nil || made.obj.Pkg() == nil || made.obj.Pkg().Path() != "os/exec" || !e.setsNothing(cmd) {
		return nil
	}
	x := &EndlessCall{Kind: row.Kind}
	arg := 0
	if made.name() == "CommandContext" {
		if x.Roots, ok = e.noDeadline(e.value(cmd.Call.Args[0])); !ok {
			return nil
		}
		arg = 1
	}
	x.Program = programName(cmd.Call.Args[arg])
	first := ""
	if words := variadic(cmd.Common()); len(words) > 0 {
		first = programName(words[0])
	}
	if x.Command = e.callExpr(cmd); x.Command == nil || !ctxapi.AsksOthers(x.Program, first) {
		return nil
	}
	return x
}

// setsNothing reports whether a command is only run where it was made, and not
// kept or handed to somebody who could kill it.
func (e *engine) setsNothing(cmd *ssa.Call) bool {
	for _, in := range *cmd.Referrers() {
		switch in := in.(type) {
		case *ssa.FieldAddr:
			if f := fieldOf(in.X.Type(), in.Field); f.Name() == "Process" || f.Name() == "Stdin" {
				return false
			}
		case *ssa.Store:
			a, ok := in.Addr.(*ssa.Alloc)
			if !ok || len(e.capturesOf(a)) > 0 {
				return false
			}
		case *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Return:
			return false
		}
	}
	return true
}

// variadic returns the elements of a call's variadic argument that are written
// at the call, in order.
func variadic(c *ssa.CallCommon) []ssa.Value {
	if len(c.Args) == 0 {
		return nil
	}
	return elements(c.Args[len(c.Args)-1])
}

// programName returns the program that a constant names, "" for all else.
func programName(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return ""
	}
	return path.Base(constant.StringVal(c.Value))
}
