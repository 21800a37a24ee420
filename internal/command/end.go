package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A command ends before its time when its context does. What ended the context
// decides the exit status: a signal, or an error in writing to standard output.

// A caught is a signal that ends the program.
type caught struct{ signal syscall.Signal }

func (c *caught) Error() string { return "interrupted" }

// An unwritten is an error in writing to standard output.
type unwritten struct{ error }

func (u *unwritten) Unwrap() error { return u.error }

// respite is how long work may take to end after a signal. Signals that follow it sooner
// end no more than what is told afterwards. It is the time in which the slowest work ends
// that heeds its context, a program that has to be killed.
const respite = 5 * time.Second

// Signals that follow the first sooner than together are the same one: timeout sends two at once.
// For telling what is known by then there is as much time as telling says, or until another signal.
const (
	together = 200 * time.Millisecond
	telling  = 2 * time.Second
)

// anotherSignal is the key of the context that ends with the second signal.
type anotherSignal struct{}

// afterwards returns a context for what is to be told of work that a signal has cut short. It ends soon.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	another, ok := ctx.Value(anotherSignal{}).(context.Context)
	if !ok {
		another = context.WithoutCancel(ctx)
	}
	return context.WithTimeout(another, telling)
}

// catchSignals ends a context by Ctrl-C, by the end of the terminal or by a plain
// kill, so that everything can be cleared up; another signal calls another. A signal after
// the respite ends what does not heed the first: it removes the temporary folders and exits.
// A third one ends the process as if nobody caught it.
func catchSignals(end context.CancelCauseFunc, another func()) (stop func()) {
	// Go ends a program that writes to a closed standard output unless somebody is
	// notified of the signal; then the write has an error. Ignored it is not to be:
	// programs under test would inherit that.
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
			first := &caught{number}
			end(first)
			endLate(first, signals, another)
		case <-done:
			signal.Stop(signals)
		}
	}()
	return func() {
		signal.Stop(pipes)
		close(done) // but a process that ends by a signal goes on to catch others
	}
}

// endLate waits for a signal after the respite, and ends the process.
func endLate(first *caught, signals chan os.Signal, another func()) {
	for begin := time.Now(); time.Since(begin) < respite; {
		if <-signals; time.Since(begin) >= together {
			another()
		}
	}
	signal.Stop(signals)
	scratch.RemoveOwn()
	os.Exit(exitSignal + int(first.signal))
}

// earlyEnd returns the exit status for what ended a context, with a message where one
// is due. They are those of a program that the signal itself would have ended, as a
// shell shows them.
func earlyEnd(cause error, stderr io.Writer) (status int) {
	if c := (*caught)(nil); errors.As(cause, &c) {
		fmt.Fprintln(stderr, "touchstone: interrupted")
		return exitSignal + int(c.signal)
	}
	if errors.Is(cause, syscall.EPIPE) { // whoever read it has seen enough
		return exitSignal + int(syscall.SIGPIPE)
	}
	fmt.Fprintf(stderr, "touchstone: %v\n", cause)
	return exitHarness
}

// A standard is standard output. It remembers the first error, and ends the work
// then: nobody would see what comes of it.
type standard struct {
	to  io.Writer
	end context.CancelCauseFunc

	mu  sync.Mutex
	err error
}

func (o *standard) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(p)
	if err != nil {
		o.err = &unwritten{err}
		o.end(o.err)
	}
	return n, err
}

// awaited calls what may wait forever for others, such as the reading of a pipe, and
// gives it up when the context ends.
func awaited[T any](ctx context.Context, call func() (T, error)) (result T, err error) {
	done := make(chan struct{})
	var r T // so that what is given up writes to nothing that anybody reads
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
