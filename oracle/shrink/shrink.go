// Package shrink makes inputs simpler. It replaces numbers in fields by smaller ones and changes or removes
// elements of lists. It simplifies input in an unknown format as text. It is independent of the game.
package shrink

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Steps collects the inputs that differ from an input by one simplification, in the order of the calls.
type Steps[P homework.Problem] struct {
	Input P // a copy of the input, whose fields are handed to the methods; they leave it as it was
	All   []homework.Problem

	clone func(P) P
	fit   func(P) bool
}

// From returns the steps from an input. clone returns a deep copy of an input. fit reports
// whether a changed input is valid, and may change it to be valid. It is nil if all inputs are valid.
func From[P homework.Problem](p homework.Problem, clone func(P) P, fit func(P) bool) *Steps[P] {
	return &Steps[P]{Input: clone(p.(P)), clone: clone, fit: fit}
}

// Try adds an input that change has made simpler.
func (s *Steps[P]) Try(change func(in P)) {
	changed := s.clone(s.Input)
	change(changed)
	if s.fit == nil || s.fit(changed) {
		s.All = append(s.All, changed)
	}
}

func (s *Steps[P]) try() { s.Try(func(P) {}) }

// Int makes a field of In smaller, down to minValue.
func (s *Steps[P]) Int(v *int, minValue int) {
	old := *v
	for _, *v = range Number(old, minValue) {
		s.try()
	}
	*v = old
}

// Ints makes some numbers of In smaller, down to minValue.
func (s *Steps[P]) Ints(list []int32, minValue int32) {
	old := slices.Clone(list)
	for _, smaller := range numbers(old, minValue) {
		copy(list, smaller)
		s.try()
	}
	copy(list, old)
}

// Replace turns some of the pieces old of a board of In into new ones.
func (s *Steps[P]) Replace(board []byte, old, new byte) {
	before := bytes.Clone(board)
	for _, changed := range replaced(before, old, new) {
		copy(board, changed)
		s.try()
	}
	copy(board, before)
}

// Spans returns the ranges [from, to) of n elements to try together: all, each half, each
// quarter, and so on down to each element alone.
func Spans(n int) (spans [][2]int) {
	for size := n; size > 0; size /= 2 {
		for from := 0; from < n; from += size {
			spans = append(spans, [2]int{from, min(from+size, n)})
		}
	}
	return spans
}

// Number returns numbers below n and at least least, the smallest first: least, the middle and n-1.
func Number(n, minValue int) (smaller []int) {
	for _, m := range []int{minValue, minValue + (n-minValue)/2, n - 1} {
		if minValue <= m && m < n && !slices.Contains(smaller, m) {
			smaller = append(smaller, m)
		}
	}
	return smaller
}

// numbers returns lists in which no number is greater and some are smaller, and none that was
// at least least is below it.
func numbers(list []int32, minValue int32) (smaller [][]int32) {
	add := func(from, to int, change func(int32) int32) {
		changed := slices.Clone(list)
		for i := from; i < to; i++ {
			if changed[i] > minValue {
				changed[i] = change(changed[i])
			}
		}
		if !slices.Equal(changed, list) {
			smaller = append(smaller, changed)
		}
	}
	half := func(n int32) int32 { return minValue + (n-minValue)/2 }
	for _, s := range Spans(len(list)) {
		add(s[0], s[1], func(int32) int32 { return minValue })
	}
	add(0, len(list), half)
	for i, n := range list {
		if half(n) != minValue {
			add(i, i+1, half)
		}
		if n-1 != half(n) {
			add(i, i+1, func(n int32) int32 { return n - 1 })
		}
	}
	return smaller
}

// replaced returns boards in which some of the pieces old became new.
func replaced(board []byte, old, new byte) (boards [][]byte) {
	var places []int
	for i, c := range board {
		if c == old {
			places = append(places, i)
		}
	}
	for _, s := range Spans(len(places)) {
		changed := bytes.Clone(board)
		for _, i := range places[s[0]:s[1]] {
			changed[i] = new
		}
		boards = append(boards, changed)
	}
	return boards
}

// Exchange has X and O change places on a board.
func Exchange(board []byte) {
	for i, c := range board {
		if c == 'X' || c == 'O' {
			board[i] = 'X' + 'O' - c
		}
	}
}

// Text returns simpler versions of a text in an unknown format, the shortest first: without some of its lines
// or words, with numbers closer to 0 and letters closer to a. When it removes lines or words, it also
// decreases a preceding number that may be their count. Each version is shorter, or has the same length with
// smaller numbers and letters.
func Text(text string) (simpler []string) {
	lines := slices.Collect(strings.Lines(text))
	for _, all := range [][]string{lines, parts.FindAllString(text, -1)} {
		spans := Spans(len(all))
		for _, c := range spans[:min(len(spans), maxSpans)] {
			before, rest := strings.Join(all[:c[0]], ""), strings.Join(all[c[1]:], "")
			if rest == "" || rest[0] == '\n' {
				before = strings.TrimRight(before, " \t") // which was between words
			}
			simpler = append(simpler, counted(before, rest, c[1]-c[0])...)
		}
	}
	slices.SortStableFunc(simpler, func(x, y string) int { return len(x) - len(y) })
	seen := map[string]bool{}
	return slices.DeleteFunc(append(simpler, smaller(text)...), func(s string) bool {
		defer func() { seen[s] = true }()
		return seen[s]
	})
}

// maxSpans is the maximum number of ranges of a sequence to try.
const maxSpans = 400

// maxCounts is the maximum number of preceding numbers to try as counts, beginning with the nearest.
const maxCounts = 3

var integers = regexp.MustCompile(`-?[0-9]+`)

// counted returns versions of a text from which n things between its two parts are removed: one as it is, and
// one in which the number before them is decreased by n.
func counted(before, rest string, n int) []string {
	all := []string{before + rest}
	places := integers.FindAllStringIndex(before, -1)
	slices.Reverse(places)
	if len(places) > maxCounts { // the first number of a text is a count most often
		places = append(places[:maxCounts-1:maxCounts-1], places[len(places)-1])
	}
	for _, match := range places {
		if x, err := strconv.Atoi(before[match[0]:match[1]]); err == nil && x >= n {
			all = append(all, before[:match[0]]+strconv.Itoa(x-n)+before[match[1]:]+rest)
		}
	}
	return all
}

// parts matches the words of a text with the white space that follows them. Line ends are separate parts.
var parts = regexp.MustCompile(`\n|[^ \t\n]+[ \t]*|[ \t]+`)

// nearerNumbers returns numbers nearer to 0 than x, the nearest first. A number above 0 is nearer than the one
// below.
func nearerNumbers(x int64) []int64 {
	all := []int64{0, x / 2, x - 1}
	if x < 0 {
		all = []int64{0, -x, x / 2, x + 1}
	}
	slices.SortFunc(all, func(x, y int64) int { return int(max(-2, min(2, abs(x)-abs(y)))) })
	return slices.DeleteFunc(slices.Compact(all), func(y int64) bool { return y == x || abs(y) > abs(x) })
}

func abs(x int64) int64 { return max(x, -x) }

// maxNumbers bounds the numbers and letters of a text that are made smaller.
const maxNumbers = 200

// smaller returns a text with a number nearer to 0, first wherever the number is, then in one place, or with
// one letter nearer to a.
func smaller(text string) (simpler []string) {
	var single []string
	for _, match := range integers.FindAllStringIndex(text, maxNumbers) {
		number := text[match[0]:match[1]]
		x, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			continue
		}
		for _, y := range nearerNumbers(x) {
			other := strconv.FormatInt(y, 10)
			single = append(single, text[:match[0]]+other+text[match[1]:])
			simpler = append(simpler, integers.ReplaceAllStringFunc(text, func(found string) string {
				if found == number {
					return other
				}
				return found
			}))
		}
	}
	simpler = append(simpler, single...)
	for i := 0; i < len(text) && i < maxNumbers; i++ {
		if c := text[i]; 'a' < c && c <= 'z' || 'A' < c && c <= 'Z' {
			simpler = append(simpler, text[:i]+string('A'+c&('a'-'A'))+text[i+1:])
		}
	}
	return simpler
}
