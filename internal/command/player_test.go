package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/player/submission"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// playersInProcess makes executors call player as a function and start other programs without a sandbox, in
// directories below dir. A script checks dozens of cases in the time that one process takes to start. Programs that
// "exec touchstone" runs are always in the sandbox. With TOUCHSTONE_TESTS=all, all programs are.
func playersInProcess(dir string) {
	if !effort.All() {
		executor.Wrap = func(x executor.Executor) executor.Executor {
			return playerExecutor{programtest.Forks(x, dir), dir}
		}
	}
}

type playerExecutor struct {
	executor.Executor
	dir string
}

func (x playerExecutor) Open(need answers.Need, p sandbox.Policy) (executor.Runner, error) {
	r, err := x.Executor.Open(need, p)
	if err != nil {
		return nil, err
	}
	return playerRunner{r, x.dir}, nil
}

// A playerRunner runs player itself.
type playerRunner struct {
	executor.Runner
	dir string
}

func (r playerRunner) Run(ctx context.Context, t executor.Task) (*executor.Run, error) {
	program := strings.TrimSuffix(filepath.Base(t.Path), ".exe")
	if program != "player" && program != "make" {
		return r.Runner.Run(ctx, t)
	}
	dir, err := os.MkdirTemp(r.dir, "run")
	if err != nil {
		return nil, err
	}
	if t.Fill != nil {
		if err := t.Fill(dir); err != nil {
			return nil, err
		}
	}
	args := t.Args[1:]
	if program == "make" {
		makefile, err := os.ReadFile(filepath.Join(dir, "Makefile"))
		recipe := playerRecipe.FindSubmatch(makefile)
		if err != nil || recipe == nil || !slices.Contains(args, "run") {
			return r.Runner.Run(ctx, t)
		}
		args = strings.Fields(string(recipe[1]))
	}
	run, begin := &executor.Run{Dir: dir}, time.Now()
	var errs bytes.Buffer
	run.Exit = submission.Main(dir, args, &errs)
	run.Wall, run.Errors = time.Since(begin), errs.Bytes()
	if run.Exit == submission.Endless {
		run.Stopped, run.Wall = outcome.StoppedCPU, t.Limits.CPU
	}
	run.CPU = run.Wall
	return run, nil
}

// playerRecipe matches the target of a Makefile that runs only player.
var playerRecipe = regexp.MustCompile(`(?m)^run:\n\tplayer ([^"\n]*)$`)
