package config

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Template is a commented file that changes nothing.
//
//go:embed template.yml
var Template string

// Init writes the template into a directory, and returns the file's name. It is
// an error if there's a file already.
func Init(dir string) (string, error) {
	file := filepath.Join(dir, Name)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("%s: there's a configuration already", file)
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(Template)
	return file, errors.Join(err, f.Close())
}
