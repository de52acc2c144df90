package report

import "strings"

// pages is where the documentation of the checks is published.
const pages = "https://github.com/ctxchain/ctxchain/blob/main/docs/checks/"

// PageURL returns the address of a check's page, for its Analyzer.URL.
func PageURL(check string) string { return pages + check + ".md" }

// URL returns the address of the description of a category, given its ID. Its
// page has the ID as a heading.
//
// Diagnostics carry it, as the address that drivers make up for those that
// don't, page#check/category, isn't the anchor that a Markdown heading gets.
func URL(id string) string {
	check, _, _ := strings.Cut(id, "/")
	return PageURL(check) + "#" + strings.ReplaceAll(id, "/", "")
}

// URL returns the address of the category's description.
func (c Category) URL() string { return URL(c.ID()) }
