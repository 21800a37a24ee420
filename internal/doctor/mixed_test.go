//go:build unix

package doctor

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

var (
	runs  = flag.Int("runs", 0, "runs of TestMixed")
	jobs  = flag.Int("jobs", 4, "how many of them at a time")
	which = flag.String("probe", "", "only the probes whose names match this pattern")
)

// The probes can be run in other environments: -tier 2, -tier 3, -as-nobody.
func TestMain(m *testing.M) { tier.Main(m) }

// Thousands of runs of all probes in turn, four at a time: nothing gets through, and no
// process, folder, control group or descriptor is left ("go test ./internal/doctor -run
// TestMixed -runs 1000 -tier 2 -as-nobody -timeout 2h").
func TestMixed(t *testing.T) {
	if *runs == 0 {
		t.Skip("no -runs")
	}
	all := chosen(*which)
	if len(all) == 0 {
		t.Fatalf("no probe is called %s", *which)
	}
	place := tier.TempDir(t)
	t.Setenv("TMPDIR", place)
	shared := ownShared()
	files := openFiles()
	h, err := newHarness(t.Context(), sandbox.Auto)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	count := map[string]int{}
	work := make(chan probe)
	var group sync.WaitGroup
	for range *jobs {
		group.Go(func() {
			for one := range work {
				f, _, err := h.examine(one)
				mu.Lock()
				count[outcome(f, err)]++
				if o := outcome(f, err); o != "" && (err != nil || f.Defect() || f.Skipped != "") {
					t.Errorf("%s: %s", one.name, o)
				}
				mu.Unlock()
			}
		})
	}
	for i := 0; i < *runs; i++ {
		work <- all[i%len(all)]
	}
	close(work)
	group.Wait()
	if err := h.made.Remove(); err != nil {
		t.Error(err)
	}
	for what, n := range count {
		t.Logf("%d times: %q", n, what)
	}
	if left, _ := filepath.Glob(filepath.Join(place, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if left := ownShared(); len(left) > len(shared) {
		t.Errorf("in /dev/shm: %v, before: %v", left, shared)
	}
	if left := ownGroups(); len(left) > 0 {
		t.Errorf("control groups: %v", left)
	}
	if left := survivors(place, place); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
	if left := children(); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
	if after := openFiles(); after > files {
		t.Errorf("%d descriptors are open, %d were", after, files)
	}
}

// outcome returns what is wrong with a finding, or "".
func outcome(f Finding, err error) string {
	switch {
	case err != nil:
		return "error: " + err.Error()
	case f.Skipped != "" && !strings.HasPrefix(f.Skipped, "needs "):
		return "skipped: " + f.Skipped
	case f.Skipped != "" || f.Works || f.Stopped:
		return ""
	case f.Right:
		return fmt.Sprintf("%s does not work: %s", f.Probe, f.Saw)
	}
	return fmt.Sprintf("%s: %s", f.Probe, f.Saw)
}

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
