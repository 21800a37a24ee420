// Package judge determines the verdict on a program's answer to a case: it compares each required file with
// the right one. It runs no programs, and implements the rules of docs/rules/README.md for bytes and for
// verdicts.
package judge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A File is a file that a program left, such as an *os.File or a *bytes.Reader that Closes.
type File interface {
	io.ReadCloser
	io.ReaderAt
	io.Seeker
}

// Memory returns a file in memory.
func Memory(text []byte) File { return memoryFile{bytes.NewReader(text)} }

type memoryFile struct{ *bytes.Reader }

func (memoryFile) Close() error { return nil }

// A Judge judges the files that a program left for a case.
type Judge struct {
	Case    *cases.Case
	Edition string // that the program follows; "" is the first
	Course  bool   // as in the course, a file passes if it differs only in form
	Text    int64  // how many bytes of a file that does not pass are kept
	// Open opens a file of the program. Its error is a *regular.FileError where the program is to blame.
	Open func(name string) (File, error)
	// OtherFiles lists the first few files that are there when a wanted one is not: a name in the wrong case
	// is a common mistake.
	OtherFiles func() []string
}

// File judges a wanted file.
func (j *Judge) File(ctx context.Context, name string) (verdict.File, error) {
	f := verdict.File{Name: name}
	got, err := j.Open(name)
	if fault := (*regular.FileError)(nil); errors.As(err, &fault) {
		f.Verdict, f.Reason = verdict.Missing, fault.Reason
		switch fault.Kind {
		case regular.NotThere:
			f.OtherFiles = j.OtherFiles()
		case regular.TooLarge:
			f.Verdict = verdict.Output
		}
		return f, nil
	}
	if err != nil {
		return f, err
	}
	defer got.Close()
	if f.Report, err = j.report(ctx, name, got); err != nil {
		return f, err
	}
	f.Verdict = GradeVerdict(f.Report.Grade, j.Course)
	if f.Verdict != verdict.Pass && j.Text > 0 {
		f.Text, err = io.ReadAll(io.NewSectionReader(got, 0, j.Text))
		f.Cut = int64(len(f.Text)) == j.Text
	}
	return f, err
}

// report compares with the golden if there is one for the edition, and otherwise with the oracle.
func (j *Judge) report(ctx context.Context, name string, got File) (compare.Report, error) {
	if judge, ok := j.Case.Problem.(compare.Judge); ok {
		return judge.Judge(ctx, name, got)
	}
	a := j.Case.Assignment
	if j.Edition != "" && j.Edition != a.Editions[0].Name {
		return j.reportOracle(ctx, name)
	}
	golden, err := j.Case.Golden(name)
	if err != nil {
		return compare.Report{}, err
	}
	var report compare.Report
	if golden.Text != nil {
		if report, err = compare.Readers(bytes.NewReader(golden.Text), got, compare.Options{}); err != nil {
			return report, err
		}
	} else if equal, err := equalsSum(golden.SHA256, golden.Bytes, got); err != nil || equal {
		return report, err
	} else {
		report.Grade = compare.Different
	}
	switch {
	case report.Grade != compare.Different:
		return report, nil
	case golden.Text == nil || j.Course && a.Optional != nil:
		return j.reportOracle(ctx, name)
	}
	lenient, err := j.forgiveOptional(ctx, name, report)
	if err != nil || lenient.Grade == compare.Different {
		return report, err
	}
	// If the file is the oracle's, the golden is wrong, and Stale reports it.
	exact, err := j.reportStream(ctx, homework.Options{Edition: j.Edition}, name)
	if err != nil || exact.Grade != compare.Different {
		return report, err
	}
	return lenient, nil
}

func equalsSum(sum string, size int64, got File) (bool, error) {
	if end, err := got.Seek(0, io.SeekEnd); err != nil || end != size {
		return false, err
	}
	if _, err := got.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	h := sha256.New()
	_, err := io.Copy(h, got)
	return hex.EncodeToString(h.Sum(nil)) == sum, err
}

// reportOracle compares a file with the oracle's. The oracle makes all files of a case in each call, but
// reportOracle compares only the named one.
func (j *Judge) reportOracle(ctx context.Context, name string) (compare.Report, error) {
	options := homework.Options{Edition: j.Edition}
	if j.Course {
		options.Optional = j.Case.Assignment.Optional
	}
	report, err := j.reportStream(ctx, options, name)
	if err != nil || j.Course || report.Grade != compare.Different {
		return report, err
	}
	return j.forgiveOptional(ctx, name, report)
}

// forgiveOptional returns the report on a file that differs. If the file differs only in lines that the
// course's grader ignores, that is a difference of form.
func (j *Judge) forgiveOptional(ctx context.Context, name string, r compare.Report) (compare.Report, error) {
	optional := j.Case.Assignment.Optional
	if optional == nil {
		return r, nil
	}
	lenient, err := j.reportStream(ctx, homework.Options{Edition: j.Edition, Optional: optional}, name)
	if err == nil && lenient.Grade != compare.Different {
		first := *r.First
		first.Kind = compare.OptionalLines
		r.Grade, r.First = compare.SameForm, &first
	}
	return r, err
}

// reportStream compares a file with the oracle's answer under some options.
func (j *Judge) reportStream(ctx context.Context, options homework.Options, name string) (compare.Report, error) {
	results, err := j.stream(ctx, options, name)
	if err != nil {
		return compare.Report{}, err
	}
	return results[name].Report, results[name].OpenError
}

// errOther is the error for opening a file that is not compared.
var errOther = errors.New("not required")

// stream compares the program's files with the oracle's: only the named one, or all if file is "".
func (j *Judge) stream(ctx context.Context, options homework.Options,
	file string) (map[string]compare.StreamResult, error) {
	return compare.Stream(ctx, j.Case.Problem, options, func(name string) (io.ReadCloser, error) {
		if file != "" && name != file {
			return nil, errOther
		}
		return j.Open(name)
	})
}

// OtherEdition returns another edition that all files match, or "". If they also match the current edition,
// the error is in the golden, such as an outdated golden of the user's own, and OtherEdition returns "".
func (j *Judge) OtherEdition(ctx context.Context) (string, error) {
	a := j.Case.Assignment
	chosen, err := a.Edition(j.Edition)
	if err != nil {
		return "", err
	}
	for _, other := range a.EditionNames() {
		if other == chosen {
			continue
		}
		alike, err := j.matchesEdition(ctx, other)
		if err != nil {
			return "", err
		}
		if alike {
			if alike, err = j.matchesEdition(ctx, chosen); alike || err != nil {
				other = ""
			}
			return other, err
		}
	}
	return "", nil
}

// Stale returns an error if a golden of the case, and not the program, is to blame: the files, which were
// judged by it, are not the oracle's by the golden, and are by the oracle itself.
func (j *Judge) Stale(ctx context.Context, files []verdict.File) error {
	a := j.Case.Assignment
	_, judges := j.Case.Problem.(compare.Judge)
	if judges || a.Path != "" || j.Edition != "" && j.Edition != a.Editions[0].Name {
		return nil // no golden, or the golden of a problem package, which verifies its goldens itself
	}
	results, err := j.stream(ctx, homework.Options{}, "")
	if err != nil {
		return err
	}
	for _, f := range files {
		result := results[f.Name]
		grade := GradeVerdict(result.Grade, j.Course)
		if result.OpenError != nil || grade == verdict.Wrong {
			return nil
		}
		if grade != f.Verdict && err == nil && f.Report.First != nil {
			err = fmt.Errorf("golden/%s of the case is not the oracle's from line %d on, "+
				"and the program wrote the oracle's answer: \"touchstone cases update\" makes it again", f.Name,
				f.Report.First.Line)
		}
	}
	return err
}

// matchesEdition reports whether all files match an edition.
func (j *Judge) matchesEdition(ctx context.Context, edition string) (bool, error) {
	results, err := j.stream(ctx, homework.Options{Edition: edition}, "")
	alike := err == nil
	for _, r := range results {
		alike = alike && r.OpenError == nil && r.Grade != compare.Different
	}
	return alike, err
}

// GradeVerdict returns the verdict on a compared file.
func GradeVerdict(g compare.Grade, course bool) verdict.Verdict {
	switch {
	case g == compare.Equal, g == compare.SameForm && course:
		return verdict.Pass
	case g == compare.SameForm:
		return verdict.Format
	}
	return verdict.Wrong
}

// Verdict returns the verdict on a case from the way the program ended within its time limits and from its
// files. It also returns a short reason if no file decided the verdict. exitCounts makes the exit status
// count in addition to the files.
func Verdict(o outcome.Outcome, cpu, wall time.Duration, files []verdict.File,
	exitCounts bool) (verdict.Verdict, string) {
	switch o.Stopped {
	case outcome.NotStopped:
	case outcome.StoppedCPU:
		reason := fmt.Sprintf("%s, of which it has %s", o.DescribeEnd(), outcome.FormatTime(cpu))
		if cpu > 0 && 10*o.CPU >= 19*cpu { // a run counts once it is repeated alone, with more time
			reason += " and was given more, to be sure"
		}
		return verdict.Timeout, reason
	case outcome.StoppedWall:
		reason := fmt.Sprintf("%s, of which it has %s", o.DescribeEnd(), outcome.FormatTime(wall))
		if o.CPU > 0 { // it was measured, which run.py does not
			reason += "; it used the CPU for " + outcome.FormatTime(o.CPU)
		}
		return verdict.Timeout, reason
	default:
		return verdict.OfStop(o.Stopped), o.DescribeEnd()
	}
	worst := verdict.Pass
	for _, f := range files {
		if slices.Index(verdict.Verdicts, f.Verdict) > slices.Index(verdict.Verdicts, worst) {
			worst = f.Verdict
		}
	}
	if o.Failed() && (exitCounts || worst == verdict.Wrong || worst == verdict.Missing) {
		return verdict.Crash, o.DescribeEnd()
	}
	return worst, ""
}
