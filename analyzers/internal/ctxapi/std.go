package ctxapi

import (
	"slices"
	"strings"
)

// IsStd reports whether path is a package of the standard library or of the go
// command (internal/..., vendor/... and cmd/... included).
//
// A path without a dot may as well be a user's module, so that packages are
// recognised by name. One that a newer Go release has added (crypto/xyz) is
// recognised by its top-level directory, if that has other packages.
func IsStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return false
	}
	if first == "cmd" || first == "vendor" && path != first {
		return true
	}
	if _, ok := slices.BinarySearch(stdPackages[:], path); ok {
		return true
	}
	// Some ancestor has packages exactly if the top-level directory has.
	dir := first + "/"
	at, _ := slices.BinarySearch(stdPackages[:], dir)
	return path != first && at < len(stdPackages) && strings.HasPrefix(stdPackages[at], dir)
}
