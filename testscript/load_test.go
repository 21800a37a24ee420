//go:build unix

package testscript_test

import (
	"flag"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript"
)

var load = flag.Int("load", 100, "runs of TestLoad")

// mixedWays are the ways of the submission "mixed", which chooses by its input: first those
// that end at once, then those that take time.
var (
	mixedWays = []string{
		"right", "format", "wrong", "silent", "misnamed", "exit3", "crash", "killed",
		"background", "session", "mute", "link", "fifo", "folder", "closed", "listing",
	}
	mixedSlow = []string{"spinner", "flooder", "fillerMany", "hog", "forks"}
	verdictOf = map[string]testscript.Verdict{
		"right": testscript.Pass, "format": testscript.Format, "wrong": testscript.Wrong, "silent": testscript.Missing,
		"misnamed": testscript.Missing, "exit3": testscript.Pass, "crash": testscript.Crash, "killed": testscript.Crash,
		"background": testscript.Pass, "session": testscript.Pass, "mute": testscript.Pass, "link": testscript.Missing,
		"fifo": testscript.Missing, "folder": testscript.Missing, "closed": testscript.Pass, "listing": testscript.Pass,
		"spinner": testscript.Timeout, "flooder": testscript.Output, "fillerMany": testscript.Output,
		"hog": testscript.Memory, "forks": testscript.Pass,
	}
)

// mixedWay chooses the way for an input.
func mixedWay(input []byte) string {
	h := fnv.New32a()
	h.Write(input)
	all := append(mixedWays, mixedSlow...)
	return all[int(h.Sum32())%len(all)]
}

// Thousands of runs of good and hostile programs, four at a time: no verdict is wrong, and
// no process, folder or descriptor is left ("go test ./testscript -run TestLoad -load 5000
// -timeout 60m").
func TestLoad(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the verdicts of some programs need a child subreaper and /proc")
	}
	t.Setenv("TMPDIR", tier.TempDir(t))
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	byWay := map[string]*cases.Case{}
	for _, c := range all {
		byWay[mixedWay(c.Input())] = c
	}
	var chosen []*cases.Case
	r := random.New(1)
	runs := *load
	if !effort.All() {
		runs = min(runs, 60)
	}
	for len(chosen) < runs {
		kind := mixedWays
		if r.Chance(100) {
			kind = mixedSlow
		}
		if c := byWay[kind[r.Intn(len(kind))]]; c != nil {
			chosen = append(chosen, c)
		}
	}
	before := descriptors()
	player, err := testscript.NewPlayer(t.Context(), submission(t), "submission", "mixed")
	if err != nil {
		t.Fatal(err)
	}
	runner, err := testscript.NewRunner(player, testscript.Options{CPU: time.Second, Wall: 5 * time.Minute, Memory: 512 << 20})
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]int{}
	runner.RunAll(t.Context(), 4, chosen, func(i int, result testscript.Result) {
		way := mixedWay(chosen[i].Input())
		ran[way]++
		if want, _ := inThisSandbox(result, way, verdictOf[way], ""); result.Verdict != want {
			t.Errorf("run %d, %s: verdict %s, want %s (%s)", i, way, result.Verdict, want, result.Reason)
		}
	})
	if err := runner.Close(); err != nil {
		t.Error(err)
	}
	if err := player.Close(); err != nil {
		t.Error(err)
	}
	t.Logf("runs by way: %v", ran)
	if left := survivors(t); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if after := descriptors(); after > before {
		t.Errorf("%d descriptors are open, %d were", after, before)
	}
}

// descriptors counts the open files of this process.
func descriptors() int {
	runtime.GC() // closes unreachable files
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}
