package fix_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/fix"
)

// killedEnv names the directory in which the test binary writes files until
// it's killed.
const killedEnv = "FIX_TEST_WRITE_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killedEnv); dir != "" {
		writeForever(dir)
	}
	os.Exit(m.Run())
}

const killedFiles = 40

// content is a file's content after so many rounds, large enough to be written
// in pieces.
func content(round int) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "round %d\n", round), 20_000)
}

func writeForever(dir string) {
	for round := 0; ; round++ {
		r := new(fix.Result)
		for i := range killedFiles {
			name := filepath.Join(dir, fmt.Sprintf("%02d.go", i))
			r.Files = append(r.Files, fix.File{Name: name, Old: content(round), New: content(round + 1)})
		}
		if _, err := r.Write(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// TestKilled kills a process in the midst of writing. Each file has to be whole:
// as it was before a round, or after it.
func TestKilled(t *testing.T) {
	for i := range 5 {
		dir := t.TempDir()
		for n := range killedFiles {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.go", n)), content(0), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedEnv+"="+dir)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(200+70*i) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		if stderr.Len() > 0 {
			t.Fatal(stderr.String())
		}
		for n := range killedFiles {
			wantWhole(t, filepath.Join(dir, fmt.Sprintf("%02d.go", n)))
		}
	}
}

// wantWhole checks that a file has the content of one round.
func wantWhole(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var round int
	if _, err := fmt.Sscanf(string(data), "round %d\n", &round); err != nil || !bytes.Equal(data, content(round)) {
		t.Errorf("%s isn't whole: %d bytes, %v", name, len(data), err)
	}
}
