package command

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript"
)

// ofProgram says of which program TestGoTest is a Go test, which fails; else it is the test of that.
const ofProgram = "TOUCHSTONE_GO_TEST_OF"

// A Go test tells of a program what check tells: the same causes, each with the same case, place and board.
func TestGoTest(t *testing.T) {
	faults := os.Getenv(ofProgram)
	if faults == "endless" {
		testscript.Run(t, &mancala.Assignment, testscript.Command("sh", "-c", "sleep 600"), testscript.WithProfile(cases.ProfileCore), testscript.WithOptions(testscript.Options{Sandbox: testscript.SandboxNone}))
		return
	}
	if faults != "" {
		testscript.Run(t, &mancala.Assignment, testscript.Command("player", "-faults", faults, "mancala"),
			testscript.WithProfile(cases.ProfileCore), testscript.WithOptions(testscript.Options{Sandbox: testscript.SandboxNone}))
		return
	}
	for _, faults := range []string{"captured-stones-stay", "captured-stones-stay,final-newline-missing", "moves-reversed,no-capture,fail-hard"} {
		check, _ := exec.Command("touchstone", "check", "mancala", "--profile", "core", "--sandbox", "none", "--", "player", "-faults", faults, "mancala").Output()
		want, _, ok := strings.Cut(string(check), "\nnot confined")
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
		if first, _, _ := strings.Cut(strings.TrimSpace(got.String()), "FAIL"); strings.TrimSpace(first) != strings.TrimSpace(escape.Text(want)) {
			t.Errorf("%s: a Go test tells\n%s\ncheck\n%s", faults, first, want)
		}
	}
}

// A Go test whose time is nearly over says so of the cases that are left, and ends in good order.
func TestGoTestDeadline(t *testing.T) {
	effort.NeedsAll(t, "waits for a limit of time")
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("SKIPPED: needs sh: ", err)
	}
	again := exec.Command(os.Args[0], "-test.run=^TestGoTest$", "-test.timeout=20s")
	again.Env = append(os.Environ(), ofProgram+"=endless")
	out, err := again.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "not judged: the time of the tests is nearly over") || strings.Contains(string(out), "panic: test timed out") {
		t.Errorf("%v, the Go test prints\n%s", err, out)
	}
}
