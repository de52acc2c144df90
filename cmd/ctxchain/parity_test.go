package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestParity runs the real checks over the demo shop, as a command and under go
// vet, and wants the same findings. The command has all categories computed and
// then leaves out what is off; go vet has no more computed than what is on.
func TestParity(t *testing.T) {
	real, err := exec.LookPath("real")
	if err != nil {
		t.Fatal(err)
	}
	for _, preset := range []string{"default", "strict"} {
		t.Run(preset, func(t *testing.T) {
			stdout, _ := inShop(t, real, "-preset="+preset, "./...")
			_, stderr := inShop(t, "go", "vet", "-vettool="+real, "-preset="+preset, "./...")

			category := regexp.MustCompile(` \([a-z]+/[a-z]+\)$`)
			var command, vet []string
			for line := range strings.Lines(stdout) {
				command = append(command, category.ReplaceAllString(strings.TrimSpace(line), ""))
			}
			for line := range strings.Lines(stderr) {
				if !strings.HasPrefix(line, "#") && !strings.Contains(line, ": \t") {
					vet = append(vet, strings.TrimPrefix(strings.TrimSpace(line), "./"))
				}
			}
			slices.Sort(command)
			slices.Sort(vet)
			if len(command) == 0 {
				t.Error("no findings in the shop")
			}
			if !slices.Equal(command, vet) {
				t.Errorf("the command says\n%s\ngo vet says\n%s", strings.Join(command, "\n"), strings.Join(vet, "\n"))
			}
		})
	}
}

// inShop runs a program in the shop's directory. It has to exit 1, as for
// findings.
func inShop(t *testing.T, name string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join("..", "..", "analyzers", "testdata", "shop")
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%s %q: %v, want exit status 1; stderr:\n%s", name, args, err, errs.String())
	}
	return out.String(), errs.String()
}
