package diagnosis

import (
	"context"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A version is what a program wrote in a failing case, read as if its form and the dress of its log were right.
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
	reports, err := compare.Stream(ctx, v.read.Case.Problem, homework.Options{Edition: d.edition}, compare.Texts(texts))
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

// undress reads the logs of the failing versions as if they had the right dress, as far as it is another one throughout, unless
// one known mistake explains them all as they are.
func (r *reading) undress(ctx context.Context) error {
	logs := make([]*logText, len(r.failing))
	r.each(ctx, len(logs), func(i int) { logs[i] = r.logText(ctx, r.failing[i].read) })
	r.off = map[string][]*version{}
	for left := habits(); len(left) > 0; {
		i := slices.IndexFunc(left, func(h habit) bool { return r.wears(h, logs) }) // one may hide another that was tried before
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

// wears takes a habit off logs and reports whether it was one: most of those that are wrong first where it shows, and
// some of all, are right for longer then.
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
