package problem

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A verification runs everything in a package and gathers what is not as the package says.
type verification struct {
	*Package
	ctx      context.Context
	limit    time.Duration
	problems []string
	full     float64 // the best score of a right submission
	step     func()  // called after each run
}

// verify checks the inputs with the validators, the answers with the reference and the second solver, the
// invalid and the valid data, the submissions with their expectations, and that generators make the same
// inputs twice. It returns the faults, each with its file.
func (p *Package) verify(ctx context.Context, limit time.Duration, step func()) ([]string, error) {
	v := &verification{Package: p, ctx: ctx, limit: limit, step: step}
	for _, check := range []func() error{v.inputs, v.outputs, v.answers, v.submissions, v.generator, v.rules} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return v.problems, nil
}

func (v *verification) fail(file, format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
	v.problems = append(v.problems, v.displayPath(file)+": "+text)
}

// failed adds a failure of a judge, with its output.
func (v *verification) failed(file string, err error) {
	printed := ""
	if judge := (*judgeError)(nil); errors.As(err, &judge) {
		printed = " " + judge.printed
	}
	v.fail(file, "%v%s", err, printed)
}

// inputs checks that the validators accept the input of every case, and that some of them refuses what must
// be refused. They print no situation but those that are listed, if any is.
func (v *verification) inputs() error {
	var listed, unlisted []string
	for _, s := range v.extra.situations {
		listed = append(listed, s.Name)
	}
	for _, c := range slices.Concat(v.Package.cases, v.checks) {
		invalid := c.dir() == invalidInput
		if !invalid && slices.Contains(v.checks, c) {
			continue
		}
		messages, fault, err := v.valid(v.ctx, c)
		switch {
		case err != nil:
			return err
		case invalid && fault == "" && len(v.Skipped()) == 0:
			v.fail("data/"+c.name+".in", "want an input that some validator refuses, found that all accept it")
		case !invalid && fault != "":
			v.fail("data/"+c.name+".in", "%s", fault)
		}
		for _, name := range messages {
			if len(listed) > 0 && !slices.Contains(listed, name) && !slices.Contains(unlisted, name) {
				unlisted = append(unlisted, name)
				v.fail("data/"+c.name+".in", "want a situation of %s, found %s, which a validator prints%s", newpackage.ExtraFile,
					scan.Show(name), suggest.Hint(name, listed))
			}
		}
		v.step()
	}
	return nil
}

// outputs checks the verdicts on the outputs that the package gives as right or wrong.
func (v *verification) outputs() error {
	for _, c := range v.checks {
		name, valid := "data/"+c.name+".out", c.dir() == validOutput
		if c.dir() == invalidInput || v.isConducted() {
			continue
		}
		files, err := newpackage.UnpackAnswer(v.extra.outputs, c.output)
		fault := ""
		if err == nil {
			fault, _, err = v.judgeFiles(v.of(v.ctx, c), files)
		}
		switch {
		case err != nil:
			v.failed(name, err)
		case fault == "" && !valid:
			v.fail(name, "want an output that is judged wrong, found that it is accepted")
		case fault != "" && valid:
			v.fail(name, "want an output that is accepted, found that it is judged wrong: %s", fault)
		}
		v.step()
	}
	return nil
}

// judgeFiles returns a description of the first wrong file of an answer, or "", and the score.
func (v *verification) judgeFiles(in *input, files map[string][]byte) (fault string, score *float64,
	err error) {
	for _, name := range in.Files() {
		r, err := in.Judge(v.ctx, name, bytes.NewReader(files[name]))
		switch {
		case err != nil:
			return "", nil, err
		case r.Grade == compare.Equal:
			score = r.Score
		case r.First == nil:
			return name, nil, nil
		case r.First.Says != "":
			return name + ": " + r.First.Says, nil, nil
		default:
			return fmt.Sprintf("%s: %s in line %d", name, r.First.Kind, r.First.GotLine), nil, nil
		}
	}
	return "", score, nil
}

// answers checks that the reference gives the same answer to an input twice, that its answers agree with the
// cases, and that the second solver agrees.
func (v *verification) answers() error {
	reference, err := v.reference(v.ctx)
	if err != nil {
		return err
	}
	for _, c := range v.Package.cases {
		in := v.of(v.ctx, c)
		for i, program := range []string{reference, v.extra.second} {
			if program == "" {
				continue
			}
			a, judged, err := v.answer(program, in)
			if err != nil {
				return err
			}
			if !judged {
				continue
			}
			if a.Verdict != verdict.Pass {
				v.fail(program, "want an answer to data/%s.in, found none: %s\n%s", c.name, a.Ended, a.Errors)
				continue
			}
			v.checkFiles(program, in, a.Files)
			if i == 0 && !v.isConducted() {
				if err := v.checkRepeated(program, "data/"+c.name+".in", in.job(false), func(second answer) string {
					for _, name := range slices.Sorted(slices.Values(in.Files())) {
						if !bytes.Equal(second.Files[name], a.Files[name]) {
							return name
						}
					}
					return ""
				}); err != nil {
					return err
				}
			}
			v.step()
		}
	}
	return nil
}

// answer returns the answer of a program. judged is false if the validator, which ran with it, is at fault.
func (v *verification) answer(program string, in *input) (a answer, judged bool, err error) {
	a, err = v.answerOf(v.ctx, program, in)
	if errors.As(err, new(*judgeError)) {
		v.failed("data/"+in.name, err)
		return a, false, nil
	}
	return a, true, err
}

// checkFiles checks that files are right for an input.
func (v *verification) checkFiles(program string, in *input, files map[string][]byte) {
	for _, name := range sortedKeys(files) {
		if name != stdoutName && !slices.Contains(in.Files(), name) {
			v.fail(program, "want no %s for data/%s.in, whose answer has none, found one", name, in.name)
		}
	}
	fault, _, err := v.judgeFiles(in, files)
	if err != nil {
		v.failed("data/"+in.name, err)
	} else if fault != "" {
		v.fail(program, "want the right answer to data/%s.in, found another %s", in.name, fault)
	}
}

// submissions checks what is expected of the submissions.
func (v *verification) submissions() error {
	v.judged = nil
	for _, s := range v.Package.submissions {
		before := len(v.problems)
		result := homework.Submission{Name: s.name, Expected: s.String(), Result: homework.Agrees}
		found, err := v.submission(s)
		switch result.Found = found; {
		case errors.Is(err, program.ErrNotInstalled):
			result.Result = homework.NotInstalled
		case err != nil:
			return err
		case len(v.problems) > before:
			result.Result = homework.Disagrees
		case result.Expected == "":
			result.Result = homework.NoPromise
		}
		v.judged = append(v.judged, result)
	}
	return nil
}

// submission runs a submission on all cases, and returns the judgements on it.
func (v *verification) submission(s *submission) (found string, err error) {
	file := path.Join("submissions", s.name)
	if _, err := v.program(v.ctx, file); err != nil { // which names the file
		if errors.Is(err, program.ErrNotInstalled) {
			return "", err
		}
		v.problems = append(v.problems, err.Error())
		return "no program", nil
	}
	got, results := map[string]string{}, map[string]homework.CaseResult{}
	comment, slowest := "", time.Duration(0)
	for _, c := range v.Package.cases {
		in := v.of(v.ctx, c)
		a, judged, err := v.answer(file, in)
		if err != nil {
			return "", err
		}
		if !judged {
			continue
		}
		slowest = max(slowest, a.CPU)
		word, message, score := v.judge(in, a)
		got[c.name], comment = word, comment+message+"\n"
		results[c.flatName()] = homework.CaseResult{Judgement: word, Score: score}
		v.step()
	}
	for _, e := range append([]expectation.Expectation{s.Expectation}, s.groups...) {
		if fault := e.Fault(got); fault != "" {
			v.fail(file, "%s", fault)
		}
	}
	if minTime := time.Duration(float64(v.limit) * v.manifest.LimitToTLE); v.manifest.Programs.CPU == 0 &&
		s.Timing == "upper" && slowest < minTime {
		v.fail(file, "want at least %s of CPU time, time_limit_to_tle times the limit, found %s",
			outcome.FormatTime(minTime), outcome.FormatTime(slowest))
	}
	if !strings.Contains(comment, s.Message) {
		v.fail(file, "want %q in a message of the validator, found none", s.Message)
	}
	if found = describeJudgements(got); v.manifest.Scoring {
		found += v.checkScore(s, results)
	}
	return found, nil
}

// checkScore checks the scores of a submission, and describes its score. The full score is the best one of
// the right submissions, which come first.
func (v *verification) checkScore(s *submission, results map[string]homework.CaseResult) (found string) {
	file, t := path.Join("submissions", s.name), v.scoreTree()
	for _, e := range append([]expectation.Expectation{s.Expectation}, s.groups...) {
		name := cmp.Or(e.Below, secret)
		got, judged := t.Grade(name, v.gradedResults(t, results))
		if e.Score != nil && judged && (got.Score < e.Score[0]-tolerance || got.Score > e.Score[1]+tolerance) {
			v.fail(file, "want a score from %.6g to %.6g for %s, found %.6g", e.Score[0], e.Score[1], name, got.Score)
		}
	}
	got, judged := t.Grade(secret, v.gradedResults(t, results))
	if !judged {
		return ""
	}
	if s.IsRight() {
		v.full = max(v.full, got.Score)
	}
	if full := cmp.Or(v.full, t.Best(secret)); s.Partial && got.Score > full-tolerance {
		v.fail(file, "want less than the full score %.6g, found %.6g", full, got.Score)
	}
	return fmt.Sprintf(", score %.6g", got.Score)
}

// tolerance is the difference from an expected score that rounding may cause.
const tolerance = 1e-6

// describeJudgements returns the judgements on cases: those that are not accepted, if there are any.
func describeJudgements(got map[string]string) string {
	var words []string
	found := slices.Collect(maps.Values(got))
	for _, word := range groups.Judgements[1:] {
		if slices.Contains(found, word) {
			words = append(words, word)
		}
	}
	return cmp.Or(strings.Join(words, ", "), groups.Accepted)
}

// judge returns the judgement on an answer, what the judge said, and the score that it gave.
func (v *verification) judge(in *input, a answer) (word, message string, score *float64) {
	if a.CPU > v.limit {
		return groups.TooSlow, "", nil
	}
	if a.Verdict != verdict.Pass {
		return a.Verdict.Judgement(), "", nil
	}
	fault, score, err := v.judgeFiles(in, a.Files)
	if err != nil {
		v.failed("data/"+in.name, err)
	} else if fault != "" {
		return groups.Wrong, fault, nil
	}
	return groups.Accepted, "", score
}

// seeds are those that the generator is tried with.
var seeds = []uint64{1, 2, 3}

// generator checks that the generator makes valid inputs, each the same twice.
func (v *verification) generator() error {
	if v.extra.generator == "" {
		return nil
	}
	var texts []string
	for _, seed := range seeds {
		in, err := v.generate(v.ctx, seed, maxSmall)
		if err != nil {
			v.problems = append(v.problems, err.Error())
			return nil
		}
		if err := v.checkRegenerated(v.extra.generator, seedArgs(seed, maxSmall), "", in.input); err != nil {
			return err
		}
		texts = append(texts, in.String())
	}
	if slices.Sort(texts); len(slices.Compact(texts)) == 1 {
		v.fail(v.extra.generator, "want different inputs for different seeds, found the same for %d", len(seeds))
	}
	return nil
}

// checkRegenerated checks that a generator makes the same input once more.
func (v *verification) checkRegenerated(program string, args []string, name string, text []byte) error {
	return v.checkRepeated(program, "the arguments "+strings.Join(args, " "), v.generatorJob(args, name),
		func(second answer) string {
			if !bytes.Equal(madeInput(second, name), text) {
				return "input"
			}
			return ""
		})
}

// checkRepeated runs a program once more. differs names the first part of the answer that differs, or returns "".
func (v *verification) checkRepeated(program, subject string, j job, differs func(second answer) string) error {
	b, err := v.program(v.ctx, program)
	if err != nil {
		return err
	}
	second, err := b.run(v.ctx, j)
	if err != nil {
		return err
	}
	if name := differs(second); name != "" {
		v.fail(program, "want the same %s for %s twice, found another the second time", name, subject)
	}
	v.step()
	return nil
}

// The exit statuses of validators: all others are faults of the validator.
const exitRight, exitWrong = 42, 43

// maxReference is the minimum limit on CPU time for a solution of the package.
const maxReference = 10 * time.Second

// A judgeError is a failure of the package's validator. What it has printed may be the answer, and is for
// authors alone.
type judgeError struct{ text, printed string }

func (e *judgeError) Error() string { return e.text }

// validate reports on an output by the package's output validator. Its error is a fault of the validator: if
// the validator fails on an output and accepts the right one, the output is wrong.
func (p *Package) validate(ctx context.Context, in *input, name string, right,
	got []byte) (compare.Report, error) {
	check, a, score, err := p.runValidators(ctx, in, name, right, got)
	switch {
	case err != nil:
		return compare.Report{}, err
	case a.exitedWithError(exitRight):
		return compare.Report{Score: score}, nil
	case a.exitedWithError(exitWrong):
		return wrongReport(cmp.Or(messageOf(a.Files), "the validator rejects it without a message")), nil
	}
	fault := &judgeError{p.describeEnd(check, a),
		fmt.Sprintf("on the output\n%s%s", excerpt(got), excerpt(a.Errors))}
	if bytes.Equal(got, right) {
		return compare.Report{}, fault
	}
	if r, err := p.validate(ctx, in, name, right, right); err != nil || r.Grade != compare.Equal {
		return compare.Report{}, fault
	}
	return wrongReport(fmt.Sprintf("the validator of the package fails on this output and accepts the right one (%s); "+
		"touchstone audit shows it to the author", a.Ended)), nil
}

// describeEnd describes the end of an output validator that did not end as it must.
func (p *Package) describeEnd(check string, a answer) string {
	return fmt.Sprintf("%s: want exit status %d or %d of an output validator, found %s", p.displayPath(check), exitRight,
		exitWrong, a.Ended)
}

// The directory in which an output validator leaves files, and the names of these.
const (
	feedback     = "feedback"
	judgeMessage = feedback + "/judgemessage.txt"
	teamMessage  = feedback + "/teammessage.txt"
)

// runValidators runs the output validators on an output until one does not accept it. It returns the last
// one, its answer, and the score that they gave.
func (p *Package) runValidators(ctx context.Context, in *input, name string, right, got []byte) (check string,
	a answer, score *float64, err error) {
	for _, check = range p.outputChecks {
		a, err = p.runOnce(ctx, check, in.validatorJob(check, name, in.input, right, got, nil), in.input, right)
		if err != nil || !a.exitedWithError(exitRight) {
			break
		}
		points, err := p.scoreOf(check, in.testCase, a.Files)
		if err != nil {
			return check, a, nil, err
		}
		score = cmp.Or(points, score)
	}
	return check, a, score, err
}

// messageOf returns the messages that a validator left.
func messageOf(left map[string][]byte) string {
	text := strings.TrimSpace(string(left[teamMessage]) + "\n" + string(left[judgeMessage]))
	return string(excerpt([]byte(text)))
}

// wrongReport returns the report on a wrong output, with the message of the validator.
func wrongReport(message string) compare.Report {
	return compare.Report{Grade: compare.Different,
		First: &compare.Difference{Kind: compare.Content, Line: 1, Column: 1, GotLine: 1, Says: message}}
}
