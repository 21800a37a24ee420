//go:build unix

package programtest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
)

// script writes an executable script.
func script(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o777))
}

// Other interpreters replace shims, before the interpreters behind the shims do. Shims stay only for tools that
// exist nowhere else.
func TestDirect(t *testing.T) {
	dir := t.TempDir()
	real, shims, bin := filepath.Join(dir, "3.1/bin"), filepath.Join(dir, "shims"), filepath.Join(dir, "bin")
	script(t, filepath.Join(real, "python3"), ":")
	script(t, filepath.Join(shims, "python3"), "echo "+filepath.Join(real, "python3"))
	script(t, filepath.Join(shims, "python2"), "exit 127")
	script(t, filepath.Join(bin, "make"), ":")
	other := filepath.Join(dir, "other")
	script(t, filepath.Join(other, "python3"), ":")
	for _, c := range []struct {
		name       string
		path, want []string
	}{
		{"shims", []string{shims, bin}, []string{real, bin}},
		{"no shims", []string{bin, real}, []string{bin, real}},
		{"another interpreter", []string{shims, bin, other}, []string{other, bin}},
	} {
		checkPath(t, c.name, c.path, c.want)
	}
	script(t, filepath.Join(shims, "tsc"), ":")
	checkPath(t, "a tool that is nowhere else", []string{shims, bin}, []string{real, bin, shims})
}

func checkPath(t *testing.T, name string, path, want []string) {
	t.Helper()
	join := func(dirs []string) string { return strings.Join(dirs, string(filepath.ListSeparator)) }
	t.Setenv("PATH", join(path))
	must.Do(t, programtest.Direct(t.Context()))
	if got := os.Getenv("PATH"); got != join(want) {
		t.Errorf("%s: the PATH is %s, want %s", name, got, join(want))
	}
}
