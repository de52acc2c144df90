package report

import "slices"

// order lists all categories, also those of checks still to come. Where several
// findings are about one fault, the one whose category comes first is told.
var order = [...]string{
	"ctxchain/directive",

	"ctxhop/roundzero",
	"ctxhop/absolute",
	"ctxhop/mutate",
	"ctxhop/extend",
	"ctxhop/connwrap",
	"ctxhop/unstamped",

	"ctxbudget/okignored",
	"ctxbudget/zeroforever",
	"ctxbudget/negative",
	"ctxbudget/stale",
	"ctxbudget/reset",
	"ctxbudget/sharedattempt",
	"ctxbudget/retrydone",
	"ctxbudget/swallowed",
	"ctxbudget/noop",

	"ctxlifetime/dead",
	"ctxlifetime/escape",
	"ctxlifetime/request",
	"ctxlifetime/cleanup",
	"ctxlifetime/tidyup",
	"ctxlifetime/shared",
	"ctxlifetime/startup",
	"ctxlifetime/deferloop",
	"ctxlifetime/nested",
	"ctxlifetime/lostcancel",

	"ctxgoroutine/groupafter",
	"ctxgoroutine/outerctx",
	"ctxgoroutine/errgroup",

	"ctxignored/variant",
	"ctxignored/request",

	"ctxroot/shadow",
	"ctxroot/stored",
	"ctxroot/inscope",
	"ctxroot/detach",
	"ctxroot/detachbounded",
	"ctxroot/helper",
	"ctxroot/call",

	"ctxwait/sleep",
	"ctxwait/timer",
	"ctxwait/select",
	"ctxwait/channel",
	"ctxwait/retry",
	"ctxwait/retrier",
	"ctxwait/held",
	"ctxwait/budget",

	"ctxloop/spin",
	"ctxloop/stream",

	"ctxgoroutine/unshared",
	"ctxgoroutine/unstopped",
	"ctxwait/stop",

	"ctxdeadline/defaultclient",
	"ctxdeadline/client",
	"ctxdeadline/unbounded",
	"ctxdeadline/dial",
	"ctxdeadline/server",
	"ctxdeadline/oneshot",

	"ctxignored/unused",
	"ctxignored/conn",
	"ctxignored/weak",
	"ctxignored/logger",

	"ctxloop/endless",
	"ctxloop/cpu",

	"ctxgoroutine/waitgroup",
}

// Order returns the IDs of all categories, those that silence others first.
func Order() []string { return slices.Clone(order[:]) }

// rank returns the category's place among those that speak about one fault.
// What is off by default comes after all that is on, so that switching it on
// never hides a finding; what the order doesn't know comes last.
func rank(c Category) int {
	place := slices.Index(order[:], c.ID())
	if place < 0 {
		place = len(order)
	}
	if !c.Default {
		place += len(order) + 1
	}
	return place
}
