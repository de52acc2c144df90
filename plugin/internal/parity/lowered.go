package parity

import (
	"fmt"
	"regexp"
)

// Raised gives findings of the golangci-lint plugin their category back, which
// is at the end of the message with the function.
func Raised(lowered []Finding) ([]Finding, error) {
	end := regexp.MustCompile(`^(.*) \(([a-z]+/[a-z]+) in [^ ]+( #\d+)?\)$`)
	var found []Finding
	for _, f := range lowered {
		m := end.FindStringSubmatch(f.Message)
		if m == nil || f.Category != "" && f.Category != m[2] {
			return nil, fmt.Errorf("no category and function at the end of: %v", f)
		}
		f.Message, f.Category = m[1], m[2]
		found = append(found, f)
	}
	return found, nil
}

// Repeated returns the messages that are there more than once, at several
// places.
func Repeated(found []Finding) []string {
	at := make(map[string]string)
	var repeated []string
	for _, f := range found {
		place := fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col)
		if other, ok := at[f.Message]; ok && other != place {
			repeated = append(repeated, other+", "+place+": "+f.Message)
		}
		at[f.Message] = place
	}
	return repeated
}
