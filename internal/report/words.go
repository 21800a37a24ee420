package report

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/testscript"
)

// details says in lines why a case did not pass. That the program does not compile
// is the same for all cases: documents say why in one place.
func details(r testscript.Result) string {
	if r.Verdict == testscript.Build {
		return "the program does not compile\n"
	}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	return printable(text.String())
}

// headline is the most important line of the details, or the verdict where there
// are none.
func headline(r testscript.Result, details string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(details), "\n")
	if line == "" {
		return string(r.Verdict)
	}
	return line
}

// printable escapes what a document could not hold, or a reader not see: control
// characters but line ends and tabs, bytes that are no UTF-8, and what else has no
// shape. Every format has its own quoting besides.
func printable(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == '\n', c == '\t', unicode.IsPrint(c) && (c != utf8.RuneError || size > 1):
			b.WriteRune(c)
		case c == '\r':
			b.WriteString(`\r`)
		case c < utf8.RuneSelf, c == utf8.RuneError:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
		i += size
	}
	return b.String()
}

// oneLine is printable text without line ends.
func oneLine(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(printable(text))
}
