package diagnosis

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Teller prints causes, each with the smallest case that shows it and the first difference there.
type Teller struct {
	Out    io.Writer
	Colour bool
	Failed []verdict.Result // what is known of the cases that fail
	Passed int              // how many pass
	Said   *verdict.Said    // what was told of cases before

	told  int
	first map[string]int // by which cause a text, or a list of cases, was told
}

// before returns the number of the cause that told something, if one did before this one.
func (t *Teller) before(what string) (number int, ok bool) {
	if t.first == nil {
		t.first = map[string]int{}
	}
	if number, ok = t.first[what]; !ok {
		t.first[what] = t.told
	}
	return number, ok
}

// mostInFull is how many causes are shown in full. Of the others the moves and the reasons are left out.
const mostInFull = 3

// Tell prints the next cause.
func (t *Teller) Tell(c Cause) {
	t.told++
	head := fmt.Sprintf("%d. %s", t.told, c.Brief())
	if t.Colour {
		head = "\x1b[1m" + head + "\x1b[0m"
	}
	t.printf("%s\n", head)
	for _, line := range c.About(t.Passed) {
		t.printf("   %s\n", line)
	}
	shown := slices.IndexFunc(t.Failed, func(r verdict.Result) bool { return r.Case.Name == c.Cases[0] })
	head, title := "", ""
	if shown >= 0 {
		head = t.Failed[shown].Verdict.Head(t.Colour)
		if text := t.Failed[shown].Case.Title; text != "" {
			title = ": " + escape.Line(text)
		}
	}
	t.printf("\n   %s %s%s\n", head, escape.Line(c.Cases[0]), title)
	switch {
	case c.Second && c.First == nil:
		t.printf("   %s\n", anothers)
	case shown >= 0:
		t.difference(c, t.Failed[shown])
	}
	t.others(c)
	t.printf("\n")
}

// others names the other cases, or the cause that has the same ones.
func (t *Teller) others(c Cause) {
	more, verb := len(c.Cases)-1, "begin"
	if more == 0 {
		return
	}
	if more == 1 {
		verb = "begins"
	}
	if number, ok := t.before(strings.Join(slices.Sorted(slices.Values(c.Cases)), "\n")); ok {
		t.printf("   these cases are those of %d\n", number)
		return
	}
	t.printf("   %d more %s alike: %s\n", more, verb, Listed(c.Cases[1:]))
}

func (t *Teller) printf(format string, args ...any) { fmt.Fprintf(t.Out, format, args...) }

// difference shows where a case goes wrong: as a player sees it, or as lines.
func (t *Teller) difference(c Cause, r verdict.Result) {
	if number, ok := t.before(r.Case.Name + "\n" + c.difference(r, false)); ok {
		t.printf("     the first difference is that shown under %d\n", number)
		return
	}
	if t.told > mostInFull && c.First != nil {
		c.First = short(c.First)
	}
	for line := range strings.Lines(c.difference(t.Said.Once(r), t.Colour)) {
		if line = strings.TrimRight(line, "\n"); len(line) > 0 {
			line = "     " + line
		}
		t.printf("%s\n", line)
	}
	if note := r.NotAsked(); note != "" {
		t.printf("     %s\n", note)
	}
}

// short returns an explanation without what takes most lines: the place, the board and the lines that differ.
func short(e *decision.Explanation) *decision.Explanation {
	brief := *e
	brief.Why, brief.Next = nil, nil
	if e.Node != nil {
		node := *e.Node
		node.Moves = nil
		brief.Node = &node
	}
	if e.Turn != nil {
		turn := *e.Turn
		turn.Moves = nil
		for _, m := range e.Turn.Moves {
			if m.Best || turn.Plays(m) {
				turn.Moves = append(turn.Moves, m)
			}
		}
		brief.Turn = &turn
	}
	return &brief
}

// Difference returns where the first of a cause's cases goes wrong, as a Teller shows it.
func (c Cause) Difference(r verdict.Result) string {
	if c.Second && c.First == nil {
		return anothers + "\n"
	}
	return escape.Text(c.difference(r, false))
}

func (c Cause) difference(r verdict.Result, colour bool) string {
	var text bytes.Buffer
	if c.First != nil {
		r.Files = slices.DeleteFunc(slices.Clone(r.Files), func(f verdict.File) bool { return f.Report.First != nil })
		r.Explain(&text, compare.Style{Colour: colour})
		_ = c.First.Print(&text, colour) // a buffer takes all
	} else {
		r.Explain(&text, compare.Style{Colour: colour})
	}
	return text.String()
}

// anothers is all there is to say of a case that first shows another cause.
const anothers = "its first difference is that of another mistake"
