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
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle"
)

// greedyInput is a small input of mancala, greedyState the right answer.
const (
	greedyInput = "1\n1\n1\n3 3 3\n3 3 3\n0\n0\n"
	greedyState = "3 4 4\n0 0 5\n0\n2\n"
)

// greedyCase is a case of it without its golden.
const greedyCase = "# mancala: a greedy move\n# tags: own\nsubmit input.txt\ngolden next_state.txt\n-- input.txt --\n" + greedyInput

// workplace makes a directory with some files the current one.
func workplace(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	golden := "-- golden/next_state.txt --\n"
	for name, text := range map[string]string{
		"input.txt": greedyInput, "bad.txt": "1\n3\n", "a.txt": "one\n", "b.txt": "two\n",
		"right/next_state.txt": greedyState, "wrong/next_state.txt": "3\n", "none/other.txt": "",
		"cases/greedy.txtar": greedyCase + golden + greedyState, "more/greedy.txtar": greedyCase + golden + greedyState, "stale/greedy.txtar": greedyCase + golden + "3\n",
		"competition.txt": "1\nCOMPETITION\nX\n12.5\n7\n.\n",
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
}

// touchstone runs a command line of words in this process.
func touchstone(line, stdin string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = runCommand(strings.Fields(line), strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// The exit statuses of commands: 0 all is well, 1 a result is wrong, 2 the command line or an input is wrong,
// with one message. The lines with "usage" in the scripts test more of them.
func TestExitStatus(t *testing.T) {
	workplace(t)
	for line, want := range map[string]int{
		"version": exitPass, "help": exitPass, "list": exitPass, "check --help": exitPass, "list reversi situations": exitPass,
		"solve mancala input.txt --out solved":     exitPass,
		"diff a.txt a.txt":                         exitPass,
		"diff a.txt b.txt":                         exitFail,
		"diff mancala input.txt right":             exitPass,
		"diff mancala input.txt wrong":             exitFail,
		"diff mancala input.txt none":              exitFail,
		"cases update --check cases":               exitPass,
		"cases update --check stale":               exitFail,
		"audit mancala --cases cases --tries 0":    exitFail,
		"gen mancala --out made":                   exitPass,
		"--nonsense":                               exitUsage,
		"nonsense":                                 exitUsage,
		"list --nonsense":                          exitUsage,
		"solve":                                    exitUsage,
		"solve mancala input.txt more":             exitUsage,
		"solve gangwars competition.txt":           exitUsage,
		"solve mancala input.txt --out a.txt/x":    exitUsage,
		"diff mancala bad.txt right":               exitUsage,
		"list mancala --cases cases --cases more":  exitUsage,
		"list mancala --cases cases --cases cases": exitUsage,
		"gen mancala --out x --count -1":           exitUsage,
		"gen mancala --out x --count many":         exitUsage,
		"gen mancala --out x --seed -1":            exitUsage,
		"gen mancala --out x --max-log 0":          exitUsage,
		"gen mancala --out x --max-log -1":         exitUsage,
		"gen mancala --out x --max-log 0KiB":       exitUsage,
		"gen mancala --out x --format json":        exitUsage,
		"audit mancala --cases cases --tries 0 --out none-at-all/kills.csv": exitUsage,
		"check mancala --jobs -2 -- true":                                   exitUsage,
		"check mancala --cases cases --cases more -- true":                  exitUsage,
		"check mancala --expect none.txt -- true":                           exitUsage,
	} {
		status, _, stderr := touchstone(line, "")
		if status != want {
			t.Errorf("touchstone %s: status %d, want %d: %s", line, status, want, stderr)
		}
		if said := strings.HasPrefix(stderr, "touchstone: ") && strings.Count(stderr, "\n") == 1; said != (want == exitUsage) {
			t.Errorf("touchstone %s: standard error %q", line, stderr)
		}
	}
	for _, name := range []string{"x", "none-at-all"} {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("what was refused made %s", name)
		}
	}
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
	matrix := func(assignment string) *audit.Matrix {
		a := must.Get(oracle.Lookup(assignment))(t)
		corpus := must.Get(cases.Embedded(a))(t)
		m, err := audit.Annotated(t.Context(), a, slices.DeleteFunc(corpus, func(c *cases.Case) bool { return c.In(cases.ProfileGraded) }))
		must.Do(t, err)
		return m
	}
	m := matrix("mapcolor") // of its cases those suffice without which something would be missing
	for needless := m.Superfluous(); len(needless) > 0; needless = m.Superfluous() {
		c := needless[0]
		m.Cases, m.Killed, m.Shows = slices.Delete(m.Cases, c, c+1), slices.Delete(m.Killed, c, c+1), slices.Delete(m.Shows, c, c+1)
	}
	lay("enough", m.Cases)
	lay("few", matrix("squirrel").Cases[:1])
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

// Other editions are named in a note, not the one that was followed.
func TestSolveNamesOtherEditions(t *testing.T) {
	workplace(t)
	const wiped = "X\n3\nXO******\n********\n********\n********\n********\n********\n********\n********\n"
	for chosen, other := range map[string]string{"": "first", " --edition final": "first", " --edition first": "final"} {
		status, _, stderr := touchstone("solve reversi -"+chosen, wiped)
		if want := "--edition " + other + " may differ\n"; status != exitPass || !strings.HasSuffix(stderr, want) {
			t.Errorf("%q: status %d, %q, want it to end in %q", chosen, status, stderr, want)
		}
	}
	status, _, stderr := touchstone("solve mancala -", greedyInput)
	if status != exitPass || stderr != "" {
		t.Errorf("status %d, %q", status, stderr)
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
