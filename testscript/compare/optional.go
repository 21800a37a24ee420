package compare

import (
	"bytes"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// WithoutOptional returns a text without the lines that stand in the places of optional ones, which want has with their mark. Behind
// the first other difference nobody knows which lines these are: from there on it stays as it is.
func WithoutOptional(want, got []byte, o *homework.OptionalLines) []byte {
	bare := func(line []byte) string { return string(bytes.TrimSuffix(form(line), []byte(o.Mark))) }
	var without []byte
	for line := range bytes.Lines(want) {
		end := bytes.IndexByte(got, '\n') + 1
		if end == 0 { // the last line may be cut off
			break
		}
		mine, optional := got[:end], bytes.HasSuffix(form(line), []byte(o.Mark))
		switch {
		case optional && o.Replaces(bare(mine), bare(line)):
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
