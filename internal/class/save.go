package class

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A saved is what a journal keeps of a result besides its verdict and what was measured. It is
// kept by gob, since what a program wrote need not be text.
type saved struct {
	Reason, Beyond, Edition, At, Hint string

	Stopped           sandbox.Stop
	Exit              int
	Signal, StartFail string
	Printed           int64
	First, Errors     []byte
	Refused           []sandbox.Refusal
	Files             []testscript.FileResult
	Allowed           time.Duration
}

// reason returns why a submission has no program, from the entry of its build.
func (e entry) reason() (string, error) {
	why := saved{}
	err := work.Unpack(e.Data, &why, mostDecoded)
	if err == nil && !why.bounded() {
		err = errLarge
	}
	return why.Reason, err
}

// mostSaved is the size up to which what a program wrote for a case is kept, compressed, for its
// diagnosis. The log of a known mistake has at most 4 MB, and takes a tenth of that.
const mostSaved = 512 << 10

// mostRefused is how many of the refusals are kept, which a program can have as many of as it likes: the last.
const mostRefused = 64

// save returns what is kept of a result, or nil if it says no more than the verdict.
func save(r testscript.Result) ([]byte, error) {
	s := saved{
		Reason: r.Reason, Beyond: r.Beyond, Edition: r.Edition, At: r.At, Hint: r.Hint,
		Stopped: r.Outcome.Stopped, Exit: r.Outcome.Exit, Signal: r.Outcome.Signal, StartFail: r.Outcome.StartError,
		Printed: r.Outcome.Printed, First: r.Outcome.First, Errors: r.Outcome.Errors, Files: r.Files, Allowed: r.Allowed,
	}
	s.Refused = r.Refused[max(0, len(r.Refused)-mostRefused):]
	if r.Verdict == testscript.Pass {
		if r.Beyond == "" {
			return nil, nil
		}
		s = saved{Beyond: r.Beyond}
	}
	data, err := work.Pack(s)
	if err == nil && len(data) > mostSaved {
		for i := range s.Files {
			s.Files[i].Text = nil
		}
		data, err = work.Pack(s)
	}
	return data, err
}

// mostDecoded is how large what is decoded of a run may be: some files, of each as much as is kept.
const mostDecoded = 8 * mostText

// mostBeside is how large all of a result may be that is no file's text: a machine of somebody else's must not
// fill the memory in which books are made.
const mostBeside = 1 << 20

// errLarge is the error for a result that no run can have.
var errLarge = errors.New("want a result as large as a run's, found a larger one")

// bounded reports whether a result is no larger than one of a run.
func (s saved) bounded() bool {
	s.Files = slices.Clone(s.Files)
	for i := range s.Files {
		if len(s.Files[i].Text) > mostText {
			return false
		}
		s.Files[i].Text = nil
	}
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(s)
	return err == nil && text.Len() <= mostBeside
}

// restore returns the result of an entry, without what was measured, and with what a limit decided
// said without the moment at which it did.
func restore(c *cases.Case, e entry) (r testscript.Result, err error) {
	r = testscript.Result{Case: c, Verdict: testscript.Verdict(e.Verdict)}
	s := saved{}
	if e.Data != nil {
		if err := work.Unpack(e.Data, &s, mostDecoded); err != nil {
			return r, fmt.Errorf("the result of %s for %s: %w", e.Student, e.Case, err)
		}
		if !s.bounded() {
			return r, fmt.Errorf("the result of %s for %s: %w", e.Student, e.Case, errLarge)
		}
	}
	r.Reason, r.Beyond, r.Edition, r.At, r.Hint, r.Refused, r.Files = s.Reason, s.Beyond, s.Edition, s.At, s.Hint, s.Refused, s.Files
	r.Outcome = sandbox.Outcome{Stopped: s.Stopped, Exit: s.Exit, Signal: s.Signal, StartError: s.StartFail}
	if s.Stopped == sandbox.NotStopped { // otherwise the moment decides what was still printed
		r.Outcome.Printed, r.Outcome.First, r.Outcome.Errors = s.Printed, steady(s.First), steady(s.Errors)
	}
	if r.Verdict == testscript.Timeout {
		r.Reason = "stopped for using too much time; it has " + testscript.FormatTime(s.Allowed) + " of CPU time"
		r.Outcome.Stopped = sandbox.StoppedCPU
	}
	return r, nil
}
