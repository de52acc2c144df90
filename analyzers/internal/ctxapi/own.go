package ctxapi

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseOwn reads rows that users add to the tables, about libraries of their
// own. A row is
//
//	ROLE NAME [OPTION=VALUE...]
//
// Rows are separated by newlines or semicolons, their parts by blanks. NAME is
// that of a function or method as types.Func.FullName writes it, and fields are
// written alike:
//
//	example.com/rpc.Call
//	(*example.com/rpc.Client).Call
//	(example.com/web.Ctx).Base
//
// In the names of functions and types, * stands for any text. The roles, with
// their options:
//
//	outgoing  kind=WORD stream timeout=DURATION timeout-arg=N ctx=N
//	derive    adds=deadline,cancel,values ctx=N
//	detach    ctx=N
//	carrier   (NAME is the method or field that gives the context)
//	sleep     ctx=N
//	spawn     task=N joined=itself|wait|none
//	retry     use=NAME (what hands it a context, as users write it) ctx=N
//	variant   sibling=NAME (that takes a context, of the same type or package)
//	logger    ctx=N
//	job       (a function of the user's, where background work starts)
//	timeout-header (NAME is a header's)
//
// N counts parameters from 0. Without ctx=, the first parameter that is a
// context is meant; without task=, the first that is a function, or several. The error names the row.
func ParseOwn(text string) ([]*Row, error) {
	var rows []*Row
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == ';' }) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		r, err := ownRow(fields)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", strings.Join(fields, " "), err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// headerRole is what users call the role Header by: of the rows that the tables
// know it in, they can add names of headers only.
const headerRole = "timeout-header"

// ownOptions returns the options that a role has in rows of the user's own, and
// whether it has any such rows.
func ownOptions(role Role) (options []string, ok bool) {
	switch role {
	case Outgoing:
		return []string{"ctx", "kind", "stream", "timeout", "timeout-arg"}, true
	case Derive:
		return []string{"adds", "ctx"}, true
	case Detach, Logger, Sleep:
		return []string{"ctx"}, true
	case Retry:
		return []string{"ctx", "use"}, true
	case Spawn:
		return []string{"joined", "task"}, true
	case Variant:
		return []string{"sibling"}, true
	case Carrier, Job, headerRole:
		return nil, true
	}
	return nil, false
}

// ownRow reads the parts of one row.
func ownRow(fields []string) (*Row, error) {
	role := Role(fields[0])
	allowed, ok := ownOptions(role)
	if !ok {
		return nil, fmt.Errorf("unknown role %q", role)
	}
	if len(fields) < 2 {
		return nil, fmt.Errorf("a name is missing")
	}
	r := &Row{Role: role, Ctx: -1, auto: true, attrs: make(map[string]string)}
	if role == headerRole {
		r.Role, r.Name, r.auto = Header, fields[1], false
	} else if err := r.setName(fields[1]); err != nil {
		return nil, err
	}
	options := make(map[string]string)
	for _, f := range fields[2:] {
		key, value, given := strings.Cut(f, "=")
		if !slices.Contains(allowed, key) {
			return nil, fmt.Errorf("%s has no option %q", role, key)
		}
		if given == (key == "stream") {
			return nil, fmt.Errorf("option %q: want stream, or NAME=VALUE for others", f)
		}
		options[key] = value
	}
	return r, r.setOptions(options)
}

// setName reads the name of a function, method or field.
func (r *Row) setName(name string) error {
	malformed := fmt.Errorf("%q: want path.Func, (path.Type).Name or (*path.Type).Name", name)
	path, recv := name, ""
	if rest, ok := strings.CutPrefix(name, "("); ok {
		if recv, r.Name, ok = strings.Cut(rest, ")."); !ok || r.Name == "" {
			return malformed
		}
		if path, ok = strings.CutPrefix(recv, "*"); ok {
			recv = "*"
		} else {
			recv = ""
		}
	}
	dot := strings.LastIndexByte(path, '.')
	if dot <= strings.LastIndexByte(path, '/')+1 {
		return malformed
	}
	last := path[dot+1:]
	r.Package = path[:dot]
	if r.Name == "" {
		r.Name = last
	} else {
		r.Recv = recv + last
	}
	for _, s := range []string{last, r.Name} {
		if !token.IsIdentifier(strings.ReplaceAll(s, "*", "x")) {
			return malformed
		}
	}
	if strings.ContainsAny(r.Package, "*() \t") {
		return malformed
	}
	r.Name, r.Recv = glob(r.Name), recv+glob(strings.TrimPrefix(r.Recv, "*"))
	return nil
}

// glob turns a name with stars into the tables' notation of patterns.
func glob(name string) string {
	if !strings.Contains(name, "*") {
		return name
	}
	return "~" + strings.ReplaceAll(regexp.QuoteMeta(name), `\*`, ".*")
}

// setOptions checks options, and notes them in the tables' terms.
func (r *Row) setOptions(options map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(options)) {
		if err := r.setOption(key, options[key]); err != nil {
			return fmt.Errorf("%s=%s: %v", key, options[key], err)
		}
	}
	switch r.Role {
	case Outgoing:
		r.word(cmp.Or(r.Kind, "call"))
	case Logger:
		r.word("values-only")
	case Variant:
		if r.Kind == "" {
			return fmt.Errorf("option sibling is missing")
		}
		r.auto = false
		r.attrs["params"] = "same"
	}
	return nil
}

// word makes a word the row's kind, as parseDetail does.
func (r *Row) word(kind string) {
	r.Kind = kind
	r.attrs[kind] = ""
	if _, ok := r.attrs["stream"]; ok {
		r.Kind += " stream"
		r.attrs[r.Kind] = ""
	}
}

// setOption notes one option.
func (r *Row) setOption(key, value string) error {
	switch key {
	case "kind", "sibling":
		if !token.IsIdentifier(value) {
			return fmt.Errorf("want a word")
		}
		r.Kind = value
	case "use":
		for word := range strings.SplitSeq(value, ".") {
			if !token.IsIdentifier(word) {
				return fmt.Errorf("want a name such as retry.Context")
			}
		}
		r.attrs["use"] = value
	case "stream":
		r.attrs["stream"] = ""
	case "timeout":
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return fmt.Errorf("want a time such as 30s")
		}
		r.attrs["timeout"] = fmt.Sprintf("%dms", max(d.Milliseconds(), 1)) // one number and unit, as in the data files
	case "adds":
		for what := range strings.SplitSeq(value, ",") {
			if what != "deadline" && what != "cancel" && what != "values" {
				return fmt.Errorf("want deadline, cancel or values, separated by commas")
			}
		}
		r.attrs["adds"] = value
	case "joined":
		switch value {
		case "itself", "none":
			r.attrs["joined"] = value
		case "wait":
			r.attrs["joined"] = "Wait"
		default:
			return fmt.Errorf("want itself, wait or none")
		}
	default:
		return r.setIndex(key, value)
	}
	return nil
}

// setIndex notes an option whose value is the index of a parameter.
func (r *Row) setIndex(key, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return fmt.Errorf("want the index of a parameter, from 0 up")
	}
	switch key {
	case "ctx":
		r.Ctx, r.auto = n, false
	case "task":
		r.attrs["task"] = value
	case "timeout-arg":
		r.attrs["timeout"] = "argument " + value
	}
	return nil
}

// ownTable files rows of the user's own.
func ownTable(rows []*Row) (*table, error) {
	p := reader{table: &table{pkgs: make(map[string]*pkgTable)}, mod: new(Module)}
	for _, r := range rows {
		if r.Role == Header {
			continue
		}
		r.module = p.mod
		p.pkg = p.pkgTable(r.Package)
		if err := p.add(r); err != nil {
			return nil, err
		}
	}
	return p.table, nil
}

// resolved returns the row as it is for a function of the signature: a row of
// the user's own doesn't have to say which parameter is the context.
func (r *Row) resolved(sig *types.Signature) *Row {
	if !r.auto || sig == nil {
		return r
	}
	at := contextIndex(sig)
	c := *r
	c.Ctx, c.auto = at, false
	c.attrs = maps.Clone(r.attrs)
	switch {
	case r.Role == Sleep && at >= 0:
		c.attrs["ctx-aware"] = ""
	case (r.Role == Outgoing || r.Role == Retry) && at < 0:
		c.attrs["ctx"] = "none"
	case r.Role == Retry:
		c.attrs["ctx"] = strconv.Itoa(at)
	case r.Role == Spawn && !r.Has("task"):
		if task, ok := taskOf(sig); ok {
			c.attrs["task"] = task
		}
	}
	return &c
}

// taskOf returns which parameter is the function that a spawner runs, in the
// notation of task=: the first that is a function, or several.
func taskOf(sig *types.Signature) (task string, ok bool) {
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if _, ok := t.Underlying().(*types.Signature); ok {
			return strconv.Itoa(i), true
		}
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			if _, ok := s.Elem().Underlying().(*types.Signature); ok {
				return strconv.Itoa(i) + "..", true
			}
		}
	}
	return "", false
}

// contextIndex returns the index of the first parameter that is a context, -1
// if there is none.
func contextIndex(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if isContextType(sig.Params().At(i).Type()) {
			return i
		}
	}
	return -1
}
