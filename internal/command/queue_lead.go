//go:build queue

package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/fuzz/judge"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/tournament"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// queueName is the folder of a queue in this process, below the books. It is there until the class is graded.
const queueName = "queue"

// lead grades a class by a queue.
func (f *gradeFlags) lead(cmd *cobra.Command, g *class.Grader) error {
	how := leading{jobs: f.jobs, hide: g.Hide, dir: filepath.Join(f.out, queueName), policy: policy.Local{
		Mode: g.Plan.Mode, AllowRead: g.Plan.AllowRead, Tools: g.Plan.Tools,
	}}
	if f.leads {
		how.jobs = 0
	}
	differ := func(r class.Rechecked) {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: workers disagree: %s\n", escape.Line(r.String()))
	}
	err := f.queue.lead(cmd, g.Job(float64(f.queue.recheck), differ), how)
	if err != nil || cmd.Context().Err() != nil {
		return err
	}
	if err := printRechecks(cmd, g); err != nil {
		return err
	}
	return os.RemoveAll(how.dir) // the submissions are in there
}

// printRechecks tells what was run again, and which workers were outvoted.
func printRechecks(cmd *cobra.Command, g *class.Grader) error {
	all, err := g.Rechecks()
	if err != nil || len(all.Again) == 0 {
		return err
	}
	for _, line := range append([]string{all.String()}, all.Suspects()...) {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s\n", escape.Line(line))
	}
	return nil
}

// lead does audits by a queue.
func (f *auditFlags) lead(cmd *cobra.Command, of []*audit.Matrix) (err error) {
	dir, err := scratch.Make("", queueName)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Remove()) }()
	total := 0
	for _, m := range of {
		total += len(m.Cases)
	}
	progress := newProgress(cmd, "audit", total)
	defer progress.End()
	return f.share.queue.lead(cmd, audit.Job(of, progress.Step), leading{jobs: f.jobs, dir: dir.Path})
}

// portable returns where agents are that are to be sent to workers, by digest.
func portable(entrants []tournament.Entrant) (paths map[string]string, err error) {
	paths = map[string]string{}
	for _, e := range entrants {
		path, err := e.Portable()
		if err != nil {
			return nil, usage(fmt.Errorf("--queue: %w", err))
		}
		if path != "" {
			paths[e.Digest] = path
		}
	}
	return paths, nil
}

// lead plays a tournament by a queue. confined is how programs in this process are.
func (f *tournamentFlags) lead(cmd *cobra.Command, t *tournament.Tournament, confined sandbox.Policy) error {
	how := leading{jobs: f.jobs, dir: filepath.Join(f.out, queueName), policy: policy.Local{
		Mode: confined.Mode, AllowRead: confined.Read, Tools: t.Plan.Tools,
	}}
	if f.leads {
		how.jobs = 0
	}
	paths, err := portable(t.Plan.Entrants)
	if err != nil {
		return err
	}
	how.hide = confined.Hide
	for _, path := range paths {
		how.hide = append(how.hide, path)
	}
	err = errors.Join(f.queue.lead(cmd, t.Job(paths), how), t.Err())
	if err != nil {
		return err
	}
	return os.RemoveAll(how.dir) // the agents are in there
}

// While an input is made smaller, so many are judged at a time; otherwise so many at most.
const (
	atATime = 8
	aBatch  = 1024
)

// lead searches by a queue.
func (f *fuzzFlags) lead(t *fuzzPrinter, path string, o testscript.Options) (err error) {
	dir, err := scratch.Make("", queueName)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Remove()) }()
	job, how, err := f.job(t.a, path, dir.Path, o)
	if err != nil {
		return err
	}
	led := make(chan error, 1)
	go func() {
		err := f.queue.lead(t.cmd, job.Encoded(), how)
		job.End(err)
		led <- err
	}()
	end := func() error {
		job.End(nil)
		return <-led
	}
	ctx := t.cmd.Context()
	note, unbuilt, err := job.Build(ctx)
	if err != nil || unbuilt != "" {
		if ended := end(); err != nil {
			return errors.Join(ended, ctx.Err())
		}
		return t.unbuilt(unbuilt)
	}
	printNote(t.cmd, note)
	t.start([]string{path}, how.confined)
	return f.search(ctx, t, fuzz.Search{Judge: job.Judge, Jobs: atATime, Batch: aBatch}, end)
}

// job returns the job of a search, and how it is led.
func (f *fuzzFlags) job(a *oracle.Assignment, path, dir string, o testscript.Options) (job *judge.Job, how leading, err error) {
	tools, err := f.toolsAnywhere()
	if err != nil {
		return nil, how, err
	}
	conditions, err := policy.NewConditions(a, o, tools, version())
	if err != nil {
		return nil, how, blame(err)
	}
	if o, err = o.WithDefaults(); err != nil {
		return nil, how, err
	}
	how = leading{jobs: f.jobs, dir: dir, policy: policy.Local{Mode: o.Sandbox, AllowRead: o.AllowRead, Tools: tools}}
	if f.leads {
		how.jobs = 0
	}
	if how.confined, err = o.Confinement(); err != nil {
		return nil, how, err
	}
	if how.hide, err = absolute(slices.Concat(o.Hide, []string{dir, path})...); err != nil {
		return nil, how, err
	}
	job, err = judge.New(a, how.hide[len(how.hide)-1], conditions)
	return job, how, usage(err)
}

// A fraction is a flag that is a part of something, such as 2%.
type fraction float64

func (p *fraction) String() string { return strconv.FormatFloat(100*float64(*p), 'g', -1, 64) + "%" }
func (p *fraction) Type() string   { return "percent" }

func (p *fraction) Set(text string) error {
	of, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(of >= 0 && of <= 100) {
		return fmt.Errorf("want a part from 0%% to 100%%, such as 2%%")
	}
	*p = fraction(of / 100)
	return nil
}
