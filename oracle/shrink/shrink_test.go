package shrink

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// shrinkText follows the first simpler text that still fails, as a search does.
func shrinkText(text string, fails func(string) bool) string {
	for {
		all := Text(text)
		i := slices.IndexFunc(all, fails)
		if i < 0 {
			return text
		}
		text = all[i]
	}
}

// Lines, words, preceding counts, numbers and letters shrink to the smallest text that still fails.
func TestText(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		fails            func(string) bool
	}{
		{"nothing", "", "", func(string) bool { return true }},
		{"everything may go", "3\n5 6 7\n", "", func(string) bool { return true }},
		{"a line", "a\nb\nc\nd\n", "c", hasLine("c")},
		{"a count and its words", "4\n9 -7 12 5\n", "1\n-7\n", counts(func(n int) bool { return n == -7 })},
		{"a number's bound", "2\n90 100\n", "1\n43\n", counts(func(n int) bool { return n >= 43 })},
		{"letters", "Zebra", "Aabaa", func(s string) bool { return len(s) == 5 && strings.Contains(s, "b") }},
	} {
		expect.Equal(t, c.want, shrinkText(c.text, c.fails), c.name, c.text, "shrinks to")
	}
}

// hasLine reports whether a text has a line.
func hasLine(line string) func(string) bool {
	return func(s string) bool { return slices.Contains(strings.Split(s, "\n"), line) }
}

// counts reports whether a text is a count followed, in the next line, by that number of numbers, one of
// which is wanted.
func counts(want func(int) bool) func(string) bool {
	return func(s string) bool {
		head, rest, _ := strings.Cut(s, "\n")
		words := strings.Fields(rest)
		found := slices.ContainsFunc(words, func(w string) bool {
			n, err := strconv.Atoi(w)
			return err == nil && want(n)
		})
		return found && s == head+"\n"+strings.Join(words, " ")+"\n" && head == strconv.Itoa(len(words))
	}
}

// FuzzText checks that no text is its own simpler one or comes twice, and that each is shorter or as long, so
// that shrinking ends.
func FuzzText(f *testing.F) {
	f.Add("2 3\nabc -5\n\n 7")
	f.Add("-\n--1 99999999999999999999\r\n\xff")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 500 {
			return
		}
		seen := map[string]bool{text: true}
		for _, s := range Text(text) {
			if seen[s] {
				t.Fatalf("%q: %q comes twice", text, s)
			}
			if seen[s] = true; len(s) > len(text) {
				t.Fatalf("%q: %q is longer", text, s)
			}
		}
	})
}

// An input is one for Steps.
type input struct {
	homework.Problem
	n     int
	list  []int32
	board []byte
}

func (in *input) String() string { return fmt.Sprintf("%d %d %s", in.n, in.list, in.board) }

// Steps returns all valid inputs that are simpler by one change, in order. Each is a change of the original
// input.
func TestSteps(t *testing.T) {
	in := &input{n: 9, list: []int32{7, 2, 1, 0}, board: []byte("XO.X")}
	clone := func(in *input) *input {
		return &input{n: in.n, list: slices.Clone(in.list), board: slices.Clone(in.board)}
	}
	s := From(homework.Problem(in), clone, func(in *input) bool { return in.n != 8 })
	s.Int(&s.Input.n, 2)
	s.Int(&s.Input.n, 9) // which it is
	s.Ints(s.Input.list, 1)
	s.Replace(s.Input.board, 'X', '.')
	s.Try(func(in *input) { Exchange(in.board) })
	s.Try(func(in *input) { in.n = 8 })
	var got []string
	for _, p := range s.All {
		got = append(got, p.String())
	}
	want := []string{
		"2 [7 2 1 0] XO.X", "5 [7 2 1 0] XO.X",
		"9 [1 1 1 0] XO.X", "9 [1 1 1 0] XO.X", "9 [1 2 1 0] XO.X", "9 [7 1 1 0] XO.X", "9 [4 1 1 0] XO.X", "9 [4 2 1 0] XO.X", "9 [6 2 1 0] XO.X",
		"9 [7 2 1 0] .O..", "9 [7 2 1 0] .O.X", "9 [7 2 1 0] XO..",
		"9 [7 2 1 0] OX.O",
	}
	expect.Equal(t, want, got)
	expect.True(t, in.String() == "9 [7 2 1 0] XO.X" && s.Input.String() == in.String(),
		"the input has become", in, "and its copy", s.Input)
}

// The ranges that are tried together become smaller down to one, and the last of them may be shorter.
func TestSpans(t *testing.T) {
	for n, want := range map[int][][2]int{
		0: nil,
		1: {{0, 1}},
		5: {{0, 5}, {0, 2}, {2, 4}, {4, 5}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}},
	} {
		expect.Equal(t, want, Spans(n), n)
	}
}

// A number becomes the least, the middle, or one less, the smallest first and none twice.
func TestNumber(t *testing.T) {
	for of, want := range map[[2]int][]int{
		{9, 2}: {2, 5, 8}, {4, 2}: {2, 3}, {3, 2}: {2}, {2, 2}: nil, {1, 2}: nil, {3, -4}: {-4, -1, 2},
	} {
		expect.Equal(t, want, Number(of[0], of[1]), of[0], "down to", of[1])
	}
}

// The simpler texts of one come in a certain order: shorter ones first, the first of a length being what goes with its count,
// then those with smaller numbers, everywhere and in one place, and with smaller letters.
func TestTextInOrder(t *testing.T) {
	for text, want := range map[string][]string{
		"0 b":   {"", "b", "0", "0 a"},
		"3 c":   {"", "c", "3", "2", "0 c", "1 c", "2 c", "3 a"},
		"-9 -9": {"", "-9", "0 0", "-4 -4", "-8 -8", "9 9", "0 -9", "-4 -9", "-8 -9", "9 -9", "-9 0", "-9 -4", "-9 -8", "-9 9"},
		"1 2 3 4 x y": {
			"", "4 x y", "1 2 3", "1 2 0", "2 3 4 x y", "1 3 4 x y", "0 3 4 x y", "1 2 4 x y", "1 1 4 x y", "0 2 4 x y", "1 2 3 x y",
			"1 2 2 x y", "1 1 3 x y", "0 2 3 x y", "1 2 3 4 y", "1 2 3 3 y", "1 2 2 4 y", "0 2 3 4 y", "1 2 3 4 x", "1 2 3 3 x",
			"1 2 2 4 x", "0 2 3 4 x", "0 2 3 4 x y", "1 0 3 4 x y", "1 1 3 4 x y", "1 2 0 4 x y", "1 2 1 4 x y", "1 2 2 4 x y",
			"1 2 3 0 x y", "1 2 3 2 x y", "1 2 3 3 x y", "1 2 3 4 a y", "1 2 3 4 x a",
		},
		"99999999999999999999 2":             {"", "2", "99999999999999999999", "99999999999999999999 0", "99999999999999999999 1"},
		"aAzZ@`[{":                           {"", "aAaZ@`[{", "aAzA@`[{"},
		"b" + strings.Repeat("a", 199) + "b": {"", strings.Repeat("a", 200) + "b"},
		"2\nb 7": {
			"", "2\n", "1\n", "0\n", "b 7", "2\n7", "1\n7", "2\nb", "1\nb", "\nb 7", "2b 7", "1b 7", "0\nb 7", "1\nb 7", "2\nb 0", "2\nb 3", "2\nb 6", "2\na 7",
		},
	} {
		expect.Equal(t, want, Text(text), text)
	}
}
