// Package escape prints text of unknown origin: output of programs and compilers, file names, titles of
// cases. Some characters are commands to a terminal, some change the writing direction or take up no space,
// and some bytes are not text at all. All output of touchstone escapes them with this package: Text and Line
// for people, Encode for machines. Guard prevents whole streams from sending commands to GitHub Actions.
package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
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

// HasControl reports whether a text contains characters that affect the text around it. No name or title in any
// script needs these: control characters, ends of lines and paragraphs, marks that change the writing
// direction, and bytes that are not text.
func HasControl(text string) bool {
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

// hasShape reports whether a character is visible or the ordinary blank. Control and formatting characters
// and other blanks are not, nor are some that Unicode counts as letters and marks.
func hasShape(c rune) bool {
	if c >= ' ' && c <= '~' { // which most are
		return true
	}
	return unicode.IsPrint(c) &&
		!unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// GitHub Actions reads the output of the steps of a workflow, on both streams. It executes a line that begins
// with "::" after white space of any kind as a command, such as ::stop-commands::, and also "##[" anywhere in
// a line (ActionCommand.TryParseV2 and TryParse of github.com/actions/runner). Any other reader treats these
// as text. So they are escaped only in streams that the platform reads, but there everywhere: the second
// colon becomes \u003a and the bracket \u005b. In JSON these are escapes, and its readers get the same text.
// Text that cannot be a command stays byte-identical.

// Guard returns writers to the streams of a process that together write no command of GitHub
// Actions, not even across writes or if the streams share a pipe. They may be used concurrently.
func Guard(streams ...io.Writer) []*Guarded {
	shared := &pipe{line: lineStart}
	all := make([]*Guarded, len(streams))
	for i, to := range streams {
		all[i] = &Guarded{to: to, line: lineStart, pipe: shared}
	}
	return all
}

// A Guarded is a stream of text that holds no command of GitHub Actions.
type Guarded struct {
	to   io.Writer
	line line // as the platform sees this stream alone
	pipe *pipe
}

// A pipe is the result of redirecting several streams into one.
type pipe struct {
	mu   sync.Mutex // held while any of them writes
	line line
}

// Write writes a text, with its commands escaped.
func (g *Guarded) Write(text []byte) (int, error) {
	g.pipe.mu.Lock()
	defer g.pipe.mu.Unlock()
	out := make([]byte, 0, len(text)+8)
	for _, c := range text {
		own, shared := g.line.opens(c), g.pipe.line.opens(c)
		if !own && !shared {
			out = append(out, c)
			g.line, g.pipe.line = g.line.next(c), g.pipe.line.next(c)
			continue
		}
		out = fmt.Appendf(out, `\u%04x`, c)
		g.line, g.pipe.line = lineInside, lineInside
	}
	n, err := g.to.Write(out)
	if err == nil && n < len(out) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return 0, err
	}
	return len(text), nil
}

// Commands returns a way past the guard, for whole lines that are meant to be commands.
// If w is not guarded, it returns w.
func Commands(w io.Writer) io.Writer {
	if g, ok := w.(*Guarded); ok {
		return commands{g}
	}
	return w
}

type commands struct{ *Guarded }

func (c commands) Write(lines []byte) (int, error) {
	c.pipe.mu.Lock()
	defer c.pipe.mu.Unlock()
	c.line, c.pipe.line = lineStart, lineStart
	return c.to.Write(lines)
}

// A line is the state of a line: how much of the beginning of a command it ends with.
type line uint8

const (
	lineStart  line = iota // nothing in it that is surely seen
	lineColon              // and then a colon
	lineInside             // something else, and no number sign at its end
	lineSign               // a number sign at its end
	lineSigns              // two or more
)

// opens reports whether a byte completes the beginning of a command.
func (l line) opens(c byte) bool { return l == lineColon && c == ':' || l == lineSigns && c == '[' }

// next returns the state after a byte that does not begin a command. Which bytes count as white space, and in
// which encoding, depends on the platform, so any byte without an ASCII glyph counts here. All control
// characters may end a line.
func (l line) next(c byte) line {
	switch {
	case c < ' ' && c != '\t':
		return lineStart
	case l == lineStart && (c <= ' ' || c > '~'):
		return lineStart
	case l == lineStart && c == ':':
		return lineColon
	case c == '#' && (l == lineSign || l == lineSigns):
		return lineSigns
	case c == '#':
		return lineSign
	}
	return lineInside
}

// Encode writes a value as JSON followed by a newline. Invisible characters are written as JSON escapes, so
// that readers get them and terminals do not; bytes that are not UTF-8 become U+FFFD. Each level is indented
// by indent; if indent is "", the value is written on one line.
func Encode(w io.Writer, value any, indent string) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(escapeJSON(text.Bytes()))
	return err
}

// escapeJSON escapes invisible characters in JSON. They occur only inside strings.
func escapeJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		switch {
		case c == '\n' || hasShape(c):
			out = append(out, text[:size]...)
		case c < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, c)
		default: // as two halves
			c -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+c>>10, 0xdc00+c&0x3ff)
		}
		text = text[size:]
	}
	return out
}
