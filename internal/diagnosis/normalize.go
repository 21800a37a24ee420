package diagnosis

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Normalization removes differences of form, which would hide all other differences. It has two stages. The
// first one looks at each file alone: line ends, blanks at the ends of lines, blank lines at the end, the
// final newline, and lines that the course's grader ignores. The second one looks at all files of a program
// together. It applies one format step after the other (logformat.go), such as another header, and keeps a
// step if most files that it changes are right for longer with it: a program that writes its log in another
// format does so throughout. Each step that is kept is a part of the one cause of form.

// A version is a failing result at each stage of normalization.
type version struct {
	written  verdict.Result  // as the program wrote it
	formed   verdict.Result  // after the first stage
	read     verdict.Result  // after the second stage
	optional map[string]bool // files without lines that the course's grader ignores
	// formedSources and sources hold, by file, the line of the program's file that each line is from, or 0.
	formedSources, sources map[string][]int
}

// version returns the version of a result after the first stage.
func (d *diagnosis) version(ctx context.Context, r verdict.Result) (*version, error) {
	v := &version{written: r, read: r, optional: map[string]bool{}, formedSources: map[string][]int{}}
	marked, err := d.optionalLines(ctx, r)
	if err != nil {
		return nil, err
	}
	files := map[string][]string{}
	for _, f := range r.Files {
		if f.Verdict == verdict.Pass || len(f.Text) == 0 || hasOwnMessage(f) {
			continue
		}
		all := writtenLines(f, partial(r))
		kept := all
		if marked != nil {
			f.Text = compare.WithoutOptional(marked[f.Name], f.Text, d.a.Optional)
			kept = writtenLines(f, partial(r))
			v.optional[f.Name] = len(kept) < len(all)
		}
		v.formedSources[f.Name] = sourcesOf(kept, all)
		if joined := d.join(kept); joined != string(f.Text) || marked != nil {
			files[f.Name] = kept
		}
	}
	err = d.rejudge(ctx, v, files)
	v.formed, v.sources = v.read, maps.Clone(v.formedSources)
	return v, err
}

// sourcesOf returns, for each kept line, its number among all lines, from 1.
func sourcesOf(kept, all []string) (sources []int) {
	index := 0
	for _, line := range kept {
		for index < len(all) && all[index] != line {
			index++
		}
		index++
		sources = append(sources, index)
	}
	return sources
}

// join returns the text of lines.
func (d *diagnosis) join(lines []string) string {
	text := strings.Join(lines, "\n")
	if d.a.FinalNewline && len(lines) > 0 {
		text += "\n"
	}
	return text
}

// rejudge compares files of a version again, with other lines.
func (d *diagnosis) rejudge(ctx context.Context, v *version, files map[string][]string) error {
	if len(files) == 0 {
		return nil
	}
	texts := map[string]string{}
	for name, text := range files {
		texts[name] = d.join(text)
	}
	reports, err := compare.Stream(ctx, v.read.Case.Problem, homework.Options{Edition: d.edition},
		compare.Texts(texts))
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
	if right && (v.read.Verdict == verdict.Crash || !partial(v.read)) { // the exit status alone fails no case
		v.read.Verdict = verdict.Format
	}
	return nil
}

// normalize applies the second stage to the failing versions, unless one known mistake explains them all
// unchanged.
func (r *reading) normalize(ctx context.Context) error {
	all := make([][]*text, len(r.failing))
	each(ctx, len(all), func(i int) { all[i] = r.texts(ctx, r.failing[i].read) })
	for left := formatSteps(); len(left) > 0 && ctx.Err() == nil; {
		i := slices.IndexFunc(left, func(s formatStep) bool { return r.improves(s, all) })
		if i < 0 {
			break
		}
		left = slices.Delete(left, i, i+1) // a step that was tried before it may help now
	}
	if len(r.format) == 0 {
		return ctx.Err()
	}
	if known, err := r.oneMistakeExplainsAll(ctx); known || err != nil {
		r.format = nil
		return err
	}
	for i, texts := range all {
		v, files := r.failing[i], map[string][]string{}
		for _, t := range texts {
			if t.changed {
				files[t.file] = t.got
				sources := v.sources[t.file]
				for k, from := range t.sources {
					if t.sources[k] = 0; from > 0 && from <= len(sources) {
						t.sources[k] = sources[from-1]
					}
				}
				v.sources[t.file] = t.sources
			}
		}
		if err := r.rejudge(ctx, v, files); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// lookAhead is the number of lines after the first wrong line that decide whether a format step is kept. Logs
// may be long.
const lookAhead = 200

// improves applies a format step to files if most files that it changes, and some share of all wrong files,
// are right for longer with it. It reports whether it applied the step.
func (r *reading) improves(s formatStep, all [][]*text) bool {
	changes := func(i int, t *text) bool {
		return t.firstWrong() != noDifference && !(partial(r.failing[i].read) && len(t.got) < 3)
	}
	better, worse, wrong := 0, 0, 0
	for i, texts := range all {
		for _, t := range texts {
			if !changes(i, t) {
				continue
			}
			wrong++
			before := t.firstWrong()
			switch location := s.apply(t.upTo(before.line + lookAhead)).firstWrong(); {
			case location == noDifference || location.isAfter(before):
				better++
			case before.isAfter(location):
				worse++
			}
		}
	}
	if better == 0 || better < 3*worse || 8*better < wrong {
		return false
	}
	part := formPart{key: s.key}
	for i, texts := range all {
		for k, t := range texts {
			if !changes(i, t) {
				continue
			}
			if texts[k] = s.apply(t); !slices.Equal(t.got, texts[k].got) {
				part.add(r.failing[i].read.Case)
			}
		}
	}
	r.format = append(r.format, part)
	return true
}

// oneMistakeExplainsAll reports whether one known mistake reproduces all failing cases as they are after the first
// stage.
func (r *reading) oneMistakeExplainsAll(ctx context.Context) (bool, error) {
	if r.second == nil || slices.ContainsFunc(r.failing,
		func(v *version) bool { return !isDiagnosable(v.read) || partial(v.read) }) {
		return false, nil
	}
	symptoms := make([]*symptom, len(r.failing))
	each(ctx, len(symptoms), func(i int) { symptoms[i] = r.symptom(r.failing[i].read) })
	if len(symptoms) == 0 || ctx.Err() != nil {
		return false, ctx.Err()
	}
	found, err := r.causeOfAll(ctx, r.suspects(), symptoms)
	return found != nil, err
}

// restore replaces the normalized lines in an explanation with the program's own lines.
func (v *version) restore(e *decision.Explanation, sources map[string][]int) {
	if e == nil || e.GotLine == 0 {
		return
	}
	i := slices.IndexFunc(v.written.Files, func(f verdict.File) bool { return f.Name == e.File })
	if i < 0 {
		return
	}
	if from := sources[e.File]; len(from) > 0 {
		e.GotLine = max(1, from[min(e.GotLine, len(from))-1]+max(0, e.GotLine-len(from)))
	}
	text := v.written.Files[i].Text
	if all := strings.Split(string(text), "\n"); e.Ended != "got" && e.GotLine <= len(all) && len(text) > 0 {
		e.Got = strings.TrimRight(all[e.GotLine-1], "\r")
	}
}

// optionalLines returns the right files, with marks on the lines that the course's grader ignores. It returns
// nil if the grader ignores no lines.
func (d *diagnosis) optionalLines(ctx context.Context, r verdict.Result) (output.Memory, error) {
	if d.a.Optional == nil {
		return nil, nil
	}
	return homework.Answer(ctx, r.Case.Problem, homework.Options{Edition: d.edition, Optional: d.a.Optional})
}
