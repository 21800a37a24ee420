package diagnosis

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A slip is a way in which the form of a file is not the right one, whatever its contents.
type slip struct {
	key, does, right string
	fault            string // of a second solver: the slip in all files
}

// The slips of form.
var (
	slipCRLF    = &slip{"line-ends", "ends its lines in CRLF", "every line ends in LF", "crlf-line-ends"}
	slipCR      = &slip{"line-ends-mixed", "ends some of its lines in CRLF", "every line ends in LF", ""}
	slipInput   = &slip{"carriage-returns-kept", "keeps the carriage returns of an input whose lines end in CRLF", "the lines of an input end in LF or in CRLF, those of an answer in LF: strip what is read of \\r, too", ""}
	slipBlanks  = &slip{"trailing-blanks", "leaves blanks at the ends of lines", "lines carry no blanks at their ends", "trailing-blanks"}
	slipSome    = &slip{"some-trailing-blanks", "leaves blanks at the ends of some lines", "lines carry no blanks at their ends", ""}
	slipLines   = &slip{"blank-lines-at-end", "writes blank lines at the end of a file", "the file stops after its last line", ""}
	slipMissing = &slip{"final-newline", "ends its files without a newline", "the last line ends in a newline, too", "final-newline-missing"}
	slipAdded   = &slip{"final-newline", "ends its files in a newline", "the file stops after its last visible character", "final-newline-added"}
)

// slips lists them in the order in which they are told.
var slips = []*slip{slipCRLF, slipCR, slipInput, slipBlanks, slipSome, slipLines, slipMissing, slipAdded}

// slipsOf returns the slips of a text. A right one ends in a newline if newline is set. The end of a text that was cut off
// says nothing.
func slipsOf(text []byte, newline, partial bool) (found []*slip) {
	if partial {
		text = text[:bytes.LastIndexByte(text, '\n')+1] // a line that is cut off may end in what stands between columns
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
	for line := range bytes.Lines(text[:min(len(body)+2, len(text))]) { // with what stands before the last line's end
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

// form returns the slips of a program as causes, each once. What it writes is judged after that in the right form.
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
	if kept := found[slipCRLF].and(found[slipCR]); len(kept.not) > 0 && !slices.ContainsFunc(kept.cases, ofLF) {
		delete(found, slipCRLF)
		delete(found, slipCR)
		found[slipInput] = kept
	}
	for all, some := range map[*slip]*slip{slipCRLF: slipCR, slipBlanks: slipSome} { // of a short file some lines are all
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

// ofLF reports whether the lines of a case's input end in LF.
func ofLF(c *cases.Case) bool { return !c.CRLF() }

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
