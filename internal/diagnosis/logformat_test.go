package diagnosis

import (
	"slices"
	"strings"
	"testing"
)

// Each dress is taken off in all the ways in which it is worn, and nothing else is.
func TestDresses(t *testing.T) {
	const right = "root, 0, -Infinity, -Infinity, Infinity; B2, 1, 0, -Infinity, Infinity; root, 0, 0, 0, Infinity; C3, 1, -12, 0, Infinity"
	worn := map[string][]string{
		"window-order": {
			"root, 0, -Infinity, Infinity, -Infinity; B2, 1, 0, Infinity, -Infinity; root, 0, 0, Infinity, 0; C3, 1, -12, Infinity, 0",
		},
		"columns-order": {
			"0, root, -Infinity, -Infinity, Infinity; 1, B2, 0, -Infinity, Infinity; 0, root, 0, 0, Infinity; 1, C3, -12, 0, Infinity",
			"root, 0, -Infinity, Infinity, -Infinity; B2, 1, 0, Infinity, -Infinity; root, 0, 0, Infinity, 0; C3, 1, -12, Infinity, 0",
			"-Infinity, root, 0, -Infinity, Infinity; 0, B2, 1, -Infinity, Infinity; 0, root, 0, 0, Infinity; -12, C3, 1, 0, Infinity",
		},
		"infinity-spelling": {
			strings.ReplaceAll(right, "Infinity", "inf"),
			strings.ReplaceAll(strings.ReplaceAll(right, "-Infinity", "-99999"), " Infinity", " +99999"),
			strings.ReplaceAll(strings.ReplaceAll(right, "-Infinity", "-2147483648"), "Infinity", "2147483647"),
			strings.ReplaceAll(right, "-Infinity", "-9223372036854775807"),
		},
		"number-spelling": {
			strings.ReplaceAll(right, ", 0, ", ", +0, "), strings.ReplaceAll(right, ", 0, ", ", 0.00, "), strings.ReplaceAll(right, ", 0, ", ", -0, "),
			strings.ReplaceAll(right, ", 0, ", ", -0.0, "), strings.ReplaceAll(right, "-12", "-12.0"),
		},
		"depth": {
			"root, 1, -Infinity, -Infinity, Infinity; B2, 2, 0, -Infinity, Infinity; root, 1, 0, 0, Infinity; C3, 2, -12, 0, Infinity",
			"root, 0, -Infinity, -Infinity, Infinity; B2, -1, 0, -Infinity, Infinity; root, 0, 0, 0, Infinity; C3, -1, -12, 0, Infinity",
			"root, 1, -Infinity, -Infinity, Infinity; B2, 0, 0, -Infinity, Infinity; root, 1, 0, 0, Infinity; C3, 0, -12, 0, Infinity",
		},
		"name": {
			strings.ReplaceAll(right, "root", "start"), strings.ReplaceAll(right, "root", "ROOT"), strings.NewReplacer("B2", "2B", "C3", "3C").Replace(right),
			strings.NewReplacer("B2", "b2", "C3", "c3").Replace(right),
		},
	}
	split := func(log string) [][]string { return rows(strings.Split(log, "; ")) }
	of, ok := columnsOf(split(right))
	if !ok || of != (columns{1, 5}) {
		t.Fatalf("the columns are %v", of)
	}
	for _, d := range dresses {
		for _, log := range append(worn[d.key], right) {
			if got := d.off(split(log), split(right), of); !slices.EqualFunc(got, split(right), slices.Equal) {
				t.Errorf("%s: without it\n%s\nis\n%q", d.key, log, got)
			}
		}
		if len(worn[d.key]) == 0 {
			t.Errorf("%s: want a log that wears it", d.key)
		}
		for _, strange := range []string{"", "x", "root, 0, 1.5, -0.5, x; B2, 1, --1, 1.0.0, ", "root, 0, 1, 2, 3"} {
			if got := d.off(split(strange), split(right), of); !slices.EqualFunc(got, split(strange), slices.Equal) {
				t.Errorf("%s: %q became %q", d.key, strange, got)
			}
		}
	}
}

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
