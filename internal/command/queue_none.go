//go:build !queue

package command

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tournament"
	"github.com/touchstone-suite/touchstone/testscript"
)

// The queue is five times the rest of the program, and every program that is checked starts it
// anew, so it is there only where somebody has asked for it.
var errNoQueue = usageError{errors.New("this touchstone was built without the queue; one with it: go install -tags queue ./cmd/touchstone")}

// queueFlags are the flags that say where a queue is.
type queueFlags struct{ at string }

func (f *queueFlags) add(cmd *cobra.Command, about string) {
	cmd.Flags().StringVar(&f.at, "queue", "", about+" (in a build with -tags queue)")
	for _, name := range []string{"keys", "tlscert", "tlskey", "tlsca"} { // so that the error is errNoQueue
		cmd.Flags().String(name, "", "of the queue")
		cmd.Flags().MarkHidden(name) //nolint:errcheck // it is there
	}
}

// addRecheck adds the flag of what is run again.
func (f *queueFlags) addRecheck(cmd *cobra.Command) {
	cmd.Flags().String("recheck", "", "of the queue")
	cmd.Flags().MarkHidden("recheck") //nolint:errcheck // it is there
}

// lead grades a class by a queue.
func (f *gradeFlags) lead(*cobra.Command, *class.Grader) error { return errNoQueue }

// lead does audits by a queue.
func (f *auditFlags) lead(*cobra.Command, []*audit.Matrix) error { return errNoQueue }

// lead searches by a queue.
func (f *fuzzFlags) lead(*fuzzPrinter, string, testscript.Options) error { return errNoQueue }

// portable would return where agents are that are to be sent to workers.
func portable([]tournament.Entrant) (map[string]string, error) { return nil, errNoQueue }

// lead plays a tournament by a queue.
func (f *tournamentFlags) lead(*cobra.Command, *tournament.Tournament, sandbox.Policy) error {
	return errNoQueue
}

func newWorker() *cobra.Command {
	return withoutQueue(&cobra.Command{
		Use:   "worker --queue nats://HOST:PORT --key FILE",
		Short: "Work for grade, fuzz, audit and tournament on other machines",
		Long: `Worker does pieces of what "touchstone grade", "fuzz", "audit" or "tournament" leads with
--queue ADDRESS, on this or any other machine. This touchstone was built without the
queue; one with it is made by

  go install -tags queue ./cmd/touchstone`,
		Example: "  touchstone worker --queue nats://ta-desk:4222 --key worker.key",
	})
}

func newQueue() *cobra.Command {
	cmd := &cobra.Command{Use: "queue", Short: "Make the keys of a queue"}
	cmd.AddCommand(withoutQueue(&cobra.Command{
		Use:   "keys DIR [WORKER...]",
		Short: "Make the keys of a queue",
		Long: `Keys makes the keys of a queue. This touchstone was built without the queue; one with it is
made by

  go install -tags queue ./cmd/touchstone`,
		Example: "  touchstone queue keys keys",
	}))
	return cmd
}

// withoutQueue has a command say how to get it, whatever its flags.
func withoutQueue(cmd *cobra.Command) *cobra.Command {
	cmd.FParseErrWhitelist = cobra.FParseErrWhitelist{UnknownFlags: true}
	cmd.RunE = func(*cobra.Command, []string) error { return errNoQueue }
	return cmd
}
