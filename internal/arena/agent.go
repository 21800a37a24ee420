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

// An Agent is a player: a built-in one or a program. It can take part in several matches.
type Agent struct {
	Name string // as people read it
	// Files are files and folders that an opponent must not read, besides those that a program is seen to be run
	// from.
	Files   []string
	builtin *homework.Agent
	program *program.Program
	// withdrawn is why there is no program to run, or nil.
	withdrawn *program.BuildError
}

// deepest is the greatest depth of a built-in agent.
const deepest = 99

// Builtin returns the built-in agent of a name such as "oracle" or "alphabeta:4", or nil if it is no
// such name. The error is about the depth.
func Builtin(name string) (*Agent, error) {
	word, number, deep := strings.Cut(name, ":")
	agent := homework.Agent{Kind: homework.AgentKind(word)}
	switch agent.Kind {
	case homework.Minimax, homework.AlphaBeta:
		var err error
		if agent.Depth, err = strconv.Atoi(number); err != nil || agent.Depth < 1 || agent.Depth > deepest ||
			strconv.Itoa(agent.Depth) != number {
			return nil, fmt.Errorf("want %s with a depth from 1 to %d, such as %s:3, found %q", word, deepest, word,
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

// Builtins lists the names of built-in agents, as examples.
var Builtins = []string{"oracle", "greedy", "minimax:3", "alphabeta:4", "random"}

// NewAgent returns the agent that words name: a built-in one, a submission (a file, a folder or an
// archive), or a command. A program is built, and calibrated if its Makefile can do that
// (docs/rules/competition.md rule 1). What is wrong with a submission withdraws it, and is no error; so
// does more in its folder by then than a submission may have. Close removes what was built.
func (t Terms) NewAgent(ctx context.Context, words ...string) (*Agent, error) {
	t = t.withDefaults()
	if len(words) == 0 {
		return nil, errors.New("want an agent, found none")
	}
	if len(words) == 1 {
		if a, err := Builtin(words[0]); a != nil || err != nil {
			return a, err
		}
	}
	a := &Agent{Name: escape.Line(strings.Join(words, " "))}
	p, err := t.build(ctx, words)
	switch {
	case errors.As(err, &a.withdrawn):
		return a, nil
	case err != nil:
		return nil, err
	}
	a.program = p
	err = t.calibrate(ctx, a)
	if err == nil {
		err = t.try(p)
	}
	if err != nil && !errors.As(err, &a.withdrawn) {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// try makes a home for a program, and removes it. The error is a *program.BuildError if the agent left more
// than is copied: it is better known now than when a match begins.
func (t *Terms) try(p *program.Program) error {
	x, err := newExternal(*t, p)
	if err != nil {
		return err
	}
	return x.close()
}

// build builds the program of a submission or a command.
func (t *Terms) build(ctx context.Context, words []string) (*program.Program, error) {
	if len(words) == 1 {
		if _, err := os.Stat(words[0]); err == nil {
			return program.FromPath(ctx, executor.Confined(t.Settings), t.Assignment, words[0])
		}
	}
	return program.FromCommand(ctx, executor.Confined(t.Settings), words...)
}

// Withdrawn returns why an agent takes no part, in several lines, or "".
func (a *Agent) Withdrawn() string {
	if a.withdrawn == nil {
		return ""
	}
	return a.withdrawn.Error()
}

// Note says what was built if that is not obvious, or returns "".
func (a *Agent) Note() string {
	if a.program == nil {
		return ""
	}
	return a.program.Note
}

// Close removes what was built.
func (a *Agent) Close() error {
	if a.program == nil {
		return nil
	}
	return a.program.Close()
}

// A builtin plays for a built-in agent, in this process. It is charged with the CPU time of its
// thread, which alone ends its search: it is trusted to do nothing but think, so by the clock on the
// wall it can only have waited for a processor.
type builtin struct {
	terms Terms
	agent homework.Agent
}

func (b *builtin) begin(_ context.Context, r *random.Rand) error {
	b.agent.Rand, b.agent.Memory = r, new(any)
	return nil
}

func (b *builtin) close() error { return nil }

func (b *builtin) move(ctx context.Context, p homework.Position,
	a homework.Allowance) (d decision, err error) {
	var found homework.Thought
	if a.Nodes != 0 {
		d.turn, found, err = p.Choose(ctx, b.agent, a)
		d.thought = b.thought(found)
		return d, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	limited, used := withThreadTime(ctx, a.Clock)
	d.turn, found, err = p.Choose(limited, b.agent, a)
	d.used, d.timed = used(), true
	d.thought = b.thought(found)
	if ctx.Err() == nil && d.used >= a.Clock {
		d.loss, err = overtime(d.used, a.Clock), nil
	}
	return d, err
}

// withThreadTime returns a context that ends when the calling thread has used so much CPU time, and
// a function that returns what it has used. That must be called once, by the same thread; then nobody
// watches it any more.
func withThreadTime(ctx context.Context, most time.Duration) (limited context.Context,
	used func() time.Duration) {
	limited, cancel := context.WithCancel(ctx)
	clock := engine.ThreadClock()
	begin := clock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer cancel()
		for left := most; left > 0 && limited.Err() == nil; left = most - (clock() - begin) {
			select { // it cannot use more than passes
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

// thought returns what is known of a move, or nil for one drawn at random.
func (b *builtin) thought(found homework.Thought) *homework.Thought {
	if b.agent.Kind == homework.Random {
		return nil
	}
	return &found
}

// An external plays for a program.
type external struct {
	terms   Terms
	program *program.Program
	dir     *scratch.Dir    // nil for a calibration
	home    string          // its folder, in dir
	limit   int64           // on the bytes in home
	hide    []string        // what of its opponent it might see
	place   executor.Runner // nil before the first run
	given   [][]byte        // its answers in this game
}

// spareOutput is how much an agent may write in addition to what its home begins with.
const spareOutput = 64 << 20

// newExternal makes a program's home for a match.
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

// calibrate runs the Makefile's target of that name, if there is one, where the agent was built:
// what it leaves there is in every home. Its errors do not matter.
func (t *Terms) calibrate(ctx context.Context, a *Agent) error {
	argv := a.program.Make("calibrate")
	if argv == nil {
		return nil
	}
	x := &external{terms: *t, program: a.program, home: a.program.Home(), limit: mostBuilt}
	_, err := x.run(ctx, argv, sandbox.Limits{Wall: t.Calibrate})
	x.stop()
	return err
}

// mostBuilt limits the bytes in a folder that is calibrated, which a compiler has filled.
const mostBuilt = 1 << 30

// hideOpponent hides the opponent's folders and files, as far as the agent does not need them itself.
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

// stop ends what is left of the program.
func (x *external) stop() {
	if x.place != nil {
		x.place.Close()
	}
}

// run runs a command in the home until all its processes are gone. The error is never the agent's fault.
func (x *external) run(ctx context.Context, argv []string, l sandbox.Limits) (o outcome.Outcome, err error) {
	if err := x.openHome(); err != nil {
		return o, err
	}
	if x.place == nil {
		x.place, err = executor.Confined(x.terms.Settings).Open(executor.Place{
			Need: x.program.Needs(), Hide: x.hide, Home: x.home, Memory: x.terms.Settings.Memory,
		})
		if err != nil {
			return o, err
		}
	}
	task := x.program.Task(nil)
	task.Args, task.Limits = argv, l
	task.Limits.Memory, task.Limits.Output = x.terms.Settings.Memory, x.limit
	ended, err := x.place.Run(ctx, task)
	if err != nil {
		return o, errors.Join(err, x.openHome())
	}
	o = ended.Outcome
	if err = errors.Join(ended.Remove(), x.openHome()); err == nil && o.Left && o.Stopped == sandbox.NotStopped {
		err = errors.New("processes of an agent do not end")
	}
	return o, err
}

// openHome makes sure that the home is there and can be entered, whatever the agent has done to it.
func (x *external) openHome() error {
	if info, err := os.Lstat(x.home); err != nil || !info.IsDir() { // an agent that is not confined removed it
		if err := errors.Join(scratch.RemoveAll(x.home), os.Mkdir(x.home, 0o700)); err != nil {
			return err
		}
	}
	return os.Chmod(x.home, 0o700)
}

// Time in the system is free up to a share of that in user mode, and a little for starting: the
// course's clock counts user mode alone. What is beyond is charged too, since the system finds out
// by samples in which mode a program is, and a program can avoid them.
const (
	freeSystem = 100 * time.Millisecond // of each move
	freeShare  = 4                      // of the time in user mode, as a divisor
)

// charge returns what a run costs of the clock.
func charge(o sandbox.Outcome) time.Duration {
	user := o.CPU - o.System
	return user + max(0, o.System-freeSystem-user/freeShare)
}

// enough returns a CPU time beyond which every run costs more than a clock.
func enough(clock time.Duration) time.Duration { return clock + clock/freeShare + freeSystem }

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
	o, err := x.run(ctx, argv, sandbox.Limits{CPU: enough(a.Clock), Wall: a.Clock + x.terms.Spare})
	if err != nil {
		return d, err
	}
	d.used, d.timed = charge(o), true
	if d.loss = stopped(o, d.used, a.Clock, x.terms.Spare); d.loss == nil {
		d.turn, d.loss, err = x.judge(p, o, before)
	}
	return d, err
}
