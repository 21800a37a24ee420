package desk_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/site/desk"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// answers returns the files of a solver with a mistake or none, for each default case, packed as by run.py.
func answers(t *testing.T, a *oracle.Assignment, fault string) map[string][]byte {
	t.Helper()
	return answersTo(t, a, fault, func(c *cases.Case) bool { return c.In(cases.ProfileDefault) })
}

// answersTo does so for some cases.
func answersTo(t *testing.T, a *oracle.Assignment, fault string, some func(*cases.Case) bool) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, c := range gametest.Corpus(t, a) {
		if !some(c) {
			continue
		}
		if fault == "" {
			for name, text := range gametest.Answer(t, c.Problem, homework.Options{}) {
				files["answers/"+c.Name+"/"+name] = text
			}
			continue
		}
		for name, text := range must.Get(catalog.Second(a).Solve("", c.Input(), fault))(t) {
			files["answers/"+c.Name+"/"+name] = []byte(text)
		}
		files["answers/"+c.Name+"/touchstone-ended.txt"] = []byte("exit 0\n")
	}
	return files
}

// stocked returns a desk with all cases of games, and the settings of a course, which may be nil. The data
// passes through JSON, as in a page.
func stocked(t *testing.T, c *desk.Course, games ...*oracle.Assignment) *desk.Desk {
	t.Helper()
	s := desk.PageData{Course: c}
	for _, a := range games {
		all := gametest.Corpus(t, a)
		s.Add(a, all)
	}
	for _, g := range s.Games {
		hides := c != nil && c.Show != report.ShowDiff
		expect.Equal(t, hides, len(g.Smallest) == 0, g.Assignment, "has no smallest cases of mistakes")
		for _, script := range g.Cases {
			expect.True(t, !hides || len(script.Kills) == 0, "no mistakes are named of", script.Name)
		}
	}
	text := must.Get(json.Marshal(s))(t)
	var read desk.PageData
	must.Do(t, json.Unmarshal(text, &read))
	return must.Get(desk.Open(read))(t)
}

// ask returns the value of an answer.
func ask[T any](t *testing.T, d *desk.Desk, r desk.Request, files map[string][]byte) T {
	t.Helper()
	request := must.Get(json.Marshal(r))(t)
	value, _, err := d.AskJSON(t.Context(), request, files, func(int, int) {}, func([]byte, map[string][]byte) {})
	must.Do(t, err)
	var answer T
	must.Do(t, json.Unmarshal(value, &answer))
	return answer
}

type found struct {
	Score  string
	Absent []string
	Causes []struct{ Key, Fault, Case string }
}

// Right answers pass in all games, and wrong answers with a known mistake are named by it.
func TestCheck(t *testing.T) {
	assignments := oracle.Assignments()[:effort.Of(2, 5, 5)]
	d := stocked(t, nil, assignments...)
	for _, a := range assignments {
		all := ask[found](t, d, desk.Request{Do: "check", Assignment: a.Name}, answers(t, a, ""))
		expect.Equal(t, 0, len(all.Causes)+len(all.Absent), a.Name, all)
		expect.Contains(t, all.Score, "score: 100.00 of 100")
		mistake := ask[[]struct{ Name string }](t, d, desk.Request{Do: "mistakes", Assignment: a.Name}, nil)[0].Name
		r := desk.Request{Do: "mistake", Assignment: a.Name, Fault: strings.ToUpper(mistake)}
		expect.Equal(t, mistake, ask[struct{ Name string }](t, d, r, nil).Name, "the first mistake")
		one := ask[found](t, d, desk.Request{Do: "check", Assignment: a.Name}, answers(t, a, mistake))
		expect.True(t, len(one.Causes) == 1 && one.Causes[0].Fault == mistake, mistake, one.Causes)
	}
}

// A check whose search for causes fails has the verdicts and the points, before and after the failure.
func TestCausesFail(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var first desk.Reply
	steps := 0
	reply, err := stocked(t, nil, a).Ask(ctx, desk.Request{
		Do: "check", Assignment: a.Name, Files: map[string][]byte{"handout-greedy/next_state.txt": []byte("wrong\n")},
		OnPart: func(part desk.Reply) { first = part; cancel() }, Step: func(int, int) { steps++ },
	})
	must.Do(t, err)
	checked := ask[struct{ Games []struct{ Cases []any } }](t, stocked(t, nil, a), desk.Request{Do: "games"}, nil)
	expect.Equal(t, len(checked.Games[0].Cases)+1, steps, "steps")
	for when, part := range map[string]desk.Reply{"before": first, "after": reply} {
		text := must.Get(json.Marshal(part.Value))(t)
		var got struct {
			Failed string
			Cases  []struct{ Name, Verdict string }
			Book   struct{ Class json.RawMessage }
		}
		must.Do(t, json.Unmarshal(text, &got))
		expect.True(t, len(got.Cases) == 1 && got.Cases[0].Verdict == "wrong" && len(got.Book.Class) > 0, when, got)
		expect.Equal(t, when == "after", got.Failed == "context canceled", when, got.Failed)
	}
}

// The report says if the answers follow another edition, even for a program that crashed.
func TestOtherEdition(t *testing.T) {
	a := gametest.Lookup(t, "mapcolor")
	const name = "editions-that-part"
	of := must.Get(catalog.Second(a).Solve("handout", gametest.Case(t, a, name).Input()))(t)
	d := stocked(t, nil, oracle.Assignments()...)
	solved := must.Get(d.Ask(t.Context(), desk.Request{Do: "solve", Assignment: a.Name, Case: name, Edition: "handout"}))(t)
	expect.Equal(t, of["output.txt"], string(solved.Files["output.txt"]), "solved in the edition handout")
	r := desk.Request{Do: "explain", Assignment: a.Name, Case: name, Edition: "handout"}
	right := must.Get(catalog.Second(a).Solve("", gametest.Case(t, a, name).Input()))(t)
	parts := askParts(t, d, r, map[string][]byte{name + "/output.txt": []byte(right["output.txt"])})
	expect.Equal(t, "wrong", parts[0].Verdict, "answer of the usual edition")
	expect.Contains(t, parts[0].Text, "moves  K, R; L, G; L, R")
	for _, ended := range []string{"exit 0", "exit 1"} {
		got := ask[struct{ Causes []struct{ Text string } }](t, d, desk.Request{Do: "check", Assignment: a.Name}, map[string][]byte{
			name + "/output.txt": []byte(of["output.txt"]), name + "/touchstone-ended.txt": []byte(ended),
		})
		expect.Contains(t, fmt.Sprint(got.Causes), "all files equal those of the edition handout")
	}
	explain := func(edition string) (pages string) {
		r := desk.Request{Do: "explain", Assignment: "reversi", Edition: edition, Files: map[string][]byte{"output.txt": []byte("1\n")}}
		r.Input = string(gametest.Case(t, gametest.Lookup(t, "reversi"), "handout-start").Input())
		r.OnPart = func(part desk.Reply) { pages += string(part.Files["walk.html"]) }
		r.OnPart(must.Get(d.Ask(t.Context(), r))(t))
		return pages
	}
	expect.True(t, explain("") != "" && explain("") == explain("final"), "the first edition is selected at first")
	fault := must.Get(catalog.Second(a).Solve("handout", gametest.Case(t, a, name).Input(), "no-cuts"))(t)
	got := ask[found](t, d, desk.Request{Do: "check", Assignment: a.Name, Edition: "handout"}, map[string][]byte{name + "/output.txt": []byte(fault["output.txt"])})
	expect.True(t, len(got.Causes) == 1 && got.Causes[0].Fault == "no-cuts", "want no-cuts", got.Causes)
}

// A file dropped by mistake causes a message.
func TestBadDrops(t *testing.T) {
	d := stocked(t, nil, oracle.Assignments()...)
	other := must.Zip(t, map[string]string{"three-plies/output.txt": ""})
	zeros := must.Zip(t, map[string]string{"zeros": string(make([]byte, 40<<20))})
	compressed := must.Get(zip.NewReader(bytes.NewReader(zeros), int64(len(zeros))))(t)
	var bomb bytes.Buffer
	z := zip.NewWriter(&bomb)
	for i := range 8 {
		file := compressed.File[0]
		file.Name = fmt.Sprintf("handout-sample/%d", i)
		must.Do(t, z.Copy(file))
	}
	must.Do(t, z.Close())
	downloaded := must.Get(d.Ask(t.Context(), desk.Request{Do: "bundle", Assignment: "mancala"}))(t).Files
	many := map[string][]byte{}
	for i := range 50_001 {
		many[fmt.Sprint(i)] = nil
	}
	for name, c := range map[string]struct {
		files map[string][]byte
		want  string
	}{
		"nothing":         {nil, "want answers to cases of mancala"},
		"other files":     {map[string][]byte{"<img src=x>/next_state.txt": []byte("x")}, "want answers to cases of mancala"},
		"a damaged zip":   {map[string][]byte{"answers.zip": []byte("PK\x03\x04 and no more")}, "answers.zip: want a zip that can be read"},
		"a bomb":          {map[string][]byte{"bomb.zip": bomb.Bytes()}, "bomb.zip: want at most 256 MB and 50000 files, found more"},
		"many files":      {many, "want at most 256 MB and 50000 files, found more"},
		"an odd end":      {map[string][]byte{"handout-greedy-1/touchstone-ended.txt": []byte("well")}, "want "},
		"zeros":           {map[string][]byte{"zeros": make([]byte, 1<<20)}, "want answers to cases of mancala"},
		"a stray file":    {map[string][]byte{"notes.txt": []byte("x")}, "found none: is it the right assignment?"},
		"a zip of others": {map[string][]byte{"other.zip": other}, "found none: is it the right assignment?"},
		"the cases":       {downloaded, "want answers to cases of mancala, found the cases: run your program on them by run.py"},
		"the cases, unpacked": {map[string][]byte{"mancala-cases/cases/handout-sample/input.txt": []byte("x"), "mancala-cases/run.py": []byte("y")},
			"want answers to cases of mancala, found the cases: run your program on them by run.py"},
		"of another course": {map[string][]byte{"three-plies/output.txt": []byte("x")}, "is it the right assignment?"},
		"of another game": {map[string][]byte{"touchstone-assignment.txt": []byte("squirrel\r\n"), "handout-greedy-1/next_state.txt": []byte("x")},
			"want answers to cases of mancala, found those of squirrel: choose that homework"},
	} {
		_, err := d.Ask(t.Context(), desk.Request{Do: "check", Assignment: "mancala", Files: c.files})
		expect.Error(t, err, c.want, name)
	}
}

// In each game the reference agent plays to the end against the first move of a list, by listed turns.
func TestPlay(t *testing.T) {
	d := stocked(t, nil, oracle.Assignments()...)
	for i, a := range oracle.Assignments() {
		m := desk.Match{Seed: 7, Nodes: 300}
		type position struct {
			Over   bool
			Mover  int
			Turns  [][]string
			Places []any
			Pieces []any
		}
		for turn := 0; ; turn++ {
			p := ask[position](t, d, desk.Request{Do: "play", Assignment: a.Name, Match: m}, nil)
			if len(p.Places) == 0 || len(p.Places) != len(p.Pieces) || p.Turns == nil || p.Over != (len(p.Turns) == 0) {
				t.Fatalf("%s, turn %d: found %+v", a.Name, turn, p)
			}
			if p.Over {
				break
			}
			chosen := p.Turns[0]
			if p.Mover == 1 {
				chosen = ask[struct{ Turn []string }](t, d, desk.Request{Do: "think", Assignment: a.Name, Match: m}, nil).Turn
			}
			listed := slices.ContainsFunc(p.Turns, func(one []string) bool { return slices.Equal(one, chosen) })
			expect.True(t, listed, a.Name, "turn", turn, chosen, "is listed in", p.Turns)
			if turn < 3 {
				r := desk.Request{Do: "values", Assignment: a.Name, Match: m}
				all := ask[[]struct{ Move string }](t, d, r, nil)
				once := len(slices.Compact(slices.Clone(all))) == len(all)
				expect.True(t, len(all) > 0 && once, a.Name, turn, "each move has a value, once", all)
			}
			m.Turns = append(m.Turns, desk.Turn{Moves: chosen})
		}
		saved := must.Get(d.Ask(t.Context(), desk.Request{Do: "save", Assignment: a.Name, Match: m}))(t).Files
		depth := bytes.Contains(saved[a.Name+"-game.jsonl"], []byte(`"depth":4`))
		expect.Equal(t, !a.Contest.Clocked, depth, a.Name, "depth in the saved game")
		other := oracle.Assignments()[(i+1)%len(oracle.Assignments())].Name
		_, err := d.Ask(t.Context(), desk.Request{Do: "open", Assignment: other, Files: saved})
		expect.Error(t, err, "want a saved game of "+other+", found one of "+a.Name)
	}
	for want, m := range map[string]desk.Match{
		"turn 1: ": {Turns: []desk.Turn{{Moves: []string{"Z99"}}}}, "want 1 to ": {}, "for the size of the board": {Size: 1 << 20, Nodes: 1}, "a side 0 or 1": {Side: 2, Nodes: 1},
		"want a whole number from 2 to 26 for the size of the board, found 2.5": {Size: 2.5, Nodes: 1},
		"found -1, 0 and 0": {Number: -1}, "found 1, -1 and 0": {Even: -1}, "found 1, 0 and -1": {Side: -1},
		"found 1, 5000 and 0": {Even: 5000}, "want at most 10000 turns": {Turns: make([]desk.Turn, 10_001)},
		"turn 1: want": {Turns: make([]desk.Turn, 10_000)},
	} {
		_, err := d.Ask(t.Context(), desk.Request{Do: "think", Assignment: "gangwars", Match: m})
		expect.Error(t, err, want, m)
	}
}

// For each mistake the case with the smallest answer is shown, although a page has no answers. For a program
// that answered a case, its own lines are shown next to the right ones.
func TestSmallestAndOwn(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	d, all := stocked(t, nil, a), gametest.Corpus(t, a)
	sizes, checked := map[string]int64{}, map[string]bool{"": true}
	for _, c := range all {
		sizes[c.Name], checked[c.Name] = c.AnswerSize(), c.In(cases.ProfileDefault)
	}
	for _, m := range ask[[]struct{ Name, Case string }](t, d, desk.Request{Do: "mistakes", Assignment: a.Name}, nil) {
		expect.True(t, checked[m.Case], m.Name, "is shown by a case that is checked", m.Case)
		for _, c := range all {
			shows := c.In(cases.ProfileDefault) && slices.Contains(c.Kills, m.Name)
			expect.True(t, !shows || sizes[c.Name] >= sizes[m.Case], m.Name, "is shown by", m.Case, "not", c.Name)
		}
	}
	handed := answers(t, a, "strict-cuts")
	parts := askParts(t, d, desk.Request{Do: "explain", Assignment: a.Name, Case: "cut-on-equality-at-min"}, handed)
	expect.True(t, len(parts) == 3 && parts[0].Verdict == "wrong" && parts[1].Walk, "own answer to a case", parts)
	expect.Contains(t, strings.Join(parts[len(parts)-1].Known, " "), "strict-cut")
	maps.DeleteFunc(handed, func(name string, _ []byte) bool { return strings.Contains(name, "cut-on-equality-at-min") })
	parts = askParts(t, d, desk.Request{Do: "explain", Assignment: a.Name, Case: "cut-on-equality-at-min"}, handed)
	expect.True(t, len(handed) <= 1 || len(parts) == 1 && parts[0].Walk, "a case that is not answered", parts)
}

// A case has its worth among all cases, for any number of dropped files: a program with only these answers gets
// their points, and no more. The stored report covers only the dropped cases, as check writes it.
func TestWorth(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all := gametest.Corpus(t, a)
		d, whole := stocked(t, nil, a), answers(t, a, "")
		type told struct {
			Score, Document string
			Book            struct {
				Class struct {
					Of       float64
					Cases    []struct{ Worth float64 }
					Students []struct{ Points float64 }
				}
			}
		}
		worths := ask[told](t, d, desk.Request{Do: "check", Assignment: a.Name}, whole).Book.Class.Cases
		i := 0
		for _, c := range all {
			if !c.In(cases.ProfileDefault) {
				continue
			}
			want := worths[i].Worth
			if i++; want == 0 || i > 5 {
				continue
			}
			one := map[string][]byte{}
			for name, text := range whole {
				if strings.Contains(name, "/"+c.Name+"/") {
					one[name] = text
				}
			}
			got := ask[told](t, d, desk.Request{Do: "check", Assignment: a.Name}, one)
			class := got.Book.Class
			right := len(class.Cases) == 1 && math.Abs(class.Cases[0].Worth-want) <= 1e-9 && class.Of == 100
			expect.True(t, right && class.Students[0].Points == verdict.Cents(want), a.Name, c.Name, class, want)
			expect.Contains(t, got.Score, fmt.Sprintf("score: %.2f of 100 (", want))
			var kept struct {
				Check   struct{ Compare string }
				Summary struct{ Score struct{ Points, Of float64 } }
			}
			must.Do(t, json.Unmarshal([]byte(got.Document), &kept))
			score := kept.Summary.Score
			expect.True(t, score.Of == 100 && score.Points == 100, a.Name, c.Name, score)
			expect.Equal(t, "exact", kept.Check.Compare, "comparison in the report")
		}
	}
}
