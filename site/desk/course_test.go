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
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/site/desk"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// If a course hides right answers, no request of the page returns one, nor information that reveals one.
func TestCourseHides(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	c, wrong := hiddenCase(t, a), answers(t, a, "")
	right := wrong["answers/"+c.Name+"/next_state.txt"]
	wrong["answers/"+c.Name+"/next_state.txt"] = []byte("1 2 3\n")
	for _, show := range []report.Show{report.ShowNone, report.ShowSummary, report.ShowDiff} {
		d, tells := stocked(t, &desk.Course{Show: show}, a), false
		for _, r := range []desk.Request{
			{Do: "games"}, {Do: "cases"}, {Do: "case", Case: c.Name}, {Do: "bundle"}, {Do: "check", Files: wrong}, {Do: "solve", Input: string(c.Input())},
			{Do: "solve", Case: c.Name}, {Do: "explain", Case: c.Name, Files: map[string][]byte{"next_state.txt": []byte("1\n")}},
			{Do: "explain", Input: string(c.Input())}, {Do: "mistakes"}, {Do: "mistake", Fault: "strict-cut-at-max"},
			{Do: "values", Match: desk.Match{Nodes: 1}},
		} {
			r.Assignment = a.Name
			reply, err := d.Ask(t.Context(), r)
			hidden := err != nil && strings.Contains(err.Error(), "your course does not show")
			off := map[string]bool{"solve": true, "explain": true, "mistakes": true, "mistake": true, "values": true}[r.Do]
			expect.True(t, hidden == (off && show != report.ShowDiff), show, r.Do, "found the error", err)
			tells = tells || answersIn(t, reply, right)
		}
		expect.Equal(t, show == report.ShowDiff, tells, show, "shows right answers")
	}
}

// hiddenCase returns a case whose right answer is long enough not to be found by chance.
func hiddenCase(t *testing.T, a *oracle.Assignment) *cases.Case {
	t.Helper()
	for _, c := range gametest.Corpus(t, a) {
		golden := must.Get(c.Golden("next_state.txt"))(t)
		if len(golden.Text) > 40 && c.In(cases.ProfileDefault) {
			return c
		}
	}
	t.Fatal("no case has a long answer")
	return nil
}

// answersIn reports whether a reply has a line of the right answer.
func answersIn(t *testing.T, reply desk.Reply, right []byte) bool {
	t.Helper()
	value := must.Get(json.Marshal(reply.Value))(t)
	line, _, _ := bytes.Cut(right, []byte("\n"))
	texts := [][]byte{value}
	for _, text := range reply.Files {
		texts = append(texts, text)
	}
	return bytes.Contains(bytes.Join(texts, nil), line)
}

// The points are the course's, a title is shown from the level summary on, and no case reveals by its header
// the situations it shows.
func TestCourseSettles(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	points := verdict.Rule{Total: 7, Shares: []homework.Share{{Category: verdict.AllCases, Points: 7}}}
	whole := answersTo(t, a, "", func(*cases.Case) bool { return true })
	for show, titled := range map[report.Show]bool{report.ShowNone: false, report.ShowSummary: true, report.ShowDiff: true} {
		d := stocked(t, &desk.Course{Title: "CS 1", Show: show, Points: points, Compare: "exact"}, a)
		all := ask[found](t, d, desk.Request{Do: "check", Assignment: a.Name, Compare: "course"}, whole)
		expect.Equal(t, "score: 7.00 of 7 ", all.Score[:min(17, len(all.Score))], show)
		listing := ask[struct{ Games []struct{ Cases []any } }](t, d, desk.Request{Do: "games"}, nil)
		expect.Equal(t, len(gametest.Corpus(t, a)), len(listing.Games[0].Cases), show, "cases of the course")
		c := hiddenCase(t, a)
		listed := ask[struct{ Title string }](t, d, desk.Request{Do: "case", Assignment: a.Name, Case: c.Name}, nil)
		expect.Equal(t, titled, listed.Title == c.Title, show, listed.Title)
	}
	none := ask[struct{ Games []struct{ Cases []any } }](t, openFew(t, nil, a, nil), desk.Request{Do: "games"}, nil)
	expect.True(t, none.Games[0].Cases != nil, "the list of no cases is empty")
	for view, want := range map[string]string{"check": "nothing to check: mancala has no", "cases": "mancala has no cases"} {
		_, err := openFew(t, nil, a, nil).Ask(t.Context(), desk.Request{Do: view, Assignment: a.Name})
		expect.Error(t, err, want)
	}
	_, err := stocked(t, &desk.Course{Show: report.ShowDiff}, a).Ask(t.Context(), desk.Request{Do: "rules", Assignment: "squirrel"})
	expect.Error(t, err, "want a game of this page", "another game")
}

// The replies to the page, request by request, are stored in testdata: for a few cases that a program answers
// or fails in different ways, for each kind of course, and for a game in progress.
func TestTold(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	half := func(text []byte) []byte { return text[:len(text)/2] }
	programs := map[string]struct {
		end    string                   // "" if the program says nothing of it
		change func(text []byte) []byte // of a right answer; nil if there are no files
	}{
		"handout-sample":             {"", bytes.Clone},
		"greedy-ties-in-a-chain":     {"exit 0\n", func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("0"), []byte("1")) }},
		"greedy-on-six-pits":         {"signal SIGSEGV", half},
		"mover-empties-its-own-side": {"time 2.03", half},
		"chain-that-ends-the-game":   {"exit 3\n", half},
		"player-2-at-the-root":       {},
		"greedy-every-move-loses":    {"exit 0", func(text []byte) []byte { return bytes.TrimSuffix(text, []byte("\n")) }},
	}
	var few []*cases.Case
	handed := map[string][]byte{
		"notes.txt": []byte("x"),
		"my/chain-that-ends-the-game/touchstone-stderr.txt": []byte("Traceback:\n  File \"main.py\", line 7, in f\nIndexError: pit 9\n"),
	}
	for _, c := range gametest.Corpus(t, a) {
		p, ok := programs[c.Name]
		if !ok {
			continue
		}
		few = append(few, c)
		for name, text := range gametest.Answer(t, c.Problem, homework.Options{}) {
			if p.change != nil {
				handed["my/"+c.Name+"/"+name] = p.change(text)
			}
		}
		if p.end != "" {
			handed["my/"+c.Name+"/touchstone-ended.txt"] = []byte(p.end)
		}
	}
	match := desk.Match{Seed: 5, Size: 3, Nodes: 50}
	for range 3 {
		turns := ask[struct{ Turns [][]string }](t, stocked(t, nil, a), desk.Request{Do: "play", Assignment: a.Name, Match: match}, nil).Turns
		match.Turns = append(match.Turns, desk.Turn{Moves: turns[len(turns)-1]})
	}
	match.Turns[1].Thought = &homework.Thought{Value: -4, Depth: 3, Nodes: 49}
	even := match
	even.Turns, even.Even, even.Number, even.Side, even.Nodes = nil, 2, 3, 1, 0

	var out bytes.Buffer
	for _, course := range []*desk.Course{
		nil, {Title: "CS 1", Show: report.ShowSummary, Compare: "course", Unsupported: []string{"No late days."}},
		{Show: report.ShowNone},
	} {
		d := openFew(t, course, a, few)
		requests := []desk.Request{{Do: "games"}, {Do: "cases"}, {Do: "check", Files: handed}}
		if course == nil {
			requests = append(requests, []desk.Request{
				{Do: "case", Case: "player-2-at-the-root"}, {Do: "mistakes"}, {Do: "mistake", Fault: "captured-stones-stay"},
				{Do: "boards", Cases: []string{"greedy-ties-in-a-chain", "greedy-on-six-pits"}}, {Do: "play", Match: match}, {Do: "play", Match: even}, {Do: "values", Match: match}, {Do: "think", Match: match},
				{Do: "save", Match: match}, {Do: "save", Match: even}, {Do: "case", Case: "none"}, {Do: "gamble"}, {Do: "check", Edition: "none"},
				{Do: "solve", Case: "greedy-ties-in-a-chain"}, {Do: "open", Files: handed},
				{Do: "open", Files: map[string][]byte{"my/game": []byte("{}\n")}},
			}...)
			for _, m := range []desk.Match{match, even} { // opened again, and without the user
				r := desk.Request{Do: "save", Assignment: a.Name, Match: m}
				saved := must.Get(d.Ask(t.Context(), r))(t).Files["mancala-game.jsonl"]
				for _, agent := range []string{"you", "me"} {
					files := map[string][]byte{"my/game": bytes.ReplaceAll(saved, []byte(`"you"`), []byte(`"`+agent+`"`))}
					requests = append(requests, desk.Request{Do: "open", Match: desk.Match{Nodes: 7}, Files: files})
				}
			}
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
	s := desk.PageData{Course: c}
	s.Add(a, few)
	return must.Get(desk.Open(s))(t)
}

// tellReply writes a question and its answer, without the parts that belong to a report.
func tellReply(t *testing.T, out *bytes.Buffer, d *desk.Desk, r desk.Request) {
	t.Helper()
	fmt.Fprintf(out, "== %s %s%s\n", r.Do, r.Case, r.Fault)
	reply, err := d.Ask(t.Context(), r)
	if err != nil {
		fmt.Fprintf(out, "error: %v\n", err)
		return
	}
	text := must.Get(json.Marshal(reply.Value))(t)
	var value any
	must.Do(t, json.Unmarshal(text, &value))
	if checked, ok := value.(map[string]any); ok {
		delete(checked, "book")
		delete(checked, "document")
	}
	text = must.Get(json.MarshalIndent(value, "", " "))(t)
	fmt.Fprintf(out, "%s\n", text)
	for _, name := range slices.Sorted(maps.Keys(reply.Files)) {
		if text := string(reply.Files[name]); len(text) < 4000 {
			fmt.Fprintf(out, "-- %s --\n%s\n", name, text)
		} else {
			fmt.Fprintf(out, "-- %s, which is long --\n", name)
		}
	}
}
