package gen

import (
	"context"
	"errors"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// An answer is a problem that has one file: a head and several parts.
type answer struct {
	homework.Problem
	head              int
	parts             []int
	err               error
	beyond            string
	shows             homework.Seen
	noBeyond, noShows error // failures of the methods
}

func (a answer) Beyond(context.Context, []byte, string) (string, error) { return a.beyond, a.noBeyond }

func (a answer) Situations(context.Context) (homework.Seen, error) { return a.shows, a.noShows }

func (a answer) Solve(_ context.Context, o homework.Options, sink output.Sink) (homework.Notes, error) {
	err := a.err
	for _, name := range []string{"output.txt", "next_state.txt"} {
		f, failed := sink.Begin(name, output.Size{Bytes: a.head + len(o.Edition)})
		for _, n := range a.parts {
			if failed == nil {
				_, failed = f.Write(make([]byte, n))
			}
		}
		err = errors.Join(err, failed)
	}
	return homework.Notes{}, err
}

// A sequence returns its answers one after the other.
type sequence []answer

func (s *sequence) Draw(*random.Rand) homework.Problem {
	first := (*s)[0]
	*s = (*s)[1:]
	return first
}

// If no candidate fulfils a request, the error names the missing parts of the best candidate. One fulfils it
// that shows all situations.
func TestNoneSaysBest(t *testing.T) {
	long, outside, plain := answer{parts: []int{11}}, answer{beyond: "a reason"}, answer{}
	pass, tie, both := answer{shows: 0b01}, answer{shows: 0b10}, answer{shows: 0b11}
	const (
		tooLong   = "no input of game among 3 has an answer whose files have at most 10 bytes each (MaxLog)"
		outsides  = "no input of game among 3 lies inside the envelope"
		insides   = "no input of game among 3 lies outside the envelope"
		uncovered = "no input of game among 3 shows all of pass, tie"
	)
	for i, c := range []struct {
		drawn  sequence
		beyond bool // the request
		want   string
	}{
		{sequence{long, long, long}, false, tooLong}, {sequence{outside, long, long}, false, outsides},
		{sequence{long, outside, long}, false, outsides}, {sequence{long, long, outside}, false, outsides},
		{sequence{long, plain, long}, true, insides}, {sequence{plain, outside, long}, false, uncovered},
		{sequence{outside, plain, outside}, false, uncovered},
		{sequence{long, outside, plain}, false, uncovered}, {sequence{pass, tie, pass}, false, uncovered},
		{sequence{pass, tie, both}, false, ""},
	} {
		game := &oracle.Assignment{Name: "game", Situations: []homework.Situation{{Name: "pass"}, {Name: "tie"}},
			Generator: homework.Generator{Small: c.drawn.Draw}}
		w := Request{Assignment: game, Cover: []string{"pass", "tie"}, Beyond: c.beyond, MaxLog: 10, Tries: 3, Small: true}
		none := (*NoneError)(nil)
		_, err := w.Make(t.Context(), 0)
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &none) || none.Tries != 3 || err.Error() != c.want) {
			t.Errorf("candidates %d: %v, want %s", i, err, c.want)
		}
	}
}

// Among items of equal gain, Best chooses the best one, not the first one.
func TestBest(t *testing.T) {
	gains, sizes := []int{1, 2, 2, 2, 1}, []int{1, 5, 3, 4, 2}
	smaller := func(i, j int) bool { return sizes[i] < sizes[j] }
	expect.Equal(t, 2, Best(5, func(i int) int { return gains[i] }, smaller))
	expect.Equal(t, -1, Best(2, func(int) int { return 0 }, smaller), "no gain")
}

// Two files of exactly the allowed size each, including their heads, fit; with a byte more they do not.
func TestFits(t *testing.T) {
	for limit, want := range map[int64]bool{8: false, 9: false, 10: true, 11: true} {
		for _, a := range []answer{{parts: []int{10}}, {parts: []int{4, 6}}, {head: 4, parts: []int{6}}} {
			got := must.Get(fits(t.Context(), a, limit))(t)
			expect.Equal(t, want, got, a.head, "bytes and", a.parts, "fit into", limit)
		}
	}
	size := must.Get(AnswerSize(t.Context(), answer{head: 4, parts: []int{6}}, "final"))(t)
	expect.Equal(t, 30, size, "size of two files of 15 bytes in an edition")
}

// A candidate that cannot be examined is an error, and so is an unknown situation.
func TestMakeFails(t *testing.T) {
	broken := errors.New("broken")
	game := &oracle.Assignment{Name: "game", Situations: []homework.Situation{{Name: "pass"}}}
	for _, a := range []answer{{err: broken}, {noBeyond: broken}, {noShows: broken}} {
		game.Generator.Small = func(*random.Rand) homework.Problem { return a }
		_, err := (&Request{Assignment: game, Small: true, Tries: 1}).Make(t.Context(), 0)
		expect.True(t, errors.Is(err, broken), a, err)
	}
	_, err := (&Request{Assignment: game, Cover: []string{"pass", "tie"}}).Make(t.Context(), 0)
	expect.Error(t, err, `game has no situation "tie"`)
}
