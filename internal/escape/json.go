package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// Encode writes a value as JSON followed by a newline. Invisible characters are written as
// JSON escapes, so that readers get them and terminals do not; bytes that are not UTF-8
// become U+FFFD. Each level is indented by indent; if indent is "", the value is written on
// one line.
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

// escapeJSON escapes invisible characters in JSON. Outside strings there are none.
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
