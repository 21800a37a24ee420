package diagnosis

import (
	"slices"
	"testing"
)

// The slips of a text are those of its form alone; of one that was cut off, the last line says nothing, though it may end in
// the blank between two columns.
func TestSlips(t *testing.T) {
	for _, c := range []struct {
		text             string
		newline, partial bool
		want             []*slip
	}{
		{"a\nb\n", true, false, nil}, {"a\nb", false, false, nil}, {"", true, false, nil}, {"\n\n", true, false, nil},
		{"a\nb", true, false, []*slip{slipMissing}}, {"a\nb\n", false, false, []*slip{slipAdded}}, {"a\nb\n\n", true, false, []*slip{slipLines}},
		{"a\r\nb\r\nc\r\n", true, false, []*slip{slipCRLF}}, {"a\r\nb\nc\n", true, false, []*slip{slipCR}},
		{"a \nb\t\nc\n", true, false, []*slip{slipBlanks}}, {"a \nb\nc\n", true, false, []*slip{slipSome}}, {"a\nb\nc \n", true, false, []*slip{slipSome}},
		{"a \r\nb\r\nc\r\n", true, false, []*slip{slipCRLF, slipSome}},
		{"a, 1\nb, ", true, true, nil}, {"a, 1\nb, ", true, false, []*slip{slipBlanks, slipMissing}}, {"a, ", true, true, nil}, {"a, 1\nb", true, true, nil},
		{"a \nb \nc", true, true, []*slip{slipBlanks}}, {"a \nb\nc\nd, ", true, true, []*slip{slipSome}}, {"a\r\nb\r\nc\r", true, true, []*slip{slipCRLF}},
	} {
		if got := slipsOf([]byte(c.text), c.newline, c.partial); !slices.Equal(got, c.want) {
			keys := func(all []*slip) (keys []string) {
				for _, s := range all {
					keys = append(keys, s.key)
				}
				return keys
			}
			t.Errorf("%q, newline %v, cut off %v: %q, want %q", c.text, c.newline, c.partial, keys(got), keys(c.want))
		}
	}
}
