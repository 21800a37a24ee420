package grading

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Text that differs between runs is removed from a program's output, and no other text.
func TestSteady(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"Traceback: line 3, in f: 0x12", "Traceback: line 3, in f: 0x12"},
		{"<object at 0x7f3a9c001d30>", "<object at ...>"},
		{"==4711==ERROR: AddressSanitizer", "...ERROR: AddressSanitizer"},
		{"hs_err_pid4711.log (pid=4711)", "hs_err_pid4711.log (...)"},
		{"/tmp/touchstone-scratch-build-123/submission/a.sh: 2: no", ".../submission/a.sh: 2: no"},
	} {
		if got := string(collapseRepeats([]byte(c.printed))); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.printed, got, c.want)
		}
	}
	const line = "/tmp/touchstone-scratch-build-1/submission/a: 2: Cannot fork\n"
	want := []byte(".../submission/a: 2: Cannot fork\n(again and again)\n")
	for _, flood := range []string{
		strings.Repeat(line, 300),
		line[5:] + strings.Repeat(line, 20) + line[:20] + "\n" + line[20:] + line,
		strings.Repeat(line, 5) + "a: 2: a: 2: Cannot\n forkCannot fork\n" + line,
	} {
		if got := collapseRepeats([]byte(flood)); !bytes.Equal(got, want) {
			t.Errorf("%q becomes %q, want %q", flood, got, want)
		}
	}
	if half := "x\na\nx\nb\nx\nc\nx\nd"; string(collapseRepeats([]byte(half))) != half { // most of it is something else
		t.Errorf("%q becomes %q", half, collapseRepeats([]byte(half)))
	}
	if few := strings.Repeat("nan\n", 6); string(collapseRepeats([]byte(few))) != few {
		t.Errorf("%q becomes %q", few, collapseRepeats([]byte(few)))
	}
}

// The last output of a stopped program depends on timing, and is not in the gradebook.
func TestStoppedIsSteady(t *testing.T) {
	c := new(cases.Case)
	read := func(stopped sandbox.Stop, printed string) testscript.Result {
		r := testscript.Result{Case: c, Verdict: testscript.Output}
		r.Outcome = sandbox.Outcome{Stopped: stopped, Printed: int64(len(printed)), First: []byte(printed), Errors: []byte(printed)}
		data := must.Get(save(r))(t)
		again := must.Get(restore(c, entry{Verdict: string(r.Verdict), Data: data}))(t)
		return again
	}
	if diff := cmp.Diff(read(sandbox.StoppedDisk, "yes: No space left\n").Outcome, read(sandbox.StoppedDisk, "").Outcome); diff != "" {
		t.Errorf("a stopped program (-one +other)\n%s", diff)
	}
	if got := read(sandbox.NotStopped, "a fault\n").Outcome; string(got.Errors) != "a fault\n" || got.Printed == 0 {
		t.Errorf("of a program that ended by itself there is %+v", got)
	}
}
