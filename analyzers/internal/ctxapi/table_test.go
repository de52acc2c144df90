package ctxapi

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// The constant lists are searched by halves.
func TestSorted(t *testing.T) {
	if !slices.IsSortedFunc(families[:], func(a, b family) int { return cmp.Compare(a.prefix, b.prefix) }) {
		t.Error("families isn't sorted")
	}
	if !slices.IsSortedFunc(aliases[:], func(a, b alias) int { return cmp.Compare(a.from, b.from) }) {
		t.Error("aliases isn't sorted")
	}
	if !slices.IsSorted(stdPackages[:]) {
		t.Error("stdPackages isn't sorted")
	}
}

// No file lies about that nothing reads, and no alias leads nowhere.
func TestFilesAndAliases(t *testing.T) {
	entries, err := data.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.ContainsFunc(families[:], func(f family) bool { return f.file == e.Name() }) {
			t.Errorf("data/%s belongs to no family", e.Name())
		}
	}
	for _, a := range aliases {
		file, canonical := familyOf(a.from + "/x")
		if file == "" || canonical != a.to+"/x" {
			t.Errorf("%s leads to %q in %q", a.from, canonical, file)
		}
	}
}

func TestGlobMatch(t *testing.T) {
	for _, tt := range []struct {
		glob, path string
		want       bool
	}{
		{"a/*", "a/b", true},
		{"a/*", "a", false},
		{"a/*", "a/b/c", false},
		{"a/*/apiv*", "a/b/apiv1", true},
		{"a/**/apiv*", "a/apiv1", true},
		{"a/**/apiv*", "a/b/c/apiv1beta", true},
		{"a/**/apiv*", "a/b/apiv1/pb", false},
		{"a/**/apiv*", "b/apiv1", false},
		{"a/**", "a", true},
		{"a/**", "a/b/c", true},
		{"a/**", "ab/c", false},
		{"**", "anything/at/all", true},
		{"a/b*c/d", "a/bc/d", true},
		{"a/b*c/d", "a/b/d", false},
	} {
		if got := globMatch(tt.glob, tt.path); got != tt.want {
			t.Errorf("globMatch(%q, %q) = %v", tt.glob, tt.path, got)
		}
	}
}

// BenchmarkUnknown is what a function costs that no table knows: nearly all do.
func BenchmarkUnknown(b *testing.B) {
	pkg := types.NewPackage("github.com/acme/shop/internal/orders/store", "store")
	fn := types.NewFunc(token.NoPos, pkg, "Save", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	b.ReportAllocs()
	for b.Loop() {
		if new(Tables).Rows(fn) != nil {
			b.Fatal("known")
		}
	}
}

// BenchmarkParse is what a process pays once for a family that it meets.
func BenchmarkParse(b *testing.B) {
	for _, file := range []string{"nethttp.txt", "kubernetes.txt", "redis.txt"} {
		b.Run(file, func(b *testing.B) {
			text, err := data.ReadFile("data/" + file)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := parse(file, string(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
