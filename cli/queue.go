//go:build queue

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cli/internal/fleet"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/visible"
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

// worker returns a worker with so many programs at a time.
func (f *queueFlags) worker(cmd *cobra.Command, jobs int) *fleet.Worker {
	return &fleet.Worker{
		Jobs: jobs, Version: version(),
		Say: func(format string, args ...any) {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s\n", visible.Line(fmt.Sprintf(format, args...)))
		},
	}
}

func newWorker() *cobra.Command {
	var f queueFlags
	var jobs int
	var idle time.Duration
	cmd := &cobra.Command{
		Use:   "worker --queue nats://HOST:PORT",
		Short: "Work for grade, fuzz, audit and tournament on other machines",
		Long: `Worker does pieces of what "touchstone grade", "fuzz", "audit" or "tournament" leads with
--queue ADDRESS, on this or any other machine: it takes a piece, fetches submissions, and
sends back results, until it is ended by Ctrl-C or has had no work for the time of --idle.
It may be killed at any time; what it had begun is given to another. If there is no queue
yet, it waits for one, for the time of --idle at most.

Of a tournament it plays a game for each of its --jobs at a time, but no more than it has
processors.

Programs are confined as by check. A worker refuses what was begun by another version
of touchstone, or with more confinement than this machine has.`,
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
			ctx, w := cmd.Context(), f.worker(cmd, jobs)
			w.Idle = idle
			q, err := awaited(ctx, func() (*fleet.Queue, error) {
				return fleet.Await(ctx, f.at, f.Options, idle, func() { w.Say("waiting for the queue at %s", visible.Line(f.at)) })
			})
			if err != nil {
				return usage(err)
			}
			defer q.Close()
			return w.Work(ctx, q)
		},
	}
	f.add(cmd, "server or cluster of NATS, such as nats://ta-desk:4222")
	cmd.Flags().IntVar(&jobs, "jobs", testscript.DefaultJobs(), "number of programs that run at a time")
	cmd.Flags().DurationVar(&idle, "idle", 0, "end after so long without work or without a queue, such as 5m (default never)")
	return cmd
}
