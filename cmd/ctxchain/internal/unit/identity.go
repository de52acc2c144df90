package unit

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
)

// identity returns the answer to -V=full for the configuration file, "" for
// none.
//
// The go command files results under this line. So it covers all that decides
// over a result beyond the flags and the package: the content of this
// executable and that of the configuration. It names neither of their paths:
// the go command splits the line at spaces, and two machines that hold equal
// files may share results.
func identity(config string) (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	if err := addFile(hash, exe); err != nil {
		return "", err
	}
	if config != "" {
		sum := sha256.New()
		if err := addFile(sum, config); err != nil {
			return "", fmt.Errorf("%s: %v", ConfigEnv, err)
		}
		fmt.Fprintf(hash, "config %x", sum.Sum(nil))
	}
	// "devel" tells the go command to take what follows buildID= as the identity.
	return fmt.Sprintf("ctxchain version devel buildID=%x", hash.Sum(nil)), nil
}

// addFile writes the content of the named file to w.
func addFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
