// Package directive defines an analyzer of the comments by which code answers
// ctxchain's findings.
//
// # Analyzer ctxchain
//
// ctxchain: find directives of ctxchain that have no effect or no reason
//
// A directive is a line comment that tells ctxchain something about the code
// beside it:
//
//	//ctxchain:ignore ctxroot/helper the poller lives as long as the program
//	//ctxchain:root started by cron, nobody waits for it
//	//ctxchain:detached the audit record must survive the request
//	//nolint:ctxchain // started by cron, nobody waits for it
//
// An ignore directive, or golangci-lint's nolint, keeps findings from being
// reported. It names, separated by commas, a check (ctxroot), a category
// (ctxroot/helper), or all of them (ctxchain); golangci-lint itself knows only
// the last of these names. It stands on the line of the finding, on the line
// above it, where it covers the whole statement or other syntax that starts
// below, or on a declaration, in its doc comment or on its first line, for all
// of it. Above the package clause it covers the file.
//
// A root directive makes a function, or a function literal, the start of an
// independent job: what it does on a context of its own is right. It stands in
// the function's doc comment, above its first line, or on it.
//
// A detached directive allows what a go statement or a call starts to outlive
// its caller. It stands on the same line or above it.
//
// Each of them ends with its reason, for those who read the code later.
//
// # ctxchain/directive
//
// A directive that doesn't do what it looks like, or that gives no reason. Of
// those below, the first is no directive, the second names no category, and the
// third doesn't say why:
//
//	//ctxchain:ingore ctxroot for now
//	//ctxchain:ignore ctxroot/hepler the poller lives as long as the program
//	//ctxchain:ignore ctxroot
//
// So is one that suppresses nothing, as what it was for is gone. The suggested
// fix removes it.
//
// # Not reported
//
// A nolint directive is looked at only if it names ctxchain, a check, or a
// category that is on. One that names a category that is off, in any form, may
// be of use with other flags. Where golangci-lint itself looks at nolint
// directives, its nolintlint linter watches over them.
//
// A finding about a directive can itself be ignored, but not by that directive.
//
// # With other drivers
//
// This analyzer requires all the checks, so that they run even when a driver
// has them switched off by name; they then report nothing, and what they would
// have reported still counts as suppressed. To be right about what suppresses
// nothing, it must see the same flags as the checks do: switch categories with
// the checks' own flags.
package directive
