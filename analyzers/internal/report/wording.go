package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wording returns what is wrong with the wording of a message, for tests: it is
// one line that starts in lower case, unless with an identifier, has no final
// punctuation, and tells what happens rather than what should be.
// IsName reports whether a word is an identifier of the code that the message
// is about; it may be nil.
func Wording(message string, isName func(word string) bool) []string {
	if strings.TrimSpace(message) == "" {
		return []string{"is empty"}
	}
	var faults []string
	if strings.ContainsFunc(message, unicode.IsControl) {
		faults = append(faults, "is more than one line, or has a tab")
	}
	if strings.TrimSpace(message) != message || strings.Contains(message, "  ") {
		faults = append(faults, "has blanks to spare")
	}
	words := strings.Fields(message)
	if first := words[0]; startsUpper(first) && !looksLikeName(first) && (isName == nil || !isName(first)) {
		faults = append(faults, "starts with a capital")
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(message))
	if strings.ContainsRune(".,;:!?", last) {
		faults = append(faults, "ends in punctuation")
	}
	for _, w := range words {
		switch strings.ToLower(strings.Trim(w, ".,;:!?()'\"`")) {
		case "should", "shouldn't", "please", "bad":
			faults = append(faults, "has the word "+w)
		}
	}
	return faults
}

func startsUpper(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

// looksLikeName reports whether a word can't be prose: it is qualified, called,
// in mixed case, or has digits.
func looksLikeName(word string) bool {
	word = strings.TrimRight(word, ".,;:!?")
	_, size := utf8.DecodeRuneInString(word)
	return strings.ContainsFunc(word[size:], func(r rune) bool {
		return strings.ContainsRune("._([", r) || unicode.IsUpper(r) || unicode.IsDigit(r)
	})
}
