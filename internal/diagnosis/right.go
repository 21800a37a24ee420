package diagnosis

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/verdict"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A version is what a program wrote in a failing case, read as if its form and the dress of its log were right.
type version struct {
	written verdict.Result      // by the program
	formed  verdict.Result      // in the right form
	read    verdict.Result      // and in the right dress
	wearing map[string][]string // the file of the log in the right dress but for the one of a key
	added   map[string]int      // lines that were added at the head of the log, by the file's name
}

// smallerVersion orders versions by the size of their cases.
func smallerVersion(x, y *version) int { return bySize()(x.read.Case, y.read.Case) }

// version returns what a program wrote in the right form, and without a last line that may have been cut.
func (d *diagnosis) version(ctx context.Context, r verdict.Result) (*version, error) {
	v := &version{written: r, read: r, added: map[string]int{}}
	files := map[string][]string{}
	for _, f := range r.Files {
		if f.Verdict == verdict.Pass || len(f.Text) == 0 {
			continue
		}
		text := written(f, partial(r))
		if joined := d.join(text); joined != string(f.Text) {
			files[f.Name] = text
		}
	}
	err := d.rejudge(ctx, v, files)
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

// errOther is the error for opening a file that is not compared again.
var errOther = errors.New("not asked for")

// rejudge compares files of a version again, by the lines as which they are read.
func (d *diagnosis) rejudge(ctx context.Context, v *version, files map[string][]string) error {
	if len(files) == 0 {
		return nil
	}
	reports, err := compare.Stream(ctx, v.read.Case.Problem, homework.Options{Edition: d.edition}, func(name string) (io.ReadCloser, error) {
		text, ok := files[name]
		if !ok {
			return nil, errOther
		}
		return io.NopCloser(strings.NewReader(d.join(text))), nil
	})
	if err != nil {
		return err
	}
	v.read.Files = slices.Clone(v.read.Files)
	right := true
	for i := range v.read.Files {
		f := &v.read.Files[i]
		if text, ok := files[f.Name]; ok {
			f.Text, f.Report = []byte(d.join(text)), reports[f.Name].Report
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

// undress reads the logs of all versions as if they had the right dress, as far as it is another one throughout, and
// returns what was taken off: the keys of decisions, and the cases in which each shows.
func (d *diagnosis) undress(ctx context.Context, versions []*version) (off map[string][]*version, err error) {
	logs := make([]*logText, len(versions))
	d.each(ctx, len(versions), func(i int) { logs[i] = d.logText(ctx, versions[i].read) })
	off = map[string][]*version{}
	type habit struct {
		key  string
		take func(l *logText) *logText
	}
	var taken []habit
	bare := slices.Clone(logs)
	take := func(key string, change func(l *logText) *logText) {
		changed := make([]*logText, len(logs))
		later, wrong := 0, 0
		for i, l := range logs {
			if l == nil || l.first() < 0 {
				continue
			}
			if partial(versions[i].read) && len(l.got) < 3 {
				continue
			}
			wrong++
			changed[i] = change(l)
			if at := changed[i].first(); at < 0 || at > l.first() {
				later++
			}
		}
		if later == 0 || 4*later < 3*wrong {
			return
		}
		taken = append(taken, habit{key, change})
		for i, l := range changed {
			if l != nil && !(slices.Equal(l.got, logs[i].got) && slices.Equal(l.above, logs[i].above)) {
				logs[i] = l
				off[key] = append(off[key], versions[i])
			}
		}
	}
	take("header", (*logText).headed)
	take("blanks", func(l *logText) *logText {
		return l.dressed(func(got, _ [][]string, _ columns) [][]string { return got })
	})
	for _, one := range dresses {
		take(one.key, func(l *logText) *logText { return l.dressed(one.off) })
	}
	if len(off) == 0 {
		return nil, ctx.Err()
	}
	for i, l := range logs {
		if l == nil {
			continue
		}
		versions[i].wearing = map[string][]string{}
		for _, worn := range taken {
			l := bare[i]
			for _, other := range taken {
				if other.key != worn.key {
					l = other.take(l)
				}
			}
			versions[i].wearing[worn.key] = slices.Concat(l.above, l.got)
		}
		if text := slices.Concat(l.above, l.got); !slices.Equal(text, l.whole) {
			versions[i].added[l.file] = len(text) - len(l.whole)
			if err := d.rejudge(ctx, versions[i], map[string][]string{l.file: text}); err != nil {
				return nil, err
			}
		}
	}
	return off, ctx.Err()
}

// A logText is the log in a file of a program, and the right one.
type logText struct {
	file       string
	whole      []string // the lines of the program's file
	above, got []string // lines before the log, and of the log
	header     string   // the right one, or ""
	right      []string
	rights     [][]string
	of         columns
	separator  string
}

// logText returns the log of a result whose log is wrong, or nil.
func (d *diagnosis) logText(ctx context.Context, r verdict.Result) *logText {
	game, ok := r.Case.Problem.(homework.Replayer)
	if !ok {
		return nil
	}
	stage := game.Stage()
	i := slices.IndexFunc(r.Files, func(f verdict.File) bool { return f.Name == stage.File && f.Verdict == verdict.Wrong })
	if i < 0 || len(r.Files[i].Text) == 0 || len(r.Files[i].Text) > mostRead {
		return nil
	}
	files := output.Memory{}
	if _, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: d.edition}, files); err != nil || len(files[stage.File]) > mostRead {
		return nil
	}
	right := lines(string(bytes.TrimSuffix(files[stage.File], []byte("\n"))))
	l := &logText{file: stage.File, whole: lines(string(r.Files[i].Text)), right: right[stage.First-1:]}
	if len(l.whole) < stage.First {
		return nil
	}
	l.above, l.got = l.whole[:stage.First-1], l.whole[stage.First-1:]
	if stage.First > 1 {
		l.header = right[stage.First-2]
	}
	l.rights = rows(l.right)
	if l.of, ok = columnsOf(l.rights); !ok {
		return nil
	}
	l.separator = ","
	if strings.Contains(l.right[0], ", ") {
		l.separator = ", "
	}
	return l
}

// mostRead is how long a log may be whose dress is looked at.
const mostRead = 4 << 20

// first returns the index of the first line that is wrong, from the header on, or -1.
func (l *logText) first() int {
	if n := len(l.above); n > 0 && l.above[n-1] != l.header {
		return 0
	}
	if at := differ(l.got, l.right); at >= 0 {
		return at + 1
	}
	return -1
}

// headed returns the log with the right header, where it has another one or none.
func (l *logText) headed() *logText {
	n := len(l.above)
	if n == 0 || l.above[n-1] == l.header {
		return l
	}
	changed := *l
	changed.above = append(slices.Clone(l.above[:n-1]), l.header)
	if strings.ContainsAny(l.above[n-1], "0123456789") { // it is a line of the log
		changed.got = l.whole[n-1:]
	}
	return &changed
}

// dressed returns the log after a change of its rows.
func (l *logText) dressed(change func(got, right [][]string, of columns) [][]string) *logText {
	changed := *l
	changed.got = nil
	for _, row := range change(rows(l.got), l.rights, l.of) {
		changed.got = append(changed.got, strings.Join(row, l.separator))
	}
	return &changed
}
