package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"touchstone": func() { Main() }})
}

// tests runs the tests with a player beside touchstone. It is a program of its own, since thousands are
// started, and touchstone starts slowly for that.
type tests struct{ *testing.M }

func (t tests) Run() int {
	// Who runs the tests may ignore hangups, as nohup does; the programs that they start must not then.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	if err := errors.Join(programtest.Direct(context.Background()), makePlayer()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return t.M.Run()
}

func makePlayer() error {
	player, err := besideTouchstone("player")
	if err != nil {
		return err
	}
	return answerstest.Build(context.Background(), player, "internal/player")
}

// besideTouchstone returns the path for a program, or a folder, that all tests share. It is removed at
// their end, with the touchstone of the tests.
func besideTouchstone(name string) (string, error) {
	touchstone, err := exec.LookPath("touchstone")
	return filepath.Join(filepath.Dir(touchstone), name+filepath.Ext(touchstone)), err
}

// The scripts in testdata/script use every command as a user would and hold every
// message.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           condition,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", os.Getenv("GORACE")) // of .ci/run
			command, err := exec.LookPath("touchstone")
			if err != nil {
				return err
			}
			env.Setenv("TOUCHSTONE", command) // for a PATH that does not have it
			// Root's programs, who run as other users on tier 3, must get into its folder.
			if err := os.Chmod(filepath.Dir(env.WorkDir), 0o711); err != nil {
				return err
			}
			return ownCache(env)
		},
	})
}

// condition knows "all": tests try what takes longer (package effort).
func condition(name string) (bool, error) {
	if name == "all" {
		return effort.All(), nil
	}
	return false, fmt.Errorf("want the condition all, found %s", name)
}

// ownCache gives a script a cache folder, so that it remembers nothing in the user's. Only what
// Go compiles is there, once for all scripts.
func ownCache(env *testscript.Env) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // a script has none there
		return nil
	}
	caches, err := scratch.Caches()
	if err != nil { // there is no home folder
		if caches, err = besideTouchstone("caches"); err != nil {
			return err
		}
	}
	shared, own := filepath.Join(caches, "touchstone", "go-build"), filepath.Join(env.WorkDir, ".cache")
	if err := errors.Join(os.MkdirAll(shared, 0o700), os.MkdirAll(filepath.Join(own, "touchstone"), 0o700)); err != nil {
		return err
	}
	env.Setenv("XDG_CACHE_HOME", own)
	return os.Symlink(shared, filepath.Join(own, "touchstone", "go-build"))
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}
