package contest_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// In a right answer, as in an input, line ends and trailing blanks are free; any other change to its bytes is
// a foul, and no change ends the referee.
func TestJudgeBytes(t *testing.T) {
	replace := func(from, to string) func(string) string {
		return func(text string) string { return strings.ReplaceAll(text, from, to) }
	}
	log := []string{"reversi", "mapcolor"} // whose answers have a log, which is free
	numbers := []string{"mancala"}         // whose answer is of numbers, between any blanks, as its input is
	for what, c := range map[string]struct {
		change func(text string) string
		right  []string // for these; nil for none
		all    bool     // right for all
	}{
		"nothing":          {change: strings.Clone, all: true},
		"returns":          {change: replace("\n", "\r\n"), all: true},
		"blanks":           {change: replace("\n", " \t\n"), all: true},
		"no last line end": {change: strings.TrimSpace, all: true},
		"more lines":       {change: func(text string) string { return text + "\n\n\n" }, all: true},
		"a million lines":  {change: func(text string) string { return text + strings.Repeat("\n", 1_000_000) }, all: true},
		"a mark in front":  {change: func(text string) string { return "\ufeff" + text }},
		"a blank in front": {change: func(text string) string { return " " + text }, right: numbers},
		"a line in front":  {change: func(text string) string { return "\n" + text }, right: []string{"mapcolor"}},
		"zeros behind":     {change: func(text string) string { return text + "\x00" }, right: []string{"reversi"}},
		"zeros within":     {change: func(text string) string { return text[:1] + "\x00" + text[1:] }},
		"UTF-16":           {change: func(text string) string { return strings.Join(strings.Split(text, ""), "\x00") }},
		"not UTF-8":        {change: func(text string) string { return "\xff" + text[1:] }},
		"wide letters": {change: func(text string) string {
			return strings.NewReplacer("X", "Ｘ", "O", "Ｏ", "0", "０", ",", "，").Replace(text)
		}},
		"other blanks":  {change: replace("\n", "\u00a0\n"), right: numbers},
		"returns alone": {change: replace("\n", "\r"), right: []string{"mapcolor"}}, // which answers in one line
		// of pits, for example, when the next line has one pit fewer
		"a longer first line": {change: func(text string) string {
			first, rest, _ := strings.Cut(text, "\n")
			word, rest, found := strings.Cut(rest, " ")
			if !found {
				return ""
			}
			return first + " " + word + "\n" + rest
		}},
		"twice":                 {change: func(text string) string { return text + text }, right: log},
		"half":                  {change: func(text string) string { return text[:len(text)/2] }},
		"nothing at all":        {change: func(string) string { return "" }},
		"empty lines":           {change: func(string) string { return "\n\n\n\n\n\n\n\n\n" }},
		"a long line":           {change: func(string) string { return strings.Repeat("X", 1<<20) }},
		"a million commas":      {change: func(string) string { return strings.Repeat(", ", 1<<19) }},
		"a large number":        {change: func(string) string { return strings.Repeat("9", 1<<20) + "\n9\n9\n9" }},
		"numbers that overflow": {change: func(string) string { return "2147483648 -1 99999999999999999999\n1 1 1\n4294967296\n-2147483649" }},
		"signs":                 {change: func(string) string { return "+1 +1 +1\n-0 -0 -0\n+0\n-0" }},
	} {
		for name, g := range games(t) {
			r := random.New(4)
			p := g.Contest.Start(r, g.size, 0)
			turn, _, err := p.Choose(t.Context(), homework.Agent{Kind: homework.Greedy}, homework.Allowance{})
			if err != nil {
				t.Fatal(err)
			}
			file := p.Files()[0]
			text := c.change(string(p.Answer(turn)[file]))
			found, err := p.Judge(map[string][]byte{file: []byte(text)})
			foul := (*homework.Foul)(nil)
			if right := c.all || slices.Contains(c.right, name); right != (err == nil) || err != nil && (!errors.As(err, &foul) || len(foul.Text) > 300) {
				t.Errorf("%s, %s: %q, %.300v", name, what, found, err)
			}
		}
	}
}

// The unchanged board is not an answer, nor is the answer to the opponent's turn: only answers to legal turns
// are judged right, and these are all different.
func TestJudgeOthers(t *testing.T) {
	for name, g := range games(t) {
		p := g.Contest.Start(random.New(6), g.size, 0)
		file, right := p.Files()[0], map[string]bool{}
		for _, turn := range g.turns(p, nil) {
			right[string(p.Answer(turn)[file])] = true
		}
		for _, turn := range g.turns(p, nil) {
			text := p.Answer(turn)[file]
			for i, b := range text { // each byte in turn is another that it might have been
				for _, other := range []byte("XO.*+0123") {
					changed := bytes.Clone(text)
					changed[i] = other
					_, err := p.Judge(map[string][]byte{file: changed})
					same := b == other || right[string(changed)]
					if name == "mapcolor" && i > bytes.LastIndexByte(text, ' ') {
						continue // the value is free
					}
					if same != (err == nil) {
						t.Fatalf("%s: %q is judged %v", name, changed, err)
					}
				}
			}
		}
	}
}
