package problem

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/conversation"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/validators.txt"))(t)), "\n\n")
	for line := range strings.Lines(table) {
		words := strings.SplitN(strings.ReplaceAll(line, `\n`, "\n"), " | ", 4)
		name, kind, want, judge := words[0], words[1], words[2], words[3]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			for file, text := range all[kind] {
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
			files["output_validator/judge.py"] = judge
			wrong := verified(t, files)
			expect.Contains(t, wrong, want)
			expect.Equal(t, false, want == "" && wrong != "" || strings.Contains(wrong, "submissions/"), wrong)
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
			expect.True(t, (c.want != "" || err == nil && len(wrong) == 0) && (c.want == "" || err != nil &&
				strings.Contains(err.Error(), c.want)), "found", wrong, err, "want", c.want)
			warnings := strings.Join(p.NewWarnings(), "\n")
			expect.True(t, c.want != "" || slices.Equal(p.Skipped(), []string{broken}) &&
				strings.Count(warnings, broken) == 1, "skipped", p.Skipped(), "with the warnings", warnings)
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

// TestTwoScores has three output validators. The second score replaces the first, and stays if the third gives none.
func TestTwoScores(t *testing.T) {
	files := maps.Clone(kinds(t)["square"])
	const leaves = "import sys\nopen(sys.argv[3] + 'score.txt', 'w').write('%d')\nsys.exit(42)\n"
	files["output_validators/a.py"], files["output_validators/b.py"] = fmt.Sprintf(leaves, 5), fmt.Sprintf(leaves, 7)
	files["output_validators/c.py"] = "import sys\nsys.exit(42)\n"
	p := open(t, lay(t, files))
	p.outputChecks = []string{"output_validators/a.py", "output_validators/b.py", "output_validators/c.py"}
	_, _, score, err := p.runValidators(t.Context(), p.of(t.Context(), p.cases[0]), "", []byte("4\n"), []byte("4\n"))
	seven := 7.0
	expect.Equal(t, []any{&seven, nil}, []any{score, err}, "the score")
}

// TestJudgeInteraction decides whether a program or its validator is at fault.
func TestJudgeInteraction(t *testing.T) {
	ends := map[string]sandbox.Outcome{"stopped": {Exit: -1, Stopped: sandbox.StoppedWall},
		"0": {}, "1": {Exit: 1}, "42": {Exit: 42}, "43": {Exit: 43}}
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/interactions.txt"))(t)), "\n\n")
	for line := range strings.Lines(table) {
		name, row, _ := strings.Cut(strings.TrimSpace(line), " | ")
		words := strings.Fields(row)
		program, has := ends[words[0]], func(word string) bool { return slices.Contains(words, word) }
		p := &Package{manifest: &manifest.Manifest{}, extra: &extra{outputs: []string{stdoutName}}}
		c2 := passRunner{in: &input{p: p, testCase: &testCase{name: "secret/1"}}, validator: &builtProgram{}, check: "judge"}
		i := &executor.Interaction{Program: &executor.Run{Outcome: program}, Stopped: has("stopping"), EndSeen: has("seen"),
			Validator: &executor.Run{Outcome: ends[words[1]], Dir: t.TempDir()}}
		got, err := "fault", c2.judgeInteraction(i)
		if err == nil {
			got = strconv.Itoa(c2.record.Exit)
		}
		cleared := i.Program.Exit == 0 && i.Program.Stopped == sandbox.NotStopped
		want := []any{words[2], has("cleared") || words[0] == "0", words[2] == "fault"}
		expect.Equal(t, want, []any{got, cleared, errors.As(err, new(*judgeError))}, name, i.Program.Outcome, err)
	}
}

// A fakeRunner runs programs of interactive problems that are functions.
type fakeRunner func(executor.Task) *executor.Run

func (f fakeRunner) Run(_ context.Context, t executor.Task) (*executor.Run, error) {
	return f(t), nil
}

func (f fakeRunner) Mechanisms() sandbox.Mechanisms { return sandbox.Mechanisms{} }
func (f fakeRunner) Close()                         {}

// fake makes a function run in place of a program. It returns the end of the run and the output.
func fake(t *testing.T, p *Package, name string, run func(executor.Task) (sandbox.Outcome, string)) {
	p.programs.Store(name, func() (*builtProgram, error) {
		return &builtProgram{new(program.Program), fakeRunner(func(task executor.Task) *executor.Run {
			end, text := run(task)
			dir := t.TempDir()
			must.WriteFiles(t, dir, files{stdoutFile: text})
			return &executor.Run{Outcome: end, Dir: dir}
		})}, nil
	})
}

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
		expect.Equal(t, c.walls, walls, "the limits of a program with", c.cpu)
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
	must.Do(t, run.runPasses(t.Context()))
	expect.Equal(t, []any{3 * time.Second, 2}, []any{run.cpu, run.record.Passes}, "the time and the passes")
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

// The answer of a run has the files that the program left. It lacks a file that is not there or is too large.
func TestAnswer(t *testing.T) {
	dir := t.TempDir()
	must.WriteFiles(t, dir, files{stdoutFile: "1\n", "a": "22", "b": "333", "feedback/m": "4", "feedback/n": "55"})
	crash, stopped := sandbox.Outcome{Exit: 3}, sandbox.Outcome{Exit: -1, Stopped: sandbox.StoppedCPU}
	wanted := []string{"a", "c"}
	runs := map[string]struct {
		job job
		end sandbox.Outcome
	}{
		"all": {job: job{outputs: []string{"a", "b"}}}, "one missing": {job: job{outputs: wanted}},
		"an optional one missing": {job: job{outputs: wanted, optional: true}}, "a crash": {job{outputs: wanted}, crash}, "a stop": {end: stopped},
		"a large one":       {job: job{outputs: []string{"b", "a"}, limits: sandbox.Limits{Output: 2}}},
		"a directory":       {job: job{outputDir: feedback, limits: sandbox.Limits{Output: 3}}},
		"a large directory": {job: job{outputDir: feedback, limits: sandbox.Limits{Output: 2}}},
	}
	var told strings.Builder
	for _, name := range sortedKeys(runs) {
		end := runs[name].end
		end.CPU, end.Errors = time.Second, []byte("said")
		a := must.Get((&builtProgram{}).answer(&executor.Run{Outcome: end, Dir: dir}, runs[name].job))(t)
		fmt.Fprintf(&told, "%s: %v, %s, exit status %d, %q, %v, exceeded %v\n", name, a.Verdict, a.Ended, a.Exit, a.Errors, a.CPU, a.exceeded)
		fmt.Fprintf(&told, "  %q\n", a.Files)
	}
	goldie.New(t).Assert(t, "answers", []byte(told.String()))
	a := must.Get((&builtProgram{}).answer(&executor.Run{Record: []byte("told"), Dir: dir}, job{outputs: []string{"c"}}))(t)
	expect.Equal(t, map[string][]byte{stdoutName: []byte("told")}, a.Files, "of a record")
	must.Do(t, errors.Join(os.Mkdir(filepath.Join(dir, nextPass), 0o755), os.Symlink("m", filepath.Join(dir, feedback, "link"))))
	left, _, err := readBelow(dir, feedback, 9)
	expect.Equal(t, map[string][]byte{"feedback/m": []byte("4"), "feedback/n": []byte("55"), nextPass: nil}, left, err)
}

// A program runs once if its end cannot be chance, and otherwise once more.
func TestRepeatedRuns(t *testing.T) {
	wall, cpu := sandbox.Outcome{Stopped: sandbox.StoppedWall}, sandbox.Outcome{Stopped: sandbox.StoppedCPU}
	for i, end := range []sandbox.Outcome{{}, {Exit: exitRight}, {Exit: exitWrong}, cpu, {Exit: 1}, {Signal: "killed"}, wall} {
		runs := 0
		b := &builtProgram{new(program.Program), fakeRunner(func(executor.Task) *executor.Run {
			runs++
			return &executor.Run{Outcome: end, Dir: t.TempDir()}
		})}
		must.Get(b.run(t.Context(), job{optional: true}))(t)
		expect.Equal(t, i > 3, runs == 2, end, "runs", runs)
	}
}

// The directory of a run has the input, the files of the case and those of the program, but for the names of outputs.
func TestTask(t *testing.T) {
	made := t.TempDir()
	must.WriteFiles(t, made, files{"out": "", "in.txt": "", "Makefile": ""})
	b := &builtProgram{Program: &program.Program{Path: "/p", Argv: []string{"/p"}, Files: made}}
	j := job{stdin: []byte("1234"), outputs: []string{"out"}, extraSize: 3, limits: sandbox.Limits{Output: 10, CPU: 5},
		addFiles: func(dir string) error { return os.WriteFile(filepath.Join(dir, "case"), nil, 0o600) }}
	for input, want := range map[string]string{"": ".stdin Makefile case in.txt", "in.txt": "Makefile case in.txt"} {
		j.input = input
		task, dir := b.task(j), t.TempDir()
		must.Do(t, task.Fill(dir))
		expect.Equal(t, want, strings.Join(must.Names(t, dir), " "))
		expect.Equal(t, "1234", string(must.Get(os.ReadFile(filepath.Join(dir, cmp.Or(input, stdinFile))))(t)))
		expect.Equal(t, map[bool]string{true: stdinFile}[input == ""], task.Stdin)
		expect.Equal(t, sandbox.Limits{Output: sandbox.Room(10, 7), CPU: 5}, task.Limits)
	}
}

// A validator gets its arguments, the name of the file if there are several, and the files of the last pass.
func TestValidatorJob(t *testing.T) {
	p := &Package{extra: &extra{outputs: []string{"a", "b"}}, manifest: &manifest.Manifest{OutputArgs: []string{"all"}, Checks: sandbox.Limits{CPU: 7}}}
	in := &input{p: p, testCase: &testCase{config: config{outputArgs: []string{"own"}}}}
	j := in.validatorJob("v.py", "b", []byte("1"), []byte("22"), []byte("333"), map[string][]byte{stdoutName: nil, "feedback/x/y": []byte("4444")})
	expect.Equal(t, []string{"input", "answer", "feedback/", "all", "own", "b"}, j.args)
	expect.Equal(t, []any{"333", int64(7), feedback, true, sandbox.Limits{CPU: 7}}, []any{string(j.stdin), j.extraSize, j.outputDir, j.optional, j.limits})
	dir := t.TempDir()
	must.Do(t, j.addFiles(dir))
	for name, want := range map[string]string{"input": "1", "answer": "22", "feedback/x/y": "4444"} {
		expect.Equal(t, want, string(must.Get(os.ReadFile(filepath.Join(dir, name)))(t)), name)
	}
	expect.Equal(t, 0o666, must.Get(os.Stat(filepath.Join(dir, "feedback/x/y")))(t).Mode(), "a validator may change it")
	p.extra.outputs = []string{"a"}
	expect.Equal(t, 5, len(in.validatorJob("v.py", "a", nil, nil, nil, nil).args))
}

// The judgement on an answer is that of its time, of its end, or else of the first wrong file. Scores have a tolerance.
func TestJudge(t *testing.T) {
	p := &Package{extra: &extra{outputs: []string{"a", "b"}}, manifest: &manifest.Manifest{}}
	right := map[string][]byte{"a": []byte("1\n"), "b": []byte("2\n")}
	in, v := &input{p: p, testCase: &testCase{answer: []byte("1"), wanted: right}}, verification{Package: p, limit: time.Second}
	for want, a := range map[string]answer{
		"AC ": {CPU: time.Second, Files: right}, "TLE ": {CPU: time.Second + 1, Files: right}, "RTE ": {Verdict: verdict.Crash, Files: right},
		`WA b: word 1: want "2", found "3"`: {Files: map[string][]byte{"a": []byte("1\n"), "b": []byte("3\n")}},
		`WA a: word 1: want "1", found "2"`: {Files: map[string][]byte{"a": []byte("2\n"), "b": []byte("3\n")}},
	} {
		a.Verdict = cmp.Or(a.Verdict, verdict.Pass)
		word, message, _ := v.judge(in, a)
		expect.Equal(t, want, word+" "+message)
	}
	p.manifest.Interactive = true
	for exit, want := range map[int]compare.Grade{exitRight: compare.Equal, exitWrong: compare.Different, 0: compare.Different} {
		score := 2.5
		record := conversation.Record{Exit: exit, Score: &score}
		r := must.Get(in.Judge(t.Context(), stdoutName, bytes.NewReader(record.Encode())))(t)
		expect.Equal(t, []any{want, 2.5}, []any{r.Grade, *r.Score}, exit)
	}
	expect.Equal(t, "team\njudge", messageOf(map[string][]byte{teamMessage: []byte("team"), judgeMessage: []byte("judge\n")}))
	expect.Equal(t, []int{500, 504}, []int{len(excerpt(make([]byte, 500))), len(excerpt(make([]byte, 501)))})
	expect.Equal(t, "WA, TLE, RTE", describeJudgements(map[string]string{"a": "AC", "b": "RTE", "c": "WA", "d": "TLE"}))
	expect.Equal(t, "AC", describeJudgements(map[string]string{"a": "AC"}))
	for _, end := range verdict.Verdicts {
		expect.Equal(t, end != verdict.Internal, slices.Contains(groups.Judgements, end.Judgement()), end)
	}
}

// The score of a submission is compared with the expected one, for all cases or some. A submission that earns a part earns
// less than the best right submission.
func TestCheckScore(t *testing.T) {
	v := verification{Package: scoring(false)}
	v.Package.groups[0].requirePass, v.Package.groups[1].aggregation = nil, "sum"
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/scores.txt"))(t)), "\n\n")
	for line := range strings.Lines(table) {
		c, low, high := strings.Split(strings.TrimSuffix(line, "\n"), " | "), 0.0, 0.0
		must.Get(fmt.Sscan(c[0], &low, &high))(t)
		s, results := &submission{name: "s"}, map[string]homework.CaseResult{}
		if low > high {
			s.Partial, s.Permitted = c[1] == "part", map[bool][]string{true: {groups.Accepted}}[c[1] == "right"]
		} else {
			s.groups = []expectation.Expectation{{Score: []float64{low, high}, Below: c[1]}}
		}
		for _, tc := range v.Package.cases {
			passed := slices.Contains(strings.Fields(c[2]), strings.TrimPrefix(tc.flatName(), "secret-"))
			results[tc.flatName()] = homework.CaseResult{Judgement: map[bool]string{true: groups.Accepted, false: groups.Wrong}[passed]}
		}
		v.problems = nil
		v.checkScore(s, results)
		expect.Equal(t, strings.TrimSuffix("submissions/s: "+c[3], "submissions/s: "), strings.Join(v.problems, "\n"), c)
	}
	s := &submission{Expectation: expectation.Expectation{Score: []float64{1, 2}}}
	expect.Equal(t, "", v.checkScore(s, map[string]homework.CaseResult{"sample-1": {Judgement: groups.Accepted}}), "without cases that count")
}

// The time limit follows from the slowest right submission that counts. The reference is the fastest that answers all cases,
// unless the package chooses one.
func TestMeasure(t *testing.T) {
	more := files{"data/secret/2.in": "1 2\n", "data/secret/2.ans": "3\n", "submissions/accepted/ref.py": "-",
		"problem.yaml": strings.Replace(sum(nil)["problem.yaml"], "time_limit: 2", "time_resolution: 0.05", 1)}
	for name := range strings.FieldsSeq("a b c d e f") {
		more["submissions/accepted/"+name+".py"] = ""
	}
	for chosen, want := range map[string]string{"": "b", ", model_solution: true": "d"} {
		more["submissions/submissions.yaml"] = "accepted/d.py: {use_for_time_limit: false" + chosen + "}\n"
		p, game, err := Open(t.Context(), fresh(t, more))
		must.Do(t, err)
		defer p.Close()
		runs := 0
		for name, times := range map[string][]time.Duration{"a": {1, 4}, "b": {3, 1}, "c": {-1, 1}, "d": {6, 1}, "f": {3, 3}} {
			fake(t, p, "submissions/accepted/"+name+".py", func(executor.Task) (sandbox.Outcome, string) {
				end := sandbox.Outcome{CPU: times[0] * time.Second}
				if times[0] < 0 {
					end = sandbox.Outcome{Exit: exitWrong, CPU: time.Millisecond}
				}
				times = times[1:]
				runs++
				return end, "9\n"
			})
		}
		p.programs.Store("submissions/accepted/e.py", func() (*builtProgram, error) { return nil, buildFailure{errors.New("unknown")} })
		for range 2 {
			must.Do(t, p.Prepare(t.Context(), outcome.Settings{Memory: 1, Tools: files{"node": "/"}, AllowRead: []string{"/"}}))
			s := p.executor.Settings()
			expect.Equal(t, []any{p.manifest.Checks.Memory, 0, "/"}, []any{s.Memory, len(s.Tools), s.AllowRead[0]})
			expect.Equal(t, "submissions/accepted/"+want+".py", must.Get(p.reference(t.Context()))(t))
		}
		limit := p.manifest.LimitOf(4 * time.Second)
		expect.Equal(t, []any{limit, limit, 10}, []any{p.limit, game.Assignment.Run.CPU, runs}, "the limits and the runs")
		p.programs.Clear()
	}
}

// An input has the situations that a validator prints. One that is in no case is valid if the validators accept it, and
// has the settings for all cases.
func TestInput(t *testing.T) {
	p := read(t, fresh(t, files{"touchstone.yaml": "assignment: {situations: {one: two, two: one, three: x}}\n", "data/test_group.yaml": "args: [a]\n"}))
	p.executor = executor.Confined(outcome.Settings{})
	fake(t, p, "input_validators/v.sh", func(task executor.Task) (sandbox.Outcome, string) {
		dir := t.TempDir()
		must.Do(t, task.Fill(dir))
		text := string(must.Get(os.ReadFile(filepath.Join(dir, stdinFile)))(t))
		return sandbox.Outcome{Exit: map[bool]int{true: exitWrong, false: exitRight}[text == "bad"]}, "situation two\n situation three \n"
	})
	in, want := p.of(t.Context(), p.cases[0]), homework.Seen(0)
	want.Add(1, true)
	want.Add(2, true)
	expect.Equal(t, want, must.Get(in.Situations(t.Context()))(t))
	known := must.Get(p.parse(t.Context(), "mine", []byte("4 5\n")))(t).(*input)
	expect.Equal(t, p.cases[0].name, known.name)
	other := must.Get(p.parse(t.Context(), "mine", []byte("other")))(t).(*input)
	expect.Equal(t, []string{"a"}, other.Args())
	expect.Equal(t, secret, other.dir())
	_, err := p.parse(t.Context(), "mine", []byte("bad"))
	expect.Error(t, err, "mine: want an input that input_validators/v.sh accepts")
	for _, unasked := range []bool{true, false} {
		bad := p.newInput(t.Context(), []byte("bad"))
		bad.unasked, bad.failed = unasked, errors.New("not made")
		fault, err := bad.Beyond(t.Context(), nil, "")
		expect.Equal(t, []bool{unasked, !unasked}, []bool{fault != "", err != nil}, "a fault, or why it was not made")
	}
	p.manifest.Programs.Answers, p.extra.second = true, "submissions/accepted/b.py"
	expect.Equal(t, []string{"secret/1"}, in.Args())
	for name, want := range map[string]bool{p.extra.reference: false, p.extra.second: false, "submissions/accepted/c.py": true, "generators/g.py": false} {
		expect.Equal(t, want, p.isJudged(name), name)
	}
	p.extra.outputs, in.wanted = []string{"a", "b"}, map[string][]byte{"b": nil}
	expect.Equal(t, []string{"b"}, in.Files())
	expect.Equal(t, []string{"a", "b"}, p.extra.outputs)
}

// The second solver is the reference or another solution, or with a fault a wrong submission. Its answer has
// the files that the program left, and none after another end. It has no program with two faults.
func TestSecondSolver(t *testing.T) {
	ends := map[string]sandbox.Outcome{"accepted/ref.py": {}, "accepted/b.py": {}, "wrong_answer/m.py": {},
		"run_time_error/e.py": {Exit: exitWrong}, "run_time_error/s.py": {Stopped: sandbox.StoppedMemory}}
	more := files{"touchstone.yaml": "assignment: {outputs: [stdout, a]}\n", "data/secret/1.ans": "-- stdout --\n9\n-- a --\n"}
	for name := range ends {
		more["submissions/"+name] = ""
	}
	p, game, err := Open(t.Context(), fresh(t, more))
	must.Do(t, err)
	defer p.Close()
	p.executor, p.extra.named, p.extra.reference = executor.Confined(outcome.Settings{}), true, "submissions/accepted/ref.py"
	for name, end := range ends {
		fake(t, p, "submissions/"+name, func(executor.Task) (sandbox.Outcome, string) { return end, name })
	}
	for _, c := range []struct{ second, fault, want string }{
		{"", "", "accepted/ref.py"}, {"submissions/accepted/b.py", "", "accepted/b.py"},
		{"submissions/accepted/b.py", "m", "wrong_answer/m.py"}, {"", "e", ""}, {"", "s", ""},
	} {
		p.extra.second = c.second
		got := must.Get(game.Second.Solve("", []byte("4 5\n"), c.fault))(t)
		expect.Equal(t, map[bool]files{true: {}, false: {stdoutName: c.want}}[c.want == ""], got, c)
	}
	_, err = game.Second.Solve("", []byte("4 5\n"), "m", "e")
	expect.Error(t, err, mutant.ErrGaveUp.Error())
}

// A generator gets a seed and a size: a small one, or one such as cases have. If it fails, or the validators
// refuse its input, the error names it.
func TestGenerator(t *testing.T) {
	p := read(t, fresh(t, files{"generators/g.py": "", "touchstone.yaml": "assignment: {generator: generators/g.py}\n"}))
	p.executor = executor.Confined(outcome.Settings{})
	seeds, sizes, end := map[string]bool{}, []int{}, sandbox.Outcome{}
	fake(t, p, "generators/g.py", func(task executor.Task) (sandbox.Outcome, string) {
		args := task.Args[len(task.Args)-2:]
		seeds[args[0]], sizes = true, append(sizes, must.Get(strconv.Atoi(args[1]))(t))
		return end, "7 8\n"
	})
	accepts := sandbox.Outcome{Exit: exitRight}
	fake(t, p, "input_validators/v.sh", func(executor.Task) (sandbox.Outcome, string) { return accepts, "" })
	g, r := p.generator(t.Context()), random.New(1)
	for i := range 80 {
		made := []func(*random.Rand) homework.Problem{g.Small, g.Course}[i/40](r)
		expect.Equal(t, "7 8\n", made.String())
	}
	small, large := sizes[:40], sizes[40:]
	expect.Equal(t, []int{1, 80, 1, 10}, []int{g.GradedSize, len(seeds), slices.Min(small), slices.Max(small)})
	expect.Equal(t, []bool{true, true}, []bool{slices.Min(large) >= 10, slices.Max(large) > 90}, large)
	fails := func(want string) {
		_, err := g.Small(r).Solve(t.Context(), homework.Options{}, output.Memory{})
		expect.Error(t, err, want)
	}
	accepts.Exit = exitWrong
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p.answers.Open(t.TempDir()) // without the answer of the validator
	fails("want an input that input_validators/v.sh accepts (exit status 42), found exit status 43")
	end.Exit = 3
	fails("want an input of the generator, found none: exit status 3")
	p.extra.generator = ""
	fails(`want "assignment: {generator: ...}" for inputs, found none`)
}
