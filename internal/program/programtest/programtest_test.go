//go:build unix

package programtest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
)

// Other interpreters replace shims, before the interpreters behind the shims do. Shims stay only for tools that
// exist nowhere else.
func TestDirect(t *testing.T) {
	dir := t.TempDir()
	real, shims, bin := filepath.Join(dir, "3.1/bin"), filepath.Join(dir, "shims"), filepath.Join(dir, "bin")
	other, more := filepath.Join(dir, "other"), filepath.Join(dir, "more/shims")
	shim := "#!/bin/sh\necho " + filepath.Join(real, "python3") + "\n"
	must.WriteFiles(t, dir, map[string]string{
		"3.1/bin/python3": "#!/bin/sh\n:\n", "other/python3": "#!/bin/sh\n:\n", "bin/make": "#!/bin/sh\n:\n",
		"shims/python3": shim, "shims/python2": "#!/bin/sh\nexit 127\n",
		"more/shims/python3": shim, "more/shims/tsc": "#!/bin/sh\n:\n",
	})
	for _, c := range []struct {
		name       string
		path, want []string
	}{
		{"shims", []string{shims, bin}, []string{real, bin}},
		{"no shims", []string{bin, real}, []string{bin, real}},
		{"another interpreter", []string{shims, bin, other}, []string{other, bin}},
		{"a tool that is nowhere else", []string{more, bin}, []string{real, bin, more}},
	} {
		join := func(dirs []string) string { return strings.Join(dirs, string(filepath.ListSeparator)) }
		t.Setenv("PATH", join(c.path))
		must.Do(t, programtest.Direct(t.Context()))
		expect.Equal(t, join(c.want), os.Getenv("PATH"), c.name)
	}
}
