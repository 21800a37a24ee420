package compare

import (
	"bytes"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// WithoutOptional returns a text without the lines that stand in the places of optional ones, which want has with their mark. Such a
// line is one only if the line of the same node follows, as in want, and else where the program goes wrong. Behind the first other
// difference nobody knows which lines these are: from there on the text stays as it is.
func WithoutOptional(want, got []byte, o *homework.OptionalLines) []byte {
	node := func(text []byte) string { // its name and depth
		line, _, _ := bytes.Cut(text, []byte("\n"))
		columns := bytes.SplitN(line, []byte(","), 3)
		return string(bytes.Join(columns[:min(2, len(columns))], []byte(",")))
	}
	var without []byte
	for rest := want; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			end = len(rest)
		}
		line := rest[:end]
		rest = rest[end:]
		if end = bytes.IndexByte(got, '\n') + 1; end == 0 { // the last line may be cut off
			break
		}
		mine, optional := got[:end], bytes.HasSuffix(form(line), []byte(o.Mark))
		switch {
		case optional && stands(mine, line, o) && node(got[end:]) == node(rest):
		case optional:
			continue
		case !bytes.Equal(form(mine), form(line)):
			return append(without, got...)
		default:
			without = append(without, mine...)
		}
		got = got[end:]
	}
	return append(without, got...)
}

// stands reports whether a line may stand in the place of an optional one.
func stands(line, optional []byte, o *homework.OptionalLines) bool {
	bare := func(text []byte) string { return string(bytes.TrimSuffix(form(text), []byte(o.Mark))) }
	return o.Replaces(bare(line), bare(optional))
}
