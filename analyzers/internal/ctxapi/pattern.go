package ctxapi

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"
)

// A pattern is the compiled form of a row that stands for many functions.
type pattern struct {
	recv, name nameTest
	declares   []string // further receivers, unexported types that declare the methods
	except     []string // names left out
	conds      []cond
}

// A cond is one condition of match=: a word and, for some, an argument.
type cond struct{ word, arg string }

// newPattern compiles a row's receiver, name, match=, except= and declares=.
func newPattern(r *Row) (*pattern, error) {
	p := new(pattern)
	var err error
	if p.recv, err = newNameTest(strings.TrimPrefix(r.Recv, "*")); err != nil {
		return nil, err
	}
	if p.name, err = newNameTest(r.Name); err != nil {
		return nil, err
	}
	p.declares = splitList(r.attrs["declares"])
	p.except = splitList(r.attrs["except"])
	for _, c := range splitList(r.attrs["match"]) {
		word, arg, _ := strings.Cut(c, " ")
		switch word {
		case "lasterror", "ctxresult", "interface", "unary", "stream":
			if arg != "" {
				return nil, fmt.Errorf("match=%s takes no argument", word)
			}
		case "variadic", "param":
			if arg == "" {
				return nil, fmt.Errorf("match=%s wants an argument", word)
			}
		default:
			return nil, fmt.Errorf("unknown match=%s", word)
		}
		p.conds = append(p.conds, cond{word, arg})
	}
	return p, nil
}

func splitList(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// A nameTest is a name, or a regular expression for a whole name.
type nameTest struct {
	text string // a literal name
	any  bool   // ~.*, which needs no engine
	re   *regexp.Regexp
}

func newNameTest(s string) (nameTest, error) {
	expr, ok := strings.CutPrefix(s, "~")
	if !ok {
		return nameTest{text: s}, nil
	}
	if expr == ".*" {
		return nameTest{any: true}, nil
	}
	re, err := regexp.Compile("^(?:" + expr + ")$")
	return nameTest{re: re}, err
}

func (t nameTest) match(s string) bool {
	switch {
	case t.any:
		return true
	case t.re != nil:
		return t.re.MatchString(s)
	}
	return t.text == s
}

// vague says how little a test demands: 0 for a name, 1 for an expression, 2
// for any name at all.
func (t nameTest) vague() int {
	switch {
	case t.any:
		return 2
	case t.re != nil:
		return 1
	}
	return 0
}

// rank orders patterns: the lower one is the more particular and wins.
func (p *pattern) rank() int { return 3*p.name.vague() + p.recv.vague() }

// matches reports whether the pattern row fits a function of the name and
// signature on the receiver. extended asks for the receivers of declares=
// instead of the row's own.
func (r *Row) matches(recv, name string, sig *types.Signature, extended bool) bool {
	p := r.pattern
	if extended {
		if !contains(p.declares, recv) {
			return false
		}
	} else if !p.recv.match(recv) {
		return false
	}
	// A pattern for receivers is about methods, one for functions about those.
	if (r.Recv == "") != (recv == "") || !p.name.match(name) || contains(p.except, name) {
		return false
	}
	// Without a context parameter, a pattern would take in constructors, getters
	// and everything else on the type; what users write, they know.
	if sig == nil || !r.auto && (r.Ctx >= 0) != hasContext(sig) {
		return false
	}
	for _, c := range p.conds {
		if !c.holds(sig) {
			return false
		}
	}
	return true
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

// holds reports whether a signature meets the condition.
func (c cond) holds(sig *types.Signature) bool {
	switch c.word {
	case "lasterror":
		n := sig.Results().Len()
		return n > 0 && isNamed(sig.Results().At(n-1).Type(), "", "error")
	case "ctxresult":
		for v := range sig.Results().Variables() {
			if isContextType(v.Type()) {
				return true
			}
		}
		return false
	case "interface":
		return sig.Recv() != nil && types.IsInterface(sig.Recv().Type())
	case "unary":
		return !isGRPCStream(sig)
	case "stream":
		return isGRPCStream(sig)
	case "variadic":
		path, name := splitQualified(c.arg)
		last := variadicElem(sig)
		return last != nil && isNamed(last, path, name)
	case "param":
		return hasParamOf(sig, c.arg)
	}
	return false
}

// splitQualified splits "path/of/pkg.Name".
func splitQualified(s string) (path, name string) {
	i := strings.LastIndexByte(s, '.')
	return s[:i], s[i+1:]
}

// variadicElem returns the type of one variadic argument, nil for a signature
// that isn't variadic (or is so in a string: append's is special).
func variadicElem(sig *types.Signature) types.Type {
	if !sig.Variadic() {
		return nil
	}
	last := sig.Params().At(sig.Params().Len() - 1).Type()
	if s, ok := last.(*types.Slice); ok {
		return s.Elem()
	}
	return nil
}

// hasParamOf reports whether a parameter has a type of the package.
func hasParamOf(sig *types.Signature, path string) bool {
	for v := range sig.Params().Variables() {
		t := v.Type()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && pkgPath(n.Obj()) == path {
			return true
		}
	}
	return false
}

// isGRPCStream reports whether the first result of a generated client's method
// is the client end of a stream: grpc.ServerStreamingClient[T] and its kind, or
// an interface of the older generators, which embeds grpc.ClientStream.
func isGRPCStream(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	it, ok := sig.Results().At(0).Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	var recv, closeSend bool
	for m := range it.Methods() {
		recv = recv || m.Name() == "RecvMsg"
		closeSend = closeSend || m.Name() == "CloseSend"
	}
	return recv && closeSend
}

// isNamed reports whether t is the named type; path "" is the universe.
func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && pkgPath(n.Obj()) == path
}

// isContextType reports whether t is a context as the rows mean it:
// context.Context, or a named Context of a library's own kind (temporal's
// workflow.Context, for one).
func isContextType(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && types.IsInterface(n)
}

// hasContext reports whether the first parameter is a context.
func hasContext(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && isContextType(sig.Params().At(0).Type())
}

// Matches reports whether a pattern row fits a function or a method on a
// receiver of the type name, without a look at other rows that may beat it. It
// is for checks of the tables.
func (r *Row) Matches(recv string, fn *types.Func) bool {
	return r.pattern != nil && r.matches(recv, fn.Name(), fn.Signature(), false)
}
