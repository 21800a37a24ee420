package testscript_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript"
)

var neighbours = flag.Int("neighbours", 30, "runs of TestNeighbours on each tier")

func init() {
	ways["slow writer"] = func() { writeSlowly(check) }
	ways["careless writer"] = func() { writeSlowly(func(error) {}) }
	ways["mover"] = moveAnswer
	ways["starter"] = startChild
	ways["grabber"] = grabDisk
	ways["forker"] = forkAll
}

// writeSlowly writes the answer in parts, and lets failed look at what comes of each.
func writeSlowly(failed func(error)) {
	text := answer()
	f, err := os.Create(outputFile)
	failed(err)
	const parts = 10
	for i := range parts {
		_, err := f.WriteString(text[i*len(text)/parts : (i+1)*len(text)/parts])
		if failed(err); err != nil {
			return
		}
		failed(os.WriteFile(fmt.Sprint("notes", i), make([]byte, 64<<10), 0o644))
		time.Sleep(10 * time.Millisecond)
	}
}

// moveAnswer writes an answer that is only left if all of it could be written.
func moveAnswer() {
	text := answer()
	time.Sleep(50 * time.Millisecond)
	if os.WriteFile("unfinished", append([]byte(text), make([]byte, 1<<20)...), 0o644) == nil && os.Truncate("unfinished", int64(len(text))) == nil {
		check(os.Rename("unfinished", outputFile))
	}
}

// startChild leaves the work to another process.
func startChild() {
	time.Sleep(300 * time.Millisecond)
	self, err := os.Executable()
	check(err)
	check(exec.Command(self, "submission", "right").Run())
}

// grabDisk takes as much of the disk as a program may, if that is a small one: two of them fill it.
func grabDisk() {
	var stat unix.Statfs_t
	check(unix.Statfs(".", &stat))
	if int64(stat.Blocks)*stat.Bsize > smallDisk {
		check(errors.New("the disk is not a small one"))
	}
	f, err := os.Create("taken")
	check(err)
	part := make([]byte, 1<<20)
	for size := 0; len(part) >= 4096 && size+len(part) <= 60<<20; {
		n, err := f.Write(part)
		if size += n; err != nil {
			part = part[:len(part)/2]
		}
	}
	time.Sleep(400 * time.Millisecond)
}

// forkAll starts processes until there can be no more.
func forkAll() {
	for range 2000 {
		if _, err := syscall.ForkExec("/bin/sleep", []string{"sleep", "5"}, nil); err != nil {
			break
		}
	}
	time.Sleep(400 * time.Millisecond)
}

// smallDisk is the most that a disk may have for grabDisk to fill it.
const smallDisk = 1 << 30

// Right programs pass while hostile programs use up the whole disk and all processes, on every tier.
func TestNeighbours(t *testing.T) {
	effort.NeedsAll(t, "runs many programs beside greedy ones")
	if os.Getuid() != 0 {
		t.Skip("only the administrator mounts a small disk and enters all tiers")
	}
	self := must.Get(os.Executable())(t)
	info := must.Get(os.Stat(self))(t)
	for _, args := range []string{"-tier 1", "-tier 1 -as-nobody", "-tier 2 -as-nobody", "-tier 3", "-tier 3 -as-nobody"} {
		t.Run(args, func(t *testing.T) {
			disk, err := os.MkdirTemp("/tmp", "touchstone-neighbours-") // where others can enter
			must.Do(t, err)
			defer os.Remove(disk)
			must.Do(t, os.Chmod(disk, 0o755))
			size := 4*info.Size() + 100<<20 // the disk holds copies of the test binary
			cmd := exec.Command("sh", "-c", `mount -t tmpfs -o mode=1777,size=`+fmt.Sprint(size)+` none "$0" && exec "$@"`, disk, self)
			cmd.Args = append(cmd.Args, "-test.run", "^TestNeighboursHere$", "-test.v", "-neighbours", fmt.Sprint(*neighbours))
			cmd.Args = append(cmd.Args, strings.Fields(args)...)
			cmd.Env = append(os.Environ(), "TMPDIR="+disk)
			cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
			text, err := cmd.CombinedOutput()
			expect.Equal(t, false, err != nil || !strings.Contains(string(text), "--- PASS: TestNeighboursHere"),
				err, text)
			t.Logf("%s", text)
		})
	}
}

// TestNeighboursHere is TestNeighbours where it is: TMPDIR must be on a small disk
func TestNeighboursHere(t *testing.T) {
	var stat unix.Statfs_t
	if err := unix.Statfs(os.TempDir(), &stat); err != nil || int64(stat.Blocks)*stat.Bsize > smallDisk {
		t.Skip("the temporary directory is not on a small disk: ", err)
	}
	right := []string{"slow writer", "careless writer", "mover", "starter"}
	runner, err := testscript.NewRunner(testscript.Options{CPU: 20 * time.Second, Wall: 5 * time.Minute}, 4)
	must.Do(t, err)
	programs := map[string]*testscript.Program{}
	for _, way := range append([]string{"grabber", "forker"}, right...) {
		p := must.Get(runner.Open(t.Context(), nil, testscript.Command(submission(t), "submission", way)))(t)
		t.Cleanup(func() { must.Do(t, p.Close()) })
		programs[way] = p
	}
	r, c := random.New(1), handoutCase(t)
	work, ran := make(chan string), map[string]int{}
	var group sync.WaitGroup
	var mu sync.Mutex
	for range 8 {
		group.Go(func() {
			for way := range work {
				result := programs[way].Run(t.Context(), c)
				mu.Lock()
				ran[fmt.Sprintf("%s: %s", way, result.Verdict)]++
				if hostile := way == "grabber" || way == "forker"; result.Verdict != testscript.Pass && !hostile || result.Verdict == testscript.Internal {
					t.Errorf("%s: %s (%s)\n%s", way, result.Verdict, result.Reason, result.Outcome.Errors)
				}
				mu.Unlock()
			}
		})
	}
	for range *neighbours {
		way := right[r.Intn(len(right))]
		if r.Chance(2) {
			way = []string{"grabber", "forker"}[r.Intn(2)]
		}
		work <- way
	}
	close(work)
	group.Wait()
	t.Logf("ran: %v", ran)
}
