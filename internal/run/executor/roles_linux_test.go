package executor_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	_ "github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

func TestMain(m *testing.M) { tier.Main(programtest.Tests(m)) }

// A stage has a hostile program in each role, which writes its role into a directory open to all users.
type stage struct{ dir, marks string }

func newStage(t *testing.T) stage {
	t.Helper()
	s := stage{dir: tier.TempDir(t), marks: tier.TempDir(t)}
	must.Do(t, os.Chmod(s.marks, 0o777))
	for _, f := range must.Get(txtar.ParseFile("testdata/roles.txtar"))(t).Files {
		must.WriteFile(t, filepath.Join(s.dir, f.Name), strings.ReplaceAll(string(f.Data), "MARKS", s.marks))
	}
	return s
}

var roles = []string{"agent", "build", "compiler", "generator", "input-validator", "output-validator", "reference", "submission"}

// play starts a program in each role, and returns the roles that could write. The error is
// sandbox.ErrUnconfined if the settings require more than this system has; then no program may have run.
func (s stage) play(t *testing.T, settings outcome.Settings) (wrote []string, err error) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", tier.TempDir(t))
	at := func(name string) string { return filepath.Join(s.dir, name) }
	squirrel := gametest.Lookup(t, "squirrel")
	all, runner := gametest.Corpus(t, squirrel), must.Get(testscript.NewRunner(settings, 1))(t)
	var errs []error
	for _, name := range []string{"submission", "built"} {
		p, err := runner.Open(t.Context(), squirrel, testscript.Path(at(name)))
		if errs = append(errs, err); err == nil {
			p.Run(t.Context(), all[0])
			must.Do(t, p.Close())
		}
	}
	p, game, err := problem.Open(t.Context(), at("package"))
	must.Do(t, err)
	defer p.Close()
	err = p.Prepare(t.Context(), settings)
	if errs = append(errs, err); err == nil {
		_, err = game.Assignment.Verify(t.Context(), func() {})
		errs = append(errs, err)
	}
	gangwars := gametest.Lookup(t, "gangwars")
	terms := arena.Terms{Assignment: gangwars, Settings: settings, Clock: 5 * time.Second, Nodes: 10}
	agent, err := terms.NewAgent(t.Context(), at("agent"))
	if errs = append(errs, err); err == nil {
		defer agent.Close()
		greedy := must.Get(arena.Builtin("greedy"))(t)
		_, err = terms.Match(t.Context(), agent, greedy, record.Plan{Games: 1, Size: gangwars.Contest.Sizes.Usual}, nil)
		errs = append(errs, err)
	}
	entries := must.Get(os.ReadDir(s.marks))(t)
	for _, e := range entries {
		wrote = append(wrote, e.Name())
		must.Do(t, os.Remove(filepath.Join(s.marks, e.Name())))
	}
	return wrote, errors.Join(errs...)
}

// Every program is confined in every role, or does not run. -tier and -as-nobody select other environments.
func TestEveryRoleIsConfined(t *testing.T) {
	s := newStage(t)
	wrote := must.Get(s.play(t, outcome.Settings{Sandbox: sandbox.None}))(t)
	expect.Equal(t, roles, wrote, "those that could write without confinement")
	programtest.NeedsConfinement(t)
	for _, mode := range []sandbox.Mode{sandbox.Auto, sandbox.Require} {
		wrote, err := s.play(t, outcome.Settings{Sandbox: mode})
		expect.Equal(t, false, len(wrote) > 0, mode, "these could write", wrote)
		none := mode == sandbox.Require && errors.Is(err, sandbox.ErrUnconfined) // nothing runs here
		expect.True(t, err == nil || none, mode, err)
	}
}
