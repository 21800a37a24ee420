package testscript

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// compareFile compares a file written by the program with the expected one.
func (x *run) compareFile(ctx context.Context, name string) (FileResult, error) {
	f := FileResult{Name: name}
	got, err := regular.OpenLeft(x.dir, name, x.output)
	if fault := (*regular.Fault)(nil); errors.As(err, &fault) {
		f.Verdict, f.Reason = Missing, fault.Reason
		switch fault.Kind {
		case regular.NotThere:
			f.Left = leftInstead(x.dir, x.c.Assignment.Run.InputName())
		case regular.TooLarge:
			f.Verdict = Output
		}
		return f, nil
	}
	if err != nil {
		return f, err
	}
	defer got.Close()
	if f.Report, err = x.report(ctx, name, got); err != nil {
		return f, err
	}
	f.Verdict = ofGrade(f.Report.Grade, x.runner.Course)
	if f.Verdict != Pass && x.runner.Text > 0 {
		f.Text, err = io.ReadAll(io.NewSectionReader(got, 0, x.runner.Text))
		f.Cut = int64(len(f.Text)) == x.runner.Text
	}
	return f, err
}

// leftInstead lists the first few files that are present instead of the expected one: a
// name in the wrong case is a common mistake. Links are those made by Program.Furnish.
func leftInstead(dir, input string) (names []string) {
	const most = 5
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != input && e.Type()&fs.ModeSymlink == 0 && len(names) < most {
			names = append(names, e.Name())
		}
	}
	return names
}

// report compares with the golden if there is one for the edition, and otherwise with the
// oracle.
func (x *run) report(ctx context.Context, name string, got *os.File) (compare.Report, error) {
	if judge, ok := x.c.Problem.(compare.Judge); ok {
		return judge.Judge(ctx, name, got)
	}
	a := x.c.Assignment
	if x.runner.Edition != "" && x.runner.Edition != a.Editions[0].Name {
		return x.reportOracle(ctx, name)
	}
	golden, err := x.c.Golden(name)
	if err != nil {
		return compare.Report{}, err
	}
	var report compare.Report
	if golden.Text != nil {
		if report, err = compare.Readers(bytes.NewReader(golden.Text), got, compare.Options{}); err != nil {
			return report, err
		}
	} else if equal, err := x.equalsSum(golden.SHA256, golden.Bytes, got); err != nil || equal {
		return report, err
	} else {
		report.Grade = compare.Different
	}
	if report.Grade == compare.Different && (golden.Text == nil || x.runner.Course && a.Optional != nil) {
		return x.reportOracle(ctx, name)
	}
	return report, nil
}

func (x *run) equalsSum(sum string, size int64, got *os.File) (bool, error) {
	if info, err := got.Stat(); err != nil || info.Size() != size {
		return false, err
	}
	h := sha256.New()
	_, err := io.Copy(h, got)
	return hex.EncodeToString(h.Sum(nil)) == sum, err
}

// reportOracle compares a file with the oracle's. The oracle makes all of a case's files at
// once; the others are compared when their turn comes.
func (x *run) reportOracle(ctx context.Context, name string) (compare.Report, error) {
	how := homework.Options{Edition: x.runner.Edition}
	if x.runner.Course {
		how.Optional = x.c.Assignment.Optional
	}
	results, err := x.stream(ctx, how, name)
	if err != nil {
		return compare.Report{}, err
	}
	return results[name].Report, results[name].OpenError
}

// errOther is the error for opening a file that is not compared.
var errOther = errors.New("not asked for")

// stream compares the program's files with the oracle's: only the named one, or all if only
// is "".
func (x *run) stream(ctx context.Context, how homework.Options, only string) (map[string]compare.StreamResult, error) {
	return compare.Stream(ctx, x.c.Problem, how, func(name string) (io.ReadCloser, error) {
		if only != "" && name != only {
			return nil, errOther
		}
		return regular.OpenLeft(x.dir, name, x.output)
	})
}

// recogniseEdition looks for another edition that all files match. If they also match the
// edition that is followed, the difference lies in the golden, such as an outdated one of
// the user's own, and no edition is reported.
func (x *run) recogniseEdition(ctx context.Context) error {
	a := x.c.Assignment
	chosen, err := a.Edition(x.runner.Edition)
	if err != nil {
		return err
	}
	for _, other := range a.EditionNames() {
		if other == chosen {
			continue
		}
		alike, err := x.follows(ctx, other)
		if err != nil {
			return err
		}
		if alike {
			if alike, err = x.follows(ctx, chosen); !alike && err == nil {
				x.result.Edition = other
			}
			return err
		}
	}
	return nil
}

// follows reports whether all files match an edition.
func (x *run) follows(ctx context.Context, edition string) (bool, error) {
	results, err := x.stream(ctx, homework.Options{Edition: edition}, "")
	alike := err == nil
	for _, r := range results {
		alike = alike && r.OpenError == nil && r.Grade != compare.Different
	}
	return alike, err
}

// KeepAnswers writes the right answer of each run that was kept and did not pass into a
// folder beside the run's own; in the program's folder, a link that it left could lead
// anywhere. It must be called only when no program of this runner is running any more, so
// that none finds an answer.
func (r *Runner) KeepAnswers(ctx context.Context, results []Result) error {
	var errs []error
	for _, result := range results {
		if result.Answer != "" {
			errs = append(errs, keepAnswer(ctx, result, r.Edition))
		}
	}
	return errors.Join(errs...)
}

func keepAnswer(ctx context.Context, r Result, edition string) error {
	if err := os.Mkdir(r.Answer, 0o700); err != nil {
		return err
	}
	files := output.NewFolder(r.Answer)
	defer files.Abort()
	if _, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: edition}, files); err != nil {
		return err
	}
	return files.Commit()
}
