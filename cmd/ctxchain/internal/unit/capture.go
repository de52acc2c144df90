package unit

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// CaptureEnv names the environment variable that holds a directory in which the
// units of the packages that were asked for leave their configuration, so that
// they can be analyzed again without the go command. It is no flag: those
// decide under which key the go command files a result.
const CaptureEnv = "CTXCHAIN_CAPTURE"

// CaptureExt is how the names of the files in that directory end.
const CaptureExt = ".unit"

// capture copies the configuration file of a unit to dir, unless the unit is
// only a dependency. What the configuration refers to in the go command's
// working directory, which is about to go, is kept as well.
func capture(dir, cfgFile string) error {
	data, err := os.ReadFile(cfgFile)
	if err != nil {
		return err
	}
	var cfg unitchecker.Config
	if err := json.Unmarshal(data, &cfg); err != nil {
		return fmt.Errorf("%s: %v", cfgFile, err)
	}
	if cfg.VetxOnly {
		return nil
	}
	work := filepath.Dir(filepath.Dir(cfgFile)) + string(filepath.Separator)
	for path, file := range cfg.PackageVetx {
		if strings.HasPrefix(file, work) {
			kept := filepath.Join(dir, fileName(path))
			if err := keep(file, kept); err != nil {
				return err
			}
			cfg.PackageVetx[path] = kept
		}
	}
	if data, err = json.Marshal(cfg); err != nil {
		return err
	}
	// All or nothing: whoever reads the directory does so when go vet is done,
	// but that may have been stopped.
	name := filepath.Join(dir, fileName(cfg.ID)+CaptureExt)
	if err := os.WriteFile(name+".new", data, 0o666); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// fileName makes a file's name of a package's.
func fileName(pkg string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(pkg)))[:32] }

// keep makes a file available under another name, as a link where that is
// possible. Another unit may have done it before.
func keep(file, as string) error {
	if err := os.Link(file, as); err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.CreateTemp(filepath.Dir(as), "copy")
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err := errors.Join(err, to.Close()); err != nil {
		return err
	}
	return os.Rename(to.Name(), as)
}
