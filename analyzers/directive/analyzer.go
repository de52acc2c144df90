package directive

import (
	"github.com/ctxchain/ctxchain/analyzers/ctxbudget"
	"github.com/ctxchain/ctxchain/analyzers/ctxdeadline"
	"github.com/ctxchain/ctxchain/analyzers/ctxgoroutine"
	"github.com/ctxchain/ctxchain/analyzers/ctxhop"
	"github.com/ctxchain/ctxchain/analyzers/ctxignored"
	"github.com/ctxchain/ctxchain/analyzers/ctxlifetime"
	"github.com/ctxchain/ctxchain/analyzers/ctxloop"
	"github.com/ctxchain/ctxchain/analyzers/ctxroot"
	"github.com/ctxchain/ctxchain/analyzers/ctxwait"
)

// Analyzer looks at the directives after the Analyzer variables of all checks,
// for drivers that want a variable. A test holds it together with the list of
// checks.
var Analyzer = New(
	ctxroot.Analyzer,
	ctxignored.Analyzer,
	ctxwait.Analyzer,
	ctxloop.Analyzer,
	ctxgoroutine.Analyzer,
	ctxdeadline.Analyzer,
	ctxlifetime.Analyzer,
	ctxbudget.Analyzer,
	ctxhop.Analyzer,
)
