package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// touchstone runs a command line of words in this process.
func touchstone(line, stdin string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = runCommand(strings.Fields(line), strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// All is well with an audit if it is with every assignment, whichever comes last.
func TestExitStatusOfAudits(t *testing.T) {
	effort.NeedsAll(t, "audits")
	t.Chdir(t.TempDir())
	lay := func(dir string, some []*cases.Case) {
		must.Do(t, os.Mkdir(dir, 0o777))
		for _, c := range some {
			must.Do(t, os.WriteFile(filepath.Join(dir, c.Name+".txtar"), c.Script(), 0o666))
		}
	}
	lay("enough", must.Get(cases.Embedded(&mapcolor.Assignment))(t))
	lay("few", must.Get(cases.Embedded(&squirrel.Assignment))(t)[:1])
	for line, want := range map[string]int{
		"audit --tries 0 --cases enough":             exitPass,
		"audit --tries 0 --cases few":                exitFail,
		"audit --tries 0 --cases enough --cases few": exitFail, // squirrel comes first
	} {
		if status, stdout, stderr := touchstone(line, ""); status != want || stderr != "" {
			t.Errorf("touchstone %s: status %d, %q, want %d\n%s", line, status, stderr, want, stdout)
		}
	}
}

// Ends that come from outside: a signal, a reader that is gone, a full disk.
func TestExitStatusOfEarlyEnds(t *testing.T) {
	for _, c := range []struct {
		cause  error
		status int
		stderr string
	}{
		{&signalError{syscall.SIGINT}, 130, "touchstone: interrupted\n"},
		{&signalError{syscall.SIGTERM}, 143, "touchstone: interrupted\n"},
		{&writeError{fmt.Errorf("write /dev/stdout: %w", syscall.EPIPE)}, 141, ""},
		{&writeError{fmt.Errorf("write /dev/stdout: %w", syscall.ENOSPC)}, 3, "touchstone: write /dev/stdout: " + syscall.ENOSPC.Error() + "\n"},
	} {
		var stderr bytes.Buffer
		if got := interruptedStatus(c.cause, &stderr); got != c.status || stderr.String() != c.stderr {
			t.Errorf("%v: status %d, %q; want %d, %q", c.cause, got, stderr.String(), c.status, c.stderr)
		}
	}
}

// A line is as long as it may be, and no longer.
func TestFold(t *testing.T) {
	for wide, want := range map[int][]string{4: {"aa", "bbä", "ccccc"}, 5: {"aa", "bbä", "ccccc"}, 6: {"aa bbä", "ccccc"}, 11: {"aa bbä", "ccccc"}, 12: {"aa bbä ccccc"}} {
		if got := prose.Fold(" aa  bbä ccccc", wide); !slices.Equal(got, want) {
			t.Errorf("%d columns: %q, want %q", wide, got, want)
		}
	}
}

// refusing is a file that reports a full disk only when it is finished.
type refusing struct{ bytes.Buffer }

func (*refusing) Finish([]byte) error { return syscall.ENOSPC }

// A report whose file cannot be finished does not appear, and check fails with a message.
func TestReportThatCannotBeFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	var d document
	must.Do(t, d.begin("--out", path))
	all := documents{&d}
	fmt.Fprintln(&d, "a report")
	whole := d.file
	d.file = &refusing{}
	if err := all.commit(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want %v", err, syscall.ENOSPC)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the report appeared")
	}
	d.file = whole
	fmt.Fprintln(&d, "a report")
	must.Do(t, all.commit())
	if text, err := os.ReadFile(path); err != nil || string(text) != "a report\n" {
		t.Errorf("%q, %v", text, err)
	}
	all.abort()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("left: %v, %v", entries, err)
	}
}
