//go:build queue

package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/fuzz/judge"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tournament"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/queue"
	"github.com/touchstone-suite/touchstone/testscript"
)

// queueFlags are the flags that say where a queue is.
type queueFlags struct {
	at      string
	keys    string // the folder of a leader's keys, or the file of a worker's
	recheck fraction
	queue.Options
}

// add adds the flags of a leader; about says what the queue is for.
func (f *queueFlags) add(cmd *cobra.Command, about string) {
	f.addServer(cmd, about)
	cmd.Flags().StringVar(&f.keys, "keys", "", "`FOLDER` with the keys of the queue; which are made if there are none; by default one for this queue alone")
}

// addServer adds the flags that leaders and workers have.
func (f *queueFlags) addServer(cmd *cobra.Command, about string) {
	flags := cmd.Flags()
	flags.StringVar(&f.at, "queue", "", about)
	flags.StringVar(&f.TLSCert, "tlscert", "", "`FILE` with this side's TLS certificate")
	flags.StringVar(&f.TLSKey, "tlskey", "", "`FILE` with its key")
	flags.StringVar(&f.TLSCA, "tlsca", "", "`FILE` with the other side's authorities; certificates of those who sign its own")
}

// addRecheck adds the flag of what is run again.
func (f *queueFlags) addRecheck(cmd *cobra.Command) {
	f.recheck = 0.02
	cmd.Flags().Var(&f.recheck, "recheck", "with --queue: this `PART` of the runs is made again; by another worker, to find one that tells false results; 0 for nothing")
}

// inside reports whether the queue is one in this process.
func (f *queueFlags) inside() bool { return !strings.Contains(f.at, "://") }

// A leading says how a job is led.
type leading struct {
	jobs   int          // programs that run at a time in this process; 0 for none
	policy policy.Local // how they are run
	hide   []string     // what they may not read
	dir    string       // where the streams of a queue in this process are
	// confined is how programs are confined.
	confined sandbox.Mechanisms
}

// lead does a job by a queue.
func (f *queueFlags) lead(cmd *cobra.Command, job work.EncodedJob, how leading) (err error) {
	o := f.Options
	o.As = queue.Leading
	if o.Keys, err = f.open(how.dir); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Keys.Close()) }()
	dial := func(o queue.Options) (*queue.Queue, error) { return queue.Dial(f.at, o) }
	if f.inside() {
		server, err := f.serve(cmd, o, how)
		if err != nil {
			return err
		}
		defer server.Close()
		dial = server.Dial
	}
	q, err := dial(o)
	if err != nil {
		return usage(err)
	}
	defer q.Close()
	ctx := cmd.Context()
	if how.jobs == 0 {
		return queue.Lead(ctx, q, job, version())
	}
	o.As = queue.Own
	own, err := dial(o)
	if err != nil {
		return err
	}
	defer own.Close()
	worker := f.worker(cmd, how.jobs, how.policy, how.hide)
	working, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- worker.Work(working, own) }()
	err = queue.Lead(ctx, q, job, version())
	stop()
	return errors.Join(err, <-ended)
}

// open opens the keys of a leader, which are below dir unless the user says where.
func (f *queueFlags) open(dir string) (*queue.Keys, error) {
	at := f.keys
	switch {
	case at != "":
	case !f.inside():
		return nil, usagef("want --keys DIR with a queue of another process, found none: \"touchstone queue keys DIR\" makes them, and what its server must know")
	default:
		at = filepath.Join(dir, "keys")
	}
	keys, err := queue.LeaderKeys(at)
	if err != nil {
		return nil, usage(fmt.Errorf("the keys of the queue: %w", err))
	}
	return keys, nil
}

// serve starts a queue in this process.
func (f *queueFlags) serve(cmd *cobra.Command, o queue.Options, how leading) (*queue.Server, error) {
	server, err := queue.Serve(f.at, how.dir, o)
	if err != nil {
		return nil, usage(fmt.Errorf("--queue: %w", err))
	}
	join := "touchstone worker --queue " + server.URL + " --key " + filepath.Join(o.Keys.Path, queue.DefaultWorker+".key")
	if mode := how.policy.Mode; mode != "" && mode != sandbox.Separate {
		join += " --sandbox " + string(mode)
	}
	for _, path := range how.policy.AllowRead {
		join += " --allow-read " + path
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: workers join with: %s\n", escape.Line(join))
	return server, nil
}

// worker returns a worker with so many programs at a time, which is for all kinds of work.
func (f *queueFlags) worker(cmd *cobra.Command, jobs int, how policy.Local, hide []string) *queue.Worker {
	return &queue.Worker{
		Jobs: jobs, Version: version(),
		Kinds: map[work.Kind]work.Opener{
			class.Kind: class.Opener(how, jobs, hide), audit.Kind: audit.Opener(jobs),
			judge.Kind: judge.Opener(how, jobs, hide), tournament.Kind: tournament.Opener(how, hide),
		},
		Say: func(format string, args ...any) {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s\n", escape.Line(fmt.Sprintf(format, args...)))
		},
	}
}

func newWorker() *cobra.Command {
	var f queueFlags
	var idle time.Duration
	run := newRunFlags()
	run.sandbox = string(sandbox.Separate) // by default
	cmd := &cobra.Command{
		Use:   "worker --queue nats://HOST:PORT --key FILE",
		Short: "Work for grade, fuzz, audit and tournament on other machines",
		Long: `Worker does pieces of what "touchstone grade", "fuzz", "audit" or "tournament" leads with
--queue ADDRESS, on this or any other machine: it takes a piece, fetches submissions, and
sends back results, until it is ended by Ctrl-C or has had no work for the time of --idle.
It may be killed at any time; what it had begun is given to another. If there is no queue
yet, it waits for one, for the time of --idle at most.

FILE is the key of a worker, which the leader has made ("touchstone queue keys"). Nobody
else may be able to read it. It opens the queue, and by it the worker knows the leader:
it does nothing that this leader has not signed.

How programs are confined, what they may read and what builds them is decided here, by
the same flags as of check, and by no leader. Give all workers the flags that the leader
has. A worker refuses what was begun by another version of touchstone, or with more
confinement than it has by its flags.

Of a tournament it plays a game for each of its --jobs at a time, but no more than it has
processors.`,
		Example: `  touchstone worker --queue nats://ta-desk:4222 --key worker.key
  touchstone worker --queue tls://queue.example.edu --key lab1.key --idle 5m`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.at == "" || f.inside():
				return usagef("want --queue nats://HOST:PORT, found %q", f.at)
			case f.keys == "":
				return usagef("want --key FILE, the key of a worker that the leader has made, found none")
			case run.jobs < 1:
				return usagef("want --jobs of at least 1, found %d", run.jobs)
			case idle < 0:
				return usagef("want --idle of at least 0, found %s", idle)
			}
			return f.work(cmd, &run, idle)
		},
	}
	f.addServer(cmd, "server or cluster of NATS, such as nats://ta-desk:4222")
	cmd.Flags().StringVar(&f.keys, "key", "", "`FILE` with the key of a worker")
	cmd.Flags().IntVar(&run.jobs, "jobs", testscript.DefaultJobs(), "`N` programs run at a time")
	cmd.Flags().DurationVar(&idle, "idle", 0, "end after so long without work or a queue, such as 5m; by default never")
	run.addConfined(cmd)
	return cmd
}

// work does what there is in a queue.
func (f *queueFlags) work(cmd *cobra.Command, run *runFlags, idle time.Duration) (err error) {
	how := policy.Local{Mode: sandbox.Mode(run.sandbox)}
	if how.AllowRead, err = run.confined(); err != nil {
		return usage(err)
	}
	if how.Tools, err = run.toolsAnywhere(); err != nil {
		return err
	}
	ctx, w := cmd.Context(), f.worker(cmd, run.jobs, how, nil)
	w.Idle = idle
	o := f.Options
	o.As = queue.Working
	if o.Keys, err = queue.WorkerKey(f.keys); err != nil {
		return usage(fmt.Errorf("--key: %w", err))
	}
	defer func() { err = errors.Join(err, o.Keys.Close()) }()
	q, err := awaited(ctx, func() (*queue.Queue, error) {
		return queue.Await(ctx, f.at, o, idle, func() { w.Say("waiting for the queue at %s", escape.Line(f.at)) })
	})
	if err != nil {
		return usage(err)
	}
	defer q.Close()
	return w.Work(ctx, q)
}

func newQueue() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "queue",
		Short: "Make the keys of a queue",
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "keys DIR [WORKER...]",
		Short: "Make the keys of a queue",
		Long: `Keys makes the keys of a queue in the folder DIR, but for those that are there: leader.key,
for --keys of whoever leads, and worker.key, to be copied to the workers as it is, for
their --key. With names it makes a key for each, such as lab1.key. Workers
with keys of their own are known by them: no other can send results under their names, and
who is not to work any more is shut out by the removal of one file.

DIR/nats.conf is for servers of NATS: it says who may do what, and has no secrets. It is
written anew each time.`,
		Example: `  touchstone queue keys keys
  touchstone queue keys keys lab1 lab2 lab3`,
		Args: arguments(1, many),
		RunE: func(_ *cobra.Command, args []string) error {
			keys, err := queue.LeaderKeys(args[0], args[1:]...)
			if err != nil {
				return usage(err)
			}
			return keys.Close()
		},
	})
	return cmd
}
