// Package escape prints text of unknown origin: what programs print, what compilers
// report, file names, titles of cases. Some characters are commands to a terminal, some
// change the writing direction or take up no space, and some bytes are not text at all. All
// output of touchstone escapes them with this package: Text and Line for people, Encode for
// machines. Guard keeps whole streams from commanding GitHub Actions.
package escape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text escapes everything invisible except newlines and tabs.
func Text(text string) string { return escape(text, "\n\t") }

// Line is like Text for a single line or column: it also escapes newlines and tabs.
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

// Steers reports whether a text holds what acts on the text around it, as no name or title
// does in any script: control characters, ends of lines and paragraphs, marks that change the
// writing direction, bytes that are no text.
func Steers(text string) bool {
	return !utf8.ValidString(text) || strings.ContainsFunc(text, func(c rune) bool {
		return unicode.In(c, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
	})
}

// Char returns the visible form of the first character of a text, or of its first byte if
// that is not UTF-8, and its size in bytes. The text must not be empty.
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

// hasShape reports whether a character is visible or the ordinary blank. Control and
// formatting characters and other blanks are not, nor are some that Unicode counts as
// letters and marks.
func hasShape(c rune) bool {
	if c >= ' ' && c <= '~' { // which most are
		return true
	}
	return unicode.IsPrint(c) && !unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
