package ctxtest

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// failing is a test that records what Facts says of it.
type failing struct {
	testing.TB
	recorder
}

func (f *failing) Helper()                           {}
func (f *failing) Errorf(format string, args ...any) { f.recorder.Errorf(format, args...) }

func TestFacts(t *testing.T) {
	results, _ := loaded(t)
	Facts(t, results, 100)

	var f failing
	Facts(&f, results, 10)
	all := strings.Join(f.errors, "\n")
	if len(f.errors) != 1 || !strings.Contains(all, "more than 10") || !strings.Contains(all, " good") {
		t.Errorf("got:\n%s", all)
	}
}

type unexported struct{ name string }

func (*unexported) AFact() {}

type mapped struct{ M map[string]int }

func (*mapped) AFact() {}

func TestRoundTrip(t *testing.T) {
	big := &mapped{M: make(map[string]int)}
	for i := range 100 {
		big.M[fmt.Sprint(i)] = i
	}
	tests := []struct {
		fact analysis.Fact
		want string
	}{
		{&isOld{}, ""},
		{&isOld{Names: []string{"a", "b"}}, ""},
		{&isOld{Names: []string{}}, "comes back as"},
		{&unexported{name: "x"}, "no exported fields"},
		{big, "not encoded the same way twice"},
	}
	for _, test := range tests {
		data, err := roundTrip(test.fact)
		switch {
		case test.want == "" && (err != nil || len(data) == 0):
			t.Errorf("%+v: %d bytes, %v", test.fact, len(data), err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%T: error %v, want one with %q", test.fact, err, test.want)
		}
	}
}

// TestFactPath puts the directory of the package into a fact.
func TestFactPath(t *testing.T) {
	dir := testdata(t)
	a := fake(nil)
	inner := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		out, err := inner(pass)
		if obj := pass.Pkg.Scope().Lookup("old"); obj != nil {
			pass.ExportObjectFact(obj, &isOld{Names: []string{pass.Fset.File(pass.Files[0].Pos()).Name()}})
		}
		return out, err
	}
	var f failing
	Facts(&f, analysistest.Run(new(recorder), dir, a, "good"), 1000)
	all := strings.Join(f.errors, "\n")
	if !strings.Contains(all, "fact about func good.old() int has the path "+dir) {
		t.Errorf("got:\n%s", all)
	}
}
