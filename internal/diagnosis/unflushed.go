package diagnosis

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// block is what the sizes of buffers in which languages collect output are multiples of.
const block = 4096

// unflushed marks the files of results that break off where a buffer ends, as they do whose last buffer is never written, and
// returns the results with the names of these cases. A file that is empty is one of them if others hold whole buffers.
func unflushed(results []verdict.Result) (read []verdict.Result, names []string) {
	whole := slices.ContainsFunc(results, func(r verdict.Result) bool {
		return !partial(r) && slices.ContainsFunc(r.Files, func(f verdict.File) bool { return len(f.Text) > 0 && endsBlock(f) })
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

// endsBlock reports whether a file breaks off, if only before its last newline, and is as long as a number of buffers.
func endsBlock(f verdict.File) bool {
	if len(f.Text)%block != 0 {
		return false
	}
	d := f.Report.First
	return f.BreaksOff() || f.Verdict == verdict.Format && d != nil && d.Kind == compare.FinalNewline && len(d.Got) == 1 && !strings.HasSuffix(d.Got[0], "\n")
}

// forms returns the causes of form: files that are not whole, and slips.
func (r *reading) forms() []Cause {
	if r.course {
		return r.unflushedCause()
	}
	return append(r.unflushedCause(), r.form(r.results)...)
}

// unflushedCause is the cause of the cases whose files break off.
func (r *reading) unflushedCause() []Cause {
	if len(r.unflushed) == 0 {
		return nil
	}
	c := Cause{
		Grade: Located, Form: true, Key: "unflushed", Faults: []Fault{},
		Does:  "leaves its files unfinished: all that break off hold a multiple of 4096 bytes",
		Right: "what lies in a buffer is written before the program ends: close or flush each file, also before a call that ends it at once",
	}
	for _, result := range smallestFirst(r.results) {
		if slices.Contains(r.unflushed, result.Case.Name) {
			c.Cases = append(c.Cases, result.Case.Name)
		}
	}
	return []Cause{c}
}
