package walk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The log of a program is shown if it is not right, also if only its form differs.
func TestDiffering(t *testing.T) {
	game := gametest.Case(t, gametest.Lookup(t, "reversi"), "handout-start").Problem.(homework.Replayer)
	for grade, want := range map[compare.Grade]string{compare.Equal: "", compare.SameForm: "log", compare.Different: "log"} {
		files := []verdict.File{{Name: "other", Text: []byte("other")},
			{Name: game.Stage().File, Text: []byte("log"), Report: compare.Report{Grade: grade}}}
		expect.Equal(t, want, string(Differing(game, files)), grade)
		slices.Reverse(files)
		expect.Equal(t, want, string(Differing(game, files)), grade, "as the first file")
	}
}

// A search has windows if a window is narrowed at one of its sides, in any step.
func TestWindows(t *testing.T) {
	for _, s := range []replay.Step{{Alpha: -replay.Inf, Beta: 5}, {Alpha: 5, Beta: replay.Inf}, {Alpha: -replay.Inf, Beta: replay.Inf}} {
		r := newRecorder(new(page.Data), replay.Stage{}, 2)
		for _, s := range []replay.Step{s, {Alpha: -replay.Inf, Beta: replay.Inf}} {
			s.Board = func() replay.Board { return replay.Board{} }
			must.Do(t, r.visit(s))
		}
		expect.Equal(t, s.Alpha == 5 || s.Beta == 5, r.windows, s.Alpha, s.Beta)
	}
}

// Two logs are aligned, and remain aligned after lines that only one of them has.
func TestBeside(t *testing.T) {
	far := ""
	for i := range 5 * window { // no two of them are equal
		far += fmt.Sprintf("x%d ", i)
	}
	for name, c := range map[string]struct{ right, got, want string }{
		"equal": {"a b c", "a b c", ""}, "another line": {"a b c d e", "a B c d e", "b/B c/c d/d e/e"},
		"at the end": {"a b", "a B", "b/B"}, "a line more": {"a b c d e", "a b X c d e", "-/X c/c d/d e/e"},
		"a line missing": {"a b c d e", "a c d e", "b/- c/c d/d e/e"},
		"ends early":     {"a b c", "a", "b/- c/-"}, "goes on": {"a", "a b c", "-/b -/c"},
		"nothing":                     {"a b", "", "a/- b/-"},
		"two differences":             {"a b c d e f g h", "a B c d e f G h", "b/B c/c d/d e/e f/f g/G h/h"},
		"another line, then one more": {"a b c d e f g h", "a B c d e X f g h", "b/B c/c d/d e/e -/X f/f g/g h/h"},
		"a subtree more":              {"a b c d e", "a P Q R b c d e", "-/P -/Q -/R b/b c/c d/d e/e"},
		"another subtree":             {"a b1 b2 c d e", "a B1 B2 B3 c d e", "b1/B1 b2/B2 -/B3 c/c d/d e/e"},
		"nothing in common":           {"a b c", "d e f", "a/d b/e c/f"},
		"a long subtree more":         {"a b c d e f g h i j", "a " + far + "b c d e f g h i j", "-/" + strings.TrimSuffix(strings.ReplaceAll(far, " ", " -/"), "-/") + "b/b c/c d/d e/e f/f g/g h/h i/i j/j"},
		"a long subtree missing": {"a " + far + "b c d e f g h i j", "a b c d e f g h i j",
			strings.ReplaceAll(far, " ", "/- ") + "b/b c/c d/d e/e f/f g/g h/h i/i j/j"},
		"too much has changed": {"a b c " + far + "d e", "a B " + strings.ToUpper(far) + "E F", ""},
	} {
		t.Run(name, func(t *testing.T) {
			right, got := strings.Fields(c.right), strings.Fields(c.got)
			d := &page.Data{}
			r := rightLog{to: d.Column("right"), maxLines: 1 << 20}
			r.Visit = r.add
			fmt.Fprint(&r, strings.Join(right, "\n"))
			must.Do(t, r.Finish(nil))
			s := compareLogs(d, r.all(), false, []byte(strings.Join(got, "\n")))
			var rows []string
			differences := 0
			align(r.all()[s.Lines:], hashes(got)[s.Lines:], func(i, j int, equal bool) {
				row := [2]string{"-", "-"}
				if i >= 0 {
					row[0] = right[s.Lines+i]
				}
				if j >= 0 {
					row[1] = got[s.Lines+j]
				}
				expect.Equal(t, row[0] == row[1], equal, row)
				if !equal {
					differences++
				}
				rows = append(rows, row[0]+"/"+row[1])
			})
			expect.Equal(t, [2]int{differences, len(rows)}, [2]int{s.Differences, s.Rows}, "differences, rows", s)
			expect.Equal(t, differences > 0, s.First > 0, "there is a first difference", s)
			if differences > 0 { // the lines above are equal, and the one below is not
				expect.Equal(t, s.Lines+1, s.First, "line of the first difference in the right log")
			}
			text := strings.Join(rows, " ")
			expect.True(t, (c.want == "" || text == c.want) && (name != "equal" || text == ""), "rows", text)
			for side, want := range [][]string{right, got} { // no line is lost, none comes twice
				var lines []string
				for _, row := range rows {
					if line := strings.Split(row, "/")[side]; line != "-" {
						lines = append(lines, line)
					}
				}
				expect.True(t, slices.Equal(lines, want[s.Lines:]), "side", side, "has the lines", lines)
			}
		})
	}
}

// For a log that is longer than the page, the page does not state that the program's log has more lines.
func TestBesideMore(t *testing.T) {
	for got, want := range map[string]same{
		"a b c d": {Lines: 2}, "a B c d": {Lines: 1, Rows: 1, Differences: 1, First: 2},
		"a":         {Lines: 1, Rows: 1, Differences: 1, First: 2},
		"a x b c d": {Lines: 1, Rows: 1, Differences: 1, First: 2},
	} {
		log := []byte(strings.ReplaceAll(got, " ", "\n"))
		expect.Equal(t, want, *compareLogs(&page.Data{}, hashes([]string{"a", "b"}), true, log), got, "and the beginning a b")
	}
}

// hashes returns the hashes of lines.
func hashes(lines []string) []uint64 {
	r := rightLog{to: (&page.Data{}).Column("right"), maxLines: len(lines)}
	for _, line := range lines {
		r.add([]byte(line))
	}
	return r.all()
}

// Lines are shown without what would not be seen, and cut if they are too long for a screen.
func TestShow(t *testing.T) {
	for text, want := range map[string]string{
		"a1,2,-3": "a1,2,-3", "a\r": `a\r`, "\x1b[2J": `\x1b[2J`, "\xff": `\xff`, "é": "é", "a\u202eb": `a\u202eb`, "\x00": `\x00`,
		strings.Repeat("y", maxLineLength+1): strings.Repeat("y", maxLineLength) + "...",
		strings.Repeat("é", maxLineLength):   strings.Repeat("é", maxLineLength/2) + "...",
	} {
		expect.Equal(t, want, show([]byte(text)), text, "is shown as")
	}
}

// Each part of an explanation has its own place on a page, and shows invisible characters.
func TestDiagnose(t *testing.T) {
	const esc = "\x1b"
	e := &decision.Explanation{
		File: "log" + esc, Line: 3, GotLine: 4, Want: "want" + esc, Got: "got" + esc, Ended: "got", LogOK: true,
		Errors: []string{"says" + esc, "more"}, Reasons: []string{"why" + esc},
		Rule: "docs/rules/README.md log rule 1",
		Decision: &decision.Decision{Key: "key", Behaviour: "does" + esc, Right: "right" + esc,
			Rules: []string{"docs/rules/README.md log rule 3"}},
		Turn: &decision.Turn{Number: 6, Written: []string{"b", "d"}, Moves: []decision.Choice{
			{Move: "a" + esc, Value: -7, AtMost: true}, {Move: "b", Value: 8, Effect: "b X" + esc}, {Move: "c", Value: 9, Best: true}, {Move: "d"},
		}},
		Written: &replay.Drawing{Squares: []replay.Square{{Text: "X" + esc, Side: 1}, {Text: "O", Side: -1,
			Wrong: true, Last: true}, {}}},
	}
	got := must.Get(json.MarshalIndent((&Page{}).diagnose(e), "", " "))(t)
	want := `{"file": "log\\x1b", "line": 3, "gotLine": 4, "want": "want\\x1b", "got": "got\\x1b", "ended": "got", "logOK": true, "says": ["says\\x1b", "more"],
		"decision": {"key": "key", "does": "does\\x1b", "right": "right\\x1b", "where": null, "rules": ["docs/rules/README.md log rule 3"]},
		"why": ["why\\x1b"], "rule": "docs/rules/README.md log rule 1", "rules": ["Log rule 3: One line after each child (touchstone rules log 3)"],
		"turn": {"number": 6, "mover": "", "right": null, "written": ["b", "d"], "moves": [{"move": "a\\x1b", "value": -7, "atMost": true},
			{"move": "b", "value": 8, "effect": "b X\\x1b"}, {"move": "c", "value": 9, "best": true}, {"move": "d", "value": 0}]},
		"written": {"squares": [{"name": "", "text": "X\\x1b", "side": 1, "x": 0, "y": 0}, {"name": "", "text": "O", "side": -1, "wrong": true, "last": true, "x": 0, "y": 0},
			{"name": "", "text": "", "side": 0, "x": 0, "y": 0}]}}`
	var one, other any
	must.Do(t, json.Unmarshal([]byte(want), &one))
	must.Do(t, json.Unmarshal(got, &other))
	expect.Equal(t, one, other)
	rules := (&Page{Plain: true}).diagnose(e)["rules"]
	expect.Equal[any](t, []any{"Log rule 3: One line after each child"}, rules, "a plain page has")
}

// The header holds the data of a page that are known before the search.
func TestHeader(t *testing.T) {
	p := &Page{
		Assignment: "reversi", Name: "case\x1b", Title: "title\x1b", Edition: "first",
		Program: &Program{Name: "program\x1b", Verdict: "wrong", Reason: "reason\x1b", Known: []string{"known\x1b"}}, First: &decision.Explanation{File: "log", Line: 3},
	}
	want := header{
		Version: 1, Assignment: "reversi", Name: `case\x1b`, Title: `title\x1b`, Edition: "first",
		Program: &program{Name: `program\x1b`, Verdict: "wrong", Reason: `reason\x1b`, Known: []string{`known\x1b`}}, Diagnosis: p.diagnose(p.First),
	}
	expect.Equal(t, want, *p.header())
}
