package desk_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// What a page is told, question by question, is in testdata: of a few cases that a program answers, or ends on, in different ways,
// as each kind of course shows it, and of a game in its midst.
func TestTold(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"handout-sample", "greedy-ties-in-a-chain", "greedy-on-six-pits", "mover-empties-its-own-side", "chain-that-ends-the-game", "player-2-at-the-root", "greedy-every-move-loses"}
	var few []*cases.Case
	handed := map[string][]byte{"notes.txt": []byte("x")}
	for _, c := range all {
		at := slices.Index(names, c.Name)
		if at < 0 {
			continue
		}
		few = append(few, c)
		right := output.Memory{}
		if _, err := c.Problem.Solve(t.Context(), homework.Options{}, right); err != nil {
			t.Fatal(err)
		}
		end := []string{"exit 0\n", "exit 0\n", "signal SIGSEGV", "time 2.03", "exit 3\n", "", "exit 0"}[at]
		if at != 0 {
			handed[c.Name+"/touchstone-ended.txt"] = []byte(end)
		}
		for name, text := range right {
			switch at {
			case 1:
				text = bytes.ReplaceAll(text, []byte("0"), []byte("1"))
			case 2, 3, 4:
				text = text[:len(text)/2]
			case 6:
				text = bytes.TrimSuffix(text, []byte("\n"))
			}
			if at != 5 {
				handed["my/"+c.Name+"/"+name] = text
			}
		}
		if at == 5 { // of which nothing is handed over
			delete(handed, c.Name+"/touchstone-ended.txt")
		}
		if at != 0 && at != 5 {
			handed["my/"+c.Name+"/touchstone-ended.txt"] = handed[c.Name+"/touchstone-ended.txt"]
			delete(handed, c.Name+"/touchstone-ended.txt")
		}
		if at == 4 {
			handed["my/"+c.Name+"/touchstone-stderr.txt"] = []byte("Traceback:\n  File \"main.py\", line 7, in f\nIndexError: pit 9\n")
		}
	}
	match := desk.Match{Seed: 5, Size: 3, Side: 1, Nodes: 50}
	for range 3 {
		turns := ask[struct{ Turns [][]string }](t, stocked(t, nil, a), desk.Request{Do: "play", Assignment: a.Name, Match: match}, nil).Turns
		match.Turns = append(match.Turns, desk.Turn{Moves: turns[len(turns)-1]})
	}
	value := int32(-4)
	match.Turns[1].Value, match.Turns[1].Depth, match.Turns[1].Nodes = &value, 3, 49
	even := match
	even.Turns, even.Even, even.Number, even.Side = nil, 2, 3, 0

	var out bytes.Buffer
	for _, course := range []*desk.Course{
		nil, {Title: "CS 1", Show: report.ShowSummary, Compare: "course", Left: []string{"No late days."}}, {Show: report.ShowNone},
	} {
		d := openFew(t, course, a, few)
		requests := []desk.Request{{Do: "games"}, {Do: "cases"}, {Do: "check", Files: handed}}
		if course == nil {
			requests = append(requests, []desk.Request{
				{Do: "case", Case: "player-2-at-the-root"}, {Do: "mistakes"}, {Do: "mistake", Fault: "captured-stones-stay"},
				{Do: "boards", Cases: names[1:3]}, {Do: "play", Match: match}, {Do: "play", Match: even}, {Do: "values", Match: match}, {Do: "think", Match: match},
				{Do: "save", Match: match}, {Do: "save", Match: even}, {Do: "case", Case: "none"}, {Do: "gamble"}, {Do: "check", Edition: "none"},
			}...)
		}
		for _, r := range requests {
			r.Assignment = a.Name
			tellReply(t, &out, d, r)
		}
	}
	goldie.New(t).Assert(t, "told", out.Bytes())
}

// openFew returns a desk with some cases of a game.
func openFew(t *testing.T, c *desk.Course, a *oracle.Assignment, few []*cases.Case) *desk.Desk {
	t.Helper()
	s := desk.Stock{Course: c}
	s.Add(a, few)
	d, err := desk.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tellReply writes a question and its answer, without what belongs to a report.
func tellReply(t *testing.T, out *bytes.Buffer, d *desk.Desk, r desk.Request) {
	t.Helper()
	fmt.Fprintf(out, "== %s %s%s\n", r.Do, r.Case, r.Fault)
	reply, err := d.Ask(t.Context(), r)
	if err != nil {
		fmt.Fprintf(out, "error: %v\n", err)
		return
	}
	text, err := json.Marshal(reply.Value)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if checked, ok := value.(map[string]any); ok {
		delete(checked, "book")
		delete(checked, "document")
	}
	if text, err = json.MarshalIndent(value, "", " "); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(out, "%s\n", text)
	for _, name := range slices.Sorted(maps.Keys(reply.Files)) {
		if text := string(reply.Files[name]); len(text) < 4000 {
			fmt.Fprintf(out, "-- %s --\n%s\n", name, text)
		} else {
			fmt.Fprintf(out, "-- %s, %d lines --\n", name, strings.Count(text, "\n"))
		}
	}
}
