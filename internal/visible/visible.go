// Package visible shows text of unknown origin: what programs print, what their
// compilers say, names of files, titles of cases. Some characters are commands to a
// terminal, some turn the writing direction or take no room, and some bytes are no
// text at all. All of touchstone's output has such things as escapes, by this
// package: Text and Line for people, Encode for machines.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text escapes all that has no shape of its own but line ends and tabs.
func Text(text string) string { return escape(text, "\n\t") }

// Line is Text that stands in one line and one column: line ends and tabs are
// escaped as well.
func Line(text string) string { return escape(text, "") }

func escape(text, keep string) string {
	var b strings.Builder
	for len(text) > 0 {
		shown, size := Char(text)
		if strings.Contains(keep, text[:size]) {
			shown = text[:size]
		}
		b.WriteString(shown)
		text = text[size:]
	}
	return b.String()
}

// Char shows the first character of a text, or its first byte if that is no UTF-8,
// and tells how many bytes it has. The text must not be empty.
func Char(text string) (shown string, size int) {
	c, size := utf8.DecodeRuneInString(text)
	switch {
	case c == utf8.RuneError && size == 1:
		return fmt.Sprintf(`\x%02x`, text[0]), 1
	case hasShape(c):
		return text[:size], size
	case c == '\n':
		return `\n`, 1
	case c == '\r':
		return `\r`, 1
	case c == '\t':
		return `\t`, 1
	case c < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, c), 1
	case c < 0x10000:
		return fmt.Sprintf(`\u%04x`, c), size
	}
	return fmt.Sprintf(`\U%08x`, c), size
}

// hasShape reports whether a character can be seen, or is a blank. Controls,
// characters that only direct others, and blanks other than the common one cannot;
// nor can some that Unicode counts as letters and marks.
func hasShape(c rune) bool {
	return unicode.IsPrint(c) && !unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
