package diagnosis

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A slip is a way in which the form of a file is not the right one, whatever its contents.
type slip struct {
	key, does, right string
	fault            string // of a second solver: the slip in all files
}

// The slips of form.
var (
	slipCRLF  = &slip{"line-ends", "ends its lines in CRLF", "every line ends in LF", "crlf-line-ends"}
	slipCR    = &slip{"line-ends-mixed", "ends some of its lines in CRLF", "every line ends in LF", ""}
	slipInput = &slip{"carriage-returns-kept",
		"keeps the carriage returns of an input whose lines end in CRLF",
		"the lines of an input end in LF or in CRLF, those of an answer in LF: strip what is read of \\r, too", ""}
	slipBlanks = &slip{"trailing-blanks", "leaves blanks at the ends of lines",
		"lines carry no blanks at their ends", "trailing-blanks"}
	slipSome = &slip{"some-trailing-blanks", "leaves blanks at the ends of some lines",
		"lines carry no blanks at their ends", ""}
	slipLines = &slip{"blank-lines-at-end", "writes blank lines at the end of a file",
		"the file stops after its last line", ""}
	slipMissing = &slip{"final-newline", "ends its files without a newline",
		"the last line ends in a newline, too", "final-newline-missing"}
	slipAdded = &slip{"final-newline", "ends its files in a newline",
		"the file stops after its last visible character", "final-newline-added"}
)

// slips lists them in the order in which they are told.
var slips = []*slip{slipCRLF, slipCR, slipInput, slipBlanks, slipSome, slipLines, slipMissing, slipAdded}

// slipsOf returns the slips of a text. A right one ends in a newline if newline is set. The end of a text
// that was cut off says nothing.
func slipsOf(text []byte, newline, partial bool) (found []*slip) {
	if partial {
		// a line that is cut off may end in what stands between columns
		text = text[:bytes.LastIndexByte(text, '\n')+1]
	}
	body := bytes.TrimRight(text, " \t\r\n")
	ends, crs := bytes.Count(body, []byte("\n")), bytes.Count(body, []byte("\r\n"))
	switch {
	case crs > 0 && crs == ends:
		found = append(found, slipCRLF)
	case crs > 0:
		found = append(found, slipCR)
	}
	n, blanks := 0, 0
	// with what stands before the last line's end
	for line := range bytes.Lines(text[:min(len(body)+2, len(text))]) {
		line = bytes.TrimRight(line, "\r\n")
		if n++; len(line) > 0 && (line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
			blanks++
		}
	}
	switch {
	case blanks > 0 && blanks >= n-1: // the end may be cut off
		found = append(found, slipBlanks)
	case blanks > 0:
		found = append(found, slipSome)
	}
	switch tail := string(text[len(body):]); {
	case partial || len(body) == 0:
	case strings.Count(tail, "\n") > 1:
		found = append(found, slipLines)
	case strings.Contains(tail, "\n") && !newline:
		found = append(found, slipAdded)
	case !strings.Contains(tail, "\n") && newline:
		found = append(found, slipMissing)
	}
	return found
}

// formless reports whether a judge that speaks for itself compared a file, to whom form is nothing.
func formless(f verdict.File) bool { return f.Report.First != nil && f.Report.First.Says != "" }

// formed reports whether nothing is wrong with the files of a program but their form.
func formed(r verdict.Result) bool {
	return r.Verdict == verdict.Pass || r.Verdict == verdict.Format
}

// countFormed counts, for causes of form, which of their cases pass in the right form.
func (r *reading) countFormed(causes []Cause) {
	for i := range causes {
		for _, name := range causes[i].Cases {
			if v := r.byName[name]; causes[i].Form && v != nil && formed(v.read) {
				causes[i].Formed++
			}
		}
	}
}

// form returns the slips of a program as causes, each once. What it writes is judged after that in the right
// form.
func (d *diagnosis) form(results []verdict.Result) (causes []Cause) {
	found := map[*slip]*seenSlip{}
	for _, s := range slips {
		found[s] = &seenSlip{in: map[string]bool{}, not: map[string]bool{}}
	}
	for _, r := range results {
		for _, f := range r.Files {
			if f.Verdict == verdict.Missing || f.Verdict != verdict.Pass && len(f.Text) == 0 {
				continue
			}
			if formless(f) {
				continue
			}
			var of []*slip
			if f.Verdict != verdict.Pass {
				of = slipsOf(f.Text, d.a.FinalNewline, partial(r))
			}
			for _, s := range slips {
				found[s].add(r.Case, f.Name, slices.Contains(of, s))
			}
		}
	}
	if kept := found[slipCRLF].and(found[slipCR]); len(kept.not) > 0 &&
		!slices.ContainsFunc(kept.cases, func(c *cases.Case) bool { return !c.CRLF() }) {
		delete(found, slipCRLF)
		delete(found, slipCR)
		found[slipInput] = kept
	}
	// of a short file some lines are all
	for all, some := range map[*slip]*slip{slipCRLF: slipCR, slipBlanks: slipSome} {
		if found[all] != nil && len(found[all].cases) > 0 && len(found[some].cases) > 0 {
			found[some] = found[some].and(found[all])
			delete(found, all)
		}
	}
	smaller := cases.BySize()
	for _, s := range slips {
		if one := found[s]; one != nil && len(one.cases) > 0 {
			slices.SortStableFunc(one.cases, smaller)
			causes = append(causes, d.slipped(s, one))
		}
	}
	return causes
}

// A seenSlip is where a slip shows.
type seenSlip struct {
	cases   []*cases.Case
	in, not map[string]bool // names of files that have it, and that lack it somewhere
}

func (s *seenSlip) add(c *cases.Case, file string, has bool) {
	if !has {
		s.not[file] = true
		return
	}
	s.in[file] = true
	if !slices.Contains(s.cases, c) {
		s.cases = append(s.cases, c)
	}
}

// and returns where one of two slips shows.
func (s *seenSlip) and(other *seenSlip) *seenSlip {
	both := &seenSlip{cases: slices.Clone(s.cases), in: maps.Clone(s.in), not: maps.Clone(s.not)}
	for _, c := range other.cases {
		if !slices.Contains(both.cases, c) {
			both.cases = append(both.cases, c)
		}
	}
	maps.Copy(both.in, other.in)
	return both
}

// slipped returns the cause of a slip: the fault of a second solver if all files have it.
func (d *diagnosis) slipped(s *slip, seen *seenSlip) Cause {
	c := Cause{Grade: Located, Key: s.key, Does: s.does, Right: s.right, Faults: []Fault{}, Form: true}
	for _, one := range seen.cases {
		c.Cases = append(c.Cases, one.Name)
	}
	if len(seen.not) > 0 {
		c.Does += ": " + strings.Join(slices.Sorted(maps.Keys(seen.in)), ", ")
		return c
	}
	if d.second == nil || s.fault == "" {
		return c
	}
	if fault, ok := d.second.Lookup(s.fault); ok {
		named := newNamed([]mutant.Fault{fault}, false)
		named.Form, named.Cases = true, c.Cases
		return named
	}
	return c
}

// block is what the sizes of buffers in which languages collect output are multiples of.
const block = 4096

// unflushed marks the files of results that break off where a buffer ends, as they do whose last buffer is
// never written, and returns the results with the names of these cases. A file that is empty is one of them
// if others hold whole buffers.
func unflushed(results []verdict.Result) (read []verdict.Result, names []string) {
	whole := slices.ContainsFunc(results, func(r verdict.Result) bool {
		return !partial(r) && slices.ContainsFunc(r.Files,
			func(f verdict.File) bool { return len(f.Text) > 0 && endsBlock(f) })
	})
	if !whole {
		return results, nil
	}
	read = slices.Clone(results)
	for i, r := range read {
		if partial(r) || !slices.ContainsFunc(r.Files, endsBlock) {
			continue
		}
		names = append(names, r.Case.Name)
		read[i].Files = slices.Clone(r.Files)
		for k, f := range r.Files {
			read[i].Files[k].Cut = f.Cut || endsBlock(f)
		}
	}
	return read, names
}

// endsBlock reports whether a file breaks off, if only before its last newline, and is as long as a number of
// buffers.
func endsBlock(f verdict.File) bool {
	if len(f.Text)%block != 0 {
		return false
	}
	d := f.Report.First
	return f.BreaksOff() || f.Verdict == verdict.Format && d != nil && d.Kind == compare.FinalNewline &&
		len(d.Got) == 1 && !strings.HasSuffix(d.Got[0], "\n")
}

// forms returns the causes of form: files that are not whole, and slips.
func (r *reading) forms() []Cause {
	if r.course {
		return r.unflushedCause()
	}
	return append(r.unflushedCause(), r.form(r.results)...)
}

// causeOf returns a cause with the results for which a condition holds, the smallest cases first, or nil if
// there are none.
func (r *reading) causeOf(key, does, right string, holds func(verdict.Result) bool) []Cause {
	c := Cause{Grade: Located, Key: key, Does: does, Right: right, Faults: []Fault{}}
	for _, result := range smallestFirst(r.results) {
		if holds(result) {
			c.Cases = append(c.Cases, result.Case.Name)
		}
	}
	if len(c.Cases) == 0 {
		return nil
	}
	return []Cause{c}
}

// unflushedCause returns the cause of the cases whose files break off.
func (r *reading) unflushedCause() []Cause {
	causes := r.causeOf("unflushed",
		"leaves its files unfinished: all that break off hold a multiple of 4096 bytes",
		"what lies in a buffer is written before the program ends: "+
			"close or flush each file, also before a call that ends it at once",
		func(result verdict.Result) bool { return slices.Contains(r.unflushed, result.Case.Name) })
	for i := range causes {
		causes[i].Form = true
	}
	return causes
}

// otherEdition returns the cause of a program that follows another edition in all cases that it fails, or
// none: then there is no mistake to look for.
func (r *reading) otherEdition() []Cause {
	name := ""
	for _, result := range r.results {
		switch {
		case result.Verdict == verdict.Pass:
		case result.Edition == "" || name != "" && result.Edition != name:
			return nil
		default:
			name = result.Edition
		}
	}
	if name == "" {
		return nil
	}
	return r.causeOf("edition", "follows the edition "+name, "the edition is "+r.edition+
		": the course has corrected its solver, and what is right in one is wrong in the other",
		func(result verdict.Result) bool { return result.Verdict != verdict.Pass })
}

// mostAgain is on how many cases of a category a program is run once more, and soon how long each may have
// taken.
const (
	mostAgain = 5
	soon      = time.Second
)

// Repeats counts, by category, the cases on which a program is run once more to see whether it answers the
// same.
type Repeats map[string]int

// Add reports whether the program is run once more on the case of a result, and counts it.
func (n Repeats) Add(r verdict.Result) bool {
	if !Repeatable(r) || n[r.Case.Problem.Category()] == mostAgain {
		return false
	}
	n[r.Case.Problem.Category()]++
	return true
}

// Again returns which of a program's results are to be seen once more: those of the smallest cases of each
// category.
func Again(results []verdict.Result) (again []*verdict.Result) {
	for i := range results {
		again = append(again, &results[i])
	}
	smaller, counted := cases.BySize(), Repeats{}
	slices.SortStableFunc(again, func(x, y *verdict.Result) int { return smaller(x.Case, y.Case) })
	return slices.DeleteFunc(again, func(r *verdict.Result) bool { return !counted.Add(*r) })
}

// Repeatable reports whether a second run of a case can be compared with the first: it fails by what it
// wrote, all of which is known.
func Repeatable(r verdict.Result) bool {
	switch r.Verdict {
	case verdict.Format, verdict.Wrong, verdict.Missing, verdict.Crash:
		return r.Outcome.Wall < soon && len(readable(r.Files)) == len(r.Files) &&
			!slices.ContainsFunc(r.Files, func(f verdict.File) bool { return f.Cut })
	}
	return false
}

// Unsteady is the key of the cause that a program answers otherwise in another run: its points are luck.
const Unsteady = "unsteady"

// unsteady returns the cause of a program that answered otherwise when it was run again.
func (r *reading) unsteady() []Cause {
	changes := func(result verdict.Result) bool { return result.Otherwise != "" }
	causes := r.causeOf(Unsteady, "answers otherwise when it is run again", "", changes)
	if i := slices.IndexFunc(smallestFirst(r.results), changes); i >= 0 {
		first := smallestFirst(r.results)[i]
		causes[0].Right = "the same input has the same answer in every run; in " + first.Case.Name + ", " +
			first.Otherwise + ". Look for what changes from run to run: the order of a map or a set, " +
			"memory that is read before it is set, addresses of objects, random numbers, the time, threads"
	}
	return causes
}

// Otherwise says how a second run of a case differs from the first, or returns "".
func Otherwise(first, second verdict.Result) string {
	if second.Verdict == verdict.Internal {
		return ""
	}
	for i, f := range first.Files {
		if i >= len(second.Files) {
			break
		}
		again := second.Files[i]
		switch {
		case f.Verdict == verdict.Missing && again.Verdict == verdict.Missing, f.Verdict == verdict.Pass &&
			again.Verdict == verdict.Pass:
		case f.Verdict == verdict.Missing || again.Verdict == verdict.Missing:
			return f.Name + " is there in one run and not in the other"
		case f.Verdict == verdict.Pass || again.Verdict == verdict.Pass:
			return f.Name + " is right in one run and not in the other"
		case len(again.Text) > 0 && !bytes.Equal(f.Text, again.Text):
			one, other := strings.Split(string(f.Text), "\n"), strings.Split(string(again.Text), "\n")
			at := differ(one, other)
			return fmt.Sprintf("line %d of %s is %s in one run and %s in the other", at+1, f.Name,
				scan.Show(line(one, at)), scan.Show(line(other, at)))
		}
	}
	if (first.Verdict == verdict.Crash) != (second.Verdict == verdict.Crash) {
		return "it crashes in one run and not in the other"
	}
	return ""
}
