package directives

import (
	"go/ast"
	"strings"
)

const (
	prefix = "//" + Name + ":"
)

// parse returns what a comment says to ctxchain, or nil if it is like any
// other comment. Its place is for the caller to fill in.
func parse(c *ast.Comment) *Directive {
	d := parseOwn(c.Text)
	if d == nil {
		d = parseNolint(c.Text)
	}
	if d != nil {
		d.Pos, d.End = c.Pos(), c.End()
	}
	return d
}

// parseOwn parses //ctxchain:VERB ARGS.
func parseOwn(text string) *Directive {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return nil
	}
	verb, args := cutField(rest)
	d := &Directive{Kind: Unknown, Verb: verb}
	switch kind := Kind(verb); kind {
	case Ignore:
		d.Kind = kind
		d.Names, args = cutNames(args)
	case Root, Detached:
		d.Kind = kind
	}
	d.Reason = reason(args)
	return d
}

// parseNolint parses golangci-lint's form the way golangci-lint does: spaces
// are allowed after the slashes, names end at the next pair of slashes.
func parseNolint(text string) *Directive {
	rest, ok := strings.CutPrefix(text, "//")
	if !ok {
		return nil
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, "/ "), string(Nolint))
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != ':' {
		return nil
	}
	d := &Directive{Kind: Nolint, Verb: string(Nolint)}
	names, why, _ := strings.Cut(rest, "//")
	d.Reason = strings.TrimSpace(why)
	names, ok = strings.CutPrefix(names, ":")
	if !ok {
		return d
	}
	for item := range strings.SplitSeq(names, ",") {
		// Words after the last name are taken for a reason without slashes.
		name, more := cutField(item)
		if name != "" {
			d.Names = append(d.Names, strings.ToLower(name))
		}
		if d.Reason == "" {
			d.Reason = more
		}
	}
	return d
}

// cutNames splits the names of an ignore directive from its reason. Blanks
// around a comma are allowed.
func cutNames(args string) (names []string, rest string) {
	for more := true; more && args != "" && !strings.HasPrefix(args, "//"); {
		var field string
		field, args = cutField(args)
		more = strings.HasSuffix(field, ",") || strings.HasPrefix(args, ",")
		for name := range strings.SplitSeq(field, ",") {
			if name != "" {
				names = append(names, name)
			}
		}
	}
	return names, args
}

// reason cleans up the free text of a directive. Those who are used to the
// nolint form may put slashes before it.
func reason(text string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "//"))
}

// cutField splits s after its first field.
func cutField(s string) (field, rest string) {
	s = strings.TrimSpace(s)
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], strings.TrimSpace(s[i:])
	}
	return s, ""
}
