package diagnosis

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A formatStep removes one difference of format from a file: another header, order of columns, number of
// blanks, or spelling.
type formatStep struct {
	key   string
	apply func(t *text) *text // returns t if there is nothing to change
}

// formatSteps returns all steps, in the order in which they are tried.
func formatSteps() []formatStep {
	ofRows := func(change func(got, right [][]string, cols columns) [][]string) func(*text) *text {
		return func(t *text) *text { return t.withRows(change) }
	}
	return []formatStep{
		{"blanks", (*text).fixSpacing}, {"stray-line", (*text).withoutStrayLines},
		{"header", (*text).withRightHeader},
		{"columns-order", ofRows(ordered)}, {"infinity-spelling", ofRows(infinities)},
		{"number-spelling", ofRows(numbers)}, {"depth-count", ofRows(depths)}, {"name", ofRows(names)},
	}
}

// columns are the positions of the columns in a row.
type columns struct {
	depth int // index of the depth; the columns before it are the name
	n     int // number of columns
}

// name returns the name in a row.
func (cols columns) name(row []string) string { return strings.Join(row[:cols.depth], ",") }

// columnsOf returns the positions of the columns of a log. It finds them in the first row of the root, in
// which the depth precedes an infinity.
func columnsOf(right [][]string) (cols columns, ok bool) {
	if len(right) == 0 {
		return cols, false
	}
	for i, text := range right[0][1:] {
		if v, ok := decision.Value(text); ok && i > 0 && (v == replay.Inf || v == -replay.Inf) {
			return columns{i, len(right[0])}, true
		}
	}
	return cols, false
}

// rows splits the lines of a log into columns, without the blanks around them.
func rows(lines []string) [][]string {
	all := make([][]string, len(lines))
	for i, line := range lines {
		all[i] = scan.Words(line)
	}
	return all
}

// first returns the first row of a program's log, or nil if it does not have the right number of columns.
func first(got [][]string, cols columns) []string {
	if len(got) == 0 || len(got[0]) != cols.n {
		return nil
	}
	return got[0]
}

// ordered puts columns in order. The first row of the root shows for each column where the program has it. A
// column that is missing there takes one of the remaining positions.
func ordered(got, right [][]string, cols columns) [][]string {
	root := first(got, cols)
	if root == nil {
		return got
	}
	from, taken := slices.Repeat([]int{-1}, cols.n), make([]bool, cols.n)
	take := func(fits func(i, j int) bool) {
		for i := range from {
			for j := range from {
				if from[i] < 0 && !taken[j] && fits(i, j) {
					from[i], taken[j] = j, true
				}
			}
		}
	}
	take(func(i, j int) bool { return i == j && root[j] == right[0][i] })
	take(func(i, j int) bool { return root[j] == right[0][i] })
	take(func(i, j int) bool { return true })
	for _, row := range got {
		if old := slices.Clone(row); len(row) == cols.n {
			for i, j := range from {
				row[i] = old[j]
			}
		}
	}
	return got
}

// infinities corrects the spelling of infinity, if the first row of the root has another spelling or a number
// for it.
func infinities(got, right [][]string, cols columns) [][]string {
	root := first(got, cols)
	if root == nil || len(got) < 2 { // a root without children has the value of a leaf
		return got
	}
	minus, ok := strings.CutPrefix(root[cols.depth+1], "-")
	inf := strings.TrimLeft(right[0][cols.depth+1], "+-")
	if !ok || minus == "" || slices.Contains(root, "-"+inf) {
		return got
	}
	spelled := map[string]string{minus: inf, "+" + minus: inf}
	if n, err := strconv.ParseUint(minus, 10, 64); err == nil {
		if n <= greatest(right, cols) {
			return got // it is a value
		}
		if n&(n-1) == 0 { // the least integer is farther from 0 than the greatest
			spelled[strconv.FormatUint(n-1, 10)] = inf
		}
	}
	for i := cols.depth + 1; i < cols.n; i++ {
		// else the bounds are exchanged
		if strings.HasPrefix(root[i], "-") == strings.HasPrefix(right[0][i], "-") {
			spelled[root[i]] = right[0][i]
		}
	}
	for _, row := range got {
		for i := cols.depth + 1; i < len(row); i++ {
			if right, ok := spelled[row[i]]; ok {
				row[i] = right
			}
		}
	}
	return got
}

// greatest returns the greatest absolute value in a right log.
func greatest(right [][]string, cols columns) (n uint64) {
	for _, row := range right {
		if len(row) != cols.n { // the answer below
			continue
		}
		if v, err := strconv.ParseUint(strings.TrimPrefix(row[cols.depth+1], "-"), 10, 64); err == nil {
			n = max(n, v)
		}
	}
	return n
}

// numbers removes plus signs, decimals that are zeros, and the minus sign of 0.
func numbers(got, _ [][]string, cols columns) [][]string {
	for _, row := range got {
		for i := cols.depth; i < len(row); i++ {
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

// depths corrects depths that begin with another number, or decrease.
func depths(got, right [][]string, cols columns) [][]string {
	root := first(got, cols)
	if root == nil {
		return got
	}
	begin, err := strconv.Atoi(root[cols.depth])
	should, bad := strconv.Atoi(right[0][cols.depth])
	if err != nil || bad != nil {
		return got
	}
	sign := 1
	if len(got) > 1 && len(got[1]) == cols.n { // else the root is a leaf
		next, err := strconv.Atoi(got[1][cols.depth])
		if err != nil {
			return got
		}
		if next <= begin {
			sign = -1
		}
	}
	for _, row := range got {
		if len(row) != cols.n {
			continue
		}
		if depth, err := strconv.Atoi(row[cols.depth]); err == nil {
			row[cols.depth] = strconv.Itoa(sign*(depth-begin) + should)
		}
	}
	return got
}

// names corrects the spelling of names: the root's, names in other case or from back to front, and other
// names that otherNames finds.
func names(got, right [][]string, cols columns) [][]string {
	spell := map[string]string{}
	known := map[string]bool{}
	for _, row := range right {
		if len(row) == cols.n {
			name := cols.name(row)
			known[name] = true
			spell[strings.ToLower(name)] = name
			backward := []byte(name)
			slices.Reverse(backward)
			spell[string(backward)] = name
		}
	}
	other := otherNames(got, right, cols, known)
	if root := first(got, cols); root != nil && !known[cols.name(root)] &&
		root[cols.depth] == right[0][cols.depth] {
		other[cols.name(root)] = cols.name(right[0])
	}
	for _, row := range got {
		if len(row) != cols.n {
			continue
		}
		name := cols.name(row)
		spelled := cmp.Or(other[name], spell[strings.ToLower(name)], spell[name])
		if spelled != "" && !known[name] {
			copy(row, strings.Split(spelled, ","))
		}
	}
	return got
}

// minOtherNames is the number of other names that a log must have in place of right ones. In a log with
// fewer, other moves may look like other names.
const minOtherNames = 4

// otherNames returns the right name for each wrong name below the root that replaces it in all rows whose
// other columns are right. If many names of a log are right, or a right name replaces a different right name,
// the log has other moves, not other names.
func otherNames(got, right [][]string, cols columns, known map[string]bool) map[string]string {
	found, same, other := map[string]string{}, 0, 0
	for i, row := range got {
		if i == len(right) || len(row) != cols.n || len(right[i]) != cols.n ||
			!slices.Equal(row[cols.depth:], right[i][cols.depth:]) {
			break
		}
		name, want := cols.name(row), cols.name(right[i])
		switch before, met := found[name]; {
		case want == cols.name(right[0]):
		case name == want:
			same++
		case known[name] || met && before != want:
			return map[string]string{}
		default:
			other++
			found[name] = want
		}
	}
	if same > other || len(found) < minOtherNames {
		return map[string]string{}
	}
	return found
}

// A text is a wrong file of a program together with the right one.
type text struct {
	file       string
	got, right []string
	sources    []int // the index, from 1, of the line that each line of got was before the first step, or 0
	changed    bool  // by a step

	log       int // index of the first line of the right log, or -1 in a file without a log
	columns   columns
	separator string
}

// texts returns the wrong files of a result that can be read as a whole.
func (d *diagnosis) texts(ctx context.Context, r verdict.Result) (all []*text) {
	if judges(r) {
		return nil
	}
	var stage replay.Stage
	if game, ok := r.Case.Problem.(homework.Replayer); ok {
		stage = game.Stage()
	}
	readable := func(f verdict.File) bool {
		return f.Verdict == verdict.Wrong && len(f.Text) > 0 && len(f.Text) <= decision.MaxRead
	}
	if !slices.ContainsFunc(r.Files, readable) {
		return nil
	}
	right, err := homework.Answer(ctx, r.Case.Problem, homework.Options{Edition: d.edition})
	if err != nil {
		return nil
	}
	for _, f := range r.Files {
		if !readable(f) || len(right[f.Name]) > decision.MaxRead {
			continue
		}
		t := &text{file: f.Name, got: scan.Lines(string(f.Text)), right: scan.Lines(string(right[f.Name])), log: -1}
		for i := range t.got {
			t.sources = append(t.sources, i+1)
		}
		if f.Name == stage.File && stage.First <= len(t.right) {
			var ok bool
			if t.columns, ok = columnsOf(rows(t.right[stage.First-1:])); ok {
				t.log, t.separator = stage.First-1, ","
				if strings.Contains(t.right[t.log], ", ") {
					t.separator = ", "
				}
			}
		}
		all = append(all, t)
	}
	return all
}

// A location is the place of the first error in a file: the index of the line, and the number of its wrong
// columns.
type location struct{ line, columns int }

// noDifference is the location in a file that is right.
var noDifference = location{-1, 0}

// isAfter reports whether more text is right before p than before other.
func (p location) isAfter(other location) bool {
	return p.line > other.line || p.line == other.line && p.columns < other.columns
}

// firstWrong returns the location of the first error in the file.
func (t *text) firstWrong() location {
	index := differ(t.got, t.right)
	if index < 0 {
		return noDifference
	}
	got, right := strings.Split(line(t.got, index), ","), strings.Split(line(t.right, index), ",")
	p := location{index, max(len(got), len(right))}
	for i := range min(len(got), len(right)) {
		if got[i] == right[i] {
			p.columns--
		}
	}
	return p
}

// upTo returns the first n lines of the file.
func (t *text) upTo(n int) *text {
	part := *t
	part.got, part.right = t.got[:min(n, len(t.got))], t.right[:min(n, len(t.right))]
	return &part
}

// with returns the file with other lines, or t if they are the same.
func (t *text) with(got []string, sources []int) *text {
	if slices.Equal(got, t.got) {
		return t
	}
	changed := *t
	changed.got, changed.sources, changed.changed = got, sources, true
	return &changed
}

// withoutStrayLines returns the file without the lines that resemble no line of the right file. A line with
// commas is stray if no right line has as many. A line without commas is stray if it has a character that no
// right line has.
func (t *text) withoutStrayLines() *text {
	columns, known := map[int]bool{}, map[rune]bool{}
	for _, line := range t.right {
		n := strings.Count(line, ",")
		if columns[n] = true; n == 0 {
			for _, c := range line {
				known[c] = true
			}
		}
	}
	for _, c := range "0123456789" {
		known[c] = true
	}
	var got []string
	var sources []int
	for i, line := range t.got {
		stray := !columns[strings.Count(line, ",")] || strings.TrimSpace(line) == "" && !slices.Contains(t.right, "")
		if !strings.Contains(line, ",") {
			stray = stray || strings.ContainsFunc(line, func(c rune) bool { return !known[c] && c != ' ' })
		}
		if !stray {
			got, sources = append(got, line), append(sources, t.sources[i])
		}
	}
	return t.with(got, sources)
}

// fixSpacing returns the file with the right blanks and commas. A line with the words of the right line becomes that
// line. Other lines get the separators of the log, or of a board.
func (t *text) fixSpacing() *text {
	words := func(line string) []string {
		return strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' || c == ',' })
	}
	got := slices.Clone(t.got)
	for i, line := range got {
		switch {
		case i < len(t.right) && slices.Equal(words(line), words(t.right[i])):
			got[i] = t.right[i]
		case t.log >= 0 && strings.Contains(line, ","):
			got[i] = strings.Join(scan.Words(line), t.separator)
		case t.log < 0:
			got[i] = strings.Join(words(line), " ")
		}
	}
	return t.with(got, t.sources)
}

// withRightHeader returns the file with the right header of the log, if the header differs or is missing.
func (t *text) withRightHeader() *text {
	if t.log < 1 || len(t.got) <= t.log || slices.Contains(t.got, t.right[t.log-1]) { // or the log is elsewhere
		return t
	}
	header := t.right[t.log-1]
	got, sources := slices.Clone(t.got), slices.Clone(t.sources)
	if index := t.log - 1; strings.ContainsAny(got[index], "0123456789") { // it is a line of the log
		got, sources = slices.Insert(got, index, header), slices.Insert(sources, index, 0)
	} else {
		got[index] = header
	}
	if first(rows(got[t.log:]), t.columns) == nil {
		return t // the header belongs to the rows that follow, which are another log
	}
	return t.with(got, sources)
}

// withRows returns the file after a change of the rows of its log. The blanks around columns stay.
func (t *text) withRows(change func(got, right [][]string, cols columns) [][]string) *text {
	if t.log < 0 || len(t.got) <= t.log {
		return t
	}
	got := slices.Clone(t.got)
	for i, row := range change(rows(t.got[t.log:]), rows(t.right[t.log:]), t.columns) {
		columns := strings.Split(got[t.log+i], ",")
		for j, text := range columns {
			columns[j] = strings.Replace(text, strings.TrimSpace(text), row[j], 1)
		}
		got[t.log+i] = strings.Join(columns, ",")
	}
	return t.with(got, t.sources)
}
