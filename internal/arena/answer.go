package arena

import (
	"bytes"
	"cmp"
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
)

// maxAnswer is the maximum size of each file of an answer.
const maxAnswer = 1 << 20

// writeInput removes the answer to the last move and writes the input of the next. It returns the small
// files in the home.
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
			return nil //nolint:nilerr // the program cannot read it, either
		}
		if info, err := e.Info(); err == nil && info.Size() <= maxAnswer {
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

// A loss is the reason for which an agent lost a game before its end. The text may contain words of the
// agent.
type loss struct {
	Reason record.Reason
	Text   string
}

// stoppedLoss returns the loss of an agent that exceeded a limit or could not be started, or nil.
func stoppedLoss(o sandbox.Outcome, used, clock, spare time.Duration) *loss {
	switch {
	case o.Stopped == sandbox.StoppedCPU, used >= clock:
		return overtimeLoss(used, clock)
	case o.Stopped == sandbox.StoppedWall:
		return &loss{record.WallLimit,
			fmt.Sprintf("stopped after %s by the clock on the wall, where it had %s%s; it used %s of CPU time",
				record.FormatSeconds(o.Wall), record.FormatSeconds(clock+spare), describeOvershoot(o.Wall-clock-spare),
				record.FormatSeconds(used))}
	case o.Stopped != sandbox.NotStopped:
		return &loss{map[sandbox.Stop]record.Reason{sandbox.StoppedMemory: record.Memory,
			sandbox.StoppedOutput: record.Output, sandbox.StoppedDisk: record.Disk}[o.Stopped], o.DescribeEnd()}
	case o.StartError != "":
		return &loss{record.CannotStart, o.StartError}
	}
	return nil
}

// overtimeLoss returns the loss of an agent that used up its clock.
func overtimeLoss(used, clock time.Duration) *loss {
	return &loss{record.Overtime, fmt.Sprintf("it used %s of CPU time for the move, where it had %s left",
		record.FormatSeconds(used), record.FormatSeconds(clock))}
}

// describeOvershoot describes the time beyond a limit. The sandbox does not count the time during which the program
// was ready to run but had no processor. The sandbox itself may be a little late.
func describeOvershoot(d time.Duration) string {
	if d < 100*time.Millisecond {
		return ""
	}
	return fmt.Sprintf(" and %s did not count, since the processors were busy", record.FormatSeconds(d))
}

// judge returns the turn of an agent's answer, or the loss of the agent.
func (x *external) judge(p homework.Position, o sandbox.Outcome,
	before []fs.FileInfo) (turn []string, lost *loss, err error) {
	files, all := map[string][]byte{}, []byte{}
	for _, name := range p.Files() {
		if files[name], lost, err = x.read(name, before); err != nil || lost != nil {
			if lost != nil && lost.Reason == record.Missing {
				lost.Text += describeEnd(o)
			}
			return nil, lost, err
		}
		all = append(append(all, files[name]...), 0)
	}
	turn, err = p.Judge(files)
	foul := (*homework.Foul)(nil)
	if errors.As(err, &foul) {
		lost, err = &loss{record.Reason(foul.Kind), foul.Text}, nil
		if slices.ContainsFunc(x.given, func(b []byte) bool { return bytes.Equal(b, all) }) {
			lost = &loss{record.Stale, "it is the answer to an earlier move; now " + foul.Text}
		}
	}
	x.given = append(x.given, all)
	return turn, lost, err
}

// read reads a file of the answer. A file that was in the home before, and was not written since, is a loss.
func (x *external) read(name string, before []fs.FileInfo) (text []byte, lost *loss, err error) {
	f, err := regular.OpenOutput(x.home, name, maxAnswer)
	fault := (*regular.FileError)(nil)
	if errors.As(err, &fault) {
		reason := map[regular.FaultKind]record.Reason{regular.NotRegular: record.NotRegular,
			regular.TooLarge: record.Output}[fault.Kind]
		return nil, &loss{cmp.Or(reason, record.Missing), name + ": " + fault.Reason}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if slices.ContainsFunc(before, func(b fs.FileInfo) bool {
		return os.SameFile(b, info) && b.ModTime().Equal(info.ModTime()) && b.Size() == info.Size()
	}) {
		return nil, &loss{record.Stale, name + ": the file existed before the move, under this name or another"}, nil
	}
	text, err = io.ReadAll(io.LimitReader(f, maxAnswer))
	return text, nil, err
}

// describeEnd describes how an agent without an answer ended, with the last line of its standard error.
func describeEnd(o sandbox.Outcome) string {
	text := ""
	switch {
	case o.Signal != "":
		text = "; ended by " + o.Signal
	case o.Exit != 0:
		text = fmt.Sprintf("; exit status %d", o.Exit)
	}
	last := ""
	for row := range strings.Lines(string(o.Errors)) {
		// make repeats the exit status
		if row = strings.TrimSpace(row); row != "" && !strings.HasPrefix(row, "make: ") {
			last = row
		}
	}
	if last != "" {
		text += ": " + last[:min(len(last), 200)]
	}
	return escape.Line(text)
}
