package scan

import (
	"bytes"
	"fmt"
	"regexp"
)

// Spaced matches a line of words separated by single blanks, as the handouts write rows of
// numbers.
var Spaced = regexp.MustCompile(`^\S+( \S+)*$`)

// OddBlanks describes the first line of text whose blanks no file of a course has, that is,
// a line that does not match form. It returns "" if there is none. Blanks at line ends,
// CRLF and empty lines do not count.
func OddBlanks(text []byte, form *regexp.Regexp) string {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if line = bytes.TrimRight(line, " \t\r\n"); len(line) > 0 && !form.Match(line) {
			return fmt.Sprintf("the blanks of line %d", n)
		}
	}
	return ""
}
