//go:build queue && unix

package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A class that is graded for a problem package by a worker with a copy of it elsewhere has the books of one that is
// graded by one process. A worker with another package says what it wants.
func TestQueueOfPackage(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("wants python3: ", err)
	}
	home, elsewhere, other := t.TempDir(), t.TempDir(), t.TempDir()
	run := func(dir string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "touchstone", args...)
		cmd.Dir = dir
		return cmd
	}
	if text, err := run(home, "new", "longest").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	class := filepath.Join(home, "class")
	for name, file := range map[string]string{"ann": "accepted/reference.py", "ben": "wrong_answer/forgets_the_last.py"} {
		if err := os.CopyFS(filepath.Join(class, name), os.DirFS(filepath.Join(home, "longest", "submissions", filepath.Dir(file)))); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{elsewhere, other} {
		if err := os.CopyFS(filepath.Join(dir, "longest"), os.DirFS(filepath.Join(home, "longest"))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(other, "longest", "data", "secret", "9.in"), []byte("1\n7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := run(home, "grade", "longest", class, "--out", "alone", "--sandbox", "none").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lead := run(home, "grade", "longest", class, "--out", "led", "--sandbox", "none", "--queue", "127.0.0.1:0", "--jobs", "0")
	said := strings.Fields(begin(t, lead, `join with: touchstone (worker --queue nats://\S+ --key \S+ --sandbox none)\n`)[1])
	const same = "want the same problem package as on the machine that leads the work"
	if text, err := run(other, said...).CombinedOutput(); err == nil || !strings.Contains(string(text), same) {
		t.Errorf("%v, %s", err, text)
	}
	begin(t, run(elsewhere, said...), `working for longest\S*, 2 students`)
	if err := lead.Wait(); err != nil {
		t.Fatal(err)
	}
	compareBooks(t, readBooks(t, filepath.Join(home, "led")), readBooks(t, filepath.Join(home, "alone")))
}
