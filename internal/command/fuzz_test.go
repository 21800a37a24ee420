package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A program with any of these faults is found out from a cold start, by few runs, and what shows
// it is short: no file of the right answer has more lines than that.
var foundOut = []struct {
	assignment, fault string
	inputs, lines     int
}{
	{"squirrel", "strict-cut-at-max", 100, 45},
	{"squirrel", "no-line-for-a-cut", 100, 15},
	{"squirrel", "last-tie-at-root", 40, 25},
	{"gangwars", "raid-chains", 40, 10},
	{"gangwars", "ties-prefer-raid", 40, 10},
	{"gangwars", "row-number-of-one-digit", 100, 15},
	{"reversi", "edges-wrap-round", 40, 25},
	{"reversi", "pass-count-not-reset", 40, 40},
	{"reversi", "no-cuts", 40, 30},
	{"mancala", "captured-stones-stay", 40, 40},
	{"mancala", "fail-hard", 100, 30},
	{"mancala", "extra-turn-is-a-ply", 40, 40},
	{"mapcolor", "forward-checking", 40, 30},
	{"mapcolor", "fail-hard", 100, 40},
	{"mapcolor", "moves-reversed", 40, 15},
}

// every is the share of them that is tried. The third makes one for each assignment.
// Of the faults that fuzz finds, every so many-th is tried.
var every = effort.Of(9, 3, 1)

func TestFuzzFindsFaults(t *testing.T) {
	effort.NeedsAll(t, "searches for many faults")
	for i, c := range foundOut {
		if i%every > 0 {
			continue
		}
		t.Run(c.assignment+"/"+c.fault, func(t *testing.T) {
			t.Parallel()
			a, err := oracle.Lookup(c.assignment)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := catalog.Second(a).Lookup(c.fault); !ok {
				t.Fatal("there is no such fault")
			}
			out, err := exec.Command("touchstone", "fuzz", c.assignment, "--count", "400", "--sandbox", "none", "--format", "jsonl", "--", "player", "-faults", c.fault, c.assignment).Output()
			if failed := (*exec.ExitError)(nil); err == nil || !errors.As(err, &failed) || failed.ExitCode() != exitFail {
				t.Fatalf("%v:\n%s", err, out)
			}
			var found struct {
				Event                string
				Number, Steps, Tried int
				Unstable             bool
				Text                 string
			}
			for line := range strings.Lines(string(out)) {
				if err := json.Unmarshal([]byte(line), &found); err != nil {
					t.Fatal(err)
				}
				if found.Event == "finding" {
					break
				}
			}
			lines := 0
			for _, f := range txtar.Parse([]byte(found.Text)).Files {
				if strings.HasPrefix(f.Name, "golden/") {
					lines = max(lines, strings.Count(string(f.Data), "\n"))
				}
			}
			t.Logf("input %d, %d steps of %d runs, %d lines", found.Number, found.Steps, found.Tried, lines)
			if found.Number == 0 || found.Number > c.inputs || lines == 0 || lines > c.lines || found.Unstable {
				t.Errorf("input %d, %d lines, unstable: %v; want at most input %d and %d lines\n%s", found.Number, lines, found.Unstable, c.inputs, c.lines, found.Text)
			}
		})
	}
}

// Of a search that ends before the profile core does, what is left of the core is not tried either.
func TestFuzzNotTried(t *testing.T) {
	a, err := oracle.Lookup("gangwars")
	if err != nil {
		t.Fatal(err)
	}
	cmd := newFuzz()
	cmd.SetContext(t.Context())
	var out strings.Builder
	p := &fuzzPrinter{fuzzFlags: &fuzzFlags{}, cmd: cmd, out: &out, a: a}
	p.end(fuzz.Summary{Runs: 3, Core: 3, OfCore: 22, Ended: fuzz.EndRuns}, nil)
	all := p.checked()
	if want := fmt.Sprintf("\nnot tried: %d of the %d cases that check runs\n", all-3, all); all < 22 || !strings.Contains(out.String(), want) {
		t.Errorf("%s\nwant %q", out.String(), want)
	}
}
