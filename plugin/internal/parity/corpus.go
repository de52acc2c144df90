package parity

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// A Corpus is code that all drivers are to say the same about.
type Corpus struct {
	Name string
	Dir  string   // absolute; its packages are those that ./... matches here
	Env  []string // what the go command needs besides the environment
}

// Shop is the demo module, in a directory that is a copy of it or the original.
func Shop(dir string) Corpus {
	return Corpus{Name: "shop", Dir: dir, Env: []string{"GOFLAGS=", "GOWORK=off", "GO111MODULE=on"}}
}

// Corpora returns all that there is below analyzers/testdata of the repository:
// the shop, and the packages that the tests of the checks are about, which
// are outside of any module.
func Corpora(repository string) []Corpus {
	testdata := filepath.Join(repository, "analyzers", "testdata")
	return []Corpus{
		Shop(filepath.Join(testdata, "shop")),
		{
			Name: "src",
			Dir:  filepath.Join(testdata, "src"),
			Env:  []string{"GOFLAGS=", "GOWORK=off", "GO111MODULE=off", "GOPATH=" + testdata},
		},
	}
}

// Repository returns the directory of the repository that holds the test which
// is running.
func Repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "analyzers", "testdata")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("no analyzers/testdata in a directory above the test")
		}
		dir = parent
	}
}

// BuildTool builds ctxchain, as make build does, and returns the program's path.
func BuildTool(repository, dir string) (string, error) {
	tool := filepath.Join(dir, "ctxchain.exe") // Windows wants an extension, others don't care
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", tool, "./cmd/ctxchain")
	cmd.Dir = repository
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %v\n%s", cmd, err, out)
	}
	return tool, nil
}

// Run runs a program in the corpus's directory. It has to exit with one of the
// given statuses.
func (c Corpus) Run(statuses []int, program string, args ...string) (stdout, stderr []byte, err error) {
	var out, errs bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	for _, status := range statuses {
		if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == status {
			return out.Bytes(), errs.Bytes(), nil
		}
	}
	return nil, nil, fmt.Errorf("%v: %v, want exit status %v\n%s%s", cmd, err, statuses, &out, &errs)
}

// CopyShop copies the demo module into a directory, for what changes files.
func CopyShop(repository, dir string) (Corpus, error) {
	c := Shop(filepath.Join(dir, "shop"))
	return c, os.CopyFS(c.Dir, os.DirFS(filepath.Join(repository, "analyzers", "testdata", "shop")))
}

// Files returns the contents of the corpus's Go files, by their names in it.
func (c Corpus) Files() (map[string]string, error) {
	files := make(map[string]string)
	err := filepath.WalkDir(c.Dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		data, err := os.ReadFile(name)
		files[c.Relative(name)] = string(data)
		return err
	})
	return files, err
}

// Compiles returns why the corpus, or a test in it, doesn't.
func (c Corpus) Compiles() error {
	if _, _, err := c.Run([]int{0}, "go", "build", "./..."); err != nil {
		return err
	}
	_, _, err := c.Run([]int{0}, "go", "test", "-vet=off", "-run=^$", "./...")
	return err
}
