//go:build unix

package queue_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/fuzz/judge"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/work/queue"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// told runs a search, and returns what it finds.
func told(t *testing.T, s fuzz.Search) (text string) {
	t.Helper()
	s.Seed, s.Runs, s.Judged = 1, 20, func(bool) {}
	s.Found = func(f fuzz.Finding) error {
		text += fmt.Sprintf("%d %d %d %s %s\n%s%s\n", f.Number, f.Steps, f.Tried, f.Result.Verdict, f.Result.Reason, f.Smallest, f.Result.Outcome.Errors)
		for _, file := range f.Result.Files {
			text += fmt.Sprintf("%s %q %+v\n", file.Name, file.Text, file.Report.First)
		}
		return nil
	}
	sum, err := s.Run(t.Context())
	if err != nil || sum.Found == 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	return text + fmt.Sprintf("%+v", sum)
}

// A search by workers, of which one is lost with what it had begun, finds what one process finds, with All and
// without; a submission without a program is told of as in one process.
func TestFleetSearches(t *testing.T) {
	t.Parallel()
	known, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	whole := *known
	whole.Generator.Shrink = nil // which takes hundreds of runs; the command's test has it
	a := &whole
	broken, path := t.TempDir(), t.TempDir()
	program := "#!/bin/sh\necho \"failed in $0\" >&2\ngrep -q 1 input.txt && exit 3\necho 1 >output.txt\n"
	if err := os.WriteFile(filepath.Join(path, "reversi"), []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	options := testscript.Options{Sandbox: testscript.SandboxNone, Text: fuzz.MostText}
	player, err := testscript.FindPlayer(t.Context(), a, path, nil, options)
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, options)
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	conditions, err := policy.NewConditions(a, options, nil, version)
	if err != nil {
		t.Fatal(err)
	}
	o := queue.Options{AckWait: 500 * time.Millisecond}
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(o))
	defer s.Close()
	begin := func(path string) (*judge.Job, func()) {
		job, err := judge.New(a, path, conditions)
		if err != nil {
			t.Fatal(err)
		}
		led := make(chan error, 1)
		go func() {
			err := queue.Lead(t.Context(), dial(t, s.URL, asLeader(o)), job.Encoded(), version)
			job.End(err)
			led <- err
		}()
		return job, func() {
			job.End(nil)
			if err := <-led; err != nil {
				t.Error(err)
			}
		}
	}
	workAfterLoss(t, s.URL, o, 1)
	job, end := begin(broken)
	if _, unbuilt, err := job.Build(t.Context()); err != nil || unbuilt == "" {
		t.Errorf("an empty folder is built: %q, %v", unbuilt, err)
	}
	end()
	for _, all := range []bool{false, true} {
		job, end := begin(path)
		if _, unbuilt, err := job.Build(t.Context()); err != nil || unbuilt != "" {
			t.Fatal(unbuilt, err)
		}
		got := told(t, fuzz.Search{Assignment: a, Judge: job.Judge, Jobs: 4, Batch: 100, All: all})
		end()
		want := told(t, fuzz.Search{Assignment: a, Judge: runner.Run, Jobs: 2, All: all})
		if got != want {
			t.Errorf("all: %v: workers find\n%s\nwant\n%s", all, got, want)
		}
	}
}
