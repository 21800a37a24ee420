package compare

import (
	"bytes"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// lockstep walks two texts line by line, from shortly before their first
// difference to the first one that is more than form.
type lockstep struct {
	want, got         *lines
	wantLine, gotLine int // numbers of the lines at hand
	before            []string
	o                 Options
	report            Report
}

func newLockstep(p *parted, line int, o Options) *lockstep {
	return &lockstep{
		want:     newLines(io.MultiReader(bytes.NewReader(p.want), p.wantRest)),
		got:      newLines(io.MultiReader(bytes.NewReader(p.got), p.gotRest)),
		wantLine: line,
		gotLine:  line,
		o:        o,
	}
}

func (c *lockstep) run() (Report, error) {
	for {
		w, g := c.want.peek(0), c.got.peek(0)
		if err := c.err(); err != nil {
			return Report{}, err
		}
		switch {
		case c.o.Optional && isOptional(w):
			if c.want.drop(); allowed(w, g) {
				c.got.drop()
				c.gotLine++
			}
			continue
		case w == nil && g == nil:
			return c.report, nil
		case w == nil && c.got.onlyBlanks(), g == nil && c.want.onlyBlanks():
			c.form(FinalNewline)
			return c.report, c.err()
		case w == nil || g == nil || !bytes.Equal(form(w), form(g)):
			c.report.Grade = Different
			c.report.Form = c.report.First
			c.report.First = c.difference(c.kind())
			return c.report, c.err()
		case !bytes.Equal(w, g):
			c.form(formKind(w, g))
		}
		c.remember(w)
		c.want.drop()
		c.got.drop()
		c.wantLine++
		c.gotLine++
	}
}

func (c *lockstep) err() error {
	if c.want.err != nil {
		return c.want.err
	}
	return c.got.err
}

// form notes a difference of form alone, if it is the first.
func (c *lockstep) form(k Kind) {
	if c.report.First == nil {
		c.report.Grade = SameForm
		c.report.First = c.difference(k)
	}
}

func (c *lockstep) remember(line []byte) {
	if len(c.before) == Context {
		copy(c.before, c.before[1:])
		c.before = c.before[:Context-1]
	}
	c.before = append(c.before, string(line))
}

// difference describes the lines at hand.
func (c *lockstep) difference(k Kind) *Difference {
	d := &Difference{
		Kind:    k,
		Line:    c.wantLine,
		GotLine: c.gotLine,
		Column:  column(c.want.peek(0), c.got.peek(0)),
		Before:  append([]string(nil), c.before...),
		Got:     c.got.ahead(Context+1, nil),
	}
	var pass func([]byte) bool
	if c.o.Optional {
		pass = isOptional
	}
	d.Want = c.want.ahead(Context+1, pass)
	return d
}

// column is the place of the first byte in which two lines differ, from 1.
func column(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i + 1
		}
	}
	return n + 1
}

// form is a line without the blanks and the line end at its end.
func form(line []byte) []byte { return bytes.TrimRight(line, " \t\r\n") }

// formKind tells how two lines differ that are equal in form.
func formKind(w, g []byte) Kind {
	bodyW, bodyG := bytes.TrimRight(w, "\r\n"), bytes.TrimRight(g, "\r\n")
	if !bytes.Equal(bodyW, bodyG) {
		return Blanks
	}
	if len(bodyW) == len(w) || len(bodyG) == len(g) {
		return FinalNewline
	}
	return LineEnds
}

// shift is how many lines may be missing or too many at one place, and be told
// from lines that are wrong.
const shift = 8

// kind tells what is different at hand, beyond form.
func (c *lockstep) kind() Kind {
	w, g := c.want.peek(0), c.got.peek(0)
	switch {
	case w == nil:
		return ExtraLines
	case g == nil:
		return MissingLines
	case !c.aligned(1, 1): // else one line alone is wrong
		for k := 1; k <= shift; k++ {
			if c.aligned(k, 0) {
				return MissingLines
			}
			if c.aligned(0, k) {
				return ExtraLines
			}
		}
	}
	if bytes.Equal(squeeze(w), squeeze(g)) {
		return Blanks
	}
	return Content
}

// aligned tells whether the next lines are equal in form from the i-th wanted
// line and the j-th other line on.
func (c *lockstep) aligned(i, j int) bool {
	for n := range Context {
		w, g := c.want.peek(i+n), c.got.peek(j+n)
		if w == nil || g == nil {
			return n > 0 && w == nil && g == nil
		}
		if !bytes.Equal(form(w), form(g)) {
			return false
		}
	}
	return true
}

// squeeze drops all blanks of a line.
func squeeze(line []byte) []byte {
	return bytes.Join(bytes.Fields(line), nil)
}

// isOptional tells whether a wanted line may be left out.
func isOptional(line []byte) bool {
	return bytes.HasSuffix(form(line), []byte(strings.TrimLeft(trace.OptionalMark, "\t"))) &&
		bytes.Contains(line, []byte(trace.OptionalMark))
}

// allowed tells whether a line may stand in the place of an optional one: it has
// the same node and depth and an infinite value.
func allowed(optional, line []byte) bool {
	line = bytes.TrimSuffix(form(line), []byte(trace.OptionalMark))
	w := strings.Split(string(optional), ",")
	g := strings.Split(string(form(line)), ",")
	return len(g) == len(w) && g[0] == w[0] && g[1] == w[1] &&
		(g[2] == trace.Minimax.PlusInf || g[2] == trace.Minimax.MinusInf)
}
