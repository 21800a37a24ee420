package arena

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// An Agent is a built-in agent or a program. It can play several matches.
type Agent struct {
	Name string // as people read it
	// Files are files and directories that an opponent must not read, in addition to the program's own.
	Files     []string
	builtin   *homework.Agent
	program   *program.Program
	withdrawn *program.BuildError // the reason why there is no program, or nil
}

// maxDepth is the maximum depth of a built-in agent.
const maxDepth = 99

// Builtin returns the built-in agent of a name such as "oracle" or "alphabeta:4", or nil if no built-in
// agent has the name. The error is about the depth.
func Builtin(name string) (*Agent, error) {
	word, number, deep := strings.Cut(name, ":")
	agent := homework.Agent{Kind: homework.AgentKind(word)}
	switch agent.Kind {
	case homework.Minimax, homework.AlphaBeta:
		var err error
		if agent.Depth, err = strconv.Atoi(number); err != nil || agent.Depth < 1 || agent.Depth > maxDepth ||
			strconv.Itoa(agent.Depth) != number {
			return nil, fmt.Errorf("want %s with a depth from 1 to %d, such as %s:3, found %q", word, maxDepth, word,
				name)
		}
	case homework.Reference, homework.Greedy, homework.Random:
		if deep {
			return nil, fmt.Errorf("want %s without a depth, found %q", word, name)
		}
	default:
		return nil, nil
	}
	return &Agent{Name: name, builtin: &agent}, nil
}

// Builtins holds examples of the names of built-in agents.
var Builtins = []string{"oracle", "greedy", "minimax:3", "alphabeta:4", "random"}

// NewAgent returns the agent that words name: a built-in agent, a submission (a file, a directory or an
// archive), or a command. It builds a program, and calibrates it if its Makefile has that target
// (docs/rules/competition.md rule 1). An error in a submission, or a home that is larger than a submission
// may be, withdraws the agent; NewAgent then returns no error. Close removes the program.
func (t Terms) NewAgent(ctx context.Context, words ...string) (*Agent, error) {
	t = t.setDefaults()
	if len(words) == 0 {
		return nil, errors.New("want an agent, found none")
	}
	if len(words) == 1 {
		if a, err := Builtin(words[0]); a != nil || err != nil {
			return a, err
		}
	}
	a := &Agent{Name: escape.Line(strings.Join(words, " "))}
	err := t.build(ctx, a, words)
	if err != nil && !errors.As(err, &a.withdrawn) {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// build builds and calibrates the program of an agent. It also makes and removes a home, to detect now
// whether the program left too many files.
func (t *Terms) build(ctx context.Context, a *Agent, words []string) (err error) {
	x, path := executor.Confined(t.Settings), ""
	if len(words) == 1 {
		if _, err := os.Stat(words[0]); err == nil {
			path = words[0]
		}
	}
	if path != "" {
		a.program, err = program.FromPath(ctx, x, t.Assignment, path)
	} else {
		a.program, err = program.FromCommand(ctx, x, words...)
	}
	if err == nil {
		err = t.calibrate(ctx, a.program)
	}
	if err != nil {
		return err
	}
	home, err := newExternal(*t, a.program)
	if err != nil {
		return err
	}
	return home.close()
}

// Withdrawn returns the reason why an agent does not play, in several lines, or "".
func (a *Agent) Withdrawn() string {
	if a.withdrawn == nil {
		return ""
	}
	return a.withdrawn.Error()
}

// Note describes the program that was built if that is not obvious, or returns "".
func (a *Agent) Note() string {
	if a.program == nil {
		return ""
	}
	return a.program.Note
}

// Close removes the program.
func (a *Agent) Close() error { return a.program.Close() }

// A builtin plays for a built-in agent, in this process. It is charged for the CPU time of its thread. No
// limit on elapsed time applies: a built-in agent never sleeps, so it can only wait for a processor.
type builtin struct{ agent homework.Agent }

func (b *builtin) begin(_ context.Context, r *random.Rand) error {
	b.agent.Rand, b.agent.Memory = r, new(any)
	return nil
}

func (b *builtin) close() error { return nil }

func (b *builtin) move(ctx context.Context, p homework.Position,
	a homework.Allowance) (d decision, err error) {
	limited, used := ctx, func() time.Duration { return 0 }
	if d.timed = a.Nodes == 0; d.timed {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		limited, used = withCPULimit(ctx, a.Clock)
	}
	var found homework.Thought
	d.turn, found, err = p.Choose(limited, b.agent, a)
	d.used = used()
	if b.agent.Kind != homework.Random { // which does not think
		d.thought = &found
	}
	if d.timed && ctx.Err() == nil && d.used >= a.Clock {
		d.lost, err = overtimeLoss(d.used, a.Clock), nil
	}
	return d, err
}

// withCPULimit returns a context that ends when the calling thread has used the CPU time limit, and a
// function that returns the CPU time used. The same thread must call that function once, which ends the
// watch.
func withCPULimit(ctx context.Context, limit time.Duration) (limited context.Context,
	used func() time.Duration) {
	limited, cancel := context.WithCancel(ctx)
	clock := engine.ThreadClock()
	begin := clock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer cancel()
		for left := limit; left > 0 && limited.Err() == nil; left = limit - (clock() - begin) {
			select { // the thread uses at most the time that passes
			case <-time.After(max(left, time.Millisecond)):
			case <-limited.Done():
			}
		}
	}()
	return limited, func() time.Duration {
		spent := clock() - begin
		cancel()
		<-ended
		return spent
	}
}

// An external plays for a program.
type external struct {
	terms   Terms
	program *program.Program
	dir     *scratch.Dir    // nil for a calibration
	home    string          // a directory in dir
	limit   int64           // maximum size of home in bytes
	hide    []string        // files of the opponent
	runner  executor.Runner // nil before the first run
	given   [][]byte        // the answers in this game
}

// spareOutput is the number of bytes that an agent may write in addition to the initial contents of its home.
const spareOutput = 64 << 20

// newExternal creates the home of a program for a match.
func newExternal(t Terms, p *program.Program) (x *external, err error) {
	x = &external{terms: t, program: p, limit: spareOutput}
	if x.dir, err = scratch.Make("", "agent"); err != nil {
		return nil, err
	}
	x.home = filepath.Join(x.dir.Path, "home")
	err = os.Mkdir(x.home, 0o700)
	if err == nil {
		var size int64
		size, err = p.CopyHome(x.home)
		x.limit += size
	}
	if err != nil {
		return nil, errors.Join(err, x.dir.Remove())
	}
	return x, nil
}

// calibrate runs the target "calibrate" of the Makefile, if it exists, where the program was built. Its
// files are in every home. It may fail.
func (t *Terms) calibrate(ctx context.Context, p *program.Program) error {
	argv := p.Make("calibrate")
	if argv == nil {
		return nil
	}
	x := &external{terms: *t, program: p, home: p.HomeDir(), limit: maxBuilt}
	_, err := x.run(ctx, argv, sandbox.Limits{Wall: t.Calibrate})
	x.stop()
	return err
}

// maxBuilt is the maximum size of a directory that is calibrated, which a compiler has filled.
const maxBuilt = 1 << 30

// hideOpponent hides the opponent's files, except files that the agent needs itself.
func (x *external) hideOpponent(agent, opponent *Agent, p player) {
	if other, ok := p.(*external); ok {
		x.hide = append(x.hide, other.dir.Path)
	}
	all := opponent.Files
	if opponent.program != nil {
		all = slices.Concat(all, opponent.program.Named(), opponent.program.Needs().Built)
	}
	need := x.program.Needs()
	own := slices.Concat(agent.Files, x.program.Named(), need.Own, need.Built)
	for _, path := range all {
		if !slices.Contains(own, path) {
			x.hide = append(x.hide, path)
		}
	}
}

func (x *external) begin(ctx context.Context, _ *random.Rand) error {
	x.given = nil
	argv := x.program.Make("newgame")
	if argv == nil {
		return nil
	}
	_, err := x.run(ctx, argv, sandbox.Limits{Wall: x.terms.NewGame})
	return err
}

func (x *external) close() error {
	x.stop()
	return x.dir.Remove()
}

// stop stops the processes of the program.
func (x *external) stop() {
	if x.runner != nil {
		x.runner.Close()
	}
}

// run runs a command in the home until all its processes have ended. The error is never the agent's fault.
func (x *external) run(ctx context.Context, argv []string, l sandbox.Limits) (o outcome.Outcome, err error) {
	if err := x.openHome(); err != nil {
		return o, err
	}
	if x.runner == nil {
		x.runner, err = executor.Confined(x.terms.Settings).Open(x.program.Needs(),
			sandbox.Policy{Hide: x.hide, Home: x.home, Memory: x.terms.Settings.Memory})
		if err != nil {
			return o, err
		}
	}
	task := x.program.Task(nil)
	task.Args, task.Limits = argv, l
	task.Limits.Memory, task.Limits.Output = x.terms.Settings.Memory, x.limit
	ended, err := x.runner.Run(ctx, task)
	if err != nil {
		return o, errors.Join(err, x.openHome())
	}
	o = ended.Outcome
	err = errors.Join(ended.Remove(), x.openHome())
	if err == nil && o.ProcessesLeft && o.Stopped == sandbox.NotStopped {
		err = errors.New("processes of an agent do not end")
	}
	return o, err
}

// openHome makes the home usable again if the agent removed or locked it.
func (x *external) openHome() error {
	if info, err := os.Lstat(x.home); err != nil || !info.IsDir() { // an agent that is not confined removed it
		if err := errors.Join(scratch.RemoveAll(x.home), os.Mkdir(x.home, 0o700)); err != nil {
			return err
		}
	}
	return os.Chmod(x.home, 0o700)
}

// System time is free up to a fixed amount, which covers starting, plus a share of the user time: the clock
// of the course counts user time alone. The rest is charged, since the system samples in which mode a
// program is, and a program can evade the samples.
const (
	freeSystem = 100 * time.Millisecond // of each move
	freeShare  = 4                      // of the time in user mode, as a divisor
)

// chargedTime returns the time by which a run advances the clock.
func chargedTime(o sandbox.Outcome) time.Duration {
	user := o.CPU - o.System
	return user + max(0, o.System-freeSystem-user/freeShare)
}

// cpuLimit returns the CPU time beyond which every run costs more than the clock.
func cpuLimit(clock time.Duration) time.Duration { return clock + clock/freeShare + freeSystem }

func (x *external) move(ctx context.Context, p homework.Position,
	a homework.Allowance) (d decision, err error) {
	if err := x.openHome(); err != nil {
		return d, err
	}
	before, err := x.writeInput(p, a)
	if err != nil {
		return d, err
	}
	argv := x.program.Command(x.terms.Assignment.Args)
	o, err := x.run(ctx, argv, sandbox.Limits{CPU: cpuLimit(a.Clock), Wall: a.Clock + x.terms.Spare})
	if err != nil {
		return d, err
	}
	d.used, d.timed = chargedTime(o), true
	if d.lost = stoppedLoss(o, d.used, a.Clock, x.terms.Spare); d.lost == nil {
		d.turn, d.lost, err = x.judge(p, o, before)
	}
	return d, err
}
