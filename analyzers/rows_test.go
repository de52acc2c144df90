package analyzers_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctxchain/ctxchain/analyzers"
)

// ownRows is what testdata/src/ownrows says of its libraries.
const ownRows = `
carrier (*ownrows/lib.Session).Std
carrier (ownrows/lib.Request).Base
derive  ownrows/lib.Tagged
logger  ownrows/lib.Note
spawn   (*ownrows/lib.Pool).Run task=0 joined=none
job     ownrows.Nightly
outgoing ownrows/lib.Fetch kind=http
`

// TestOwnRows analyzes with rows of the user's own, by each check of a set, and
// again without, since no set may know of another's.
func TestOwnRows(t *testing.T) {
	set := analyzers.New()
	if err := analyzers.SetRows(set, ownRows); err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, analysistest.TestData(), set[0], "ownrows")

	analysistest.Run(t, analysistest.TestData(), analyzers.New()[0], "ownrowsunset")
}

func TestSetRowsErrors(t *testing.T) {
	err := analyzers.SetRows(analyzers.New(), "job example.com/a.F\nsleep F")
	if err == nil || !strings.HasPrefix(err.Error(), `sleep F: "F": want`) {
		t.Errorf("error %v", err)
	}
	if err := analyzers.SetRows(nil, "job example.com/a.F"); err == nil {
		t.Error("no error though there's nobody to tell")
	}
	if err := analyzers.CheckRow("slep example.com/a.F", nil); err == nil {
		t.Error("no error for an unknown role")
	}
}
