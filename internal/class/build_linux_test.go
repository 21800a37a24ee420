package class

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Builds that fill the disk spoil no other build, on tier 3, where they are on disk.
func TestBuildNeighbours(t *testing.T) {
	effort.NeedsAll(t, "builds beside builds that fill the disk")
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	if os.Getuid() != 0 {
		t.Skip("only the administrator mounts a small disk before the tier is entered")
	}
	self, err := os.Executable()
	must.Do(t, err)
	cmd := exec.Command("sh", "-c", `mount -t tmpfs -o mode=0711,size=160m none "$0" && exec "$@"`, tier.TempDir(t), self, "-test.run", "^TestBuildNeighboursHere$", "-test.v", "-tier", "3")
	cmd.Env = append(os.Environ(), "TMPDIR="+cmd.Args[3], "BOOKS="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
	if text, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(text), "--- PASS: TestBuildNeighboursHere") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestBuildNeighboursHere is TestBuildNeighbours where it is: TMPDIR must be on a small disk, and BOOKS on another.
func TestBuildNeighboursHere(t *testing.T) {
	var stat unix.Statfs_t
	if err := unix.Statfs(os.TempDir(), &stat); err != nil || int64(stat.Blocks)*stat.Bsize > 1<<30 {
		t.Skip("the temporary folder is not on a small disk: ", err)
	}
	roster := tier.TempDir(t)
	put := func(name, text string) {
		path := filepath.Join(roster, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o755))
	}
	for i := range 6 {
		other := fmt.Sprintf("# %d\n", i) // else they are one submission
		put(fmt.Sprintf("filler%d/Makefile", i), other+"agent:\n\thead -c 150000000 /dev/zero >big; sleep 0.5; rm big; false\nrun:\n\ttrue\n")
		put(fmt.Sprintf("right%d/Makefile", i), other+"agent:\n\tfor i in 1 2 3 4 5; do head -c 1000000 /dev/zero >part$$i || exit 1; sleep 0.1; done\n\trm part*\nrun:\n\techo >output.txt\n")
	}
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	students, err := submissions.Roster(roster)
	must.Do(t, err)
	p, err := NewPlan(Terms{Assignment: a, Cases: all[:2], Touchstone: "v1"}, students)
	must.Do(t, err)
	j, err := OpenJournal(os.Getenv("BOOKS"))
	must.Do(t, err)
	defer j.Close()
	g, err := NewGrader(p, j, students)
	must.Do(t, err)
	g.Jobs = 4
	if err := g.Run(t.Context()); err != nil {
		t.Error(err)
	}
	class, err := g.Class(t.Context())
	must.Do(t, err)
	for _, s := range class.Students {
		want := testscript.Wrong
		if s.Name[0] == 'f' {
			want = testscript.Build
		}
		for _, r := range s.Results {
			if r.Verdict != want {
				t.Errorf("%s: %s, want %s: %s", s.Name, r.Verdict, want, s.Built)
			}
		}
	}
}
