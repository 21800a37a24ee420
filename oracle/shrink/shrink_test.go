package shrink

import (
	"slices"
	"strconv"
	"strings"
	"testing"
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
		if got := shrinkText(c.text, c.fails); got != c.want {
			t.Errorf("%s: %q shrinks to %q, want %q", c.name, c.text, got, c.want)
		}
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
