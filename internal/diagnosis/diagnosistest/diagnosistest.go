// Package diagnosistest judges programs that exist only as functions, as if they had run. Tests and
// measurements of package diagnosis can therefore use thousands of them. The package also reads programs with
// mistakes from archives.
package diagnosistest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Run is the result of a program on a case.
type Run struct {
	Files map[string]string // its output
	// Ended is the verdict if the program did not end by itself, such as verdict.Timeout or verdict.Crash, or
	// "".
	Ended  verdict.Verdict
	At     string // the line of its source at which it crashed
	Errors string // its standard error
}

// Judge returns the results of a program on the default profile of an assignment.
func Judge(ctx context.Context, a *oracle.Assignment,
	program func(c *cases.Case) Run) (results []verdict.Result, err error) {
	return JudgeUpTo(ctx, a, math.MaxInt64, program)
}

// JudgeUpTo is Judge for the cases whose answer has at most maxAnswer bytes. The few cases with larger ones
// take most of the time.
func JudgeUpTo(ctx context.Context, a *oracle.Assignment, maxAnswer int64,
	program func(c *cases.Case) Run) (results []verdict.Result, err error) {
	corpus, err := cases.Embedded(a)
	if err != nil {
		return nil, err
	}
	for _, c := range corpus {
		if !c.In(cases.ProfileDefault) || c.AnswerSize() > maxAnswer {
			continue
		}
		r, err := judge(ctx, c, program(c))
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

func judge(ctx context.Context, c *cases.Case, run Run) (verdict.Result, error) {
	r := verdict.Result{Case: c, Verdict: verdict.Pass}
	reports, err := compare.Stream(ctx, c.Problem, homework.Options{}, compare.Texts(run.Files))
	if err != nil {
		return r, err
	}
	for _, name := range c.Problem.Files() {
		f := verdict.File{Name: name, Verdict: verdict.Pass, Report: reports[name].Report}
		switch {
		case errors.Is(reports[name].OpenError, fs.ErrNotExist):
			f.Verdict = verdict.Missing
		case f.Report.Grade != compare.Equal:
			f.Verdict, f.Text = verdict.Wrong, []byte(run.Files[name])
			if f.Report.Grade == compare.SameForm {
				f.Verdict = verdict.Format
			}
		}
		r.Verdict = worse(r.Verdict, f.Verdict)
		r.Files = append(r.Files, f)
	}
	if r.Verdict != verdict.Pass && run.Ended != "" {
		r.Verdict, r.At, r.Outcome.Errors = run.Ended, run.At, []byte(run.Errors)
		if run.Ended == verdict.Crash {
			r.Reason = "exit status 1"
		}
	}
	return r, nil
}

// worse returns the worse of two verdicts.
func worse(a, b verdict.Verdict) verdict.Verdict {
	return verdict.Verdicts[max(slices.Index(verdict.Verdicts, a), slices.Index(verdict.Verdicts, b))]
}

// Faulty returns the run of a second solver with some faults. If the solver gives up, the run is a crash
// without output.
func Faulty(c *cases.Case, faults ...string) Run {
	files, err := catalog.Second(c.Assignment).Solve("", c.Input(), faults...)
	if err != nil {
		return Run{Ended: verdict.Crash, Errors: err.Error()}
	}
	return Run{Files: files}
}

// A Program is a program with mistakes, and the replacements that remove them. It is an archive, named
// ASSIGNMENT-NAME.txtar: a comment that describes each mistake in a paragraph "MISTAKE: words", the source,
// and for each replacement the sections "MISTAKE/old" and "MISTAKE/new".
type Program struct {
	Name, Assignment string
	file, text       string // the source
	mends            []fix
}

// A fix replaces a piece of a program that is part of a mistake.
type fix struct{ mistake, wrong, right string }

// ReadProgram reads the archive of a program.
func ReadProgram(file string) (*Program, error) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	p := &Program{Name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
	p.Assignment, _, _ = strings.Cut(p.Name, "-")
	if len(archive.Files) < 3 || len(archive.Files)%2 == 0 {
		return nil, fmt.Errorf("%s: want a source and pairs of sections, found %d sections", file,
			len(archive.Files))
	}
	p.file, p.text = archive.Files[0].Name, string(archive.Files[0].Data)
	for pair := range slices.Chunk(archive.Files[1:], 2) {
		m, err := newFix(pair[0], pair[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		p.mends = append(p.mends, m)
	}
	for _, mistake := range p.Mistakes() {
		if !strings.Contains("\n\n"+string(archive.Comment), "\n\n"+mistake+": ") {
			return nil, fmt.Errorf("%s: no paragraph %s", file, mistake)
		}
	}
	return p, nil
}

// newFix returns the replacement in two sections. It replaces whole lines, unless the old text begins
// without a blank.
func newFix(before, after txtar.File) (fix, error) {
	mistake, isOld := strings.CutSuffix(before.Name, "/old")
	if !isOld || after.Name != mistake+"/new" {
		return fix{}, fmt.Errorf("want the sections old and new, found %s and %s", before.Name, after.Name)
	}
	m := fix{mistake, string(before.Data), string(after.Data)}
	if strings.TrimLeft(m.wrong, " \t") == m.wrong {
		m.wrong, m.right = strings.TrimSuffix(m.wrong, "\n"), strings.TrimSuffix(m.right, "\n")
	}
	return m, nil
}

// Mistakes returns the names of the program's mistakes.
func (p *Program) Mistakes() (names []string) {
	for _, m := range p.mends {
		if !slices.Contains(names, m.mistake) {
			names = append(names, m.mistake)
		}
	}
	return names
}

// Write writes the program's source to a directory, with all mistakes fixed except some.
func (p *Program) Write(dir string, except ...string) error {
	text := p.text
	for _, m := range p.mends {
		if slices.Contains(except, m.mistake) {
			continue
		}
		if !strings.Contains(text, m.wrong) {
			return fmt.Errorf("%s: %s: %q is not in the program", p.Name, m.mistake, m.wrong)
		}
		text = strings.ReplaceAll(text, m.wrong, m.right)
	}
	return os.WriteFile(filepath.Join(dir, p.file), []byte(text), 0o644)
}
