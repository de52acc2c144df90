package ctxapi

import (
	"go/version"
	"strconv"
	"strings"
)

// Attr returns the value of key=value in the row's detail, "" if absent.
func (r *Row) Attr(key string) string { return r.attrs[key] }

// Has reports whether the row's detail has the bare word or key. Words count
// alone or in front of a colon or parenthesis, and both words of a kind such as
// "grpc stream" count too.
func (r *Row) Has(word string) bool { _, ok := r.attrs[word]; return ok }

// IsPattern reports whether the row stands for many functions.
func (r *Row) IsPattern() bool { return r.pattern != nil }

// IsOwn reports whether a user has added the row.
func (r *Row) IsOwn() bool { return r.module.Path == "" }

// Module returns the library that the row is about, with the version that it
// was checked against. Its Rows must not be changed.
func (r *Row) Module() *Module { return r.module }

// From returns the index of the parameter that the result of a derive or detach
// row gets its values from, -1 if that is the receiver or isn't a parameter.
func (r *Row) From() int {
	if from, ok := r.attrs["from"]; ok {
		n, err := strconv.Atoi(from)
		if err != nil {
			return -1
		}
		return n
	}
	return r.Ctx
}

// Adds reports whether a derive row adds what ("deadline", "cancel" or
// "values") to the context that it derives from.
func (r *Row) Adds(what string) bool {
	for s := range strings.SplitSeq(r.attrs["adds"], ",") {
		if s == what {
			return true
		}
	}
	return false
}

// Sibling returns the context-taking sibling that a variant row names, as a
// receiver in the notation of Row.Recv ("" for a function of the package) and a
// name; ok is false for other rows. The sibling is in the package of the
// function itself.
func (r *Row) Sibling() (recv, name string, ok bool) {
	if r.Role != Variant {
		return "", "", false
	}
	if name, ok := strings.CutPrefix(r.Kind, "."); ok {
		return "", name, true
	}
	if rest, ok := strings.CutPrefix(r.Kind, "("); ok {
		recv, name, ok = strings.Cut(rest, ").")
		return recv, name, ok
	}
	return r.Recv, r.Kind, true
}

// Available reports whether code of the Go version (of a go.mod's go line,
// "1.21", or of types.Package.GoVersion, "go1.21") may use the function, and,
// for a variant row, its sibling. An empty or odd version allows everything.
func (r *Row) Available(goVersion string) bool {
	if goVersion == "" {
		return true
	}
	if !strings.HasPrefix(goVersion, "go") {
		goVersion = "go" + goVersion
	}
	if !version.IsValid(goVersion) {
		return true
	}
	for _, since := range []string{r.Since, r.attrs["sibling-since"]} {
		if since != "" && version.Compare(goVersion, since) < 0 {
			return false
		}
	}
	return true
}

// BoundedByDefault reports whether something other than a context ends an
// outgoing call even when nobody sets an option: a default timeout with its
// value in the row ("timeout=WithTimeout 15s"), or a deadline that the library
// gives to a context without one ("default-deadline=5s").
func (r *Row) BoundedByDefault() bool {
	return r.Has("default-deadline") || hasDuration(r.attrs["timeout"])
}

// BoundedByArgument reports whether an argument of the call bounds it
// ("timeout=arg2", "timeout=last argument").
func (r *Row) BoundedByArgument() bool {
	t := r.attrs["timeout"]
	return strings.Contains(t, "argument") || t == "arg2"
}

// hasDuration reports whether a word of s is a duration such as 500ms or 60s.
func hasDuration(s string) bool {
	for _, w := range strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == ',' }) {
		digits := strings.TrimLeft(w, "0123456789")
		if len(digits) < len(w) && (digits == "ms" || digits == "s" || digits == "m" || digits == "h") {
			return true
		}
	}
	return false
}

// parseDetail splits the detail of a line into its attributes. kind is the first
// part that isn't key=value. Bare parts are keys with an empty value; so are
// their leading words, see [Row.Has].
func parseDetail(detail string) (kind string, attrs map[string]string) {
	attrs = make(map[string]string)
	for part := range strings.SplitSeq(detail, ";") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if key, val, ok := strings.Cut(part, "="); ok {
			attrs[key] = val
			continue
		}
		if kind == "" {
			kind = part
		}
		attrs[part] = ""
		if word, ok := strings.CutSuffix(part, " stream"); ok {
			attrs[word], attrs["stream"] = "", ""
		}
		if i := strings.IndexAny(part, ":("); i > 0 {
			attrs[strings.TrimSpace(part[:i])] = ""
		}
	}
	return kind, attrs
}
