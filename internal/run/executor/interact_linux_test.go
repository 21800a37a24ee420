package executor

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// marker is an argument that only the programs of these tests have. It finds processes that are left.
var marker = fmt.Sprint(1_000_000_000 + os.Getpid())

// interact runs two shell scripts that talk to each other.
func interact(t *testing.T, program, validator string) *Interaction {
	t.Helper()
	side := func(script string) Side {
		r, err := Confined(outcome.Settings{}).Open(answers.Need{}, sandbox.Policy{Memory: 256 << 20})
		must.Do(t, err)
		t.Cleanup(r.Close)
		return Side{r, Task{
			Path: "/bin/sh", Args: []string{"sh", "-c", strings.ReplaceAll(script, "MARKER", marker)},
			Env:    func(string) []string { return []string{"PATH=/usr/bin:/bin"} },
			Limits: sandbox.Limits{CPU: time.Second / 2, Wall: 2 * time.Second, Memory: 256 << 20, Output: 1 << 20},
		}}
	}
	i, err := Interact(t.Context(), side(program), side(validator), func(o sandbox.Outcome) bool { return o.Exit == 42 })
	must.Do(t, err)
	must.Do(t, i.Program.Remove())
	must.Do(t, i.Validator.Remove())
	return i
}

// TestInteract runs programs with validators, most of them hostile. Each pair ends in the same way every
// time, and leaves no process.
func TestInteract(t *testing.T) {
	for name, c := range map[string]struct {
		program, validator string
		// the ends of both, and "told" if the program failed and the validator saw the end of its output
		want string
	}{
		"right":                        {"read x; echo $((x+1))", "echo 5; read y; exit $((36+y))", "exit status 0, exit status 42"},
		"no newline":                   {"printf 7", "read y; exit $((36+y))", "exit status 0, exit status 43"},
		"43 while the program runs":    {"echo 1; while :; do :; done", "read y; exit 43", "any, exit status 43"},
		"43 while the program sleeps":  {"echo 1; sleep MARKER", "read y; exit 43", "any, exit status 43"},
		"43 before the program fails":  {"echo 1; exit 1", "read y; exit 43", "any, exit status 43"},
		"43 because the program fails": {"exit 3", "read y || exit 43", "exit status 3, exit status 43, told"},
		"crash":                        {"kill -SEGV $$", "read y || exit 43", "SIGSEGV, exit status 43, told"},
		"42, and more is printed":      {"i=0; while [ $i -lt 999 ]; do echo $i; i=$((i+1)); done", "read y; exit 42", "exit status 0, exit status 42"},
		"42, and then a failure":       {"read x; read y; exit 5", "echo 1; exit 42", "exit status 5, exit status 42"},
		"the program loops":            {"while :; do :; done", "read y; exit 43", "cpu, exit status 43, told"},
		"the program sleeps":           {"sleep MARKER", "read y; exit 43", "wall, exit status 43, told"},
		"both wait":                    {"read x; echo $x", "read y; exit 43", "wall, exit status 43, told"},
		"the program floods":           {"yes", "cat > /dev/null; exit 42", "output, exit status 42, told"},
		"the program floods a sleeper": {"yes", "sleep MARKER", "wall, wall"},
		"the validator floods":         {"sleep MARKER", "yes", "wall, output"},
		"both flood":                   {"yes", "yes", "wall, output"},
		"the program closes":           {"exec >&-; sleep MARKER", "read y; exit 43", "stopped, exit status 43"},
		"the validator closes":         {"read x; echo done", "exec >&-; read y; exit 42", "exit status 0, exit status 42"},
		"both close":                   {"exec >&- <&-; sleep MARKER", "exec >&- <&-; sleep MARKER", "wall, wall"},
		"the program forks":            {"sleep MARKER & sleep MARKER & exit 0", "cat > /dev/null; exit 42", "exit status 0, exit status 42"},
		"the validator forks":          {"cat > /dev/null", "sleep MARKER & setsid sleep MARKER & exit 42", "exit status 0, exit status 42"},
		"the validator sleeps":         {"exit 0", "sleep MARKER", "exit status 0, wall"},
		"the validator ends":           {"cat", "exit 0", "stopped, exit status 0"},
		"the validator crashes":        {"cat", "kill -KILL $$", "stopped, SIGKILL"},
		"the validator loops":          {"cat", "while :; do :; done", "stopped, cpu"},
	} {
		t.Run(name, func(t *testing.T) {
			i := interact(t, c.program, c.validator)
			if got := ends(i); got != c.want {
				t.Errorf("found %q, want %q\n%s", got, c.want, i.Conversation[:min(len(i.Conversation), 200)])
			}
			if len(i.Conversation) > 4*maxKept {
				t.Errorf("%d bytes are kept", len(i.Conversation))
			}
			if left := leftOver(t); left != "" {
				t.Errorf("left over: %s", left)
			}
		})
	}
}

// ends describes how both sides ended. A program that the validator stopped has no end of its own.
func ends(i *Interaction) string {
	end := func(o outcome.Outcome) string {
		switch {
		case o.Stopped != sandbox.NotStopped:
			return string(o.Stopped)
		case o.Signal != "":
			return o.Signal
		}
		return o.DescribeEnd()
	}
	text := end(i.Program.Outcome)
	switch {
	case !i.EndSeen && i.Validator.Exit == 43: // it does not matter
		text = "any"
	case i.Stopped, i.Program.Stopped == sandbox.StoppedWall && i.Validator.Stopped == sandbox.StoppedCPU:
		text = "stopped"
	}
	if text += ", " + end(i.Validator.Outcome); i.EndSeen && !i.Stopped && (i.Program.Failed() || i.Program.Stopped != "") &&
		i.Validator.Stopped == "" {
		text += ", told"
	}
	return text
}

// leftOver names the processes with the marker.
func leftOver(t *testing.T) string {
	t.Helper()
	lists, err := filepath.Glob("/proc/[0-9]*/cmdline")
	must.Do(t, err)
	for _, file := range lists {
		if text, err := os.ReadFile(file); err == nil && bytes.HasSuffix(text, []byte("\x00"+marker+"\x00")) {
			return file + ": " + strings.ReplaceAll(string(text), "\x00", " ")
		}
	}
	return ""
}

// TestConversation records the output of both sides. An unfinished line ends before output of the other side.
func TestConversation(t *testing.T) {
	i := interact(t, "read x; printf '%s' \"$x\"; echo; read z; printf z", "echo a b; read y; printf 'c\\nd\\n'; cat > /dev/null; exit 42")
	if want := "< a b\n> a b\n< c\n< d\n> z"; string(i.Conversation) != want {
		t.Errorf("found %q, want %q", i.Conversation, want)
	}
	r := recorder{line: true}
	for n := range 100_000 {
		r.record([]string{"< ", "> "}[n%2], fmt.Appendf(nil, "%d", n))
	}
	text := string(r.text())
	if len(text) > 3*maxKept || !strings.HasPrefix(text, "< 0\n> 1\n") || !strings.HasSuffix(text, "\n> 99999") ||
		!strings.Contains(text, " bytes left out)\n") {
		t.Errorf("found %d bytes: %.20q ... %q", len(text), text, text[len(text)-20:])
	}
}
