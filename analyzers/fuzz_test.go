package analyzers_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/drive"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/mutate"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/probe"
)

// FuzzAnalyzers runs all checks, twice, on programs that nobody has written:
// the files of testdata/src, changed at random as the data says, or a source as
// it is, in case there is one. What doesn't compile is skipped. Checks must come
// to an end, without an error, with the same outcome both times, and with fixes
// that leave code which compiles.
//
// A failure shows the program. Kept as a source, it goes on to be tried out when
// testdata/src has changed.
func FuzzAnalyzers(f *testing.F) {
	lab := newLab(f)
	for i := range lab.seeds {
		f.Add(uint(i), []byte(nil), "")
		// A change or two are tried out also where nobody fuzzes.
		random := rand.New(rand.NewPCG(uint64(i), 0))
		data := make([]byte, 24)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		f.Add(uint(i), data, "")
	}
	for _, source := range regressions {
		f.Add(uint(0), []byte(nil), source)
	}
	f.Fuzz(func(t *testing.T, seed uint, data []byte, source string) {
		defer lab.forget()
		s := lab.seeds[seed%uint(len(lab.seeds))]
		if source != "" {
			s = lab.custom(source)
		}
		if s == nil {
			t.Skip("doesn't compile")
		}
		p := mutate.Mutate(s.program, lab.donors, data, s.check)
		if err := lab.try(s, p.Text); err != nil {
			t.Fatalf("%v\nin %s of the program\n%s", err, s.name, p.Text)
		}
	})
}

// deadline is how long the checks may take for one program, on a machine that
// does other things as well. It is there to get the program out of a check that
// doesn't end.
const deadline = 2 * time.Minute

// A lab has what it takes to make programs and run checks on them.
type lab struct {
	library *drive.Library
	driver  *drive.Driver // has the facts about the library's packages
	seeds   []*seed
	donors  []*mutate.Program // the seeds' programs
	checked []*drive.Package  // since the last seed was dealt with
}

// A seed is a file with those that belong to the same package.
type seed struct {
	lab     *lab
	path    string // of the package
	name    string // of the file
	text    []byte
	rest    []drive.Source
	program *mutate.Program
}

// newLab makes seeds of all files in testdata/src.
func newLab(t testing.TB) *lab {
	t.Helper()
	library, err := drive.NewLibrary(filepath.Join("testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	checks, err := strict()
	if err != nil {
		t.Fatal(err)
	}
	driver, err := drive.New(checks...)
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{library: library, driver: driver}
	files, err := library.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range grouped(t, library.Dir(), files) {
		for i, file := range group {
			s := &seed{lab: l, path: path.Dir(file.Name), name: file.Name, text: file.Text}
			s.rest = append(append(s.rest, group[:i]...), group[i+1:]...)
			p, faults := s.check(s.text)
			if len(faults) > 0 {
				t.Fatalf("%s: %v", s.name, faults)
			}
			s.program = p
			l.seeds = append(l.seeds, s)
			l.donors = append(l.donors, p)
		}
	}
	l.checked = nil // the seeds' own stay
	l.learn(t)
	return l
}

// strict returns fresh checks with all categories on, and one that asks the
// engine more than they do.
func strict() ([]*analysis.Analyzer, error) {
	checks := analyzers.New()
	for _, a := range checks {
		if err := a.Flags.Set("preset", "strict"); err != nil {
			return nil, err
		}
	}
	checks = append(checks, probe.New())
	ctxflow.Equip(checks...)
	return checks, nil
}

// learn has the library's packages analyzed, for the facts about them.
func (l *lab) learn(t testing.TB) {
	t.Helper()
	for _, p := range l.library.Imported() {
		if _, err := l.driver.Run(p); err != nil {
			t.Fatal(err)
		}
	}
}

// grouped reads files and puts those of a package together, in order.
func grouped(t testing.TB, dir string, files []string) [][]drive.Source {
	t.Helper()
	var groups [][]drive.Source
	place := make(map[string]int)
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		key := path.Dir(file) + " " + f.Name.Name
		i, ok := place[key]
		if !ok {
			i = len(groups)
			place[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], drive.Source{Name: file, Text: text})
	}
	return groups
}

// custom makes a seed of a source, or returns nil if it doesn't compile.
func (l *lab) custom(source string) *seed {
	s := &seed{lab: l, path: "example.com/source", name: "source.go", text: []byte(source)}
	p, faults := s.check(s.text)
	if len(faults) > 0 {
		return nil
	}
	s.program = p
	return s
}

// check type-checks a text in place of the seed's.
func (s *seed) check(text []byte) (*mutate.Program, []error) {
	pkg, faults := s.pkg(text)
	if pkg == nil {
		return nil, faults
	}
	return &mutate.Program{Text: text, File: pkg.Files[0], Fset: pkg.Fset, Info: pkg.Info, Pkg: pkg.Types}, faults
}

func (s *seed) pkg(text []byte) (*drive.Package, []error) {
	sources := append([]drive.Source{{Name: s.name, Text: text}}, s.rest...)
	pkg, faults := s.lab.library.Check(s.path, sources)
	if pkg != nil {
		s.lab.checked = append(s.lab.checked, pkg)
	}
	return pkg, faults
}

// forget drops all that was type-checked lately.
func (l *lab) forget() {
	for _, p := range l.checked {
		l.library.Forget(p)
	}
	l.checked = nil
}

// try runs the checks on a text in place of the seed's, and returns what they
// do wrong.
func (l *lab) try(s *seed, text []byte) error {
	first, err := l.run(s, text)
	if err != nil {
		return err
	}
	second, err := l.run(s, text)
	if err != nil {
		return fmt.Errorf("second run: %w", err)
	}
	if a, b := first.String(), second.String(); a != b {
		return fmt.Errorf("two runs differ:\n%s\n%s", a, b)
	}
	return first.CheckFixes(l.library)
}

// run type-checks a text and runs fresh checks on it.
func (l *lab) run(s *seed, text []byte) (*drive.Outcome, error) {
	p, faults := s.pkg(text)
	if len(faults) > 0 {
		return nil, fmt.Errorf("doesn't compile any more: %v", faults)
	}
	checks, err := strict()
	if err != nil {
		return nil, err
	}
	driver, err := l.driver.With(checks...)
	if err != nil {
		return nil, err
	}
	watch := time.AfterFunc(deadline, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprintf("no end after %v in %s of the program\n%s", deadline, s.name, text))
	})
	defer watch.Stop()
	return driver.Run(p)
}

// regressions are programs that checks once had trouble with.
var regressions = []string{
	// Never came to an end: variables that a loop stores over themselves.
	"package p\n\nimport \"context\"\n\nfunc work(ctx context.Context) { <-ctx.Done() }\n\nfunc f(ctx context.Context) {\n" +
		"var ch <-chan struct{}\ng := func() { _ = ch }\nfor {\nch = ch\n<-ch\ng()\nwork(context.Background())\n}\n}\n",
	"package p\n\nimport \"context\"\n\nfunc work(ctx context.Context) { <-ctx.Done() }\n\nfunc f(ctx context.Context) {\n" +
		"var cancel func()\ng := func() { _ = cancel }\nfor {\ncancel = cancel\ncancel()\ng()\nwork(context.Background())\n}\n}\n",
}
