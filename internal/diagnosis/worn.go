package diagnosis

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A version is what a program wrote in a failing case, read as if its form and the dress of its log were
// right.
type version struct {
	written verdict.Result // by the program
	formed  verdict.Result // in the right form
	read    verdict.Result // and in the right dress
	added   map[string]int // lines that were added at the head of the log, by the file's name
}

// version returns what a program wrote in the right form, and without a last line that may have been cut.
func (d *diagnosis) version(ctx context.Context, r verdict.Result) (*version, error) {
	v := &version{written: r, read: r, added: map[string]int{}}
	files := map[string][]string{}
	marked, err := d.optional(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, f := range r.Files {
		if f.Verdict == verdict.Pass || len(f.Text) == 0 || formless(f) {
			continue
		}
		var dropped int
		f.Text, dropped = d.withoutOptional(marked, f)
		v.added[f.Name] -= dropped
		text := written(f, partial(r))
		if joined := d.join(text); joined != string(f.Text) || marked != nil {
			files[f.Name] = text
		}
	}
	err = d.rejudge(ctx, v, files)
	v.formed = v.read
	return v, err
}

// join returns the text of lines.
func (d *diagnosis) join(lines []string) string {
	text := strings.Join(lines, "\n")
	if d.a.FinalNewline && len(lines) > 0 {
		text += "\n"
	}
	return text
}

// rejudge compares files of a version again, by the lines as which they are read.
func (d *diagnosis) rejudge(ctx context.Context, v *version, files map[string][]string) error {
	if len(files) == 0 {
		return nil
	}
	texts := map[string]string{}
	for name, text := range files {
		texts[name] = d.join(text)
	}
	reports, err := compare.Stream(ctx, v.read.Case.Problem, homework.Options{Edition: d.edition},
		compare.Texts(texts))
	if err != nil {
		return err
	}
	v.read.Files = slices.Clone(v.read.Files)
	right := true
	for i := range v.read.Files {
		f := &v.read.Files[i]
		if text, ok := texts[f.Name]; ok {
			f.Text, f.Report = []byte(text), reports[f.Name].Report
			switch f.Report.Grade {
			case compare.Equal, compare.SameForm:
				f.Verdict = verdict.Format
			default:
				f.Verdict = verdict.Wrong
			}
		}
		right = right && (f.Verdict == verdict.Pass || f.Verdict == verdict.Format)
	}
	if right && (v.read.Verdict == verdict.Crash || !partial(v.read)) { // the exit status alone fails nobody
		v.read.Verdict = verdict.Format
	}
	return nil
}

// A habit is a dress that a program's logs wear throughout.
type habit struct {
	key string
	off func(l *logText) *logText // takes it off
	// on puts it on again as another log wears it. It is nil of a habit that hides no other.
	on func(l, as *logText) *logText
}

// habits returns all that a log can wear, in the order in which they are taken off.
func habits() []habit {
	all := []habit{{"header", (*logText).headed, (*logText).headedAs}, {"blanks", (*logText).spaced, nil}}
	for _, one := range dresses {
		h := habit{one.key, func(l *logText) *logText { return l.dressed(one.off) }, nil}
		if one.order != nil {
			h.on = func(l, as *logText) *logText { return l.arrangedAs(as, one.order) }
		}
		all = append(all, h)
	}
	return all
}

// undress reads the logs of the failing versions as if they had the right dress, as far as it is another one
// throughout, unless one known mistake explains them all as they are.
func (r *reading) undress(ctx context.Context) error {
	logs := make([]*logText, len(r.failing))
	r.each(ctx, len(logs), func(i int) { logs[i] = r.logText(ctx, r.failing[i].read) })
	r.off = map[string][]*version{}
	for left := habits(); len(left) > 0; {
		// one may hide another that was tried before
		i := slices.IndexFunc(left, func(h habit) bool { return r.wears(h, logs) })
		if i < 0 {
			break
		}
		r.habits, left = append(r.habits, left[i]), slices.Delete(left, i, i+1)
	}
	if len(r.habits) == 0 {
		return ctx.Err()
	}
	if known, err := r.whollyKnown(ctx); known || err != nil {
		r.habits, r.off = nil, nil
		return err
	}
	for i, l := range logs {
		if l == nil {
			continue
		}
		if text := l.text(); !slices.Equal(text, l.whole) {
			v := r.failing[i]
			v.added[l.file] += len(text) - len(l.whole)
			if err := r.rejudge(ctx, v, map[string][]string{l.file: text}); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// wears takes a habit off logs and reports whether it was one: most of those that are wrong first where it
// shows, and some of all, are right for longer then.
func (r *reading) wears(h habit, logs []*logText) bool {
	changed := make([]*logText, len(logs))
	later, there, wrong := 0, 0, 0
	for i, l := range logs {
		if l == nil || partial(r.failing[i].read) && len(l.got) < 3 {
			continue
		}
		was := l.first()
		if was == nowhere {
			continue
		}
		wrong++
		changed[i] = h.off(l)
		switch is := changed[i].first(); {
		case is == nowhere || is.after(was):
			later++
			there++
		case was.after(is):
			there++
		}
	}
	if later == 0 || 4*later < 3*there || 8*later < wrong {
		return false
	}
	for i, l := range changed {
		if l != nil && !slices.Equal(l.text(), logs[i].text()) {
			logs[i] = l
			r.off[h.key] = append(r.off[h.key], r.failing[i])
		}
	}
	return true
}

// worn returns the dresses that were taken off as causes: the faults that write them, those first that wear
// most, and otherwise the decisions that they are.
func (r *reading) worn(ctx context.Context) (causes []Cause, err error) {
	keys := slices.Sorted(maps.Keys(r.off))
	by := map[string][]string{} // faults, by the keys of the dresses that they wear
	smaller := cases.BySize()
	for _, key := range keys {
		slices.SortStableFunc(r.off[key], func(x, y *version) int { return smaller(x.read.Case, y.read.Case) })
		if by[key], err = r.wearers(ctx, key); err != nil {
			return nil, err
		}
	}
	for len(keys) > 0 {
		faults, worn := widest(keys, by)
		keys = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(worn, key) })
		c := Cause{Grade: Located, Key: worn[0], Faults: []Fault{}}
		if len(faults) > 0 {
			c = newNamed(r.faults(faults), false)
		}
		for _, v := range r.off[worn[0]] {
			c.Cases = append(c.Cases, v.read.Case.Name)
		}
		c.Form = true
		v, err := r.wearing(ctx, r.off[worn[0]][0], worn[0])
		if err != nil {
			return nil, err
		}
		if c.First, err = Explain(ctx, r.edition, v.read); err != nil {
			return nil, err
		}
		v.restore(c.First)
		if len(faults) == 0 {
			if c.First == nil || c.First.Decision == nil {
				continue
			}
			c.Key, c.Does, c.Right = c.First.Decision.Key, c.First.Decision.Does, c.First.Decision.Right
		}
		if !slices.ContainsFunc(causes, func(known Cause) bool { return known.Key == c.Key }) {
			causes = append(causes, c)
		}
	}
	return causes, nil
}

// faults returns the faults of some names, which the second solver has.
func (d *diagnosis) faults(ids []string) (faults []mutant.Fault) {
	for _, id := range ids {
		fault, _ := d.second.Lookup(id)
		faults = append(faults, fault)
	}
	return faults
}

// widest returns the faults that wear most of some dresses, and these; or the first dress alone, if no fault
// wears any.
func widest(keys []string, by map[string][]string) (faults, worn []string) {
	for _, key := range keys {
		for _, id := range by[key] {
			wears := slices.DeleteFunc(slices.Clone(keys),
				func(other string) bool { return !slices.Contains(by[other], id) })
			switch {
			case len(wears) > len(worn):
				faults, worn = []string{id}, wears
			case slices.Equal(wears, worn) && !slices.Contains(faults, id):
				faults = append(faults, id)
			}
		}
	}
	if len(faults) == 0 {
		worn = slices.Clone(keys[:1])
	}
	return faults, worn
}

// wearers returns the faults whose logs wear a dress as the smallest of the program's do.
func (r *reading) wearers(ctx context.Context, key string) (faults []string, err error) {
	if r.second == nil {
		return nil, nil
	}
	var outfits []outfit
	for _, v := range r.off[key] {
		if o, shows := r.outfit(ctx, v, key); shows {
			outfits = append(outfits, o)
		}
		if len(outfits) == weighed {
			break
		}
	}
	if len(outfits) == 0 {
		return nil, ctx.Err()
	}
	dressed := *r.diagnosis // what passes in another dress speaks against none
	dressed.passed = slices.DeleteFunc(slices.Clone(r.passed),
		func(c *cases.Case) bool { return r.byName[c.Name] != nil })
	all := r.candidates()
	wears := make([]bool, len(all))
	r.each(ctx, len(all), func(i int) {
		id := all[i].fault.ID
		wears[i] = !slices.ContainsFunc(outfits, func(o outfit) bool { return !r.wornBy(o, key, id) }) &&
			!dressed.refuted(id)
	})
	for i, one := range all {
		if wears[i] {
			faults = append(faults, one.fault.ID)
		}
	}
	return faults, ctx.Err()
}

// An outfit is how the log of a program begins, with its header, in the right dress but for one: up to the
// first line that is wrong in any dress.
type outfit struct {
	log   *logText
	c     *cases.Case
	wears []string
	all   bool // nothing is wrong but the dress
}

// outfit returns how a version wears a dress, and reports whether it shows there.
func (r *reading) outfit(ctx context.Context, v *version, key string) (o outfit, shows bool) {
	l := r.logText(ctx, v.formed)
	if l == nil {
		return o, false
	}
	bare, worn := r.without(l, ""), r.without(l, key)
	right := l.right
	if l.header != "" {
		right = slices.Insert(slices.Clone(right), 0, l.header)
	}
	n := differ(bare, right)
	if o.all = n < 0; o.all {
		n = len(right)
	}
	n = max(0, n-len(bare)+len(worn)) // of which one dress lacks the header
	o.log, o.c, o.wears = l, v.read.Case, worn[:min(n, len(worn))]
	return o, len(o.wears) > 0 && (o.all || !slices.Equal(o.wears, right[:min(len(o.wears), len(right))]))
}

// wornBy reports whether the log of a fault begins as that of the program.
func (r *reading) wornBy(o outfit, key, fault string) bool {
	if r.hides(o.c, fault) {
		return false
	}
	l := o.log.of(r.solve(o.c, fault).files[o.log.file], len(o.log.above))
	if l == nil {
		return false
	}
	wears := r.without(l, key)
	return len(wears) >= len(o.wears) && slices.Equal(wears[:len(o.wears)], o.wears) &&
		(!o.all || len(wears) == len(o.wears))
}

// wearing returns a version that wears a dress and, where that shows, no other.
func (r *reading) wearing(ctx context.Context, v *version, key string) (*version, error) {
	alone := &version{written: v.written, read: v.formed, added: maps.Clone(v.added)}
	l := r.logText(ctx, v.formed)
	if l == nil {
		return alone, ctx.Err()
	}
	bare, worn := r.without(l, ""), r.without(l, key)
	alone.added[l.file] += len(worn) - len(bare)
	return alone, r.rejudge(ctx, alone,
		map[string][]string{l.file: slices.Concat(l.above[:max(0, len(l.above)-1)], worn)})
}

// without returns a log and its header without the habits of the program's logs, but for one.
func (r *reading) without(l *logText, but string) []string {
	on := func(l *logText) *logText { return l }
	for _, h := range r.habits {
		switch as := l; {
		case h.key != but:
			l = h.off(l)
		case h.on != nil: // the others are seen without it alone
			l, on = h.off(l), func(l *logText) *logText { return h.on(l, as) }
		}
	}
	if l = on(l); len(l.above) == 0 {
		return l.got
	}
	return slices.Concat(l.above[len(l.above)-1:], l.got)
}

// optional returns how the right files begin, as far as it matters for what a program wrote, with the mark of
// the lines that a course leaves out of account. There are none of a comparison by bytes.
func (d *diagnosis) optional(ctx context.Context, r verdict.Result) (beginnings, error) {
	if !d.course || d.a.Optional == nil {
		return nil, nil
	}
	want := beginnings{}
	for _, f := range r.Files {
		want[f.Name] = &beginning{most: 2 * len(f.Text)}
	}
	_, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: d.edition, Optional: d.a.Optional}, want)
	return want, err
}

// withoutOptional returns what a program wrote into a file without such lines, and how many these are.
func (d *diagnosis) withoutOptional(want beginnings, f verdict.File) (text []byte, dropped int) {
	if want == nil {
		return f.Text, 0
	}
	text = compare.WithoutOptional(want[f.Name].text, f.Text, d.a.Optional)
	return text, bytes.Count(f.Text, []byte("\n")) - bytes.Count(text, []byte("\n"))
}

// Beginnings are a sink of files by their names.
type beginnings map[string]*beginning

// A beginning keeps so many bytes of a file, and a little more if they come at once.
type beginning struct {
	most int
	text []byte
}

func (b beginnings) Begin(name string, head output.Size) (output.File, error) {
	f := b[name]
	if f == nil {
		return &beginning{}, nil
	}
	f.text = make([]byte, head.Bytes)
	return f, nil
}

func (b *beginning) Write(p []byte) (int, error) {
	if len(b.text) < b.most {
		b.text = append(b.text, p...)
	}
	return len(p), nil
}

func (b *beginning) Finish(head []byte) error {
	copy(b.text, head)
	return nil
}
