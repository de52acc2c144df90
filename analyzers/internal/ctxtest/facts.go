package ctxtest

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
)

// Facts checks the facts that the analyzer and those that it requires export
// about the packages of the results: each survives gob, as it has to between
// two runs of go vet, always in the same bytes, and names no directory of this
// machine; and they take at most so many bytes a package on average, each package
// in one stream and test variants left out. It also tries the zero value of each
// type of fact.
func Facts(t testing.TB, results []*analysistest.Result, budget int) {
	t.Helper()
	if len(results) == 0 {
		t.Fatal("no results")
	}
	total := 0
	var sizes []string
	for _, r := range results {
		size, faults := packageFacts(r.Action)
		for _, f := range faults {
			t.Errorf("%s", f)
		}
		if r.Action.Package.ID != r.Action.Package.PkgPath {
			continue // a test variant has the facts of the package itself again
		}
		total += size
		sizes = append(sizes, fmt.Sprintf("%8d %s", size, r.Action.Package.ID))
	}
	for _, f := range factTypes(results[0].Action.Analyzer, make(map[*analysis.Analyzer]bool)) {
		if _, err := roundTrip(f); err != nil {
			t.Errorf("zero %T: %v", f, err)
		}
	}
	if total > budget*len(sizes) {
		slices.Sort(sizes)
		slices.Reverse(sizes)
		t.Errorf("facts take %d bytes, more than %d a package:\n%s", total, budget, strings.Join(sizes, "\n"))
	}
}

// factTypes returns a zero fact of each type of an analyzer and what it requires.
func factTypes(a *analysis.Analyzer, seen map[*analysis.Analyzer]bool) []analysis.Fact {
	if seen[a] {
		return nil
	}
	seen[a] = true
	var zero []analysis.Fact
	for _, f := range a.FactTypes {
		zero = append(zero, reflect.New(reflect.TypeOf(f).Elem()).Interface().(analysis.Fact))
	}
	for _, req := range a.Requires {
		zero = append(zero, factTypes(req, seen)...)
	}
	return zero
}

// packageFacts returns the size of the facts about a package, written into one
// stream as drivers do, and what is wrong with them.
func packageFacts(root *checker.Action) (size int, faults []string) {
	var stream bytes.Buffer
	enc := gob.NewEncoder(&stream)
	check := func(about string, f analysis.Fact) {
		data, err := roundTrip(f)
		if err == nil {
			err = enc.Encode(f)
		}
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s: fact about %s: %v", root.Package.ID, about, err))
		}
		if dir := root.Package.Dir; dir != "" && bytes.Contains(data, []byte(dir)) {
			faults = append(faults, fmt.Sprintf("%s: fact about %s has the path %s", root.Package.ID, about, dir))
		}
	}
	for _, act := range inPackage(root, make(map[*checker.Action]bool)) {
		for _, f := range act.AllPackageFacts() {
			if f.Package == root.Package.Types {
				check("the package", f.Fact)
			}
		}
		objects := slices.DeleteFunc(act.AllObjectFacts(), func(f analysis.ObjectFact) bool { return f.Object.Pkg() != root.Package.Types })
		slices.SortFunc(objects, func(x, y analysis.ObjectFact) int { return int(x.Object.Pos() - y.Object.Pos()) })
		for _, f := range objects {
			check(types.ObjectString(f.Object, nil), f.Fact)
		}
	}
	return stream.Len(), faults
}

// inPackage returns the actions on one package that an action needs, and itself.
func inPackage(act *checker.Action, seen map[*checker.Action]bool) []*checker.Action {
	if seen[act] {
		return nil
	}
	seen[act] = true
	all := []*checker.Action{act}
	for _, dep := range act.Deps {
		if dep.Package == act.Package {
			all = append(all, inPackage(dep, seen)...)
		}
	}
	return all
}

// roundTrip encodes a fact, and returns its bytes and how it fails to come back.
func roundTrip(f analysis.Fact) ([]byte, error) {
	encode := func(f analysis.Fact) ([]byte, error) {
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(f)
		return b.Bytes(), err
	}
	data, err := encode(f)
	if err != nil {
		return nil, err
	}
	back := reflect.New(reflect.TypeOf(f).Elem()).Interface().(analysis.Fact)
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(back); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(f, back) {
		return nil, fmt.Errorf("%T comes back as %+v, not %+v", f, back, f)
	}
	// Map order shows only now and then.
	for range 4 {
		if second, err := encode(f); err != nil || !bytes.Equal(data, second) {
			return nil, fmt.Errorf("%T is not encoded the same way twice (%v)", f, err)
		}
	}
	return data, nil
}
