package arena

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// An external plays for a program.
type external struct {
	terms   Terms
	program *program.Program
	dir     *scratch.Dir    // nil for a calibration
	home    string          // its folder, in dir
	limit   int64           // on the bytes in home
	hide    []string        // what of its opponent it might see
	worker  *sandbox.Worker // nil if there is none at work
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
	if x.worker != nil {
		x.worker.Close()
	}
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
	if x.worker != nil {
		x.worker.Close()
	}
	return x.dir.Remove()
}

// run runs a command in the home until all its processes are gone. The error is never the agent's
// fault.
func (x *external) run(ctx context.Context, argv []string, l sandbox.Limits) (o sandbox.Outcome, err error) {
	if err := x.ready(); err != nil {
		return o, err
	}
	l.Memory, l.Output = x.terms.Policy.Memory, x.limit
	f, err := x.worker.Folder(x.limit)
	if err != nil {
		return o, err
	}
	o, err = x.worker.Run(ctx, f, sandbox.Job{Path: x.program.Path, Args: argv, Env: x.program.Environment(x.home), Limits: l})
	if err = errors.Join(err, f.Remove(), x.openHome()); err == nil && o.Left && o.Stopped == sandbox.NotStopped {
		err = errors.New("processes of an agent do not end")
	}
	for _, text := range []*[]byte{&o.First, &o.Output, &o.Errors} {
		*text = x.program.Shown(*text)
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

// ready makes sure that there is a worker, and a home.
func (x *external) ready() (err error) {
	if err := x.openHome(); err != nil {
		return err
	}
	if x.worker != nil && !x.worker.Dead() {
		return nil
	}
	if x.worker != nil {
		x.worker.Close()
	}
	policy := x.terms.Policy
	policy.Home = x.home
	policy.Hide = slices.Concat(policy.Hide, x.hide)
	if policy, err = answers.Guard(policy, x.program.Needs()); err != nil {
		return err
	}
	x.worker, err = sandbox.NewWorker(policy)
	return err
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

func (x *external) move(ctx context.Context, p homework.Position, a homework.Allowance) (d decision, err error) {
	if err := x.ready(); err != nil {
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
