package grade

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Builds that fill the disk spoil no build beside them.
func TestBuildNeighbours(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	disk := tier.TempDir(t)
	if err := unix.Mount("none", disk, "tmpfs", 0, "size=160m"); err != nil {
		t.Skip("a disk cannot be mounted here: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(disk, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	roster := tier.TempDir(t)
	put := func(name, text string) {
		path := filepath.Join(roster, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 6 {
		put(fmt.Sprintf("filler%d/Makefile", i), "agent:\n\thead -c 150000000 /dev/zero >big; sleep 0.5; rm big; false\nrun:\n\ttrue\n")
		put(fmt.Sprintf("right%d/Makefile", i), "agent:\n\tfor i in 1 2 3 4 5; do head -c 1000000 /dev/zero >part$$i || exit 1; sleep 0.1; done\n\trm part*\nrun:\n\techo >output.txt\n")
	}
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	students, err := Roster(roster)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(a, all[:2], students, testscript.Options{}, nil, nil, "v1")
	if err != nil {
		t.Fatal(err)
	}
	j, err := OpenJournal(tier.TempDir(t))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	g, err := NewGrader(p, j, students)
	if err != nil {
		t.Fatal(err)
	}
	g.Jobs = 4
	t.Setenv("TMPDIR", disk)
	if err := g.Run(t.Context()); err != nil {
		t.Error(err)
	}
	class, err := g.Class(t.Context())
	if err != nil {
		t.Fatal(err)
	}
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
