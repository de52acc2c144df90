package ctxapi_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

// Each shape stands for a method of the running toolchain's library that leaves the
// process; one of another signature, or where nobody knows that library, doesn't.
func TestShapes(t *testing.T) {
	load := stdLoader(t, "net/http", "database/sql", "net")
	for method, of := range ctxapi.Shapes() {
		lib, err := load(of[0])
		if err != nil {
			t.Fatal(err)
		}
		tn, ok := lib.Scope().Lookup(of[1]).(*types.TypeName)
		if !ok {
			t.Errorf("%s: no type %s.%s", method, of[0], of[1])
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, lib, method)
		like, ok := obj.(*types.Func)
		if !ok {
			t.Errorf("no method %s.%s.%s", of[0], of[1], method)
			continue
		}
		user := types.NewPackage("example.test/user", "user")
		user.SetImports([]*types.Package{lib})
		sig := types.NewSignatureType(nil, nil, nil, like.Signature().Params(), like.Signature().Results(), like.Signature().Variadic())
		rows := new(ctxapi.Tables).ShapeRows(types.NewFunc(token.NoPos, user, method, sig))
		if ctxapi.First(rows, ctxapi.Outgoing) == nil {
			t.Errorf("%s of %s.%s doesn't leave the process: %v", method, of[0], of[1], rows)
		}
		none := types.NewSignatureType(nil, nil, nil, nil, nil, false)
		if rows := new(ctxapi.Tables).ShapeRows(types.NewFunc(token.NoPos, user, method, none)); len(rows) > 0 {
			t.Errorf("%s() of another signature: %v", method, rows)
		}
	}
}
