//go:build unix

package doctor

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// findings runs probes, some at a time, since many wait, and checks that they leave no file, process, control group or
// descriptor. It also returns touchstone's output on standard error, for all probes together.
func findings(t *testing.T, mode sandbox.Mode, probes []probe) (found []Finding, mechanisms sandbox.Mechanisms, printed string) {
	t.Helper()
	place := tier.TempDir(t)
	t.Setenv("TMPDIR", place)
	shared, files := ownShared(), openFiles()
	h := must.Get(newHarness(t.Context(), mode))(t)
	log := must.Get(logErrors(h.base))(t)
	var mu sync.Mutex
	var group sync.WaitGroup
	work := make(chan probe)
	for range *jobs {
		group.Go(func() {
			for one := range work {
				f, enforced, err := h.examine(one)
				mu.Lock()
				found = append(found, f)
				if len(enforced) > 0 {
					mechanisms = enforced
				}
				expect.True(t, err == nil, one.name, err)
				mu.Unlock()
			}
		})
	}
	for _, one := range probes {
		work <- one
	}
	close(work)
	group.Wait()
	printed = log.news()
	log.close()
	must.Do(t, h.made.Remove())
	left, _ := filepath.Glob(filepath.Join(place, "*"))
	expect.Equal(t, 0, len(left), "left behind:", left)
	groups, alive, own := ownGroups(), survivors(place, place), children()
	expect.Equal(t, 0, len(groups)+len(alive)+len(own), "left behind:", groups, alive, own)
	if left := ownShared(); *runs > 0 && len(left) > len(shared) { // else other tests run, too
		t.Errorf("in /dev/shm: %v, before: %v", left, shared)
	}
	if after := openFiles(); *runs > 0 && after > files {
		t.Errorf("%d descriptors are open, %d were", after, files)
	}
	return found, mechanisms, printed
}

// Tests run every n-th probe.
var every = effort.Of(24, 8, 1)

// No probe defeats a mechanism that is reported as active, each probe was tried, and right programs work if the
// machine has their interpreters. The flags -tier 2 and -as-nobody run the probes with fewer mechanisms of the
// sandbox. The flag -runs 1000 repeats the probes. The command doctor runs all probes, in CI too.
func TestProbesAreStopped(t *testing.T) {
	var probes []probe
	for i, one := range matchingProbes(*which) {
		if one.guards == rightPrograms || *which != "" || i%every == 0 {
			probes = append(probes, one)
		}
	}
	for i := range *runs {
		probes = append(probes, matchingProbes(*which)[i%len(matchingProbes(*which))])
	}
	found, mechanisms, printed := findings(t, sandbox.Auto, probes)
	expect.Equal(t, "", printed, "standard error")
	for _, f := range found {
		tried := f.Skipped == "" || strings.HasPrefix(f.Skipped, "needs ")
		expect.True(t, tried && !f.Defect(), f.Probe, "was tried, and is no defect")
		if !f.Works && !f.Stopped {
			t.Logf("%+v", f)
		}
	}
	t.Logf("active: %s", mechanisms)
}

// The probes are real: without confinement some succeed.
func TestProbesGetThrough(t *testing.T) {
	effort.NeedsAll(t, "slow")
	open := []string{"signals", "network", "other runs", "goldens", "touchstone", "outside"}
	if runtime.GOOS == "linux" {
		open = append(open, "supervisor memory", "sight", "killed supervisor", "limited supervisor", "limited stranger", "set-uid",
			"personality", "unix sockets", "copy", "case", "state")
	}
	named := func(names []string) []probe {
		return slices.DeleteFunc(matchingProbes(""), func(p probe) bool { return !slices.Contains(names, p.name) })
	}
	for range tries { // on a busy machine one may not get on before its time is up
		found, _, _ := findings(t, sandbox.None, named(open)) // a supervisor that is attacked may print
		open = slices.DeleteFunc(open, func(name string) bool {
			stopped := slices.ContainsFunc(found, func(f Finding) bool { return f.Probe == name && f.Stopped })
			return !stopped || runtime.GOOS != "linux" && name == "touchstone"
		})
	}
	expect.Equal(t, 0, len(open), open, "were stopped, though nothing confines them")
	stopped := []string{"spinner", "sleeper", "flooder", "disk filler"}
	found, _, printed := findings(t, sandbox.None, named(stopped))
	expect.Equal(t, "", printed, "standard error")
	for _, f := range found {
		expect.True(t, f.Stopped, f.Probe, f.Saw)
	}
}

var (
	runs  = flag.Int("runs", 0, "how many more runs TestProbesAreStopped makes of all probes in turn")
	jobs  = flag.Int("jobs", 3, "how many of them at a time")
	which = flag.String("probe", "", "only the probes whose names match this pattern")
)

// The probes can be run in other environments: -tier 2, -tier 3, -as-nobody.
func TestMain(m *testing.M) { tier.Main(programtest.Tests(m)) }

// openFiles counts the open files of this process.
func openFiles() int {
	runtime.GC() // closes unreachable files
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}

// ownShared lists this user's files in /dev/shm.
func ownShared() (found []string) {
	all, _ := filepath.Glob("/dev/shm/*")
	for _, path := range all {
		var stat syscall.Stat_t
		if syscall.Lstat(path, &stat) == nil && int(stat.Uid) == os.Getuid() {
			found = append(found, path)
		}
	}
	return found
}

// ownGroups lists control groups made by this process.
func ownGroups() (found []string) {
	filepath.WalkDir("/sys/fs/cgroup", func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), fmt.Sprintf("touchstone-%d-", os.Getpid())) {
			found = append(found, path)
		}
		return nil
	})
	return found
}

// children lists the child processes that have not ended.
func children() (found []string) {
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		found = append(found, strings.Fields(string(text))...)
	}
	return found
}
