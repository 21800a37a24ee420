package decision_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// find returns a case of an assignment.
func find(t *testing.T, assignment, name string) *cases.Case {
	t.Helper()
	return gametest.Case(t, gametest.Lookup(t, assignment), name)
}

// answered returns the right answer to a case.
func answered(t *testing.T, c *cases.Case) map[string]string {
	t.Helper()
	return gametest.AnswerTexts(t, c.Problem, homework.Options{})
}

// check explains an answer. It fails the test if the decision has another key, if the explanation lacks a text,
// or if the printed text differs from testdata/printed.
func check(t *testing.T, c *cases.Case, got map[string]string, key, says string) *decision.Explanation {
	t.Helper()
	files, _ := results(t, c.Problem, got)
	e, err := decision.Explain(t.Context(), decision.Question{Problem: c.Problem, Files: files})
	if err != nil || e == nil || e.Decision == nil {
		t.Fatalf("%v, %v", e, err)
	}
	for _, why := range e.Reasons {
		expect.Equal(t, false, slices.Contains(e.Errors, why), why, "is told twice")
	}
	expect.Equal(t, key, e.Decision.Key, e.Errors)
	expect.Contains(t, strings.Join(e.Errors, "\n"), says)
	var text bytes.Buffer
	must.Do(t, e.Print(&text, false))
	tell(&text, "", e)
	goldie.New(t, goldie.WithFixtureDir("testdata/printed")).Assert(t, t.Name()+"/"+key, text.Bytes())
	return e
}

// A lineEdit is a right log of a case with a text replaced, and its explanation. Two texts with "..." between
// them are the first one and everything up to the second, or up to the end of the log.
type lineEdit struct{ assignment, input, old, new, key, says string }

// check explains the log.
func (edit lineEdit) check(t *testing.T) *decision.Explanation {
	t.Helper()
	c := find(t, edit.assignment, edit.input)
	got, log := answered(t, c), c.Problem.(homework.Replayer).Stage().File
	if first, next, many := strings.Cut(edit.old, "..."); many {
		_, edit.old, _ = strings.Cut(got[log], first)
		if next != "" {
			edit.old, _, _ = strings.Cut(edit.old, next)
		}
		edit.old = first + edit.old
	}
	got[log] = gametest.Edited(t, got[log], edit.old, edit.new)
	return check(t, c, got, edit.key, edit.says)
}

// A wrong line is classified by the lines around it.
func TestLines(t *testing.T) {
	for name, test := range map[string]lineEdit{
		"a leaf with a line of entry": {
			"squirrel", "handout-minimax", "B1,2,19\nA1", "B1,2,-Infinity\nB1,2,19\nA1", "line-twice", ""},
		"a leaf that is searched": {
			"squirrel", "handout-minimax", "B1,2,19\nA1", "B1,2,-Infinity\nE1,3,19\nA1", "limit-passed", ""},
		"an infinite leaf": {
			"squirrel", "handout-minimax", "B1,2,19\nA1", "B1,2,-Infinity\nA1", "leaf-value", ""},
		"an entry with the evaluation": {
			"squirrel", "handout-minimax", "A1,1,Infinity\nB1", "A1,1,35\nB1", "entry-value", ""},
		"a large number at an entry": {
			"squirrel", "handout-minimax", "A1,1,Infinity\nB1", "A1,1,10000\nB1", "spelling", "value is 10000"},
		"a leaf too early": {
			"squirrel", "handout-minimax", "A1,1,Infinity\nB1,2,19", "A1,1,35\nroot,0,35\nB1,1,19", "leaf-too-early", ""},
		"a wrong infinity": {
			"reversi", "handout-start", "d3,1,Infinity", "d3,1,-Infinity", "other-infinity", ""},
		"no number": {
			"squirrel", "handout-minimax", "A1,1,19", "A1,1,None", "spelling", `value is None`},
		"the evaluation of an interior node": {
			"squirrel", "handout-minimax", "root,0,-13", "root,0,35", "value-of-child", "value is 35, want -13"},
		"a cut at equality": {
			"reversi", "handout-start", "c4,1,-3,-3,Infinity\nroot", "c4,1,-3,-3,-3\ne3,2,0,-3,-3\nc4,1,-3,-3,-3\nroot", "cut-strict", ""},
		"a window that changes before the line of a cut": {
			"reversi", "handout-start", "c4,1,-3,-3,Infinity\nroot", "c4,1,-3,-3,-3\nroot", "window-narrowed", ""},
		"a window that stays": {
			"squirrel", "handout-alpha-beta", "B1,1,11,-13,11\nE1", "B1,1,11,-13,Infinity\nE1", "window-narrowed", ""},
		"a word for its writer": {
			"reversi", "handout-start", "d3,1,Infinity", "cut here: d3\nd3,1,Infinity", "columns", "the program's line has 1 columns, want 5"},
		"a place that is taken": {
			"reversi", "handout-start", "d3,1,Infinity", "d4,1,Infinity", "illegal-move", "d4, which is no move of root"},
		"the other side's pit": {
			"mancala", "handout-sample", "B2,1,-Infinity", "A2,1,Infinity", "illegal-theirs", "A2, which is no move of root"},
		"a pit without stones": {
			"mancala", "sowing-skips-the-opponents-mancala", "A3,2,3\n", "A2,2,Infinity\n", "illegal-move", "A2, which is no move of B4"},
		"a neighbour's colour": {
			"mapcolor", "handout-australia", "NSW, B, 1, inf", "NSW, G, 1, inf", "illegal-move", "NSW, G, which is no move of SA, G"},
		"a move without its colour": {
			"mapcolor", "handout-australia", "NSW, B, 1, inf", "NSW, , 1, inf", "illegal-move", "which is no move of SA, G"},
		"no place of the board": {
			"reversi", "handout-start", "d3,1,Infinity", "d9,1,Infinity", "illegal-move", "d9, which is no move of root"},
		"another move in the place of a node": {
			"reversi", "handout-start", "d3,1,Infinity", "c5,1,Infinity", "illegal-theirs", "c5, which is no move of root"},
		"another depth": {
			"reversi", "handout-start", "c3,2,-3", "c4,3,-3", "another-node", "the program is at c4, want the line of c3"},
		"a leaf twice": {
			"squirrel", "handout-minimax", "B1,2,19\n", "B1,2,19\nB1,2,19\n", "line-twice", ""},
	} {
		t.Run(name, func(t *testing.T) { test.check(t) })
	}
}

// A log that ends within a line ends too soon: the rest of the line says nothing.
func TestCutLine(t *testing.T) {
	c := find(t, "reversi", "handout-start")
	got := answered(t, c)
	got["output.txt"] = got["output.txt"][:strings.Index(got["output.txt"], "c5,2")+5]
	check(t, c, got, "ends-early", "within this line")
}

// The words of a decision hold in every game. Words for pieces are left to decisions about boards with pieces.
func TestWordsOfGames(t *testing.T) {
	text := must.Get(os.ReadFile("kinds.txt"))(t)
	words := regexp.MustCompile(`\b(piece|square|pit|stone|colour|state|empty|occupied)s?\b`)
	for paragraph := range strings.SplitSeq(string(text), "\n\n") {
		lines := strings.Split(strings.TrimSpace(paragraph), "\n")
		if len(lines) < 4 || lines[0] == "board-other-side" || lines[0] == "leaf-position" { // a board with pieces
			continue
		}
		for _, line := range lines[1:3] {
			word := words.FindString(strings.ReplaceAll(line, "next state", ""))
			expect.Equal(t, "", word, lines[0], "has a word of one game in", line)
		}
	}
}

// Without a program any line of a log or a battle can be explained. Line 0 is the choice of the move.
func TestQuestions(t *testing.T) {
	for name, lines := range map[string][]int{
		"squirrel/handout-minimax": {0, 1, 2, 3, 9999},
		"squirrel/handout-battle":  {0, 7, 9999}, "gangwars/handout-example-2": {0, 1},
		"reversi/handout-start": {0, 1, 8, 9, 30}, "mancala/handout-sample": {0, 5}, "mapcolor/handout-australia": {85, 86},
	} {
		assignment, input, _ := strings.Cut(name, "/")
		question := decision.Question{Problem: find(t, assignment, input).Problem}
		var text bytes.Buffer
		for _, question.Line = range lines {
			e, err := decision.Explain(t.Context(), question)
			game := must.Get(decision.Searched(t.Context(), question.Problem, question.Options, e))(t)
			at := game.Turns(question.Options).First // of a battle, the turn that is explained
			fmt.Fprintf(&text, "line %d: %v, search of the turn at %d\n", question.Line, err, at)
			if err == nil {
				must.Do(t, e.Print(&text, false))
			}
		}
		goldie.New(t, goldie.WithFixtureDir("testdata/printed")).Assert(t, t.Name()+"/"+name, text.Bytes())
	}
}

// A problem that cannot be replayed has no explanation. That is an error only without a program.
func TestUnshown(t *testing.T) {
	q := decision.Question{Problem: struct{ homework.Problem }{find(t, "reversi", "handout-start").Problem}}
	for _, want := range []error{decision.ErrUnshown, nil} {
		e, err := decision.Explain(t.Context(), q)
		expect.True(t, e == nil && err == want, e, err)
		q.Files = []verdict.File{{}}
	}
}

var shown = flag.String("shown", "", "print the explanations of this fault")

// results compares a program's files with the right ones.
func results(t *testing.T, p homework.Problem, got map[string]string) (files []verdict.File, wrong bool) {
	t.Helper()
	right := gametest.Answer(t, p, homework.Options{})
	for _, name := range p.Files() {
		f := verdict.File{Name: name, Verdict: verdict.Missing}
		if text, ok := got[name]; ok {
			report := must.Get(compare.Readers(bytes.NewReader(right[name]), strings.NewReader(text), compare.Options{}))(t)
			f.Report, f.Text = report, []byte(text)
			f.Verdict = []verdict.Verdict{verdict.Pass, verdict.Format, verdict.Wrong}[report.Grade]
			wrong = wrong || report.Grade == compare.Different
		}
		files = append(files, f)
	}
	return files, wrong
}

// tell writes the explanation of a mistake, without the drawings.
func tell(w io.Writer, of string, e *decision.Explanation) {
	fmt.Fprintf(w, "%s\n  %s:%d, got %d, %s node %v, theirs %v\n", of, e.File, e.Line, e.GotLine, e.BoardNode,
		e.Node != nil, e.Written != nil)
	for _, says := range e.Errors {
		fmt.Fprintf(w, "  says %s\n", says)
	}
	for _, why := range e.Reasons {
		fmt.Fprintf(w, "  why  %s\n", why)
	}
	fmt.Fprintf(w, "  rule %s\n", e.Rule)
	if e.Leaf != nil {
		fmt.Fprintf(w, "  leaf %d, misdrawn %v\n", *e.Leaf, e.Misdrawn != nil)
	}
	for _, d := range slices.CompactFunc([]decision.Decision{*e.Decision, e.Decision.General()},
		func(x, y decision.Decision) bool { return x.Key == y.Key }) {
		fmt.Fprintf(w, "  %s at %s; %s\n", d.Key, strings.Join(d.Properties, ", "),
			strings.ReplaceAll(strings.Join(d.Rules, ", "), "docs/rules/", ""))
	}
}

// Every mistake of a program is explained, and so is every wrong line.
func TestFaultsAreExplained(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			corpus := gametest.Corpus(t, a)
			var told bytes.Buffer // of the first case of each
			for _, fault := range catalog.Faults(a) {
				explained := 0
				for _, c := range corpus {
					if explained == 2 || fault.Form || !effort.All() && explained > 0 {
						break
					}
					if !c.In(cases.ProfileDefault) || c.Index().Goldens[0].Lines > 2000 || !slices.Contains(c.Kills, fault.ID) {
						continue
					}
					got, err := catalog.Second(a).Solve("", c.Input(), fault.ID)
					if err != nil {
						continue
					}
					files, wrong := results(t, c.Problem, got)
					if !wrong {
						continue
					}
					e := explainFault(t, fault.ID, c, files)
					if explained++; explained == 1 {
						tell(&told, fault.ID+" on "+c.Name, e)
					}
				}
				expect.True(t, explained != 0 || fault.Form || fault.Equivalent != "" || fault.Beyond != "",
					"no case shows", fault.ID)
			}
			goldie.New(t).Assert(t, a.Name, told.Bytes())
		})
	}
}

func explainFault(t *testing.T, fault string, c *cases.Case, files []verdict.File) *decision.Explanation {
	t.Helper()
	e, err := decision.Explain(t.Context(), decision.Question{Problem: c.Problem, Files: files})
	if err != nil || e == nil {
		t.Fatalf("%s, %s: %v, %v", fault, c.Name, e, err)
	}
	var text bytes.Buffer
	must.Do(t, e.Print(&text, false))
	if len(e.Errors) == 0 || e.Decision == nil || len(e.Reasons) == 0 || e.Node == nil && e.Turn == nil &&
		e.Decision.General().Key != "header" && e.Ended != "want" {
		t.Errorf("%s, %s: too little is said:\n%s", fault, c.Name, &text)
	}
	for _, rule := range e.Decision.Rules {
		expect.Equal(t, false, rules.Titled(rule) == rule, fault, c.Name, rule, "is no rule")
	}
	n := len(e.Decision.Rules)
	expect.True(t, n != 0 && n <= 3, fault, c.Name, n, "rules, want 1 to 3")
	for _, f := range files {
		expect.Equal(t, false, f.Name == e.File && f.Report.First == nil, fault, c.Name, e.File, "is right")
	}
	if fault == *shown {
		fmt.Printf("%s\n%s\n", c.Name, &text)
	}
	return e
}
