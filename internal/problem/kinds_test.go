package problem

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/conversation"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// kinds returns the small packages of testdata/kinds, by name, and gives a test its own cache.
func kinds(t *testing.T) map[string]map[string]string {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	effort.NeedsTools(t, "python3", "g++", "node")
	found := must.Get(filepath.Glob("testdata/kinds/*.txtar"))(t)
	all := map[string]map[string]string{}
	for _, file := range found {
		all[strings.TrimSuffix(filepath.Base(file), ".txtar")] = filesOf(t, file)
	}
	return all
}

// filesOf returns the files of a txtar archive.
func filesOf(t *testing.T, archive string) files {
	t.Helper()
	a := must.Get(txtar.ParseFile(archive))(t)
	all := files{}
	for _, f := range a.Files {
		all[f.Name] = string(f.Data)
	}
	return all
}

// TestKinds verifies packages of several kinds. Each submission gets the verdict that its directory promises.
func TestKinds(t *testing.T) {
	for name, files := range kinds(t) {
		t.Run(name, func(t *testing.T) {
			if slices.Contains([]string{"countdown", "heaviest", "running-sum"}, name) {
				effort.NeedsAll(t, "other packages are of the same kind")
			}
			t.Parallel()
			expect.Equal(t, "", verified(t, files))
		})
	}
}

// TestOneSlot runs the reference of an interactive problem while only one program may run at a time. Its run
// must not wait for the build of the validator, which waits for the run.
func TestOneSlot(t *testing.T) {
	defer func(was *executor.Limiter) { limiter = was }(limiter)
	limiter = executor.NewLimiter(1)
	p := open(t, lay(t, kinds(t)["guess"]))
	effort.Ends(t, func() error {
		_, err := p.runOnInput(t.Context(), "submissions/accepted/halves.sh", p.of(t.Context(), p.cases[0]))
		return err
	})
}

// TestHostileValidators has validators that do not do as they should. That is their fault, and never a
// verdict on a program.
func TestHostileValidators(t *testing.T) {
	all := kinds(t)
	for name, c := range map[string]struct{ kind, judge, want string }{
		"ends":       {"guess", "raise SystemExit(0)", "want exit status 42 or 43 of an output validator, found exit status 0"},
		"floods":     {"guess", "while True: print('9' * 9999)", "found stopped for printing too much"},
		"loops":      {"guess", "while True: pass", "of CPU time"},
		"links":      {"guess", "import os, sys\nos.rmdir('feedback')\nos.symlink('/etc', 'feedback')\ninput()\nprint('correct')\nsys.exit(42)", ""},
		"pass of 43": {"code", "import sys\nopen('feedback/nextpass.in', 'w')\nsys.exit(43)", "want no feedback/nextpass.in with exit status 43"},
		"no end":     {"code", "import sys\nopen('feedback/nextpass.in', 'w').write('encode 1\\n')\nsys.exit(42)", "want at most 2 passes"},
		"forks":      {"code", "import os, sys, time\nos.fork() or time.sleep(999)\nsys.exit(42)", ""},
		"no pass":    {"twice", "import os, sys\nos.mkdir('feedback/nextpass.in')\ninput()\nprint('correct')\nsys.exit(42)", "want feedback/nextpass.in as a regular file"},
		"no score":   {"square", "import sys\nopen('feedback/score.txt', 'w').write('nan')\nsys.exit(42)", "want a number of at least 0 in feedback/score.txt, found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			for file, text := range all[c.kind] {
				slow := name == "loops" // each run takes its limit: one program on one case
				switch {
				case slow && (strings.HasPrefix(file, "data/") && !strings.HasPrefix(file, "data/secret/1.") ||
					strings.HasPrefix(file, "submissions/accepted/binary")):
				case !strings.HasPrefix(file, "submissions/"), strings.HasPrefix(file, "submissions/accepted/halves"),
					strings.HasPrefix(file, "submissions/accepted/binary"), file == "submissions/accepted/square.sh":
					files[file] = strings.Replace(text, "validation_time: 5", "validation_time: 0.2", 1)
				}
			}
			if name == "floods" { // a program that reads fast
				files["submissions/accepted/halves.sh"] = "cat >/dev/null\n"
			}
			delete(files, "output_validator/judge.sh")
			files["output_validator/judge.py"] = c.judge
			wrong := verified(t, files)
			if c.want == "" && wrong != "" || !strings.Contains(wrong, c.want) || strings.Contains(wrong, "submissions/") {
				t.Errorf("found %q, want %q", wrong, c.want)
			}
		})
	}
}

// TestSkippedValidators has input validators that do not compile. The others judge inputs, and none is needed
// unless an input must be refused.
func TestSkippedValidators(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const broken, refused = "input_validators/broken.py", "data/invalid_input/1.in"
	for name, c := range map[string]struct {
		others bool // the validator that works is there
		input  string
		want   string
	}{
		"another": {others: true, input: "x\n"}, "none is needed": {},
		"one is needed":     {input: "x\n", want: broken + ": the program does not compile"},
		"accepts the input": {others: true, input: "1\n1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := sum(map[string]string{broken: "def (\n"})
			if !c.others {
				without(files, "input_validators/")
				files[broken] = "def (\n"
			}
			if c.input != "" {
				files[refused] = c.input
			}
			p, game := openGame(t, lay(t, files))
			wrong, err := game.Assignment.Verify(t.Context(), func() {})
			if c.want == "" && (err != nil || len(wrong) > 0) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("found %q, %v, want %q", wrong, err, c.want)
			}
			warnings := strings.Join(p.NewWarnings(), "\n")
			if c.want == "" && (!slices.Equal(p.Skipped(), []string{broken}) || strings.Count(warnings, broken) != 1) {
				t.Errorf("skipped %q with the warnings %s", p.Skipped(), warnings)
			}
		})
	}
}

// TestSubmissionLanguage has programs whose extension is unknown, or differs from the language in
// submissions.yaml.
func TestSubmissionLanguage(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const answer = "a, b = map(int, input().split())\nprint(a + b)\n"
	files := sum(map[string]string{
		"submissions/accepted/text": answer, "submissions/accepted/odd.cpp": answer,
		"submissions/accepted/two/a.py": answer, "submissions/accepted/two/b.cpp": "int main() {}\n",
		"submissions/submissions.yaml":  "accepted/{text,odd.cpp,two}: {language: python3}\naccepted/ref.py: {language: cobol}\n",
		"submissions/wrong_answer/rest": "no program", "submissions/wrong_answer/m.java": "-",
	})
	dir := lay(t, files)
	must.Do(t, os.Chmod(filepath.Join(dir, "submissions/wrong_answer/rest"), 0o644))
	warnings := strings.Join(read(t, dir).warnings, "\n")
	expect.Contains(t, warnings, "submissions.yaml:2: ignored the language \"cobol\"", "wrong_answer/rest: ignored")
	expect.Equal(t, "", verifiedIn(t, dir))
}

// TestExpectedScore expects another score of a submission than it has, in all and for a group.
func TestExpectedScore(t *testing.T) {
	files := maps.Clone(kinds(t)["square"])
	without(files, "submissions/time_limit_exceeded/")
	files["submissions/submissions.yaml"] = "accepted/off_*: {score: 60}\n" + // the next pattern replaces it
		"accepted/off_by_one.sh: {score: [61, 70], secret/group1: {score: 19}}\n" +
		"wrong_answer: {secret/group1: {score: [0, 20]}}\n"
	const file = "submissions/accepted/off_by_one.sh: want a score from "
	wrong := verified(t, files)
	expect.Contains(t, wrong, file+"61 to 70 for secret, found 60", file+"19 to 19 for secret/group1, found 20")
	expect.Equal(t, 1, strings.Count(wrong, "\n"), "lines of", wrong)
}

// TestTwoScores has two output validators. The first score stays if the second validator gives none.
func TestTwoScores(t *testing.T) {
	files := maps.Clone(kinds(t)["square"])
	files["output_validators/a.py"] = "import sys\nopen(sys.argv[3] + 'score.txt', 'w').write('7')\nsys.exit(42)\n"
	files["output_validators/b.py"] = "import sys\nsys.exit(42)\n"
	p := open(t, lay(t, files))
	p.outputChecks = []string{"output_validators/a.py", "output_validators/b.py"}
	_, _, score, err := p.runValidators(t.Context(), p.of(t.Context(), p.cases[0]), "", []byte("4\n"), []byte("4\n"))
	if err != nil || score == nil || *score != 7 {
		t.Errorf("found the score %v, %v, want 7", score, err)
	}
}

// TestJudgeInteraction decides whether a program or its validator is at fault.
func TestJudgeInteraction(t *testing.T) {
	const (
		wall  = sandbox.StoppedWall
		fault = -2 // of the validator
	)
	exit := func(status int) sandbox.Outcome { return sandbox.Outcome{Exit: status} }
	stopped := sandbox.Outcome{Exit: -1, Stopped: wall}
	for name, c := range map[string]struct {
		program, validator sandbox.Outcome
		stopped, endSeen   bool
		want               int  // the exit status in the record: 0 if the program failed
		cleared            bool // the end of the program does not count
	}{
		"right":                                   {exit(0), exit(42), false, true, 42, false},
		"wrong":                                   {exit(0), exit(43), false, true, 43, true},
		"wrong before it stops":                   {stopped, exit(43), true, true, 43, true},
		"wrong before it fails":                   {exit(1), exit(43), false, false, 43, true},
		"wrong because it failed":                 {exit(1), exit(43), false, true, 0, false},
		"wrong because it was too slow":           {stopped, exit(43), false, true, 0, false},
		"it fails after an acceptance":            {exit(1), exit(42), false, false, 0, false},
		"it fails, and then the validator":        {exit(1), exit(1), false, true, 0, false},
		"it was too slow, and then the validator": {stopped, exit(1), false, true, 0, false},
		"both hang":                               {stopped, stopped, false, true, fault, false},
		"the validator hangs":                     {exit(0), stopped, false, true, fault, false},
		"the validator fails first":               {stopped, exit(1), true, false, fault, false},
		"the validator fails":                     {exit(0), exit(0), false, true, fault, false},
	} {
		p := &Package{manifest: &manifest.Manifest{}, extra: &extra{outputs: []string{stdoutName}}}
		c2 := passRunner{in: &input{p: p, testCase: &testCase{name: "secret/1"}}, validator: &builtProgram{}, check: "judge"}
		i := &executor.Interaction{Program: &executor.Run{Outcome: c.program}, Stopped: c.stopped, EndSeen: c.endSeen,
			Validator: &executor.Run{Outcome: c.validator, Dir: t.TempDir()}}
		got := fault
		err := c2.judgeInteraction(i)
		if err == nil {
			got = c2.record.Exit
		}
		cleared := i.Program.Exit == 0 && i.Program.Stopped == sandbox.NotStopped
		if got != c.want || cleared != (c.cleared || c.program.Exit == 0) || err != nil && !errors.As(err, new(*judgeError)) {
			t.Errorf("%s: found %d, %+v, %v", name, got, i.Program.Outcome, err)
		}
	}
}

// A fakeRunner runs programs of interactive problems that are functions.
type fakeRunner func(executor.Task) *executor.Run

func (f fakeRunner) Run(_ context.Context, t executor.Task) (*executor.Run, error) {
	return f(t), nil
}

func (f fakeRunner) Mechanisms() sandbox.Mechanisms { return sandbox.Mechanisms{} }
func (f fakeRunner) Close()                         {}

// TestSlowValidator has a program that runs out of time while it waits for a validator. It runs again with more
// time if the validator has used much.
func TestSlowValidator(t *testing.T) {
	for _, c := range []struct {
		cpu   time.Duration // of the validator
		walls []time.Duration
	}{
		{time.Second, []time.Duration{time.Minute}},
		{3 * time.Second, []time.Duration{time.Minute, time.Minute + 6*time.Second}},
	} {
		var walls []time.Duration
		dir := t.TempDir()
		program := fakeRunner(func(t executor.Task) *executor.Run {
			walls = append(walls, t.Limits.Wall)
			return &executor.Run{Outcome: sandbox.Outcome{Exit: -1, Stopped: sandbox.StoppedWall}}
		})
		validator := fakeRunner(func(task executor.Task) *executor.Run {
			_, _ = io.Copy(io.Discard, task.Pipes().Stdin) // until the program has ended
			return &executor.Run{Outcome: sandbox.Outcome{Exit: exitWrong, CPU: c.cpu}, Dir: dir}
		})
		p := open(t, lay(t, sum(nil)))
		in := p.of(t.Context(), p.cases[0])
		b := must.Get(p.program(t.Context(), "input_validators/v.sh"))(t)
		run := passRunner{in: in, runner: program, validator: &builtProgram{b.Program, validator}, check: "judge",
			task: executor.Task{Limits: sandbox.Limits{Wall: time.Minute}}}
		must.Get(run.interactivePass(t.Context()))(t)
		if len(walls) != len(c.walls) || walls[len(walls)-1] != c.walls[len(walls)-1] {
			t.Errorf("%v: ran with the limits %v, want %v", c.cpu, walls, c.walls)
		}
	}
}

// TestSlowFirstPass has a program whose first pass is the slow one. Its run has the CPU time of that pass.
func TestSlowFirstPass(t *testing.T) {
	p := open(t, lay(t, kinds(t)["code"]))
	times := []time.Duration{3 * time.Second, time.Second}
	program := fakeRunner(func(executor.Task) *executor.Run {
		run := &executor.Run{Outcome: sandbox.Outcome{CPU: times[0]}, Dir: t.TempDir()}
		times = times[1:]
		must.Do(t, os.WriteFile(filepath.Join(run.Dir, stdoutFile), []byte("ab\n"), 0o644))
		return run
	})
	validator := fakeRunner(func(executor.Task) *executor.Run {
		run := &executor.Run{Outcome: sandbox.Outcome{Exit: exitRight}, Dir: t.TempDir()}
		must.Do(t, os.Mkdir(filepath.Join(run.Dir, feedback), 0o755))
		if len(times) > 0 {
			must.Do(t, os.WriteFile(filepath.Join(run.Dir, nextPass), []byte("decode ab\n"), 0o644))
		}
		return run
	})
	b := must.Get(p.program(t.Context(), "input_validators/command.sh"))(t)
	run := passRunner{in: p.of(t.Context(), p.cases[0]), runner: program, check: "judge",
		validator: &builtProgram{b.Program, validator}, task: executor.Task{Fill: func(string) error { return nil }}}
	if err := run.runPasses(t.Context()); err != nil || run.cpu != 3*time.Second || run.record.Passes != 2 {
		t.Errorf("found %v of CPU time in %d passes, %v, want 3s in 2", run.cpu, run.record.Passes, err)
	}
}

// A validator may ask for as many passes as the package allows, and for no more.
func TestMaxPasses(t *testing.T) {
	c := passRunner{in: &input{p: &Package{manifest: &manifest.Manifest{MultiPass: true, ValidationPasses: 2}}}}
	for passes, want := range map[int]bool{1: true, 2: false} {
		c.feedback, c.record = map[string][]byte{nextPass: []byte("1\n")}, conversation.Record{Exit: exitRight,
			Passes: passes}
		next, err := c.next()
		expect.Equal(t, []bool{want, want}, []bool{next, err == nil}, "after pass", passes, err)
	}
}

// scoring returns a scoring package with two groups of 30 and 10 points, and a sample.
func scoring(legacy bool) *Package {
	p := &Package{manifest: &manifest.Manifest{Scoring: true, Legacy: legacy}, top: config{hint: "top"}, groups: []*group{
		{name: "secret", maxScore: -1, requirePass: []string{"sample"}, config: config{hint: "secret"}},
		{name: "secret/a", maxScore: 30, config: config{grader: groups.Grader{Accept: 2, MaxScore: 30}}},
		{name: "secret/b", maxScore: 10, aggregation: "sum", config: config{grader: groups.Grader{Accept: 5, MaxScore: 10}}},
	}}
	for _, name := range strings.Fields("sample/1 secret/a/1 secret/a/2 secret/b/1 secret/b/2") {
		p.cases = append(p.cases, &testCase{name: name})
	}
	return p
}

// A directory without settings inherits the settings of its parent, except for the maximum score.
func TestGroupOf(t *testing.T) {
	p := scoring(false)
	p.groups[0].maxScore = 50
	for dir, want := range map[string]group{
		"sample":     {maxScore: -1, config: p.top},
		"secret":     {maxScore: 50, requirePass: []string{"sample"}, config: p.groups[0].config},
		"secret/c/d": {maxScore: -1, config: p.groups[0].config}, "secret/b/c": {maxScore: -1, config: p.groups[2].config},
		"secret/b": {maxScore: 10, config: p.groups[2].config},
	} {
		got := p.groupOf(dir)
		expect.Equal(t, []any{want.maxScore, "sum", want.requirePass, want.hint, want.grader},
			[]any{got.maxScore, got.aggregation, got.requirePass, got.hint, got.grader}, dir)
	}
}

// The shares of the groups are in proportion to their maximum scores. Samples have no points. A group that is not a
// sum counts as a whole. A program earns its part of the maximum, and nothing for cases that did not run.
func TestGrading(t *testing.T) {
	g := scoring(false).grading()
	expect.Equal(t, []homework.Share{{Category: "secret/a", Points: 75, All: true}, {Category: "secret/b", Points: 25}, {Category: "sample"}}, g.Shares)
	five, nine := 5.0, 9.0
	earned := g.Earned(map[string]homework.CaseResult{
		"secret-a-1": {Judgement: groups.Accepted}, "secret-a-2": {Judgement: groups.Wrong, Score: &nine},
		"secret-b-1": {Judgement: groups.Accepted, Score: &five}, "secret-b-2": {Judgement: groups.Accepted, Score: &nine},
	})
	expect.Equal(t, map[string]float64{"secret/a": 0, "secret/b": 1}, earned)
	expect.Equal(t, map[string]float64{"secret/b": 0.5}, g.Earned(map[string]homework.CaseResult{"secret-b-1": {Judgement: groups.Accepted, Score: &five}}))
	p := scoring(false)
	p.groups[2].maxScore = -1
	over := map[string]homework.CaseResult{"secret-b-1": {Judgement: groups.Accepted, Score: &nine}}
	expect.Equal(t, map[string]float64{"secret/b": 1}, p.grading().Earned(over), "more than the best score")
	p = scoring(true)
	p.groups[1].grader.Reject = -1
	failed := map[string]homework.CaseResult{"secret-a-1": {Judgement: groups.Wrong}}
	expect.Equal(t, map[string]float64{"secret": 0}, p.grading().Earned(failed), "a score below 0")
	p.groups[0].aggregation = "min"
	expect.Equal(t, []homework.Share{{Category: "secret", Points: 100}, {Category: "sample"}}, p.grading().Shares, "legacy")
	p.groups[0].maxScore = 0
	expect.Equal(t, 0, len(p.grading().Shares), "shares of a package without points")
	p.groups[0].maxScore, p.manifest.Scoring = 10, false
	expect.Equal(t, 0, len(p.grading().Shares), "shares of a package without scores")
}

// A validator leaves the score of a case or a factor of its maximum. The first counts.
func TestScoreOf(t *testing.T) {
	p, ten := scoring(false), &testCase{name: "secret/b/1"}
	for text, want := range map[string]float64{"score.txt: 7 ": 7, "score.txt:0": 0, "score_multiplier.txt:.5\n": 2.5, "score.txt:1,score_multiplier.txt:2": 1} {
		left := map[string][]byte{}
		for file := range strings.SplitSeq(text, ",") {
			name, score, _ := strings.Cut(file, ":")
			left[feedback+"/"+name] = []byte(score)
		}
		expect.Equal(t, &want, must.Get(p.scoreOf("v.py", ten, left))(t), text)
	}
	for _, text := range []string{"-1", "inf", "NaN", "many"} {
		_, err := p.scoreOf("v.py", ten, map[string][]byte{scoreFile: []byte(text)})
		expect.Error(t, err, "want a number of at least 0 in feedback/score.txt, found \""+text)
	}
	p.manifest.Scoring = false
	score, err := p.scoreOf("v.py", ten, map[string][]byte{scoreFile: []byte("7")})
	expect.Equal(t, []any{(*float64)(nil), nil}, []any{score, err}, "the score in a package without scores")
}
