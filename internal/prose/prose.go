// Package prose composes text for people: numbers with their nouns, and paragraphs.
package prose

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Names begins the line of a message that lists the allowed names of a program: gradebooks omit that line.
const Names = "a program is one of"

// Count returns a number with its noun.
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// few is the number of names to print from a long list.
const few = 5

// Few returns the first few of many names, and how many more there are.
func Few(names []string) []string {
	if more := len(names) - few; more > 1 {
		return append(slices.Clone(names[:few]), fmt.Sprintf("%d more", more))
	}
	return names
}

// Fold breaks a text between words into lines of at most wide characters. A longer word gets its own line.
func Fold(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > width {
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
