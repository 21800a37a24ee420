package homework

import (
	"bytes"
	"fmt"
	"regexp"
)

// Spaced is the form of a line of words with a single blank between them, as the
// handouts write rows of numbers.
var Spaced = regexp.MustCompile(`^\S+( \S+)*$`)

// OddBlanks says where a text, of lines in a certain form, has blanks that no file
// of a course has; "" if nowhere. Blanks at the ends of lines, CRLF and empty lines
// do not count.
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
