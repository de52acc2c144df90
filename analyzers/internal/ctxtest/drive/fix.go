package drive

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// CheckFixes applies each fix of the outcome by itself, and returns what keeps
// the package from compiling after one of them. What the package imports comes
// from the importer, which also has to know what fixes make it import.
func (o *Outcome) CheckFixes(from types.Importer) error {
	for _, d := range o.Diagnostics {
		for _, fix := range d.SuggestedFixes {
			if err := o.pkg.checkFix(fix, from); err != nil {
				return fmt.Errorf("%s: fix %q of %q: %w", o.pkg.Fset.Position(d.Pos), fix.Message, d.Message, err)
			}
		}
	}
	return nil
}

func (p *Package) checkFix(fix analysis.SuggestedFix, from types.Importer) error {
	name := p.Fset.File(fix.TextEdits[0].Pos).Name()
	for _, e := range fix.TextEdits {
		if p.Fset.File(e.Pos).Name() != name {
			return errors.New("edits more than one file")
		}
	}
	text, err := p.readFile(name)
	if err != nil {
		return err
	}
	// The file set must not grow with each fix, and its positions have to be
	// those of the package's other files.
	fset := token.NewFileSet()
	for _, f := range p.Files {
		fset.AddExistingFiles(p.Fset.File(f.FileStart))
	}
	text = Edited(p.Fset, text, fix.TextEdits)
	changed, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	files := slices.Clone(p.Files)
	for i, f := range files {
		if p.Fset.File(f.FileStart).Name() == name {
			files[i] = changed
		}
	}
	config := types.Config{Importer: from, Sizes: p.Sizes}
	if p.Module == nil && p.Source != nil {
		config.GoVersion = version
	} else if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	if _, err := config.Check(p.Types.Path(), fset, files, nil); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}
