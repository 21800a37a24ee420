package diagnosis

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A log is written in a dress: its header, the order of columns, blanks, the spelling of names and numbers. A
// program whose dress is another one throughout has a mistake there, behind which all others would be hidden:
// so its log is read as if it had the right one. A dress takes one such habit off.
type dress struct {
	key string
	// order returns where the columns are that should stand one after the other, by the root's first row and the
	// right one. It is nil of a dress that moves none.
	order func(root, right []string) (from []int)
	// off returns the rows of a log in the right dress, given the right rows, which begin with the root's. It
	// may change got.
	off func(got, right [][]string, of columns) [][]string
}

// Columns tell where the columns of a row are.
type columns struct {
	depth int // index of the depth's: those before are the name
	n     int // of all
}

// dresses are in the order in which they are taken off, since one may hide the next.
var dresses = []dress{
	ordered("window-order", bounds),
	ordered("columns-order", places),
	{"infinity-spelling", nil, infinities},
	{"number-spelling", nil, numbers},
	{"depth", nil, depths},
	{"name", nil, names},
}

// columnsOf returns where the columns of a log are by the root's first row, whose depth stands before an
// infinity.
func columnsOf(right [][]string) (of columns, ok bool) {
	if len(right) == 0 {
		return of, false
	}
	for i, text := range right[0][1:] {
		if v, ok := decision.Value(text); ok && i > 0 && (v == replay.Inf || v == -replay.Inf) {
			return columns{i, len(right[0])}, true
		}
	}
	return of, false
}

// rows splits the lines of a log into columns, without the blanks around them.
func rows(lines []string) (all [][]string) {
	for _, line := range lines {
		all = append(all, decision.Fields(line))
	}
	return all
}

// first returns the first row of a program's log, or nil if it is not one of so many columns.
func first(got [][]string, of columns) []string {
	if len(got) == 0 || len(got[0]) != of.n {
		return nil
	}
	return got[0]
}

// ordered returns the dress that puts columns in order.
func ordered(key string, order func(root, right []string) []int) dress {
	return dress{key, order, func(got, right [][]string, of columns) [][]string {
		if root := first(got, of); root != nil {
			arrange(got, order(root, right[0]))
		}
		return got
	}}
}

// arrange puts columns one after the other, which are in these places, in rows that have as many.
func arrange(rows [][]string, from []int) {
	for _, row := range rows {
		if was := slices.Clone(row); len(row) == len(from) {
			for i, j := range from {
				row[i] = was[j]
			}
		}
	}
}

// bounds returns the order in which alpha stands before beta: minus infinity before infinity.
func bounds(root, right []string) (from []int) {
	for i := range root {
		from = append(from, i)
	}
	if b := len(root) - 1; right[b-1] == "-"+right[b] && strings.HasPrefix(root[b], "-") &&
		!strings.HasPrefix(root[b-1], "-") {
		from[b-1], from[b] = b, b-1
	}
	return from
}

// places returns where in a row the columns of the right one stand. What stands nowhere takes the places that
// are left.
func places(row, right []string) (from []int) {
	left := map[int]bool{}
	for i := range row {
		left[i] = row[i] != right[i]
	}
	take := func(fits func(j int) bool) int {
		for j := range row {
			if left[j] && fits(j) {
				left[j] = false
				return j
			}
		}
		return -1
	}
	for i, text := range right {
		if row[i] == text {
			from = append(from, i)
		} else {
			from = append(from, take(func(j int) bool { return row[j] == text }))
		}
	}
	for i, j := range from {
		if j < 0 {
			from[i] = take(func(int) bool { return true })
		}
	}
	return from
}

// infinities spells infinity as it should be, where the root's first row has another spelling or a number for
// it.
func infinities(got, right [][]string, of columns) [][]string {
	root := first(got, of)
	if root == nil || len(got) < 2 { // then its value is that of a leaf
		return got
	}
	minus, ok := strings.CutPrefix(root[of.depth+1], "-")
	inf := strings.TrimLeft(right[0][of.depth+1], "+-")
	if !ok || minus == "" || slices.Contains(root, "-"+inf) {
		return got
	}
	spelled := map[string]string{minus: inf, "+" + minus: inf}
	if n, err := strconv.ParseUint(minus, 10, 64); err == nil {
		if n <= greatest(right, of) {
			return got // it is a value
		}
		if n&(n-1) == 0 { // of integers the least is farther from 0 than the greatest
			spelled[strconv.FormatUint(n-1, 10)] = inf
		}
	}
	for i := of.depth + 1; i < of.n; i++ {
		// else the bounds have changed places
		if strings.HasPrefix(root[i], "-") == strings.HasPrefix(right[0][i], "-") {
			spelled[root[i]] = right[0][i]
		}
	}
	for _, row := range got {
		for i := of.depth + 1; i < len(row); i++ {
			if right, ok := spelled[row[i]]; ok {
				row[i] = right
			}
		}
	}
	return got
}

// greatest returns the greatest value in a right log, without its sign.
func greatest(right [][]string, of columns) (n uint64) {
	for _, row := range right {
		if len(row) != of.n { // the answer below
			continue
		}
		if v, err := strconv.ParseUint(strings.TrimPrefix(row[of.depth+1], "-"), 10, 64); err == nil {
			n = max(n, v)
		}
	}
	return n
}

// numbers takes plus signs, decimals that are zeros and the minus sign of 0 away.
func numbers(got, _ [][]string, of columns) [][]string {
	for _, row := range got {
		for i := of.depth; i < len(row); i++ {
			text := strings.TrimPrefix(row[i], "+")
			if whole, zeros, ok := strings.Cut(text, "."); ok && strings.Trim(zeros, "0") == "" {
				text = whole
			}
			if text == "-0" {
				text = "0"
			}
			row[i] = text
		}
	}
	return got
}

// depths counts depths as they should be, where they begin with another number, or go down.
func depths(got, right [][]string, of columns) [][]string {
	root := first(got, of)
	if root == nil {
		return got
	}
	begin, err := strconv.Atoi(root[of.depth])
	should, bad := strconv.Atoi(right[0][of.depth])
	if err != nil || bad != nil {
		return got
	}
	sign := 1
	if len(got) > 1 && len(got[1]) == of.n { // else the root is a leaf
		next, err := strconv.Atoi(got[1][of.depth])
		if err != nil {
			return got
		}
		if next <= begin {
			sign = -1
		}
	}
	for _, row := range got {
		if len(row) != of.n {
			continue
		}
		if depth, err := strconv.Atoi(row[of.depth]); err == nil {
			row[of.depth] = strconv.Itoa(sign*(depth-begin) + should)
		}
	}
	return got
}

// names spells names as they should be: the root's, and those in other case or from back to front.
func names(got, right [][]string, of columns) [][]string {
	spell := map[string]string{}
	known := map[string]bool{}
	for _, row := range right {
		if len(row) == of.n {
			name := strings.Join(row[:of.depth], ",")
			known[name] = true
			spell[strings.ToLower(name)] = name
			spell[reversed(name)] = name
		}
	}
	root := ""
	if row := first(got, of); row != nil {
		root = strings.Join(row[:of.depth], ",")
	}
	for _, row := range got {
		if len(row) != of.n {
			continue
		}
		name := strings.Join(row[:of.depth], ",")
		spelled, ok := spell[strings.ToLower(name)]
		if !ok {
			spelled, ok = spell[name]
		}
		if name == root && !known[root] && row[of.depth] == right[0][of.depth] {
			spelled, ok = strings.Join(right[0][:of.depth], ","), true
		}
		if ok && !known[name] {
			copy(row, strings.Split(spelled, ","))
		}
	}
	return got
}

func reversed(name string) string {
	letters := []byte(name)
	slices.Reverse(letters)
	return string(letters)
}

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
	i := slices.IndexFunc(r.Files,
		func(f verdict.File) bool { return f.Name == stage.File && f.Verdict == verdict.Wrong })
	if i < 0 || len(r.Files[i].Text) == 0 || len(r.Files[i].Text) > decision.MostRead {
		return nil
	}
	files, err := homework.Answer(ctx, r.Case.Problem, homework.Options{Edition: d.edition})
	if err != nil || len(files[stage.File]) > decision.MostRead {
		return nil
	}
	right := lines(string(files[stage.File]))
	l := (&logText{file: stage.File, right: right[stage.First-1:]}).of(lines(string(r.Files[i].Text)),
		stage.First-1)
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

// A location is where a log is wrong first: the index of the line, from the header on, and how many of its
// columns are.
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

// headedAs returns the log, which another one became when it got the right header, with the header of that
// one, or none.
func (l *logText) headedAs(as *logText) *logText {
	changed := *l
	changed.above = as.above
	if len(as.headed().got) > len(as.got) { // it has none
		changed.above = append(slices.Clone(as.above[:len(as.above)-1]), l.got[0])
		changed.got = l.got[1:]
	}
	return &changed
}
