// Package config reads ctxchain's configuration file.
//
// A file is found from the working directory upwards, read strictly (what isn't
// known is an error that names file, line and key), and turned into what the
// rest of the command needs: which categories are on and how bad they are, what
// is left out, and rows for the checks' tables. docs/configuration.md describes
// it to users; a schema for editors is made by this package as well.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Name is that of the file.
const Name = ".ctxchain.yml"

// misnamed are names that people try, and that aren't looked for otherwise.
var misnamed = [...]string{".ctxchain.yaml", "ctxchain.yml", "ctxchain.yaml"}

// A Config is what a file says. The zero Config is that of an empty one.
type Config struct {
	File     string // absolute, "" if there is no file
	Preset   string // "" if the file doesn't say
	Tests    bool   // whether findings in _test.go files are reported
	Checks   []Setting
	Exclude  []Exclusion
	Baseline string // absolute path, "" if the file doesn't say
	Rows     []Row
}

// A Setting is what the file says about a check or a category.
type Setting struct {
	Name     string // "ctxroot", or "ctxroot/helper"
	On       bool
	Severity string // "error", "warning", "note", or "" for the category's own
	At       Place
}

// A Row says what a function does, in the form that the checks take: see
// analyzers.SetRows.
type Row struct {
	Text string
	At   Place
}

// A Place is one in a configuration file.
type Place struct {
	File string
	Line int
	Key  string // such as api.sleep[1].func
}

// An Error is about one place in a configuration file. Its text is one line.
type Error struct {
	At      Place
	Message string
}

func (e *Error) Error() string {
	place := e.At.File
	if e.At.Line > 0 {
		place += fmt.Sprintf(":%d", e.At.Line)
	}
	if e.At.Key != "" {
		place += ": " + e.At.Key
	}
	return place + ": " + e.Message
}

// Errorf returns an error about the place.
func (p Place) Errorf(format string, args ...any) error {
	return &Error{p, fmt.Sprintf(format, args...)}
}

// Default returns the configuration without a file.
func Default() *Config { return &Config{Tests: true} }

// Load reads the named file. The error names the file.
func Load(file string) (*Config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parse(file, data)
}

// Find returns the configuration file for a directory, "" if there is none: the
// nearest from there upwards, as far as the root of the repository. Without a
// repository, the search ends with the outermost module or workspace.
func Find(dir string) (string, error) {
	for _, d := range searched(dir) {
		file := filepath.Join(d, Name)
		if is, err := isFile(file); err != nil || is {
			return file, err
		}
		for _, name := range misnamed {
			if is, _ := isFile(filepath.Join(d, name)); is {
				return "", fmt.Errorf("%s: the configuration's name is %s", filepath.Join(d, name), Name)
			}
		}
	}
	return "", nil
}

// FindBaseline returns the baseline file of the name for a directory, found in
// the way of Find, "" if there is none.
func FindBaseline(dir, name string) (string, error) {
	for _, d := range searched(dir) {
		file := filepath.Join(d, name)
		if is, err := isFile(file); err != nil || is {
			return file, err
		}
	}
	return "", nil
}

// Root returns the outermost directory that Find looks in.
func Root(dir string) string {
	dirs := searched(dir)
	return dirs[len(dirs)-1]
}

// searched returns the directories that Find looks in, the nearest first.
func searched(dir string) []string {
	dirs := []string{dir}
	last := 1 // of dirs, how many count without a repository
	for {
		if exists(filepath.Join(dir, ".git")) { // a file in worktrees
			return dirs
		}
		if exists(filepath.Join(dir, "go.mod")) || exists(filepath.Join(dir, "go.work")) {
			last = len(dirs)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return dirs[:last]
		}
		dir = parent
		dirs = append(dirs, dir)
	}
}

// isFile reports whether the name is that of a regular file.
func isFile(name string) (bool, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case info.IsDir():
		return false, fmt.Errorf("%s: is a directory", name)
	}
	return true, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
