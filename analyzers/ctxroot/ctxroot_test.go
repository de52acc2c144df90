package ctxroot_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxroot"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestCases(t *testing.T) {
	a := ctxroot.New()
	results := ctxtest.Run(t, a)
	ctxtest.Covers(t, a, results)
	ctxtest.Facts(t, results, 1024)
}

// TestStrict has the categories that are off by default.
func TestStrict(t *testing.T) {
	a := ctxroot.New()
	if err := a.Flags.Set("preset", "strict"); err != nil {
		t.Fatal(err)
	}
	ctxtest.Run(t, a, "ctxrootstrict")
}

// TestArchives has modules of older language versions.
func TestArchives(t *testing.T) { ctxtest.Archives(t, ctxroot.New()) }
