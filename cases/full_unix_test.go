//go:build unix

package cases_test

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A case that cannot be written completely is left unchanged, is not counted as changed,
// and is reported; no temporary file remains. The full disk is simulated by a file size
// limit in another process, in which this test runs itself.
func TestUpdateOnFullDisk(t *testing.T) {
	if dir := os.Getenv("CASES_ON_FULL_DISK"); dir != "" {
		signal.Ignore(syscall.SIGXFSZ)
		must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096}))
		changed, err := cases.UpdateFiles(t.Context(), dir, false)
		expect.True(t, errors.Is(err, syscall.EFBIG) && len(changed) == 0, changed, err)
		a, notes := gametest.Lookup(t, "mapcolor"), map[string]cases.Annotation{"a": {Core: true}}
		annotated, err := cases.Annotate(t.Context(), dir, a, nil, notes, false)
		expect.True(t, errors.Is(err, syscall.EFBIG) && len(annotated) == 0, annotated, err)
		return
	}
	dir := t.TempDir()
	text := "# mapcolor: a long name\nsubmit input.txt\ngolden output.txt\n-- input.txt --\n" +
		"G, R\nA: R-1\n1\nG: 1, R: 1\nG: 1, R: 1\nA: " + strings.Repeat("Y", 5000) + "\n"
	path := write(t, filepath.Join(dir, "a.txtar"), text)
	child := exec.Command(os.Args[0], "-test.run=^TestUpdateOnFullDisk$")
	child.Env = append(os.Environ(), "CASES_ON_FULL_DISK="+dir)
	out, err := child.CombinedOutput()
	expect.True(t, err == nil, err, out)
	expect.Equal(t, text, string(must.Get(os.ReadFile(path))(t)))
	expect.Equal(t, []string{"a.txtar"}, must.Names(t, dir))
}
