package grading

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Builds that fill the disk spoil no other build, on tier 3, where they are on disk.
func TestBuildNeighbours(t *testing.T) {
	effort.NeedsAll(t, "builds beside builds that fill the disk")
	effort.NeedsTools(t, "make")
	if os.Getuid() != 0 {
		t.Skip("only the administrator mounts a small disk before the tier is entered")
	}
	self := must.Get(os.Executable())(t)
	info := must.Get(os.Stat(self))(t)
	size := 8*info.Size() + 100<<20 // the disk holds copies of the test binary
	cmd := exec.Command("sh", "-c", fmt.Sprintf(`mount -t tmpfs -o mode=0711,size=%d none "$0" && exec "$@"`, size), tier.TempDir(t), self, "-test.run", "^TestBuildNeighboursHere$", "-test.v", "-tier", "3")
	cmd.Env = append(os.Environ(), "TMPDIR="+cmd.Args[3], "BOOKS="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
	if text, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(text), "--- PASS: TestBuildNeighboursHere") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestBuildNeighboursHere is TestBuildNeighbours where it is: TMPDIR must be on a small disk, and BOOKS on
// another.
func TestBuildNeighboursHere(t *testing.T) {
	var stat unix.Statfs_t
	if err := unix.Statfs(os.TempDir(), &stat); err != nil || int64(stat.Blocks)*stat.Bsize > 1<<30 {
		t.Skip("the temporary directory is not on a small disk: ", err)
	}
	roster := tier.TempDir(t)
	for i := range 6 {
		other := fmt.Sprintf("# %d\n", i) // else they are one submission
		must.WriteFile(t, fmt.Sprintf("%s/filler%d/Makefile", roster, i), other+"agent:\n\thead -c 150000000 /dev/zero >big; sleep 0.5; rm big; false\nrun:\n\ttrue\n")
		must.WriteFile(t, fmt.Sprintf("%s/right%d/Makefile", roster, i), other+"agent:\n\tfor i in 1 2 3 4 5; do head -c 1000000 /dev/zero >part$$i || exit 1; sleep 0.1; done\n\trm part*\nrun:\n\techo >output.txt\n")
	}
	all := gametest.Corpus(t, &reversi.Assignment)
	students := must.Get(submissions.Roster(roster))(t)
	g := graderOf(t, all[:2], testscript.Options{}, students, os.Getenv("BOOKS"))
	g.Jobs, g.Watch = 4, noWatcher{}
	must.Do(t, g.Run(t.Context()))
	class := must.Get(g.Class(t.Context()))(t)
	for _, s := range class.Students {
		want := testscript.Wrong
		if s.Name[0] == 'f' {
			want = testscript.Build
		}
		for _, r := range s.Results {
			equal(t, want, r.Verdict, s.Name, s.NoProgram)
		}
	}
}

func TestMain(m *testing.M) { tier.Main(programtest.Tests(m)) }

// A submission cannot read data of the class, neither during its build nor while it runs: no other
// submission, not its own original, not the roster, and no files next to the journal.
func TestNeighbours(t *testing.T) {
	effort.NeedsAll(t, "runs many programs beside greedy ones")
	root := tier.TempDir(t)
	secrets := []string{"class/ann/notes.txt", "class/ann.txt", "roster.csv", "books/students/ann/results.json"}
	put := func(name, text string) {
		t.Helper()
		must.WriteFile(t, filepath.Join(root, name), text)
	}
	read := fmt.Sprintf("cd / ; ls -R %[1]s; cat %[1]s/books/journal.jsonl", root)
	for _, name := range secrets {
		put(name, "a SECRET\n")
		read += fmt.Sprintf("; cat %[1]s/%[2]s; (echo SPOILT >>%[1]s/%[2]s) 2>&1", root, name)
	}
	put("class/ann/reversi", "#!/bin/sh\necho SECRET >output.txt\n")
	put("class/spy/reversi", "#!/bin/sh\n("+read+") >output.txt\ncat output.txt >&2\n")
	put("class/maker/Makefile", "agent:\n\t-("+read+") >found\n\tcat found\n\tfalse\nrun:\n\ttrue\n")
	put("roster.csv", "SECRET,class/ann\nspy,class/spy\nmaker,class/maker\n")
	students := must.Get(submissions.Roster(filepath.Join(root, "roster.csv")))(t)
	o := testscript.Options{Hide: []string{filepath.Join(root, "roster.csv"), filepath.Join(root, "books")}}
	enforced := must.Get(testscript.Confinement(o))(t)
	if enforced.By("files") == "" {
		t.Skip("files are not confined here")
	}
	all := gametest.Corpus(t, &reversi.Assignment)
	g := graderOf(t, all[:1], o, students, filepath.Join(root, "books"))
	g.Hide, g.Watch = o.Hide, noWatcher{}
	must.Do(t, g.Run(t.Context()))
	class := must.Get(g.Class(t.Context()))(t)
	for _, s := range class.Students {
		if s.Name == "SECRET" {
			continue
		}
		r := s.Results[0]
		said := s.NoProgram + string(r.Outcome.First) + string(r.Outcome.Errors)
		for _, f := range r.Files {
			said += string(f.Text)
		}
		equal(t, true, strings.Contains(said, "cat: "), s.Name, "has tried:", said, r.Verdict)
		equal(t, false, strings.Contains(said, "SECRET") || strings.Contains(said, `"kind"`), s.Name, said)
	}
	for _, name := range secrets {
		text := must.Get(os.ReadFile(filepath.Join(root, name)))(t)
		equal(t, false, strings.Contains(string(text), "SPOILT"), name, "was written")
	}
}

// A noWatcher ignores the progress.
type noWatcher struct{}

func (noWatcher) Begin(_, _ int)                      {}
func (noWatcher) Unbuilt(_ []string, _ string, _ int) {}
func (noWatcher) Loops([]string)                      {}
func (noWatcher) Skipped(int)                         {}
func (noWatcher) Ran(testscript.Verdict)              {}
