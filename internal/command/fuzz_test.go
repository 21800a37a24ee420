package command

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript"
)

// ofProgram is the environment variable with the faults of the program that TestGoTest checks as a Go test.
// Without it, TestGoTest starts itself.
const ofProgram = "TOUCHSTONE_GO_TEST_OF"

// A Go test reports the same causes as check, each with the same case, place and board.
func TestGoTest(t *testing.T) {
	faults := os.Getenv(ofProgram)
	if faults != "" {
		program := testscript.Command("player", "-faults", faults, "mancala")
		if faults == "endless" {
			program = testscript.Command("sh", "-c", "sleep 600")
		}
		testscript.Run(t, &mancala.Assignment, program, testscript.WithProfile(cases.ProfileCore),
			testscript.WithOptions(testscript.Options{Sandbox: testscript.SandboxNone}))
		return
	}
	programs := []string{"moves-reversed,no-capture,fail-hard", "captured-stones-stay,final-newline-missing"}
	for _, faults := range programs[:effort.Of(1, 2, 2)] {
		_, check, _ := touchstone("check mancala --profile core --sandbox none -- player -faults "+faults+" mancala", "")
		want, _, ok := strings.Cut(check, "\nnot confined")
		if !ok || !strings.HasPrefix(want, "1. ") {
			t.Fatalf("check prints\n%s", check)
		}
		again := exec.Command(os.Args[0], "-test.run=^TestGoTest$")
		again.Env = append(os.Environ(), ofProgram+"="+faults)
		out, _ := again.CombinedOutput()
		_, told, ok := strings.Cut(string(out), ": what the program does wrong:\n")
		if !ok {
			t.Fatalf("the Go test prints\n%s", out)
		}
		var got strings.Builder
		for line := range strings.Lines(told) {
			if !strings.HasPrefix(line, "    ") && strings.TrimSpace(line) != "" { // the next of the test's own
				break
			}
			got.WriteString(strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(line, "    "), "    "), " \n") + "\n")
		}
		first, _, _ := strings.Cut(strings.TrimSpace(got.String()), "FAIL")
		expect.Equal(t, strings.TrimSpace(escape.Text(want)), strings.TrimSpace(first), "a Go test on", faults)
	}
}

// A Go test near its deadline reports the cases that did not run, and ends normally.
func TestGoTestDeadline(t *testing.T) {
	effort.NeedsAll(t, "waits for a limit of time")
	effort.NeedsTools(t, "sh")
	again := exec.Command(os.Args[0], "-test.run=^TestGoTest$", "-test.timeout=20s")
	again.Env = append(os.Environ(), ofProgram+"=endless")
	out, err := again.CombinedOutput()
	expect.True(t, err != nil && !strings.Contains(string(out), "panic: test timed out"), err, string(out))
	expect.Contains(t, string(out), "not judged: the time of the tests is nearly over")
}

// A search that ends with an error saves its findings.
func TestFuzzSaves(t *testing.T) {
	f := &fuzzFlags{runFlags: newRunFlags(), out: t.TempDir(), count: 1, all: true}
	a, edition, err := lookupEdition("squirrel", "")
	must.Do(t, err)
	p := &fuzzPrinter{fuzzFlags: f, cmd: &cobra.Command{}, out: io.Discard, a: a, edition: edition}
	p.cmd.SetErr(io.Discard)
	p.cmd.SetContext(t.Context())
	wrong := func(_ context.Context, c *cases.Case) testscript.Result {
		return testscript.Result{Case: c, Verdict: testscript.Crash}
	}
	err = f.search(t.Context(), p, fuzz.Search{Judge: wrong, Jobs: 1}, func() error { return errors.New("a process is left") })
	expect.Error(t, err, "a process is left")
	expect.Equal(t, 1, len(must.Names(t, f.out)), "cases")
}
