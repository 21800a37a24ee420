// Package command is the command line: a call of Main is all of it.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// The exit statuses that scripts can rely on.
const (
	exitPass    = 0 // all is well
	exitFail    = 1 // something that was checked is not right
	exitUsage   = 2 // the command line or an input is wrong
	exitHarness = 3 // touchstone itself failed

	exitSignal = 128 // a signal ended the work; the signal's number is added, as shells do
)

// Main runs the command with the arguments of the process and exits with its status. games are added to the
// built-in games.
func Main(games ...catalog.Game) {
	if len(games) > 0 {
		setCommandName(os.Args[0])
	}
	for _, game := range games {
		if err := catalog.Add(game); err != nil {
			_, stderr := guardStreams(os.Args[1:], os.Stdout, os.Stderr)
			fmt.Fprintf(stderr, "%s: %s\n", commandName, escape.Text(err.Error()))
			os.Exit(exitHarness)
		}
	}
	os.Exit(runCommand(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// runCommand runs the whole program, except for exiting the process.
func runCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	second, another := context.WithCancel(context.Background())
	defer another()
	ctx, end := context.WithCancelCause(context.WithValue(context.Background(), secondSignalKey{}, second))
	defer end(nil)
	defer catchSignals(end, another)()
	stdout, stderr = guardStreams(args, &stdoutWriter{to: stdout, end: end}, stderr)
	started := false
	root := newRoot(func() { started = true })
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	closed := openPackages(ctx, stderr)
	renameRoot(root)
	finishCommands(root) // the command for completion keeps the output that it finds
	err := root.ExecuteContext(ctx)
	if e := closed(); err == nil {
		err = e
	}
	if ctx.Err() != nil {
		return interruptedStatus(context.Cause(ctx), stderr)
	}
	if status := exitStatus(0); errors.As(err, &status) {
		return int(status)
	}
	if err == nil {
		return exitPass
	}
	fmt.Fprintf(stderr, "%s: %s\n", commandName, escape.Text(replaceCommandName(err.Error())))
	if !started || isUsage(err) {
		return exitUsage
	}
	return exitHarness
}

// guardStreams returns standard output and standard error as streams without commands of GitHub Actions, if the
// platform reads them, or if annotations are requested: then no other text may contain a command.
func guardStreams(args []string, stdout, stderr io.Writer) (io.Writer, io.Writer) {
	asked := slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(strings.TrimPrefix(arg,
			"--format="), "github")
	})
	if !asked && os.Getenv("GITHUB_ACTIONS") == "" {
		return stdout, stderr
	}
	streams := escape.Guard(stdout, stderr)
	return streams[0], streams[1]
}

// An exitStatus ends the program without a message, because the command has printed all messages.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// failIf returns the error for something that is not right, or nil.
func failIf(wrong bool) error {
	if wrong {
		return exitStatus(exitFail)
	}
	return nil
}

// A usageError is an error in the user's arguments.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

// usage marks an error as the user's, unless it is nil.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// usagef returns a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// lookup returns the assignment of a name or a path that the user gave.
func lookup(name string) (*oracle.Assignment, error) {
	a, err := oracle.Lookup(name)
	return a, usage(err)
}

// lookupEdition returns an assignment and one of its editions that the user gave.
func lookupEdition(name, edition string) (a *oracle.Assignment, chosen string, err error) {
	if a, err = lookup(name); err == nil {
		chosen, err = a.Edition(edition)
	}
	return a, chosen, usage(err)
}

// assignmentOrAll returns the assignment that is the first argument, or all assignments without arguments.
func assignmentOrAll(args []string) ([]*oracle.Assignment, error) {
	if len(args) == 0 {
		return oracle.Assignments(), nil
	}
	a, err := lookup(args[0])
	return []*oracle.Assignment{a}, err
}

func isUsage(err error) bool {
	return errors.As(err, new(usageError)) || errors.As(err, new(*scan.Error)) || errors.As(err, new(homework.Refusal))
}

// init keeps commands in the order in which they are added, the most frequently used first.
func init() { cobra.EnableCommandSorting = false }

// newRoot makes the command tree. newRoot calls started when the arguments have been
// parsed and a command begins.
func newRoot(started func()) *cobra.Command {
	root := withHelp("touchstone", &cobra.Command{
		CompletionOptions: cobra.CompletionOptions{DisableNoDescFlag: true},
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			// cobra validates the flag groups later
			if err := cmd.ValidateFlagGroups(); err != nil {
				return err
			}
			started()
			return choosePackagePolicy(cmd)
		},
	})
	addGroup(root, "solvers", "For solvers", newCheck(), newExplain(), newTrace(), newFuzz(), newSolve(),
		newDiff(), newShow(), newRules(), newList())
	addGroup(root, "courses", "For courses", newCourse(), newGrade(), newGradescope(), newMerge())
	addGroup(root, "games", "For games", newPlay(), newTournament(), newReplay())
	addGroup(root, "authors", "For authors", newNew(), newExport(), newGen(), newCases(), newAudit())
	addGroup(root, forMachine, "For the machine", newDoctor(), newVersion(), newPageData())
	return root
}

// forMachine is the group of the commands that are about this machine and about touchstone.
const forMachine = "machine"

// addGroup adds commands below a heading of the help.
func addGroup(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, c := range commands {
		c.GroupID = id
	}
	root.AddCommand(commands...)
}

// unlimited means no limit on the number of arguments.
const unlimited = math.MaxInt

// arguments checks that the number of arguments is from minArgs to maxArgs.
func arguments(minArgs, maxArgs int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if n := len(args); n < minArgs || n > maxArgs {
			return fmt.Errorf("want %s, found %s", cmd.UseLine(), prose.Count(n, "argument"))
		}
		return nil
	}
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "touchstone", version())
			return err
		},
	}
}

// version names the build: the version of the module, into which Go writes the commit, and the version of Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return info.Main.Version + " " + info.GoVersion
}

// commandName is the name of this command: touchstone, or the name of a program with games of its own, which has
// all its commands.
var commandName = "touchstone"

// ownCommand matches the commands that messages suggest to users.
var ownCommand *regexp.Regexp

// setCommandName makes messages name commands by the name of the running program.
func setCommandName(program string) {
	commandName = strings.TrimSuffix(filepath.Base(program), ".exe")
	rules.Command = commandName
}

// replaceCommandName returns a text with the commands in it as they are called here.
func replaceCommandName(text string) string {
	if ownCommand == nil {
		return text
	}
	return ownCommand.ReplaceAllString(text, commandName+" $1")
}

// renameRoot gives the commands the name by which they are called.
func renameRoot(root *cobra.Command) {
	if commandName == root.Use {
		return
	}
	names := []string{"--version", "help", "completion"}
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	ownCommand = regexp.MustCompile(`\btouchstone (` + strings.Join(names, "|") + `)\b`)
	root.Use = commandName
}

// A command ends early when its context does. The cause that ended the context determines the exit status: a
// signal, or an error in writing to standard output.

// A signalError is a signal that ends the program.
type signalError struct{ signal syscall.Signal }

func (c *signalError) Error() string { return "interrupted" }

// status returns the exit status that a shell shows for a program killed by the signal.
func (c *signalError) status() int { return exitSignal + int(c.signal) }

// A writeError is an error in writing to standard output.
type writeError struct{ error }

func (u *writeError) Unwrap() error { return u.error }

// shutdownGrace is the time in which work must end after a signal. Further signals within this time only end the
// final report. Killing a program, the slowest work that obeys its context, takes this long.
const shutdownGrace = 5 * time.Second

// A signal within duplicateSignalWindow of the first one is a duplicate: timeout sends two at once. The report
// on the results so far ends after reportTimeout, or at another signal.
const (
	duplicateSignalWindow = 200 * time.Millisecond
	reportTimeout         = 2 * time.Second
)

// secondSignalKey is the key of the context that ends with the second signal.
type secondSignalKey struct{}

// reportContext returns a context for reporting on work that a signal has interrupted. It ends soon.
func reportContext(ctx context.Context) (context.Context, context.CancelFunc) {
	another, ok := ctx.Value(secondSignalKey{}).(context.Context)
	if !ok {
		another = context.WithoutCancel(ctx)
	}
	return context.WithTimeout(another, reportTimeout)
}

// catchSignals cancels a context on Ctrl-C, at the end of the terminal or on a plain kill, so that touchstone
// can clean up. A further signal calls another. A signal after the grace period ends work that ignores the first:
// it removes the temporary directories and exits. A third one has its default action.
func catchSignals(end context.CancelCauseFunc, another func()) (stop func()) {
	// Go ends a program that writes to a closed standard output unless the program receives the signal; then the
	// write returns an error. Ignoring the signal does not work: programs under test would inherit that.
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	done := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
			number, _ := s.(syscall.Signal)
			first := &signalError{number}
			end(first)
			exitAfterGrace(first, signals, another)
		case <-done:
			signal.Stop(signals)
		}
	}()
	return func() {
		signal.Stop(pipes)
		close(done) // a process that ends by a signal still catches others
	}
}

// exitAfterGrace waits for a signal after the grace period, and ends the process.
func exitAfterGrace(first *signalError, signals chan os.Signal, another func()) {
	for begin := time.Now(); time.Since(begin) < shutdownGrace; {
		if <-signals; time.Since(begin) >= duplicateSignalWindow {
			another()
		}
	}
	signal.Stop(signals)
	scratch.RemoveOwn()
	os.Exit(first.status())
}

// interruptedStatus returns the exit status for the cause that ended a context, and prints a message if one is needed.
func interruptedStatus(cause error, stderr io.Writer) (status int) {
	if c := (*signalError)(nil); errors.As(cause, &c) {
		fmt.Fprintln(stderr, "touchstone: interrupted")
		return c.status()
	}
	if errors.Is(cause, syscall.EPIPE) { // the reader has closed the stream
		return exitSignal + int(syscall.SIGPIPE)
	}
	fmt.Fprintf(stderr, "touchstone: %v\n", cause)
	return exitHarness
}

// A stdoutWriter is standard output. It remembers the first error and then ends the work, since the results could
// not be printed.
type stdoutWriter struct {
	to  io.Writer
	end context.CancelCauseFunc

	mu  sync.Mutex
	err error
}

func (o *stdoutWriter) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(p)
	if err != nil {
		o.err = &writeError{err}
		o.end(o.err)
	}
	return n, err
}

// callWithContext calls a function that may wait forever, for example for data from a pipe, and abandons the call
// when the context ends.
func callWithContext[T any](ctx context.Context, call func() (T, error)) (result T, err error) {
	done := make(chan struct{})
	var r T // so that an abandoned call writes to nothing that is read
	var e error
	go func() {
		defer close(done)
		r, e = call()
	}()
	select {
	case <-done:
		return r, e
	case <-ctx.Done():
		return result, ctx.Err()
	}
}
