package diagnosis

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Each step reads a log that differs in the way of the step, and changes no other log.
func TestFormatSteps(t *testing.T) {
	const right = "root, 0, -Infinity, -Infinity, Infinity; B2, 1, 12, -Infinity, Infinity; root, 0, 0, 0, Infinity; C3, 1, -12, 0, Infinity"
	logs := map[string][]string{
		"columns-order": {
			"0, root, -Infinity, -Infinity, Infinity; 1, B2, 12, -Infinity, Infinity; 0, root, 0, 0, Infinity; 1, C3, -12, 0, Infinity",
			"root, 0, -Infinity, Infinity, -Infinity; B2, 1, 12, Infinity, -Infinity; root, 0, 0, Infinity, 0; C3, 1, -12, Infinity, 0",
			"-Infinity, root, 0, -Infinity, Infinity; 12, B2, 1, -Infinity, Infinity; 0, root, 0, 0, Infinity; -12, C3, 1, 0, Infinity",
		},
		"infinity-spelling": {
			strings.ReplaceAll(right, "Infinity", "inf"),
			strings.ReplaceAll(strings.ReplaceAll(right, "-Infinity", "-99999"), " Infinity", " +99999"),
			strings.ReplaceAll(strings.ReplaceAll(right, "-Infinity", "-2147483648"), "Infinity", "2147483647"),
			strings.ReplaceAll(right, "-Infinity", "-9223372036854775807"),
			strings.ReplaceAll(right, "Infinity", "13"), // one more than the greatest value
		},
		"number-spelling": {
			strings.ReplaceAll(right, ", 0, ", ", +0, "), strings.ReplaceAll(right, ", 0, ", ", 0.00, "), strings.ReplaceAll(right, ", 0, ", ", -0, "),
			strings.ReplaceAll(right, ", 0, ", ", -0.0, "), strings.ReplaceAll(right, "-12", "-12.0"),
		},
		"depth-count": {
			"root, 1, -Infinity, -Infinity, Infinity; B2, 2, 12, -Infinity, Infinity; root, 1, 0, 0, Infinity; C3, 2, -12, 0, Infinity",
			"root, 0, -Infinity, -Infinity, Infinity; B2, -1, 12, -Infinity, Infinity; root, 0, 0, 0, Infinity; C3, -1, -12, 0, Infinity",
			"root, 1, -Infinity, -Infinity, Infinity; B2, 0, 12, -Infinity, Infinity; root, 1, 0, 0, Infinity; C3, 0, -12, 0, Infinity",
		},
		"blanks": {
			strings.ReplaceAll(right, ", ", ","), strings.ReplaceAll(right, ", ", "  ,\t"),
		},
		"stray-line": {
			"begin; " + right, strings.Replace(right, "; ", "; value 3, now; ", 1), strings.ReplaceAll(right, "; ", ";; "),
		},
		"name": {
			strings.ReplaceAll(right, "root", "start"), strings.ReplaceAll(right, "root", "ROOT"), strings.NewReplacer("B2", "2B", "C3", "3C").Replace(right),
			strings.NewReplacer("B2", "b2", "C3", "c3").Replace(right),
		},
	}
	of, ok := columnsOf(rows(strings.Split(right, "; ")))
	if !ok || of != (columns{1, 5}) {
		t.Fatalf("the columns are %v", of)
	}
	read := func(s formatStep, log string) string {
		got := strings.Split(log, ";")
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], " ")
		}
		all := &text{got: got, right: strings.Split(right, "; "), columns: of, separator: ", ", sources: make([]int, len(got))}
		return strings.Join(s.apply(all).got, "; ")
	}
	for _, s := range formatSteps() {
		if s.key == "header" { // which is not of rows
			continue
		}
		for _, log := range append(logs[s.key], right) {
			expect.Equal(t, right, read(s, log), s.key, log, "is read as")
		}
		if len(logs[s.key]) == 0 {
			t.Errorf("%s: want a log with it", s.key)
		}
		for _, strange := range []string{"root, 0, 1.5, -0.5, x; B2, 1, --1, 1.0.0, y", "root, 0, 1, 2, 3"} {
			expect.Equal(t, strange, read(s, strange), s.key)
		}
	}
}

// The step replaces another header and adds a missing one. It leaves other text alone.
func TestHeaderStep(t *testing.T) {
	right := []string{"board", "Node,Depth,Value", "root,0,-Infinity"}
	for got, want := range map[string]string{
		"board;node depth value;root,0,-Infinity": strings.Join(right, ";"),
		"board;root,0,-Infinity;root,0,1":         strings.Join(right, ";") + ";root,0,1",
		"board;Value;root,0":                      "board;Value;root,0", "board": "board", "board;x;Node,Depth,Value": "board;x;Node,Depth,Value",
	} {
		all := &text{got: strings.Split(got, ";"), right: right, log: 2, columns: columns{1, 3}, separator: ","}
		all.sources = make([]int, len(all.got))
		expect.Equal(t, want, strings.Join(all.withRightHeader().got, ";"), got)
	}
}

// The keys of a text describe its form alone. The last line of a text that was cut off does not count, though
// it may end in the blank between two columns.
func TestFormKeys(t *testing.T) {
	for _, c := range []struct {
		text             string
		newline, partial bool
		want             string
	}{
		{"a\nb\n", true, false, ""}, {"a\nb", false, false, ""}, {"", true, false, ""}, {"\n\n", true, false, ""},
		{"a\nb", true, false, keyNoNewline}, {"a\nb\n", false, false, keyExtraNewline}, {"a\nb\n\n", true, false, keyBlankLines},
		{"a\r\nb\r\nc\r\n", true, false, keyLineEnds}, {"a\r\nb\nc\n", true, false, keyLineEnds},
		{"a \nb\t\nc\n", true, false, keyBlanksAtEnd}, {"a\nb\nc \n", true, false, keyBlanksAtEnd},
		{"a \r\nb\r\nc\r\n", true, false, keyLineEnds + " " + keyBlanksAtEnd},
		{"a, 1\nb, ", true, true, ""}, {"a, 1\nb, ", true, false, keyBlanksAtEnd + " " + keyNoNewline}, {"a, ", true, true, ""},
		{"a \nb \nc", true, true, keyBlanksAtEnd}, {"a \nb\nc\nd, ", true, true, keyBlanksAtEnd}, {"a\r\nb\r\nc\r", true, true, keyLineEnds},
	} {
		got := strings.Join(formKeys([]byte(c.text), c.newline, c.partial), " ")
		expect.Equal(t, c.want, got, c.text, "newline", c.newline, "cut off", c.partial)
	}
}

// A format step is kept if most files that it changes, and some share of all, are right for longer with it.
func TestImproves(t *testing.T) {
	step := formatStep{"key", func(t *text) *text {
		return t.with([]string{strings.Replace(t.got[0], "a", "x", 1), "wrong"}, t.sources)
	}}
	for _, c := range []struct {
		better, worse, same int
		want                bool
	}{{1, 0, 0, true}, {3, 1, 0, true}, {3, 2, 0, false}, {0, 0, 2, false}, {1, 0, 7, true}, {1, 0, 8, false}} {
		r, all := new(reading), [][]*text{}
		for n, file := range map[*text]int{{right: []string{"x"}, got: []string{"a", "wrong"}}: c.better,
			{right: []string{"a"}, got: []string{"a", "wrong"}}: c.worse,
			{right: []string{"b"}, got: []string{"b", "wrong"}}: c.same} {
			for range file {
				r.failing = append(r.failing, &version{read: verdict.Result{Case: new(cases.Case)}})
				all = append(all, []*text{n})
			}
		}
		if got := r.improves(step, all); got != c.want || len(r.format) > 0 != c.want {
			t.Errorf("%+v: it is kept: %v, with %d parts", c, got, len(r.format))
		} else if got {
			expect.Equal(t, c.better+c.worse, len(r.format[0].cases), c, "cases")
		}
	}
}
