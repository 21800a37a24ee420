package diagnosis

import (
	"bytes"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/verdict"
	"github.com/touchstone-suite/touchstone/mutant"
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
	slipLines   = &slip{"blank-lines-at-end", "writes blank lines at the end of a file", "the file stops after its last line", ""}
	slipMissing = &slip{"final-newline", "ends its files without a newline", "the last line ends in a newline, too", "final-newline-missing"}
	slipAdded   = &slip{"final-newline", "ends its files in a newline", "the file stops after its last visible character", "final-newline-added"}
)

// slips lists them in the order in which they are told.
var slips = []*slip{slipCRLF, slipCR, slipInput, slipBlanks, slipLines, slipMissing, slipAdded}

// slipsOf returns the slips of a text. A right one ends in a newline if newline is set. The end of a text that was cut off
// says nothing.
func slipsOf(text []byte, newline, partial bool) (found []*slip) {
	body := bytes.TrimRight(text, " \t\r\n")
	ends, crs := bytes.Count(body, []byte("\n")), bytes.Count(body, []byte("\r\n"))
	switch {
	case crs > 0 && crs == ends:
		found = append(found, slipCRLF)
	case crs > 0:
		found = append(found, slipCR)
	}
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) > 0 && (line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
			found = append(found, slipBlanks)
			break
		}
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

// formed reports whether nothing is wrong with the files of a program but their form.
func formed(r verdict.Result) bool {
	return r.Verdict == verdict.Pass || r.Verdict == verdict.Format
}

// form returns the slips of a program as causes, each once. What it writes is judged after that in the right form.
func (d *diagnosis) form(results []verdict.Result) (causes []Cause) {
	found := map[*slip][]*cases.Case{}
	for _, r := range results {
		for _, f := range r.Files {
			if f.Verdict == verdict.Pass {
				continue
			}
			for _, s := range slipsOf(f.Text, d.a.FinalNewline, partial(r)) {
				if s == slipCRLF && bytes.Contains(r.Case.Input(), []byte("\r\n")) {
					s = slipInput
				}
				if !slices.Contains(found[s], r.Case) {
					found[s] = append(found[s], r.Case)
				}
			}
		}
	}
	if len(found[slipCRLF])+len(found[slipCR]) > 0 { // they are not the input's
		found[slipCRLF] = append(found[slipCRLF], found[slipInput]...)
		delete(found, slipInput)
	}
	smaller := bySize()
	for _, s := range slips {
		if len(found[s]) == 0 {
			continue
		}
		slices.SortStableFunc(found[s], smaller)
		causes = append(causes, d.slipped(s, found[s]))
	}
	return causes
}

// slipped returns the cause of a slip: the fault of a second solver if it has one.
func (d *diagnosis) slipped(s *slip, of []*cases.Case) Cause {
	c := Cause{Grade: Located, Key: s.key, Does: s.does, Right: s.right, Faults: []Fault{}, Form: true}
	for _, one := range of {
		c.Cases = append(c.Cases, one.Name)
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
