package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"touchstone": func() { Main() },
		"player":     player,
	})
}

// The scripts in testdata/script use every command as a user would and hold every
// message.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", os.Getenv("GORACE")) // of .ci/run
			command, err := exec.LookPath("touchstone")
			if err != nil {
				return err
			}
			env.Setenv("TOUCHSTONE", command) // for a PATH that does not have it
			if err := ownCache(env); err != nil {
				return err
			}
			if err := disguise(); err != nil {
				return err
			}
			return nil
		},
	})
}

// ownCache gives a script a cache folder, so that it remembers nothing in the user's. Only what
// Go compiles is there, once for all scripts.
func ownCache(env *testscript.Env) error {
	caches, err := os.UserCacheDir()
	if err != nil || runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // a script has none there
		return nil
	}
	shared, own := filepath.Join(caches, "touchstone", "go-build"), filepath.Join(env.WorkDir, ".cache")
	if err := errors.Join(os.MkdirAll(shared, 0o700), os.MkdirAll(filepath.Join(own, "touchstone"), 0o700)); err != nil {
		return err
	}
	env.Setenv("XDG_CACHE_HOME", own)
	return os.Symlink(shared, filepath.Join(own, "touchstone", "go-build"))
}

// disguise makes the player a program that a check does not take for touchstone, of
// which it is a copy.
var disguise = sync.OnceValue(func() error {
	path, err := exec.LookPath("player")
	if err != nil {
		return err
	}
	if err := answerstest.Disguise(path+".new", path); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
})

// player is a submission for any assignment:
//
//	player [-edition NAME] [-crlf] [-replace OLD,NEW] [-drop FILE] [-exit N] [-faults NAME,NAME] [-odd] ASSIGNMENT [-i input.txt]
func player() {
	edition := flag.String("edition", "", "")
	odd := flag.Bool("odd", false, "add a line that is never the same")
	crlf := flag.Bool("crlf", false, "end lines in CRLF")
	old := flag.String("old", "", "text to be replaced once in each file")
	new := flag.String("new", "", "by this")
	drop := flag.String("drop", "", "leave out this file")
	exit := flag.Int("exit", 0, "exit status")
	faults := flag.String("faults", "", "mistakes that the second solver makes")
	flag.Parse()
	a, err := oracle.Lookup(flag.Arg(0))
	must(err)
	src, err := os.ReadFile(oracle.InputFile)
	must(err)
	p, err := a.Parse(oracle.InputFile, src)
	must(err)
	files := output.Memory{}
	if *faults != "" {
		texts, err := a.Second.Solve(*edition, src, strings.Split(*faults, ",")...)
		must(err)
		for name, text := range texts {
			files[name] = []byte(text)
		}
	} else {
		_, err = p.Solve(context.Background(), homework.Options{Edition: *edition}, files)
		must(err)
	}
	for name, text := range files {
		if *odd {
			text = fmt.Appendf(text, "%d\n", time.Now().UnixNano())
		}
		if *crlf {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		if *old != "" {
			text = bytes.Replace(text, []byte(*old), []byte(*new), 1)
		}
		if name != *drop {
			must(os.WriteFile(name, text, 0o644))
		}
	}
	syscall.Exit(*exit) // os.Exit lingers for a second under the race detector
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
