package doctor

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A probe is a program that tries one thing.
type probe struct {
	name, about string
	guards      string   // what it attacks or, for a right program, what may be in its way
	needs       []string // programs besides sh
	prepare     func(h *harness) (attack, error)
}

// An attack is a probe prepared to run.
type attack struct {
	script          string
	python          bool     // the script is for python3 rather than sh
	then            []string // further scripts to run in the same place
	again           int      // how many times more to run it
	allowRead, hide []string
	cpu, wall       time.Duration // where they differ from the usual ones
	// open returns what is run instead of the script.
	open func(testscript.Options) (*testscript.Player, error)
	// seen says what the probe achieved in the last run, or returns "".
	seen func(testscript.Result) string
	// tried reports whether the last run tried anything at all; nil means that it did.
	tried func(testscript.Result) bool
	done  func() // cleans up
	// needs are mechanisms, without any of which a right program need not work.
	needs []string
}

func (a attack) end() {
	if a.done != nil {
		a.done()
	}
}

// A skip is the reason why a probe cannot be tried.
type skip string

func (s skip) Error() string { return string(s) }

//go:embed attacks
var attacks embed.FS

// python returns the source of an attack in Python with its parameters.
func (h *harness) python(name string, parameters map[string]any) string {
	prelude, err := attacks.ReadFile("attacks/prelude.py")
	body, err2 := attacks.ReadFile("attacks/" + name + ".py")
	all := map[string]any{"spare": spared(), "outputs": h.tried.Problem.Files()}
	maps.Copy(all, parameters)
	text, err3 := json.Marshal(all)
	if err := errors.Join(err, err2, err3); err != nil {
		panic(err) // they are embedded in the program
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(text))
	return strings.Replace(string(prelude), "@PARAMETERS@", quoted, 1) + "\n" + string(body)
}

// spared returns the processes that no attack may touch, this one and the first, by number
// and start time: in a PID namespace other processes have these numbers.
func spared() [][2]uint64 {
	all := [][2]uint64{}
	for _, pid := range []int{os.Getpid(), 1} {
		all = append(all, [2]uint64{uint64(pid), startTime(pid)})
	}
	return all
}

// inPython prepares an attack in Python, with parameters, that prints what it gets.
func inPython(file string, parameters map[string]any) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) { return h.ownWords(file, parameters), nil }
}

// ownWords returns an attack that prints what it gets and, at its end, that it was tried.
func (h *harness) ownWords(file string, parameters map[string]any) attack {
	return attack{script: h.python(file, parameters), python: true, seen: words, tried: says("DONE")}
}

// held prepares an endless attack that must be stopped for one of the given reasons and
// achieve nothing, if it begins at all.
func held(file string, parameters map[string]any, why ...sandbox.Stop) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		a := h.ownWords(file, parameters)
		a.tried = says("BEGUN")
		a.seen = func(r testscript.Result) string {
			if saw := words(r); saw != "" || !a.tried(r) {
				return saw
			}
			return stopped(why...)(r)
		}
		return a, nil
	}
}

// says reports that the attack was tried if the output has a word on a line by itself, or
// shows that something got away.
func says(word string) func(testscript.Result) bool {
	return func(r testscript.Result) bool {
		return strings.Contains("\n"+string(r.Outcome.Output), "\n"+word+"\n") || words(r) != "" || r.Outcome.Stopped != sandbox.NotStopped
	}
}

// words returns what an attack says that it got.
func words(r testscript.Result) string {
	var all []string
	for line := range strings.Lines(string(r.Outcome.Output)) {
		if what, ok := strings.CutPrefix(line, "GOT "); ok {
			all = append(all, printable(what))
		}
	}
	switch len(all) {
	case 0:
		return ""
	case 1, 2, 3:
		return "it got this: " + strings.Join(all, "; ")
	}
	return fmt.Sprintf("it got this: %s; and %d things more", strings.Join(all[:3], "; "), len(all)-3)
}

// printable turns a program's output into one short line.
func printable(text string) string {
	text = strings.TrimSpace(text)
	quoted := fmt.Sprintf("%.100q", text)
	return quoted[1 : len(quoted)-1]
}

// writeFile writes a file for an attack.
func writeFile(path, text string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode))
}

// plain prepares an attack whose success is visible from how its run ended.
func plain(script string, seen func(testscript.Result) string) func(*harness) (attack, error) {
	return func(*harness) (attack, error) { return attack{script: script, seen: seen}, nil }
}

// stopped checks that a run was stopped for one of the given reasons.
func stopped(why ...sandbox.Stop) func(testscript.Result) string {
	return func(r testscript.Result) string {
		for _, w := range why {
			if r.Outcome.Stopped == w {
				return ""
			}
		}
		if r.Outcome.Stopped != sandbox.NotStopped {
			return fmt.Sprintf("it was stopped by the limit on %s", r.Outcome.Stopped)
		}
		return fmt.Sprintf("it ran to its end (verdict %s)", r.Verdict)
	}
}

// lasting prepares an endless attack that must be stopped for one of the given reasons. If its
// shell gives up, for instance since others use up the processes that this user may have, it was
// not tried.
func lasting(script string, why ...sandbox.Stop) func(*harness) (attack, error) {
	goesOn := func(r testscript.Result) bool { return r.Outcome.Stopped != sandbox.NotStopped || r.Outcome.Exit <= 0 }
	seen := func(r testscript.Result) string {
		if !goesOn(r) {
			return ""
		}
		return stopped(why...)(r)
	}
	return func(*harness) (attack, error) { return attack{script: script, seen: seen, tried: goesOn}, nil }
}

// patiently gives an attack time to fill what it fills: on a busy machine, the limit on elapsed
// time, which is not what it tries, would come first.
func patiently(prepare func(*harness) (attack, error)) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		a, err := prepare(h)
		a.cpu, a.wall = 8*cpuLimit, 8*wallLimit
		return a, err
	}
}

// refused checks that a probe printed nothing: what it prints, it has got.
func refused(r testscript.Result) string {
	text, _, _ := strings.Cut(strings.TrimSpace(string(r.Outcome.Output)), "\n")
	if text == "" {
		return ""
	}
	return fmt.Sprintf("it got %.60q", text)
}

// missing checks that the output counts as missing, or that the probe did not get that far.
func missing(r testscript.Result) string {
	if r.Verdict == testscript.Missing || r.Verdict == testscript.Crash {
		return ""
	}
	return "verdict " + string(r.Verdict)
}
