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

	"github.com/touchstone-suite/touchstone/cli/internal/fleet"
	"github.com/touchstone-suite/touchstone/cli/internal/grade"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
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

// queueName is the folder of a queue in this process, below the books. It is there until the class is graded.
const queueName = "queue"

// lead grades a class by a queue.
func (f *gradeFlags) lead(cmd *cobra.Command, g *grade.Grader) error {
	ctx := cmd.Context()
	worker := f.queue.worker(cmd, f.jobs)
	worker.Hide = g.Hide
	dial, leave := func() (*fleet.Queue, error) { return fleet.Dial(f.queue.at, f.queue.Options) }, func(bool) error { return nil }
	if f.queue.inside() {
		server, err := f.serve(cmd)
		if err != nil {
			return err
		}
		dial = func() (*fleet.Queue, error) { return server.Dial(f.queue.Options) }
		leave = func(graded bool) error {
			server.Close()
			if !graded {
				return nil
			}
			return os.RemoveAll(filepath.Join(f.out, queueName)) // the submissions are in there
		}
	}
	err := f.leadAt(ctx, worker, g, dial)
	return errors.Join(err, leave(err == nil && ctx.Err() == nil))
}

// serve starts a queue in this process.
func (f *gradeFlags) serve(cmd *cobra.Command) (*fleet.Server, error) {
	enforced, err := testscript.Options{Sandbox: sandbox.Mode(f.sandbox)}.Confinement()
	if err != nil {
		return nil, err
	}
	if f.queue.Token == "" && enforced.By(sandbox.Network) == "" {
		return nil, usagef("want --token for a queue on a machine that does not keep programs off the network: they could put in results")
	}
	server, err := fleet.Serve(f.queue.at, filepath.Join(f.out, queueName), f.queue.Options)
	if err != nil {
		return nil, usage(fmt.Errorf("--queue: %w", err))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: workers join with: touchstone worker --queue %s\n", server.URL)
	return server, nil
}

// leadAt grades a class by a queue, with a worker in this process too.
func (f *gradeFlags) leadAt(ctx context.Context, worker *fleet.Worker, g *grade.Grader, dial func() (*fleet.Queue, error)) error {
	q, err := dial()
	if err != nil {
		return usage(err)
	}
	defer q.Close()
	if f.leads {
		return fleet.Lead(ctx, q, fleet.Grade(g), version())
	}
	own, err := dial()
	if err != nil {
		return err
	}
	defer own.Close()
	working, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- worker.Work(working, own) }()
	err = fleet.Lead(ctx, q, fleet.Grade(g), version())
	stop()
	return errors.Join(err, <-ended)
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
