package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A defeat is how an agent lost a game before its end.
type defeat struct {
	Reason record.Reason
	Text   string // what was found, and what was wanted; in part the agent's own words
}

// A Seat is an agent in a match: a program has its home there, which the next match does not see.
type Seat struct {
	agent  *Agent
	player player // nil if the agent is withdrawn
}

// A player plays for an agent.
type player interface {
	// begin prepares for the next game; r is what it may draw from.
	begin(ctx context.Context, r *random.Rand) error
	// move plays in a position.
	move(ctx context.Context, p homework.Position, a homework.Allowance) (decision, error)
	// close removes everything.
	close() error
}

// A decision is what a player did for a move.
type decision struct {
	turn    []string
	thought *homework.Thought // of a built-in agent
	used    time.Duration     // of its clock
	timed   bool              // its clock runs
	loss    *defeat           // if it lost instead
}

// Sit gives two agents their seats for a match.
func (t Terms) Sit(a, b *Agent) (seats [2]*Seat, err error) {
	t = t.withDefaults()
	agents := [2]*Agent{a, b}
	programs := 0
	for i, agent := range agents {
		seats[i] = &Seat{agent: agent}
		switch {
		case agent.withdrawn != nil:
		case agent.builtin != nil:
			seats[i].player = &builtin{terms: t, agent: *agent.builtin}
		default:
			x, err := newExternal(t, agent.program)
			if err != nil {
				return seats, errors.Join(err, Leave(seats))
			}
			seats[i].player = x
			programs++
		}
	}
	free, _, err := scratch.Free("")
	if err == nil {
		err = room(free, programs)
	}
	if err != nil {
		return seats, errors.Join(err, Leave(seats))
	}
	for i, seat := range seats {
		if x, ok := seat.player.(*external); ok {
			x.hideOpponent(agents[i], agents[1-i], seats[1-i].player)
		}
	}
	return seats, nil
}

// room returns an error if so many free bytes are too few for all that so many programs may write:
// otherwise one could fill the disk, and the other would lose for want of room.
func room(free int64, programs int) error {
	if want := int64(programs) * spareOutput; free < want {
		return fmt.Errorf("want %d MB free in %s, so that no agent takes the other's room, found %d", want>>20,
			os.TempDir(), free>>20)
	}
	return nil
}

// Leave ends a match.
func Leave(seats [2]*Seat) error {
	var errs []error
	for _, seat := range seats {
		if seat != nil && seat.player != nil {
			errs = append(errs, seat.player.close())
		}
	}
	return errors.Join(errs...)
}

// mostAnswer limits the bytes of each file of an answer.
const mostAnswer = 1 << 20

// writeInput removes the answer of the last move, and writes the input of the next. It returns the small
// files that lie in the home.
func (x *external) writeInput(p homework.Position, a homework.Allowance) (before []fs.FileInfo, err error) {
	for _, name := range append(p.Files(), homework.InputFile) {
		path := filepath.Join(x.home, name)
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			if err := scratch.RemoveAll(path); err != nil {
				return nil, err
			}
		}
	}
	err = filepath.WalkDir(x.home, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil //nolint:nilerr // out of reach, also for a program that would move it
		}
		if info, err := e.Info(); err == nil && info.Size() <= mostAnswer {
			before = append(before, info)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(x.home, homework.InputFile), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString(p.Input(a))
	return before, errors.Join(err, f.Close())
}

// stopped returns the loss of an agent that exceeded a limit, or that could not be started.
func stopped(o sandbox.Outcome, used, clock, spare time.Duration) *defeat {
	switch {
	case o.Stopped == sandbox.StoppedCPU, used >= clock:
		return overtime(used, clock)
	case o.Stopped == sandbox.StoppedWall:
		return &defeat{record.WallLimit,
			fmt.Sprintf("stopped after %s by the clock on the wall, where it had %s%s; it used %s of CPU time",
				record.InSeconds(o.Wall), record.InSeconds(clock+spare), uncounted(o.Wall-clock-spare),
				record.InSeconds(used))}
	case o.Stopped != sandbox.NotStopped:
		return &defeat{map[sandbox.Stop]record.Reason{sandbox.StoppedMemory: record.Memory,
			sandbox.StoppedOutput: record.Output, sandbox.StoppedDisk: record.Disk}[o.Stopped], o.Ended()}
	case o.StartError != "":
		return &defeat{record.CannotStart, o.StartError}
	}
	return nil
}

// overtime is the loss of an agent that used up its clock.
func overtime(used, clock time.Duration) *defeat {
	return &defeat{record.Overtime, fmt.Sprintf("it used %s of CPU time for the move, where it had %s left",
		record.InSeconds(used), record.InSeconds(clock))}
}

// uncounted tells of time beyond a limit, which the sandbox leaves out of account while the program
// could run and has no processor. The sandbox itself may be late by a little.
func uncounted(d time.Duration) string {
	if d < 100*time.Millisecond {
		return ""
	}
	return fmt.Sprintf(" and %s did not count, since the processors were busy", record.InSeconds(d))
}

// judge judges the answer that an agent has left.
func (x *external) judge(p homework.Position, o sandbox.Outcome,
	before []fs.FileInfo) (turn []string, loss *defeat, err error) {
	files, all := map[string][]byte{}, []byte{}
	for _, name := range p.Files() {
		var old bool
		if files[name], old, loss, err = x.read(name, before); err != nil || loss != nil {
			if loss != nil && loss.Reason == record.Missing {
				loss.Text += ended(o)
			}
			return nil, loss, err
		}
		if old {
			return nil, &defeat{record.Stale, name + ": it lay there before the move, under this name or another"}, nil
		}
		all = append(append(all, files[name]...), 0)
	}
	turn, err = p.Judge(files)
	foul := (*homework.Foul)(nil)
	if errors.As(err, &foul) {
		loss, err = &defeat{record.Reason(foul.Kind), foul.Text}, nil
		if slices.ContainsFunc(x.given, func(b []byte) bool { return bytes.Equal(b, all) }) {
			loss = &defeat{record.Stale, "it is the answer to an earlier move; now " + foul.Text}
		}
	}
	x.given = append(x.given, all)
	return turn, loss, err
}

// read reads a file of the answer. old reports that it is one of those that lay in the home before,
// and was not written since.
func (x *external) read(name string, before []fs.FileInfo) (text []byte, old bool, loss *defeat, err error) {
	f, err := regular.OpenLeft(x.home, name, mostAnswer)
	fault := (*regular.Fault)(nil)
	if errors.As(err, &fault) {
		reason := map[regular.FaultKind]record.Reason{regular.NotRegular: record.NotRegular,
			regular.TooLarge: record.Output}[fault.Kind]
		if reason == "" {
			reason = record.Missing
		}
		return nil, false, &defeat{reason, name + ": " + fault.Reason}, nil
	}
	if err != nil {
		return nil, false, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, false, nil, err
	}
	old = slices.ContainsFunc(before, func(b fs.FileInfo) bool {
		return os.SameFile(b, info) && b.ModTime().Equal(info.ModTime()) && b.Size() == info.Size()
	})
	text, err = io.ReadAll(io.LimitReader(f, mostAnswer))
	return text, old, nil, err
}

// ended says how an agent ended that left no answer, with the end of what it said.
func ended(o sandbox.Outcome) string {
	text := ""
	switch {
	case o.Signal != "":
		text = "; ended by " + o.Signal
	case o.Exit != 0:
		text = fmt.Sprintf("; exit status %d", o.Exit)
	}
	last := ""
	for said := range strings.Lines(string(o.Errors)) {
		// which repeats the status
		if said = strings.TrimSpace(said); said != "" && !strings.HasPrefix(said, "make: ") {
			last = said
		}
	}
	if last != "" {
		text += ": " + last[:min(len(last), 200)]
	}
	return escape.Line(text)
}
