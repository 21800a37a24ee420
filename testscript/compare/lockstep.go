package compare

import (
	"bufio"
	"bytes"
	"errors"
	"hash/maphash"
	"io"
)

// lockstep walks two texts line by line, from shortly before their first difference to the
// first one beyond form.
type lockstep struct {
	want, got         *lines
	wantLine, gotLine int // numbers of the current lines
	skipped           int // bytes of the current line that were not read here
	before            []string
	o                 Options
	report            Report
}

func newLockstep(p *divergence, o Options) *lockstep {
	seed := maphash.MakeSeed()
	return &lockstep{
		want:     newLines(io.MultiReader(bytes.NewReader(p.want), p.wantRest), seed),
		got:      newLines(io.MultiReader(bytes.NewReader(p.got), p.gotRest), seed),
		wantLine: p.line - p.optional,
		gotLine:  p.line,
		skipped:  p.skipped,
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
		case c.optional(w):
			if c.want.drop(); c.replacesOptional(g, w) {
				c.got.drop()
				c.gotLine++
			}
			continue
		case w == nil && g == nil:
			return c.report, nil
		case w == nil && c.got.onlyBlanks(), g == nil && c.want.onlyBlanks():
			c.form(FinalNewline)
			return c.report, c.err()
		case w == nil || g == nil || !w.equalIgnoringBlanks(g):
			c.report.Grade = Different
			c.report.Form = c.report.First
			c.report.First = c.difference(c.kind())
			return c.report, c.err()
		case w.rest != g.rest || !bytes.Equal(w.text, g.text):
			c.form(formKind(w, g))
		}
		c.next(w)
	}
}

func (c *lockstep) err() error {
	if c.want.err != nil {
		return c.want.err
	}
	return c.got.err
}

// next moves past the current lines.
func (c *lockstep) next(w *line) {
	if len(c.before) == Context {
		copy(c.before, c.before[1:])
		c.before = c.before[:Context-1]
	}
	c.before = append(c.before, w.show(0))
	c.want.drop()
	c.got.drop()
	c.wantLine++
	c.gotLine++
	c.skipped = 0
}

// form records a difference of form alone, if it is the first.
func (c *lockstep) form(k Kind) {
	if c.report.First == nil {
		c.report.Grade = SameForm
		c.report.First = c.difference(k)
	}
}

// difference describes the current lines.
func (c *lockstep) difference(k Kind) *Difference {
	w, g := c.want.peek(0), c.got.peek(0)
	index := column(w, g)
	d := &Difference{
		Kind:        k,
		Line:        c.wantLine,
		GotLine:     c.gotLine,
		Column:      c.skipped + index,
		LinesBefore: append([]string(nil), c.before...),
	}
	from := max(0, index-Shown/2)
	d.From = c.skipped + from
	want, got := cursor{c: c, lines: c.want}, cursor{lines: c.got}
	for n := range Context + 1 {
		if n > 0 {
			from = 0
		}
		if w := want.next(); w != nil {
			d.Want = append(d.Want, w.show(from))
		}
		if g := got.next(); g != nil {
			d.Got = append(d.Got, g.show(from))
		}
	}
	return d
}

// column returns the position of the first byte in which two lines differ, from 1. Beyond
// the kept part of lines, it is the first position there.
func column(a, b *line) int {
	if a == nil || b == nil {
		return 1
	}
	n := min(len(a.text), len(b.text))
	for i := range n {
		if a.text[i] != b.text[i] {
			return i + 1
		}
	}
	return n + 1
}

// show returns the part of a line that a report keeps, with its line end.
func (l *line) show(from int) string {
	if from == 0 && len(l.text) <= Shown && l.rest == 0 {
		return string(l.text)
	}
	part := l.text[min(from, len(l.text)):]
	if len(part) <= Shown && l.rest == 0 {
		return string(part)
	}
	part = bytes.TrimSuffix(part[:min(Shown, len(part))], []byte{'\n'})
	if l.ended {
		return string(part) + "\n"
	}
	return string(part)
}

// formKind returns how two lines that are equal in form differ.
func formKind(w, g *line) Kind {
	if w.rest != 0 || g.rest != 0 || !bytes.Equal(bytes.TrimRight(w.text, "\r\n"),
		bytes.TrimRight(g.text, "\r\n")) {
		return Blanks
	}
	if !w.ended || !g.ended {
		return FinalNewline
	}
	return LineEnds
}

// maxSkip is the number of lines, in both texts together, within which a missing or an added line is
// distinguished from a wrong one.
const maxSkip = 8

// kind returns the kind of the current difference beyond form.
func (c *lockstep) kind() Kind {
	w, g := c.want.peek(0), c.got.peek(0)
	switch {
	case w == nil:
		return ExtraLines
	case g == nil:
		return MissingLines
	}
	switch want, got, ok := Resynchronize(maxSkip, c.aligned); {
	case ok && got == 0:
		return MissingLines
	case ok && want == 0:
		return ExtraLines
	case bytes.Equal(removeBlanks(w.text), removeBlanks(g.text)) && w.solid == g.solid:
		return Blanks
	}
	return Content
}

// Resynchronize returns the numbers of lines to skip in two texts that differ at the current line, so that
// they agree again. It skips as few lines as possible, at most maxSkip in both texts together. It prefers the
// same number in both. agree reports whether the texts agree after these numbers of lines. ok is false if
// Resynchronize finds no such numbers.
func Resynchronize(maxSkip int, agree func(want, got int) bool) (want, got int, ok bool) {
	for total := 1; total <= maxSkip; total++ {
		for difference := total % 2; difference <= total; difference += 2 {
			low, high := (total-difference)/2, (total+difference)/2
			if agree(low, high) {
				return low, high, true
			}
			if agree(high, low) {
				return high, low, true
			}
		}
	}
	return 0, 0, false
}

// aligned reports whether the next lines are equal in form, starting at the i-th wanted
// line and the j-th other line.
func (c *lockstep) aligned(i, j int) bool {
	want, got := cursor{c: c, lines: c.want}, cursor{lines: c.got}
	for range i {
		want.next()
	}
	for range j {
		got.next()
	}
	for n := range Context {
		want.pass(&got)
		w, g := want.next(), got.next()
		if w == nil || g == nil {
			return n > 0 && w == nil && g == nil
		}
		if !w.equalIgnoringBlanks(g) {
			return false
		}
	}
	return true
}

// A cursor looks ahead in a text.
type cursor struct {
	c     *lockstep // for wanted lines; nil for the others
	lines *lines
	i     int
}

// next returns the next line that is not optional, or nil past the end.
func (r *cursor) next() *line {
	for {
		l := r.lines.peek(r.i)
		if l == nil {
			return nil
		}
		if r.i++; r.c == nil || !r.c.optional(l) {
			return l
		}
	}
}

// pass skips optional lines, and the lines in their place in the other text.
func (r *cursor) pass(got *cursor) {
	for w := r.lines.peek(r.i); r.c.optional(w); w = r.lines.peek(r.i) {
		r.i++
		if r.c.replacesOptional(got.lines.peek(got.i), w) {
			got.i++
		}
	}
}

// removeBlanks removes all blanks from a line.
func removeBlanks(text []byte) []byte {
	return bytes.Join(bytes.Fields(text), nil)
}

// optional reports whether a wanted line may be missing.
func (c *lockstep) optional(l *line) bool {
	return c.o.Optional != nil && l != nil && l.rest == 0 &&
		bytes.HasSuffix(bytes.TrimRight(l.text, "\r\n"), []byte(c.o.Optional.Mark))
}

// replacesOptional reports whether a line may take the place of an optional one.
func (c *lockstep) replacesOptional(other, optional *line) bool {
	if other == nil || other.rest != 0 {
		return false
	}
	return canReplaceOptional(other.text, optional.text, c.o.Optional)
}

// maxLine is the number of bytes of a line that are kept. No wanted line of an assignment comes near it;
// longer lines are compared by their digests.
const maxLine = chunk

// A line is a line of a text, with its line end.
type line struct {
	text []byte // the first bytes, up to longest
	// rest and solid are digests of the bytes after text: all of them, and the bytes up to the last one that is
	// not blank. They are 0 if there is no such byte.
	rest, solid uint64
	ended       bool // by a line end
}

// equalIgnoringBlanks reports whether two lines are equal, ignoring trailing blanks and line ends.
func (l *line) equalIgnoringBlanks(o *line) bool {
	if l.solid != 0 || o.solid != 0 {
		return l.solid == o.solid && bytes.Equal(l.text, o.text)
	}
	return bytes.Equal(form(l.text), form(o.text))
}

// blank reports whether a line contains only blanks.
func (l *line) blank() bool { return l.solid == 0 && len(form(l.text)) == 0 }

// blanks are the characters that may differ at the end of lines of equal form.
const blanks = " \t\r\n"

// form returns a line without trailing blanks and its line end.
func form(text []byte) []byte { return bytes.TrimRight(text, blanks) }

// lines reads a text line by line, with as much look-ahead as is asked for.
type lines struct {
	r     *bufio.Reader
	queue []*line // lines read and not dropped
	spare []*line // memory of dropped lines
	hash  maphash.Hash
	done  bool
	err   error
}

// newLines returns a reader of a text's lines; both texts of a comparison share one seed.
func newLines(r io.Reader, seed maphash.Seed) *lines {
	l := &lines{r: bufio.NewReaderSize(r, chunk/4)}
	l.hash.SetSeed(seed)
	return l
}

// peek returns the i-th line from the current one, or nil past the end. The line is valid
// until it is dropped.
func (l *lines) peek(i int) *line {
	for len(l.queue) <= i {
		if l.done {
			return nil
		}
		next := l.newLine()
		l.read(next)
		if len(next.text) > 0 {
			l.queue = append(l.queue, next)
		}
	}
	return l.queue[i]
}

// newLine returns an empty line, reusing the memory of a dropped one if possible.
func (l *lines) newLine() *line {
	n := len(l.spare)
	if n == 0 {
		return new(line)
	}
	next := l.spare[n-1]
	l.spare = l.spare[:n-1]
	*next = line{text: next.text[:0]}
	return next
}

// read reads up to and including the next line end, or to the end of the text.
func (l *lines) read(to *line) {
	l.hash.Reset()
	for {
		part, err := l.r.ReadSlice('\n')
		to.ended = bytes.HasSuffix(part, []byte{'\n'})
		n := min(len(part), maxLine-len(to.text))
		to.text = append(to.text, part[:n]...)
		l.digest(to, part[n:])
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			l.done = true
			if !errors.Is(err, io.EOF) {
				l.err = err
			}
		}
		return
	}
}

// digest adds a part of a line beyond the kept text to its digests.
func (l *lines) digest(to *line, part []byte) {
	if len(part) == 0 {
		return
	}
	solid := len(form(part))
	l.hash.Write(part[:solid])
	if solid > 0 {
		to.solid = l.hash.Sum64()
	}
	l.hash.Write(part[solid:])
	to.rest = l.hash.Sum64()
}

// drop discards the current line.
func (l *lines) drop() {
	if l.peek(0) == nil {
		return
	}
	l.spare = append(l.spare, l.queue[0])
	l.queue = append(l.queue[:0], l.queue[1:]...)
}

// onlyBlanks reports whether some text is left and all of it is blank. It reads up to the first line that is
// not, and keeps only the first lines, since none of the others can be asked for any more.
func (l *lines) onlyBlanks() bool {
	if l.peek(0) == nil {
		return false
	}
	for i := 0; i <= Context && l.peek(i) != nil; i++ {
		if !l.peek(i).blank() {
			return false
		}
	}
	next := l.newLine()
	for !l.done {
		*next = line{text: next.text[:0]}
		if l.read(next); !next.blank() {
			return false
		}
	}
	return true
}
