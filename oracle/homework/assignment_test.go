package homework_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// TestCPUOf prefers the assignment's time to the given time, unless the given time is for all cases.
func TestCPUOf(t *testing.T) {
	for _, c := range []struct {
		own    time.Duration
		forAll bool
		want   time.Duration
	}{{0, false, 10}, {2, false, 2}, {2, true, 10}, {0, true, 10}} {
		expect.Equal(t, c.want, (homework.Run{CPU: c.own}).CPUOf(10, c.forAll), c)
	}
}

// A heap is a game for Lacks: the parity determines the player who takes one of its stones. Of gets some of
// its parts wrong.
type heap struct {
	stones int
	of     *parts
}

type parts struct {
	text   func(stones int) string
	places int
	files  []string
	change func(*search.Game[int])
	moves  int   // of a node, all of one name
	limit  int   // the depth of the search
	err    error // of Solve and Replay
	seen   int   // steps of the searches that were replayed
	first  int   // the line that Turns gives as the first of the log
}

// right returns the parts of a heap without a mistake.
func right() *parts {
	files := []string{"move.txt", "log.txt"}
	return &parts{text: strconv.Itoa, places: 1, files: files, change: func(*search.Game[int]) {}, moves: 1, limit: 2, first: 2}
}

func (h *heap) Moves(dst []search.Move, stones *int, _ *search.Notes) []search.Move {
	return append(dst, make([]search.Move, min(*stones, h.of.moves))...)
}

func (h *heap) Play(dst, src *int, _ search.Move) search.Turn {
	*dst = *src - 1
	return search.Next
}

// hasty rules play a move on the position before it, too.
type hasty struct{ search.Rules[int] }

func (hasty) Play(dst, src *int, _ search.Move) search.Turn {
	*src--
	*dst = *src
	return search.Next
}

// counting rules have another value in every search.
type counting struct {
	search.Rules[int]
	searches *int
}

func (c counting) Eval(*int) int32 { return int32(*c.searches) }

func (h *heap) Eval(stones *int) int32 { return int32(*stones) }

func (h *heap) String() string   { return h.of.text(h.stones) }
func (h *heap) Files() []string  { return h.of.files }
func (h *heap) Category() string { return []string{"even", "odd"}[h.stones%2] }

func (h *heap) Beyond(context.Context, []byte, string) (string, error)  { return "", nil }
func (h *heap) Situations(context.Context) (s homework.Seen, err error) { return }

func (h *heap) game() search.Game[int] {
	g := search.Game[int]{Rules: h, Root: &h.stones, Params: search.Params{Limit: h.of.limit}, Show: search.Show[int]{
		Name: func(dst []byte, _ search.Move) []byte { return append(dst, '1') },
		Board: func(stones *int) replay.Board {
			return replay.Board{Pieces: []replay.Piece{{Text: strconv.Itoa(*stones)}}}
		},
		File:  "move.txt",
		Lines: func(turn []string, _ *int) []string { return append(turn, strconv.Itoa(h.stones)) },
		Read:  func([]string) (string, []string) { return "", nil },
	}}
	h.of.change(&g)
	return g
}

func (h *heap) Solve(ctx context.Context, _ homework.Options, sink output.Sink) (homework.Notes, error) {
	if h.of.err != nil {
		return homework.Notes{}, h.of.err
	}
	return homework.Notes{}, h.game().Solve(ctx, sink, "log.txt", trace.Common(false))
}

func (h *heap) Stage() replay.Stage {
	return replay.Stage{File: "log.txt", First: h.of.first, Places: make([]replay.Place, h.of.places)}
}

func (h *heap) Turns(homework.Options) replay.Turns { return h.game().Turns() }

func (h *heap) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	if h.of.err != nil {
		return h.of.err
	}
	return h.game().Replay(ctx, func(s replay.Step) error {
		h.of.seen++
		return visit(s)
	})
}

// All that is missing is named, in one list, and nothing else.
func TestLacks(t *testing.T) {
	const whole = "want a whole search.Game, found one without "
	for want, change := range map[string]func(*homework.Assignment, *parts){
		"":  func(*homework.Assignment, *parts) {},
		" ": func(a *homework.Assignment, _ *parts) { a.Grading.Shares = nil },
		"Editions: want at least one, such as OneEdition\nParse: want a function that reads an input\n" +
			"Situations: want a catalogue of 1 to 64, such as search.Catalogue.List returns, found 0\n" +
			"Generator.Small: want a function that makes small inputs\n" +
			"Generator.Course: want a function that makes inputs such as you grade with; it may be Small": func(a *homework.Assignment, _ *parts) {
			*a = homework.Assignment{}
		},
		"Parse: want a function that reads an input":               func(a *homework.Assignment, _ *parts) { a.Parse = nil },
		"Generator.Small: want a function that makes small inputs": func(a *homework.Assignment, _ *parts) { a.Generator.Small = nil },
		"Generator.Course: want a function that makes inputs such as you grade with; it may be Small": func(a *homework.Assignment, _ *parts) {
			a.Generator.Course = nil
		},
		"    ": func(a *homework.Assignment, _ *parts) { a.Situations = make([]homework.Situation, 1) },
		"     ": func(a *homework.Assignment, p *parts) { // of which nothing can be displayed
			parse := a.Parse
			a.Parse = func(name string, src []byte) (homework.Problem, error) {
				h, err := parse(name, src)
				return struct{ homework.Problem }{h}, err
			}
			small := a.Generator.Small
			a.Generator.Small = func(r *random.Rand) homework.Problem { return struct{ homework.Problem }{small(r)} }
			a.Generator.Course = a.Generator.Small
		},
		"  ": func(a *homework.Assignment, _ *parts) { a.Situations = make([]homework.Situation, 64) },
		"   ": func(_ *homework.Assignment, p *parts) {
			p.err = fmt.Errorf("no clock: %w", homework.Refusal("ask for depth"))
		},
		"Solve: disk full\nReplay: disk full": func(_ *homework.Assignment, p *parts) { p.err = errors.New("disk full") },
		"Situations: want a catalogue of 1 to 64, such as search.Catalogue.List returns, found 65": func(a *homework.Assignment, _ *parts) {
			a.Situations = make([]homework.Situation, 65)
		},
		"      ": func(a *homework.Assignment, p *parts) { // even inputs only in a course
			a.Generator.Small = func(*random.Rand) homework.Problem { return &heap{3, p} }
			a.Generator.Course = func(*random.Rand) homework.Problem { return &heap{4, p} }
		},
		"Grading.Shares: want points that add up to 100, found 90": func(a *homework.Assignment, _ *parts) {
			a.Grading.Shares = []homework.Share{{Category: "odd", Points: 90}}
		},
		`Grading.Shares: want categories of inputs (even, odd), found "od"`: func(a *homework.Assignment, _ *parts) {
			a.Grading.Shares = []homework.Share{{Category: "od", Points: 100}}
		},
		`String: want a text that Parse reads, found "": strconv.Atoi: parsing "": invalid syntax`: func(_ *homework.Assignment, p *parts) {
			p.text = func(int) string { return "" }
		},
		`String: want a text that Parse reads as the same input, found "1", which is read as another`: func(_ *homework.Assignment, p *parts) {
			p.text = func(int) string { return "1" }
		},
		"Solve: want the file notes.txt, which Files names, found none": func(_ *homework.Assignment, p *parts) {
			p.files = append(p.files, "notes.txt")
		},
		"Stage.Places: want one for each piece of the board, 1, found 0":                                                                                           func(_ *homework.Assignment, p *parts) { p.places = 0 },
		"Stage.Places: want one for each piece of the board, 1, found 2\nStage.Places: want places apart from each other (X, Y), found \"\" and \"\" both at 0, 0": func(_ *homework.Assignment, p *parts) { p.places = 2 },
		`Show.Name: want a name of its own for each move of a node, found "1" twice`:                                                                               func(_ *homework.Assignment, p *parts) { p.moves = 2 },
		`Stage.First: want the line of log.txt at which the search begins, with depth 0, found 1`:                                                                  func(_ *homework.Assignment, p *parts) { p.first = 1 },
		`Stage.First: want the line of log.txt at which the search begins, with depth 0, found 99`:                                                                 func(_ *homework.Assignment, p *parts) { p.first = 99 },
		`Generator.Course: want inputs that Parse reads, found "x": strconv.Atoi: parsing "x": invalid syntax` + "\n" +
			`Generator.Shrink: want inputs that Parse reads, found "x": strconv.Atoi: parsing "x": invalid syntax`: func(a *homework.Assignment, p *parts) {
			wrong := *p
			wrong.text = func(int) string { return "x" }
			a.Generator.Course = func(*random.Rand) homework.Problem { return &heap{3, &wrong} }
			a.Generator.Shrink = func(homework.Problem) []homework.Problem { return []homework.Problem{&heap{4, &wrong}} }
			a.Grading.Shares = nil
		},
		"Play: want the position before a move left as it was, found another one after 1": func(_ *homework.Assignment, p *parts) {
			p.change = func(g *search.Game[int]) { g.Rules = hasty{g.Rules} }
		},
		"Solve: want the same files each time, found another log.txt the second time": func(_ *homework.Assignment, p *parts) {
			solved := 0
			p.change = func(g *search.Game[int]) { solved++; g.Rules = counting{g.Rules, &solved} }
		},
		"Replay: " + whole + "Show.Board": func(_ *homework.Assignment, p *parts) { p.change = func(g *search.Game[int]) { g.Show.Board = nil } },
		"Solve: " + whole + "Root, Rules, Show.File, Show.Lines, Show.Name\nReplay: " + whole + "Root, Rules, Show.Board, Show.Lines, Show.Name, Show.Read": func(_ *homework.Assignment, p *parts) {
			p.change = func(g *search.Game[int]) { *g = search.Game[int]{} }
		},
	} {
		p := right()
		parse := func(_ string, src []byte) (homework.Problem, error) {
			n, err := strconv.Atoi(string(src))
			return &heap{n, p}, err
		}
		small := func(r *random.Rand) homework.Problem { return &heap{r.Between(1, 9), p} }
		a := homework.Assignment{
			Name: "heap", Editions: homework.OneEdition, Parse: parse, Situations: search.Situations[:],
			Grading:   homework.Grading{Shares: []homework.Share{{Category: "even", Points: 33.3}, {Category: "odd", Points: 66.7}}},
			Generator: homework.Generator{Small: small, Course: small},
		}
		change(&a, p)
		if got := a.Lacks(); !slices.Equal(got, strings.FieldsFunc(strings.TrimSpace(want), func(r rune) bool { return r == '\n' })) {
			t.Errorf("lacks\n%s\nwant\n%s", strings.Join(got, "\n"), want)
		}
	}
}

// For a long search only the first steps are examined.
func TestLacksOfALongSearch(t *testing.T) {
	p := right()
	p.limit = 90
	long := func(*random.Rand) homework.Problem { return &heap{80, p} }
	a := homework.Assignment{
		Name: "heap", Editions: homework.OneEdition, Situations: search.Situations[:],
		Parse:     func(string, []byte) (homework.Problem, error) { return &heap{80, p}, nil },
		Generator: homework.Generator{Small: long, Course: long},
	}
	expect.Equal(t, nil, a.Lacks())
	expect.True(t, p.seen <= 4*50, p.seen, "steps were seen, want at most 50 of each of 4 searches")
}

// The first edition is the default, and an unknown name is rejected with the most similar name.
func TestEdition(t *testing.T) {
	a := &homework.Assignment{Name: "heap", Editions: []homework.Edition{{Name: "final"}, {Name: "erratum"}}}
	for name, want := range map[string]string{"": "final", "final": "final", "erratum": "erratum"} {
		if got, err := a.Edition(name); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %s", name, got, err, want)
		}
	}
	const want = `want an edition of heap (final, erratum), found "eratum"; did you mean erratum?`
	if got, err := a.Edition("eratum"); got != "" || err == nil || err.Error() != want {
		t.Errorf("%q, %v, want %s", got, err, want)
	}
}

// An assignment's key has its digest, if it has one.
func TestKey(t *testing.T) {
	for want, a := range map[string]homework.Assignment{"heap": {Name: "heap"}, "Heap@12ab": {Name: "Heap", Digest: "12ab"}} {
		expect.Equal(t, want, a.Key(), "key")
	}
	for want, r := range map[string]homework.Run{"input.txt": {}, "board.txt": {Input: "board.txt"}} {
		expect.Equal(t, want, r.InputName(), "input")
	}
}

// A set can hold as many situations as a catalogue may have, and panics rather than lose a situation.
func TestSeen(t *testing.T) {
	const last = homework.MaxSituations - 1
	var seen homework.Seen
	seen.Add(0, true)
	seen.Add(1, false)
	seen.Add(last, true)
	for i, want := range map[int]bool{0: true, 1: false, 2: false, last - 1: false, last: true} {
		expect.Equal(t, want, seen.Has(i), "situation", i, "is in the set")
	}
	for _, met := range []bool{false, true} {
		func() {
			defer func() {
				expect.True(t, recover() != nil, "situation", homework.MaxSituations, "was added, met", met)
			}()
			seen.Add(homework.MaxSituations, met)
		}()
	}
}

// The names of the situations seen, and no others, are listed in the order of the catalogue.
func TestSeenNames(t *testing.T) {
	catalogue := []homework.Situation{{Name: "tie"}, {Name: "cut"}, {Name: "pass"}}
	for seen, want := range map[homework.Seen]string{0: "", 0b101: "tie pass", 0b010: "cut", 0b111: "tie cut pass", 0b1001: "tie"} {
		expect.Equal(t, want, strings.Join(seen.Names(catalogue), " "), seen)
	}
}
