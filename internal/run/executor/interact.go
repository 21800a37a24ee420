package executor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// A Side is one of two programs that exchange input and output, with its task.
type Side struct {
	Runner Runner
	Task   Task
}

// An Interaction is the result of a run of a program with its validator.
type Interaction struct {
	Program, Validator *Run
	// Stopped reports that the validator ended first and Interact stopped the program, whose end means nothing.
	Stopped bool
	// EndSeen reports that the validator could see the end of the program's output before it ended or closed its
	// own.
	EndSeen bool
	// Conversation has a line for each line of both sides. The prefix "< " marks output of the validator, and
	// "> " marks output of the program. A line replaces the beginning of a long conversation.
	Conversation []byte
}

// The times that Interact waits before it passes on the end of an output. A side whose output has ended
// usually exits. Interact passes on the end after the exit, since its status decides whether the other side
// may see the end. A validator gets some time to exit before it sees that the program failed, so that its
// verdict does not depend on which of them is faster.
const (
	closedWait = 500 * time.Millisecond // for the end of a side that closed its output
	failedWait = 250 * time.Millisecond // for the end of the validator of a program that failed
)

// Interact runs a program and its validator at the same time. The standard output of each is the standard
// input of the other. A write never fails: Interact records and discards output that the other side does not
// read.
//
// The limits of the tasks hold for each side. The limit on elapsed time of the validator begins when the
// program has ended, since a validator waits for it. Once the validator has ended, Interact lets the program
// run to its end if continues reports true, and stops it otherwise. The error is never the fault of a side.
func Interact(ctx context.Context, program, validator Side, continues func(validator sandbox.Outcome) bool) (
	i *Interaction, err error) {
	r := &relay{recorder: recorder{line: true}, continues: continues}
	sides := [2]*endpoint{{Side: program, prefix: "> "}, {Side: validator, prefix: "< "}}
	defer func() {
		for _, s := range sides {
			s.close()
		}
	}()
	for _, s := range sides {
		if err := s.connect(); err != nil {
			return nil, err
		}
	}
	p, v := sides[0], sides[1]
	patience := v.Task.Limits.Wall
	v.Task.Limits.Wall = 0
	var runs, copies sync.WaitGroup
	for _, s := range sides {
		runs.Go(func() { s.run(ctx) })
	}
	copies.Go(func() { r.copyOutput(p, v) })
	copies.Go(func() { r.copyOutput(v, p) })
	i = new(Interaction)
	select {
	case <-v.done:
		if v.err != nil || !continues(v.ended.Outcome) {
			select {
			case <-p.done:
			default:
				i.Stopped = true
			}
			p.stop(sandbox.NotStopped)
		}
	case <-p.done:
		late := time.AfterFunc(max(patience, time.Second), func() { v.stop(sandbox.StoppedWall) })
		defer late.Stop()
		if p.err != nil {
			v.stop(sandbox.NotStopped)
		}
	}
	runs.Wait()
	for _, s := range sides { // a process that does not die may keep the other end open
		_ = s.out.SetReadDeadline(time.Now().Add(time.Second))
	}
	copies.Wait()
	if err := errors.Join(p.err, v.err); err != nil {
		return nil, errors.Join(err, p.ended.Remove(), v.ended.Remove())
	}
	i.Program, i.Validator, i.EndSeen, i.Conversation = p.ended, v.ended, r.endSeen.Load(), r.text()
	return i, nil
}

// An endpoint is a side with our ends of its pipes.
type endpoint struct {
	Side
	prefix   string   // of its lines
	in, out  *os.File // our ends of its standard input and output
	stopPipe *os.File // closing it stops the side
	wrote    int64
	closed   atomic.Bool // its output has ended
	stopping sync.Once
	stopped  sandbox.Stop // why Interact stopped it, if that is its own fault
	done     chan struct{}
	ended    *Run // valid once done is closed, like err
	err      error
}

// connect makes the pipes.
func (s *endpoint) connect() (err error) {
	s.done = make(chan struct{})
	pipes := new(sandbox.Pipes)
	if pipes.Stdin, s.in, err = os.Pipe(); err != nil {
		return err
	}
	s.Task.pipes = pipes
	if s.out, pipes.Stdout, err = os.Pipe(); err != nil {
		return err
	}
	if pipes.Stop, s.stopPipe, err = os.Pipe(); err != nil {
		return err
	}
	// The program may be another user, and may open its standard files by their names in /dev.
	return errors.Join(pipes.Stdin.Chmod(0o666), pipes.Stdout.Chmod(0o666))
}

// close closes the pipes.
func (s *endpoint) close() {
	files := []*os.File{s.in, s.out, s.stopPipe}
	if p := s.Task.pipes; p != nil {
		files = append(files, p.Stdin, p.Stdout, p.Stop)
	}
	for _, f := range files {
		f.Close()
	}
}

// run runs the side to its end.
func (s *endpoint) run(ctx context.Context) {
	defer close(s.done)
	s.ended, s.err = s.Runner.Run(ctx, s.Task)
	for _, end := range []*os.File{s.Task.pipes.Stdin, s.Task.pipes.Stdout, s.Task.pipes.Stop} {
		end.Close() // if it was not sent
	}
	s.stopping.Do(func() {}) // and do not race with a stop
	if s.err == nil && s.stopped != sandbox.NotStopped && s.ended.Stopped == sandbox.StoppedWall {
		s.ended.Stopped = s.stopped
	}
}

// stop stops the side. why is a limit that it exceeded, or NotStopped.
func (s *endpoint) stop(why sandbox.Stop) {
	s.stopping.Do(func() {
		s.stopped = why
		s.stopPipe.Close()
	})
}

// A relay copies the output of each side to the input of the other one.
type relay struct {
	mu sync.Mutex
	recorder
	continues func(sandbox.Outcome) bool
	endSeen   atomic.Bool
}

// copyOutput passes on the output of a side until it ends, and then its end. It stops a side that writes more
// than its limit.
func (r *relay) copyOutput(from, to *endpoint) {
	buffer, open := make([]byte, 32<<10), true
	for {
		n, err := from.out.Read(buffer)
		if n > 0 {
			r.mu.Lock()
			r.record(from.prefix, buffer[:n])
			r.mu.Unlock()
			if from.wrote += int64(n); from.Task.Limits.Output > 0 && from.wrote > from.Task.Limits.Output {
				from.stop(sandbox.StoppedOutput)
			}
		}
		if open && n > 0 {
			_, failed := to.in.Write(buffer[:n])
			open = failed == nil
		}
		if err != nil {
			break
		}
	}
	from.closed.Store(true)
	r.passEnd(from, to)
	to.in.Close()
}

// passEnd waits until the end of an output may be passed on.
func (r *relay) passEnd(from, to *endpoint) {
	select {
	case <-from.done:
	case <-to.done:
		return
	case <-time.After(closedWait):
	}
	failed, stops := false, false
	select {
	case <-from.done:
		failed = from.err != nil || from.ended.Failed() || from.ended.Stopped != sandbox.NotStopped
		stops = from.err != nil || !r.continues(from.ended.Outcome)
	default:
	}
	if from.prefix == "< " {
		if stops { // the program is stopped, and does not see the end
			<-to.done
		}
		return
	}
	if failed {
		select {
		case <-to.done:
			return
		case <-time.After(failedWait):
		}
	}
	r.endSeen.Store(!to.closed.Load()) // else it has ended, and that is not known yet
}

// A recorder keeps the end of a conversation.
type recorder struct {
	kept bytes.Buffer
	lost int64
	line bool   // at the start of a line
	last string // the prefix of the last endpoint
}

// maxKept is the number of bytes that are kept of the end of a conversation.
const maxKept = 128 << 10

// record adds output of an endpoint. It ends an unfinished line of the other endpoint.
func (r *recorder) record(prefix string, text []byte) {
	if prefix != r.last && !r.line {
		r.kept.WriteByte('\n')
		r.line = true
	}
	r.last = prefix
	for line := range bytes.Lines(text) {
		if r.line {
			r.kept.WriteString(prefix)
		}
		r.kept.Write(line)
		r.line = bytes.HasSuffix(line, []byte("\n"))
	}
	if over := r.kept.Len() - maxKept; over > 0 {
		r.lost += int64(over)
		r.kept.Next(over)
	}
}

// text returns the conversation.
func (r *recorder) text() []byte {
	if r.lost > 0 {
		return fmt.Appendf(nil, "... (%d bytes left out)\n%s", r.lost, r.kept.Bytes())
	}
	return r.kept.Bytes()
}
