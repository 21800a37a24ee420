package verdict

import (
	"strings"
	"unicode/utf8"
)

// Fold breaks a text between words into lines of at most so many characters, or of one
// word that is longer.
func Fold(text string, wide int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > wide {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
