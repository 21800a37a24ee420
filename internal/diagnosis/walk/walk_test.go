package walk_test

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A shown case has a page, and the expected contents of the page.
type shown struct {
	walk.Page
	steps  []replay.Step
	boards []replay.Board
	log    []string // the right file's lines; none if there is no log
}

// find returns the page of a case of the corpus.
func find(t testing.TB, assignment, name string) walk.Page {
	t.Helper()
	a := gametest.Lookup(t, assignment)
	c := gametest.Case(t, a, name)
	return walk.Page{Assignment: a.Name, Name: c.Name, Title: c.Title, Game: c.Problem.(homework.Replayer),
		Options: homework.Options{Edition: a.Editions[0].Name}}
}

// add adds a program that writes the right log with each of the texts changed once.
func (s *shown) add(t testing.TB, changes ...string) {
	t.Helper()
	text := gametest.Edited(t, strings.Join(s.log, "\n")+"\n", changes...)
	s.Program = &walk.Program{Name: "a program", Verdict: "wrong", Log: []byte(text)}
	name := s.Game.Stage().File
	texts := compare.Texts(map[string]string{name: text})
	reports := must.Get(compare.Stream(t.Context(), s.Game, s.Options, texts))(t)
	files := []verdict.File{{Name: name, Verdict: verdict.Wrong, Report: reports[name].Report, Text: []byte(text)}}
	question := decision.Question{Problem: s.Game, Options: s.Options, Files: files}
	s.First = must.Get(decision.Explain(t.Context(), question))(t)
}

// show finds a case, and returns it with the expected contents of its page.
func show(t testing.TB, assignment, name string) *shown {
	t.Helper()
	s := &shown{Page: find(t, assignment, name)}
	err := s.Game.Replay(t.Context(), s.Options, func(step replay.Step) error {
		s.steps, s.boards = append(s.steps, step), append(s.boards, step.Board())
		return nil
	})
	must.Do(t, err)
	if file := s.Game.Stage().File; file != "" {
		files := must.Get(homework.Answer(t.Context(), s.Game, s.Options))(t)
		s.log = strings.Split(strings.TrimSuffix(string(files[file]), "\n"), "\n")
	}
	return s
}

// open writes the page and opens it.
func (s *shown) open(t testing.TB) *tab {
	t.Helper()
	return open(t, pagetest.File(t, s.Assignment, func(w io.Writer) error {
		_, err := walk.Write(t.Context(), w, s.Page)
		return err
	}))
}

// A look holds the parts of a page that show a line.
type look struct{ Line, Path, Node, Alpha, Value, Beta, Board, Changed, Last string }

// walkAll steps through a page from its first line to its last by the key j, and returns the looks.
//
//go:embed testdata/walk-all.js
var walkAll string

// Every line of every game is shown as the replay has it: node, window, board and changes.
func TestPagesShowTheSearch(t *testing.T) {
	for _, c := range []struct{ assignment, name string }{
		{"squirrel", "handout-alpha-beta"}, {"reversi", "handout-start"}, {"mancala", "handout-sample"},
		{"mapcolor", "handout-australia"}, {"gangwars", "handout-example-1"}, {"squirrel", "handout-greedy"},
	} {
		t.Run(c.assignment+"-"+c.name, func(t *testing.T) {
			s := show(t, c.assignment, c.name)
			b := s.open(t)
			looks, above := eval[[]look](b, walkAll), 0
			if s.log != nil {
				above = s.Game.Stage().First - 1
			}
			if want := max(len(s.log), above+len(s.steps)); len(looks) != want {
				t.Fatalf("the page has %d lines, want %d", len(looks), want)
			}
			changedLine := 0 // the line at which the board has changed most
			for i := range s.steps {
				got, want := looks[above+i], s.look(i, above)
				expect.True(t, got == want, "line", i+1, "of the search is shown as", got, "want", want)
				if len(looks[above+i].Changed) > len(looks[above+changedLine].Changed) {
					changedLine = i
				}
			}
			b.goTo(above + changedLine + 1)
			b.Shoot(c.assignment + "-" + c.name)
		})
	}
}

// look returns the expected look of a step.
func (s *shown) look(i, above int) look {
	step, stage := s.steps[i], s.Game.Stage()
	var names []string
	above2 := -1 // the step that entered the node above
	for ply := step.Ply; ply >= 0; ply-- {
		j := i
		for s.steps[j].Ply != ply || s.steps[j].Kind == replay.Update {
			j--
		}
		names = append([]string{s.steps[j].Name}, names...)
		if ply == step.Ply-1 {
			above2 = j
		}
	}
	kind := map[bool]string{true: "max node", false: "min node"}[step.Max]
	if step.Kind == replay.Leaf {
		kind = "leaf"
	}
	l := look{Line: fmt.Sprint(above + i), Path: strings.Join(names, " > ")}
	l.Node = fmt.Sprintf("%s · %s · depth %d · %s to move", step.Name, kind, step.Depth, s.boards[i].Mover)
	l.Value = s.number(step.Value)
	if s.windows() {
		l.Alpha, l.Beta = s.number(step.Alpha), s.number(step.Beta)
	}
	var board, changed []string
	for p, place := range stage.Places {
		text := s.boards[i].Pieces[p].Text
		if text == "" {
			text = "empty"
		}
		board = append(board, place.Name+": "+text)
		if above2 >= 0 && visible(s.boards[above2].Pieces[p]) != visible(s.boards[i].Pieces[p]) {
			changed = append(changed, place.Name)
		}
		if step.Ply > 0 && replay.MadeAt(step.Name, place.Name) {
			l.Last = place.Name
		}
	}
	l.Board, l.Changed = strings.Join(board, "; "), strings.Join(changed, " ")
	return l
}

// visible returns the visible parts of a piece.
func visible(p replay.Piece) replay.Piece { return replay.Piece{Text: p.Text, Side: p.Side} }

// windows reports whether the log, or the search, has windows.
func (s *shown) windows() bool {
	if s.log != nil {
		return strings.Count(s.log[s.Game.Stage().First-1], ",") > strings.Count(s.steps[0].Name, ",")+2
	}
	for _, step := range s.steps {
		if step.Alpha != -replay.Inf || step.Beta != replay.Inf {
			return true
		}
	}
	return false
}

func (s *shown) number(v int32) string {
	infinity := "Infinity"
	if s.log != nil && strings.Contains(s.log[s.Game.Stage().First-1], "inf") {
		infinity = "inf"
	}
	switch v {
	case replay.Inf:
		return infinity
	case -replay.Inf:
		return "-" + infinity
	}
	return fmt.Sprint(v)
}

// The format of the page's data is documented: each column, and each field of the header.
func TestFormatIsDocumented(t *testing.T) {
	document, s := must.Get(os.ReadFile("../../../docs/trace.md"))(t), show(t, "reversi", "handout-start")
	s.add(t, "c3,2,-3", "c3,2,-4")
	var page bytes.Buffer
	must.Get(walk.Write(t.Context(), &page, s.Page))(t)
	names, columns := pagetest.Columns(t, page.Bytes())
	header := map[string]any{}
	must.Do(t, json.Unmarshal(columns["header"], &header))
	if len(names) < 15 || len(header) < 15 {
		t.Fatalf("found the columns %v and the header %v", names, header)
	}
	for _, name := range slices.AppendSeq(names, maps.Keys(header)) {
		expect.True(t, bytes.Contains(document, []byte("`"+name+"`")), name, "is in docs/trace.md")
	}
}

// long returns the page of a search of reversi from its start position, with a number of lines.
func long(t testing.TB, depth, lines int) walk.Page {
	t.Helper()
	p := find(t, "reversi", "handout-start")
	in := *p.Game.(*reversi.Input)
	in.Depth = depth
	p.Game, p.MaxLines = &in, lines
	return p
}

// scroll scrolls the log from its top to its end in 200 steps, one a frame, and returns how long the
// frames took, and how long the page worked on each, in milliseconds, the longest last.
//
//go:embed testdata/scroll.js
var scroll string

// BenchmarkOpen measures the time to write a page, to open it until its first line is visible, and to draw a
// frame while it is scrolled. One iteration is enough: run it with -benchtime 1x.
func BenchmarkOpen(b *testing.B) {
	for _, size := range []struct{ depth, lines int }{{9, 100_000}, {11, 1_000_000}} {
		b.Run(fmt.Sprint(size.lines), func(b *testing.B) {
			p, path := long(b, size.depth, size.lines), filepath.Join(b.TempDir(), "page.html")
			for b.Loop() {
				begin := time.Now()
				var text bytes.Buffer
				if sum, err := walk.Write(b.Context(), &text, p); err != nil || sum.Lines != size.lines {
					b.Fatal(sum, err)
				}
				b.ReportMetric(time.Since(begin).Seconds(), "s/make")
				b.ReportMetric(float64(text.Len())/1e6, "MB")
				must.Do(b, os.WriteFile(path, text.Bytes(), 0o666))
				t := open(b, path)
				b.ReportMetric(eval[float64](t, `Number(document.documentElement.dataset.ready)`), "ms/open")
				for i, times := range eval[[2][]float64](t, scroll) {
					name := [...]string{"frame", "work"}[i]
					b.ReportMetric(times[len(times)/2], "ms/"+name)
					b.ReportMetric(times[len(times)*99/100], "ms/"+name+"-p99")
				}
				b.ReportMetric(eval[float64](t, `performance.memory.usedJSHeapSize / 1e6`), "MB/heap")
			}
		})
	}
}

// The contents of a page are in testdata: its header, and the length and digest of each column.
func TestData(t *testing.T) {
	for _, c := range []struct {
		name, assignment, input string
		maxLines                int
		plain                   bool
		changes                 []string
	}{
		{"minimax", "squirrel", "handout-minimax", 0, false, []string{"B1,2,19", "B1,2,4", "\nA4,2,", "\nE9,2,"}},
		{"alpha-beta", "reversi", "handout-start", 0, true, []string{"c4,1,-3,-3,Infinity\nroot", "c4,1,-3,-3,-3\ne3,2,0,-3,-3\nc4,1,-3,-3,-3\nroot"}},
		{"map", "mapcolor", "handout-australia", 12, false, []string{"NSW, B, 1, inf", "NSW, G, 1, inf"}},
		{"right", "mancala", "handout-sample", 0, false, nil},
		{"no-log", "gangwars", "handout-example-2", 30, false, nil},
		{"open-windows", "reversi", "handout-start", 2, false, nil}, // the columns of the log reveal its windows
	} {
		s := show(t, c.assignment, c.input)
		if c.changes != nil {
			s.add(t, c.changes...)
			s.Program.Name, s.Program.Reason, s.Program.Known = "a\x1bb", "exit status 1", []string{"no-cuts: nothing is cut"}
		}
		s.MaxLines, s.Plain, s.Edition = c.maxLines, c.plain, map[bool]string{true: "final"}[c.plain]
		var page, out bytes.Buffer
		sum := must.Get(walk.Write(t.Context(), &page, s.Page))(t)
		fmt.Fprintf(&out, "%+v\n%s\n", sum, regexp.MustCompile(`<title>.*</title>`).Find(page.Bytes()))
		assertColumns(t, c.name, &out, page.Bytes())
	}
}

// The data of a game have a node for each position, and the last one is a leaf.
func TestGameData(t *testing.T) {
	g := walk.Game{Assignment: "chess", Name: "game", Title: "title",
		Stage: replay.Stage{File: "log", First: 3, Places: []replay.Place{{Name: "A1"}}}}
	for i, mover := range []string{"X", "O", "X"} {
		b := replay.Board{Mover: mover, Pieces: []replay.Piece{{Text: mover, Side: int8(i)}}}
		g.Positions = append(g.Positions, walk.Position{Move: fmt.Sprint("m", i), Line: mover + "\x1b",
			Text: []string{mover}, Board: b, First: mover == "X", Value: int32(7 - i)})
	}
	var page, out bytes.Buffer
	must.Do(t, walk.WriteGame(&page, g))
	assertColumns(t, "game", &out, page.Bytes())
}

// assertColumns compares the columns of a page, after a head, with those in testdata.
func assertColumns(t *testing.T, golden string, head *bytes.Buffer, page []byte) {
	t.Helper()
	names, columns := pagetest.Columns(t, page)
	for _, name := range names {
		if name != "header" {
			fmt.Fprintf(head, "%s: %d bytes, %.6x\n", name, len(columns[name]), sha256.Sum256(columns[name]))
			continue
		}
		must.Do(t, json.Indent(head, columns[name], "", " "))
		fmt.Fprintln(head)
	}
	goldie.New(t).Assert(t, golden, head.Bytes())
}

func TestMain(m *testing.M) { pagetest.Main(m) }

// A tab is a page in the browser.
type tab struct{ *pagetest.Tab }

// open opens a page in a new tab.
func open(t testing.TB, path string) *tab {
	t.Helper()
	return &tab{pagetest.Open(t, path)}
}

// eval returns the value of an expression in the page.
func eval[T any](b *tab, script string) T {
	b.Helper()
	return pagetest.Eval[T](b.Tab, script)
}

// goTo goes to a line of the file by the page's address, which must not name it already.
func (b *tab) goTo(line int) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`new Promise((done) => { addEventListener("hashchange", () => done(true), { once: true }); location.hash = "#%d"; })`, line))
}

// line returns the selected line of the log, as a screen reader reads it.
func (b *tab) line() string {
	b.Helper()
	b.Settle()
	return eval[string](b, `document.querySelector("#log [aria-selected=true]")?.getAttribute("aria-label") || "none in sight"`)
}
