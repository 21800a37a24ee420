package diagnosis

import (
	"context"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A logText is the log in a file of a program, and the right one.
type logText struct {
	file       string
	whole      []string // the lines of the program's file
	above, got []string // lines before the log, and of the log
	header     string   // the right one, or ""
	right      []string
	rights     [][]string
	columns    columns
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
	if i < 0 || len(r.Files[i].Text) == 0 || len(r.Files[i].Text) > decision.MostRead {
		return nil
	}
	files := output.Memory{}
	if _, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: d.edition}, files); err != nil || len(files[stage.File]) > decision.MostRead {
		return nil
	}
	right := lines(string(files[stage.File]))
	l := (&logText{file: stage.File, right: right[stage.First-1:]}).of(lines(string(r.Files[i].Text)), stage.First-1)
	if l == nil {
		return nil
	}
	if stage.First > 1 {
		l.header = right[stage.First-2]
	}
	l.rights = rows(l.right)
	if l.columns, ok = columnsOf(l.rights); !ok {
		return nil
	}
	l.separator = ","
	if strings.Contains(l.right[0], ", ") {
		l.separator = ", "
	}
	return l
}

// of returns the log of another file, in which it begins after so many lines, or nil if it ends before.
func (l *logText) of(whole []string, above int) *logText {
	if len(whole) <= above {
		return nil
	}
	other := *l
	other.whole, other.above, other.got = whole, whole[:above], whole[above:]
	return &other
}

// text returns the lines of the file.
func (l *logText) text() []string { return slices.Concat(l.above, l.got) }

// A location is where a log is wrong first: the index of the line, from the header on, and how many of its columns are.
type location struct{ line, columns int }

// nowhere is the location in a log that is right.
var nowhere = location{-1, 0}

// after reports whether more is right before a location than before another one.
func (p location) after(other location) bool {
	return p.line > other.line || p.line == other.line && p.columns < other.columns
}

// first returns where the log is wrong first.
func (l *logText) first() location {
	if n := len(l.above); n > 0 && l.above[n-1] != l.header {
		return location{0, 1}
	}
	at := differ(l.got, l.right)
	if at < 0 {
		return nowhere
	}
	got, right := strings.Split(line(l.got, at), ","), strings.Split(line(l.right, at), ",")
	p := location{at + 1, max(len(got), len(right))}
	for i := range min(len(got), len(right)) {
		if got[i] == right[i] {
			p.columns--
		}
	}
	return p
}

// headed returns the log with the right header, where it has another one or none.
func (l *logText) headed() *logText {
	n := len(l.above)
	if n == 0 || slices.Contains(l.whole, l.header) { // there, or elsewhere: then the log is elsewhere
		return l
	}
	changed := *l
	changed.above = append(slices.Clone(l.above[:n-1]), l.header)
	if strings.ContainsAny(l.above[n-1], "0123456789") { // it is a line of the log
		changed.got = l.whole[n-1:]
	}
	if first(rows(changed.got), l.columns) == nil {
		return l // it is the header of what follows: another log
	}
	return &changed
}

// dressed returns the log after a change of its rows. The blanks around columns stay.
func (l *logText) dressed(change func(got, right [][]string, of columns) [][]string) *logText {
	changed := *l
	changed.got = slices.Clone(l.got)
	for i, row := range change(rows(l.got), l.rights, l.columns) {
		columns := strings.Split(l.got[i], ",")
		for j, text := range columns {
			columns[j] = strings.Replace(text, strings.TrimSpace(text), row[j], 1)
		}
		changed.got[i] = strings.Join(columns, ",")
	}
	return &changed
}

// spaced returns the log with blanks where they should be.
func (l *logText) spaced() *logText {
	changed := *l
	changed.got = nil
	for _, row := range rows(l.got) {
		changed.got = append(changed.got, strings.Join(row, l.separator))
	}
	return &changed
}

// arrangedAs returns the log with its columns where those of another one are, which an order would move.
func (l *logText) arrangedAs(as *logText, order func(root, right []string) []int) *logText {
	root := first(rows(as.got), as.columns)
	if root == nil {
		return l
	}
	from := order(root, as.rights[0])
	back := make([]int, len(from))
	for i, j := range from {
		back[j] = i
	}
	return l.dressed(func(got, _ [][]string, _ columns) [][]string {
		arrange(got, back)
		return got
	})
}

// headedAs returns the log, which another one became when it got the right header, with the header of that one, or none.
func (l *logText) headedAs(as *logText) *logText {
	changed := *l
	changed.above = as.above
	if len(as.headed().got) > len(as.got) { // it has none
		changed.above = append(slices.Clone(as.above[:len(as.above)-1]), l.got[0])
		changed.got = l.got[1:]
	}
	return &changed
}
