package diagnosis

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A formPart is one difference of form, and the cases that have it. The second solver may have a mistake with
// its key, which makes the difference in all files.
type formPart struct {
	key   string
	all   bool // every file has it
	cases []*cases.Case
}

func (p *formPart) add(c *cases.Case) {
	if !slices.Contains(p.cases, c) {
		p.cases = append(p.cases, c)
	}
}

// The keys of differences that the first stage of normalization removes.
const (
	keyLineEnds      = "crlf-line-ends"
	keyCRKept        = "carriage-returns-kept"
	keyBlanksAtEnd   = "trailing-blanks"
	keyBlankLines    = "blank-lines-at-end"
	keyNoNewline     = "final-newline-missing"
	keyExtraNewline  = "final-newline-added"
	keyOptionalLines = "optional-lines"
)

// fileParts returns the differences of form that a single file can have, in the order in which they are
// reported.
func fileParts() (parts []*formPart) {
	for _, key := range []string{keyLineEnds, keyCRKept, keyBlanksAtEnd, keyBlankLines, keyNoNewline, keyExtraNewline,
		keyOptionalLines} {
		parts = append(parts, &formPart{key: key, all: true})
	}
	return parts
}

// blanksAtEnd matches blanks at the end of a line.
var blanksAtEnd = regexp.MustCompile(`(?m)[ \t]\r*$`)

// formKeys returns the keys of the differences of form in the bytes of a file. A right file ends in a newline
// if newline is set. The end of a file that was cut off is no evidence.
func formKeys(text []byte, newline, partial bool) (keys []string) {
	if partial { // a line that is cut off may end in a separator
		text = text[:bytes.LastIndexByte(text, '\n')+1]
	}
	body := bytes.TrimRight(text, " \t\r\n")
	if bytes.Contains(body, []byte("\r\n")) {
		keys = append(keys, keyLineEnds)
	}
	if blanksAtEnd.Match(text[:min(len(body)+2, len(text))]) { // with the bytes before the last line's end
		keys = append(keys, keyBlanksAtEnd)
	}
	switch tail := string(text[len(body):]); {
	case partial || len(body) == 0:
	case strings.Count(tail, "\n") > 1:
		keys = append(keys, keyBlankLines)
	case strings.Contains(tail, "\n") && !newline:
		keys = append(keys, keyExtraNewline)
	case !strings.Contains(tail, "\n") && newline:
		keys = append(keys, keyNoNewline)
	}
	return keys
}

// inEveryLine reports whether a difference that lines can have is in every line of a file.
func (p *formPart) inEveryLine(text []byte) bool {
	for line := range bytes.Lines(text) {
		bare, ended := bytes.CutSuffix(line, []byte("\n"))
		switch {
		case !ended: // the last line may be cut off
		case p.key == keyLineEnds && !bytes.HasSuffix(bare, []byte("\r")),
			p.key == keyBlanksAtEnd && !blanksAtEnd.Match(bare):
			return false
		}
	}
	return true
}

// fileForm returns the differences of form in single files that the program has.
func (r *reading) fileForm() (found []formPart) {
	parts := fileParts()
	for _, result := range r.results {
		for _, f := range result.Files {
			if f.Verdict == verdict.Missing || f.Verdict != verdict.Pass && len(f.Text) == 0 || hasOwnMessage(f) {
				continue
			}
			var keys []string
			if v := r.byName[result.Case.Name]; v != nil && f.Verdict != verdict.Pass {
				keys = formKeys(f.Text, r.a.FinalNewline, partial(result))
				if v.optional[f.Name] {
					keys = append(keys, keyOptionalLines)
				}
			}
			if slices.Contains(keys, keyLineEnds) && result.Case.CRLF() {
				keys = append(keys, keyCRKept)
			}
			for _, p := range parts {
				if slices.Contains(keys, p.key) {
					p.add(result.Case)
					p.all = p.all && p.inEveryLine(f.Text)
				} else {
					p.all = false
				}
			}
		}
	}
	ends, kept := parts[0], parts[1]
	if len(kept.cases) == len(ends.cases) && !ends.all {
		ends.cases = nil
	} else {
		kept.cases = nil
	}
	for _, p := range parts {
		if len(p.cases) > 0 {
			found = append(found, *p)
		}
	}
	return found
}

// formCause returns the cause that covers all differences of form, or nil if the files have no such
// difference. If the second solver can make the only difference, the cause has the name of that mistake.
func (r *reading) formCause(ctx context.Context) (*Cause, error) {
	parts := append(r.fileForm(), r.format...)
	if len(parts) == 0 {
		return nil, nil
	}
	c := newLocated(parts[0].key)
	for _, p := range parts[1:] {
		does, right := decision.Words(p.key)
		c.Behaviour, c.Right = c.Behaviour+"; "+does, c.Right+"; "+right
	}
	if r.second != nil && len(parts) == 1 && parts[0].all {
		if fault, ok := r.second.Lookup(parts[0].key); ok {
			c = newNamed([]mutant.Fault{fault})
		}
	}
	c.Form = true
	var all []*cases.Case
	for _, p := range parts {
		for _, testCase := range p.cases {
			if !slices.Contains(all, testCase) {
				all = append(all, testCase)
			}
		}
	}
	slices.SortStableFunc(all, cases.BySize()) // first those that show nothing else
	var others []string                        // cases with more wrong than their form
	for _, one := range all {
		if v := r.byName[one.Name]; v != nil && formed(v.read) {
			c.Cases = append(c.Cases, one.Name)
		} else {
			others = append(others, one.Name)
		}
	}
	c.Formed = len(c.Cases)
	c.Cases = append(c.Cases, others...)
	if len(r.format) == 0 { // the first difference of bytes describes it completely
		return &c, nil
	}
	shown := slices.IndexFunc(c.Cases, func(name string) bool {
		return slices.ContainsFunc(r.format[0].cases, func(of *cases.Case) bool { return of.Name == name })
	})
	v := r.byName[c.Cases[shown]]
	var err error
	if c.First, err = Explain(ctx, r.edition, v.formed); err == nil && c.First != nil {
		c.Cases = slices.Insert(slices.Delete(c.Cases, shown, shown+1), 0, v.read.Case.Name)
		v.restore(c.First, v.formedSources)
	}
	return &c, err
}

// hasOwnMessage reports whether a judge with messages of its own compared a file. Such a judge ignores the form.
func hasOwnMessage(f verdict.File) bool { return f.Report.First != nil && f.Report.First.Says != "" }

// formed reports whether the files of a program are wrong only in their form.
func formed(r verdict.Result) bool {
	return r.Verdict == verdict.Pass || r.Verdict == verdict.Format
}

// block divides the sizes of the buffers in which languages collect output.
const block = 4096

// unflushed marks the files of results that break off where a buffer ends. A program that never writes its
// last buffer leaves such files. unflushed returns the results and the names of these cases. An empty file
// counts if other files hold whole buffers.
func unflushed(results []verdict.Result) (read []verdict.Result, names []string) {
	complete := slices.ContainsFunc(results, func(r verdict.Result) bool {
		return !partial(r) && slices.ContainsFunc(r.Files,
			func(f verdict.File) bool { return len(f.Text) > 0 && endsBlock(f) })
	})
	if !complete {
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

// endsBlock reports whether a file breaks off, possibly only before its last newline, at a multiple of the
// buffer size.
func endsBlock(f verdict.File) bool {
	if len(f.Text)%block != 0 {
		return false
	}
	d := f.Report.First
	return f.BreaksOff() || f.Verdict == verdict.Format && d != nil && d.Kind == compare.FinalNewline &&
		len(d.Got) == 1 && !strings.HasSuffix(d.Got[0], "\n")
}

// forms returns the causes of form: files that are not whole, and one for all other differences of form.
func (r *reading) forms(ctx context.Context) ([]Cause, error) {
	causes := r.unflushedCause()
	if r.course {
		return causes, nil
	}
	cause, err := r.formCause(ctx)
	if cause != nil {
		causes = append(causes, *cause)
	}
	return causes, err
}

// addCases adds the results for which a condition holds to a cause, the smallest cases first. It returns nil if
// the condition holds for no result.
func (r *reading) addCases(c Cause, holds func(verdict.Result) bool) []Cause {
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
	c := newLocated("unflushed")
	c.Form = true
	return r.addCases(c, func(result verdict.Result) bool { return slices.Contains(r.unflushed, result.Case.Name) })
}

// otherEdition returns the cause of a program that follows another edition in all cases that it fails, or
// nil. With this cause, no other mistake is sought.
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
	c := newLocated("edition")
	c.Behaviour, c.Right = "follows the edition "+name, "the edition is "+r.edition+": "+c.Right
	return r.addCases(c, func(result verdict.Result) bool { return result.Verdict != verdict.Pass })
}

// Unsteady is the key of the cause that a program gives different answers in different runs. The points of
// such a program are luck.
const Unsteady = "unsteady"

// unsteadyCause returns the cause of a program that gave a different answer when it was run again.
func (r *reading) unsteadyCause() []Cause {
	causes := r.addCases(newLocated(Unsteady),
		func(result verdict.Result) bool { return result.SecondRun != "" })
	for i := range causes {
		first := r.byName[causes[i].Cases[0]].written
		causes[i].Right += "; in " + first.Case.Name + ", " + first.SecondRun
	}
	return causes
}
