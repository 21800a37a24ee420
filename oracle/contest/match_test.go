package contest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// letters is a game of one turn, whose position is the letters played: what may follow depends on their order, and
// what is shown does not.
type letters struct {
	contest.View[string]
}

// follow are the moves after some letters. A small one gives another move.
var follow = map[string]string{"": "ab", "a": "b", "b": "aC", "ab": "D", "ba": "D"}

func (letters) Moves(dst []search.Move, s *string, _ *search.Notes) []search.Move {
	for _, letter := range follow[*s] {
		dst = append(dst, search.Move(letter))
	}
	return dst
}

func (letters) Play(dst, src *string, m search.Move) search.Turn {
	*dst = *src + string(rune(m))
	if m >= 'a' {
		return search.Again
	}
	return search.Next
}

func (letters) Eval(*string) int32 { return 0 }

func (l letters) Game() search.Game[string] {
	return search.Game[string]{Rules: l, Root: new(string), Show: search.Show[string]{
		File: "output.txt",
		Name: func(dst []byte, m search.Move) []byte { return append(dst, byte(m)) },
		Lines: func(_ []string, after *string) []string {
			return []string{strings.Join(slices.Sorted(strings.SplitSeq(*after, "")), "")}
		},
	}}
}

// Unfinished turns that show the same are followed once, and what else may follow is not forgotten for that.
func TestMatchOrders(t *testing.T) {
	same := func(lines []string) ([]string, error) { return lines, nil }
	for text, want := range map[string]string{"Cb": "bC", "Dab": "abD", "Da": "", "ab": ""} {
		turn, err := contest.Match[string](letters{}, []byte(text), same)
		if got := strings.Join(turn, ""); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: the turn %q, %v, want %q", text, got, err, want)
		}
	}
}
