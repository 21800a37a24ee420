//go:build queue

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cli/internal/audit"
	"github.com/touchstone-suite/touchstone/cli/internal/fleet"
	"github.com/touchstone-suite/touchstone/cli/internal/grade"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/testscript"
)

// queueFlags are the flags that say where a queue is.
type queueFlags struct {
	at string
	fleet.Options
}

// add adds the flags; about says what the queue is for.
func (f *queueFlags) add(cmd *cobra.Command, about string) {
	flags := cmd.Flags()
	flags.StringVar(&f.at, "queue", "", about)
	flags.StringVar(&f.Token, "token", os.Getenv("NATS_TOKEN"), "token of the queue (default $NATS_TOKEN, which others on the machine do not see)")
	flags.Lookup("token").DefValue = "" // which is nobody's business
	flags.StringVar(&f.Creds, "creds", "", "file with a NATS user's credentials")
	flags.StringVar(&f.TLSCert, "tlscert", "", "file with this side's TLS certificate")
	flags.StringVar(&f.TLSKey, "tlskey", "", "file with its key")
	flags.StringVar(&f.TLSCA, "tlsca", "", "file with the certificates of those who sign the other side's")
}

// inside reports whether the queue is one in this process.
func (f *queueFlags) inside() bool { return !strings.Contains(f.at, "://") }

// A leading says how a job is led.
type leading struct {
	jobs int      // programs that run at a time in this process; 0 for none
	hide []string // what they may not read
	dir  string   // where the streams of a queue in this process are
	// confined is how programs are confined, or nil if the job has none.
	confined sandbox.Mechanisms
}

// lead does a job by a queue.
func (f *queueFlags) lead(cmd *cobra.Command, job fleet.Job, how leading) error {
	dial := func() (*fleet.Queue, error) { return fleet.Dial(f.at, f.Options) }
	if f.inside() {
		server, err := f.serve(cmd, how)
		if err != nil {
			return err
		}
		defer server.Close()
		dial = func() (*fleet.Queue, error) { return server.Dial(f.Options) }
	}
	q, err := dial()
	if err != nil {
		return usage(err)
	}
	defer q.Close()
	ctx := cmd.Context()
	if how.jobs == 0 {
		return fleet.Lead(ctx, q, job, version())
	}
	own, err := dial()
	if err != nil {
		return err
	}
	defer own.Close()
	worker := f.worker(cmd, how.jobs)
	worker.Hide = how.hide
	working, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- worker.Work(working, own) }()
	err = fleet.Lead(ctx, q, job, version())
	stop()
	return errors.Join(err, <-ended)
}

// serve starts a queue in this process.
func (f *queueFlags) serve(cmd *cobra.Command, how leading) (*fleet.Server, error) {
	if f.Token == "" && how.confined != nil && how.confined.By(sandbox.Network) == "" {
		return nil, usagef("want --token for a queue on a machine that does not keep programs off the network: they could put in results")
	}
	server, err := fleet.Serve(f.at, how.dir, f.Options)
	if err != nil {
		return nil, usage(fmt.Errorf("--queue: %w", err))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: workers join with: touchstone worker --queue %s\n", server.URL)
	return server, nil
}

// queueName is the folder of a queue in this process, below the books. It is there until the class is graded.
const queueName = "queue"

// lead grades a class by a queue.
func (f *gradeFlags) lead(cmd *cobra.Command, g *grade.Grader) error {
	enforced, err := testscript.Options{Sandbox: sandbox.Mode(f.sandbox)}.Confinement()
	if err != nil {
		return err
	}
	how := leading{jobs: f.jobs, hide: g.Hide, dir: filepath.Join(f.out, queueName), confined: enforced}
	if f.leads {
		how.jobs = 0
	}
	err = f.queue.lead(cmd, fleet.Grade(g), how)
	if err != nil || cmd.Context().Err() != nil {
		return err
	}
	return os.RemoveAll(how.dir) // the submissions are in there
}

// lead does audits by a queue.
func (f *auditFlags) lead(cmd *cobra.Command, of []*audit.Singles) (err error) {
	dir, err := scratch.Make("", "queue")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Remove()) }()
	total := 0
	for _, s := range of {
		total += len(s.Cases)
	}
	progress := newProgress(cmd, "audit", total)
	defer progress.End()
	return f.share.queue.lead(cmd, fleet.Audit(of, progress.Step), leading{jobs: f.jobs, dir: dir.Path})
}

// worker returns a worker with so many programs at a time.
func (f *queueFlags) worker(cmd *cobra.Command, jobs int) *fleet.Worker {
	return &fleet.Worker{
		Jobs: jobs, Version: version(),
		Say: func(format string, args ...any) {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: "+format+"\n", args...)
		},
	}
}

func newWorker() *cobra.Command {
	var f queueFlags
	var jobs int
	var idle time.Duration
	cmd := &cobra.Command{
		Use:   "worker --queue nats://HOST:PORT",
		Short: "Work for classes that are graded elsewhere",
		Long: `Worker runs programs for "touchstone grade --queue ADDRESS", on this or any other machine: it
takes a part of a class, fetches the submissions, and sends back results, until it is
ended by Ctrl-C or has had no work for the time of --idle. It may be killed at any
time; what it had begun is given to another. Start the leader first.

Programs are confined as by check. A worker refuses a class that was begun by another
version of touchstone, or with more confinement than this machine has.`,
		Example: `  NATS_TOKEN=$(cat token) touchstone worker --queue nats://ta-desk:4222
  touchstone worker --queue tls://queue.example.edu --creds course.creds --jobs 8 --idle 5m`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.at == "" || f.inside():
				return usagef("want --queue nats://HOST:PORT, found %q", f.at)
			case jobs < 1:
				return usagef("want --jobs of at least 1, found %d", jobs)
			case idle < 0:
				return usagef("want --idle of at least 0, found %s", idle)
			}
			q, err := fleet.Dial(f.at, f.Options)
			if err != nil {
				return usage(err)
			}
			defer q.Close()
			w := f.worker(cmd, jobs)
			w.Idle = idle
			return w.Work(cmd.Context(), q)
		},
	}
	f.add(cmd, "server or cluster of NATS, such as nats://ta-desk:4222")
	cmd.Flags().IntVar(&jobs, "jobs", testscript.DefaultJobs(), "number of programs that run at a time")
	cmd.Flags().DurationVar(&idle, "idle", 0, "end after so long without work or without a queue, such as 5m (default never)")
	return cmd
}
