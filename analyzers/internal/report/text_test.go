package report

import (
	"go/parser"
	"strings"
	"testing"
)

func TestExprString(t *testing.T) {
	tests := []struct{ in, want string }{
		{"ctx", "ctx"},
		{"s.db.Query", "s.db.Query"},
		{"s.client(ctx, 1).Do", "s.client(...).Do"},
		{"r.Context()", "r.Context()"},
		{"(*T).Get", "(*T).Get"},
		{"&http.Client{Timeout: 1}", "&http.Client{...}"},
		{"http.Client{}", "http.Client{}"},
		{"[]T{1}", "[]T{...}"},
		{"[2]T{1}", "[2]T{...}"},
		{"map[string]int{}", "map[string]int{}"},
		{"func(a int) error {\n\treturn nil\n}", "func(...) {...}"},
		{"func() {}()", "func() {...}()"},
		{"m[k].Do", "m[k].Do"},
		{"f[int]", "f[int]"},
		{"f[int, string]", "f[...]"},
		{"b[1:2]", "b[...]"},
		{"x.(io.Reader)", "x.(io.Reader)"},
		{"a + 2*time.Second", "a + 2 * time.Second"},
		{"!ok", "!ok"},
		{"<-ctx.Done()", "<-ctx.Done()"},
		{`m["key"]`, `m["key"]`},
		{`m["a key that is much too long to be read"]`, `m["..."]`},
		{"m[`a\nb`]", "m[`...`]"},
		{"m[1000000000000000000000000]", "m[...]"},
		{"make(chan int)", "make(...)"},
		{"(chan<- T)(x)", "(chan<- T)(...)"},
		{"(<-chan T)(x)", "(<-chan T)(...)"},
		{"(chan T)(x)", "(chan T)(...)"},
		{"struct{ a int }{}", "struct{...}{}"},
		{"interface{ M() }(x)", "interface{...}(...)"},
		{"struct{}{}", "struct{}{}"},
		{"h.server.configuration.backends[primary].connections.pool.Query", "...configuration.backends[primary].connections.pool.Query"},
		{strings.Repeat("é", 61), "..." + strings.Repeat("é", 57)},
	}
	for _, test := range tests {
		e, err := parser.ParseExpr(test.in)
		if err != nil {
			t.Fatalf("%s: %v", test.in, err)
		}
		if got := ExprString(e); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.in, got, test.want)
		}
	}
	if got := ExprString(nil); got != "..." {
		t.Errorf("nil: got %q", got)
	}
}

func TestWording(t *testing.T) {
	names := func(word string) bool { return word == "Query" }
	tests := []struct{ message, want string }{
		{"context.Background drops the deadline of ctx; derive from ctx", ""},
		{"call of s.client(...) ignores ctx", ""},
		{"HTTPClient has no timeout", ""},
		{"T2 is dead", ""},
		{"S.Query ignores ctx", ""},
		{"Query ignores ctx", ""},
		{"Query: ignores ctx", "starts with a capital"},
		{"The context is dropped", "starts with a capital"},
		{"A context is dropped", "starts with a capital"},
		{"drops ctx.", "ends in punctuation"},
		{"drops ctx\nhere", "is more than one line, or has a tab"},
		{"drops\tctx", "is more than one line, or has a tab"},
		{"drops ctx ", "has blanks to spare"},
		{"drops  ctx", "has blanks to spare"},
		{"ctx should be passed", "has the word should"},
		{"please pass ctx", "has the word please"},
		{"", "is empty"},
		{" \n", "is empty"},
		{"Should pass ctx!", "starts with a capital, ends in punctuation, has the word Should"},
	}
	for _, test := range tests {
		if got := strings.Join(Wording(test.message, names), ", "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.message, got, test.want)
		}
	}
	if got := Wording("Query ignores ctx", nil); len(got) != 1 {
		t.Errorf("without names: %q", got)
	}
}
