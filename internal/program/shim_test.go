//go:build unix

package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// The answer of a shim of pyenv is stored until something changes that pyenv decides by. Failures that may pass
// are not stored, and neither are the answers of other shims.
func TestShimAnswers(t *testing.T) {
	root, home, asked := tier.TempDir(t), tier.TempDir(t), filepath.Join(tier.TempDir(t), "asked")
	shims := filepath.Join(root, "shims")
	script := func(path, text string) {
		must.Write(t, filepath.Dir(path), map[string]string{filepath.Base(path): "#!/bin/sh\n" + text})
	}
	script(filepath.Join(root, "pyenv"), `echo >>`+asked+`
version=${PYENV_VERSION:-$(cat "$HOME/.python-version" "$PYENV_ROOT/version" 2>/dev/null | head -n 1)}
path=$PYENV_ROOT/versions/$version/bin/$2
[ "$version" != broken ] || { echo 'pyenv: out of memory'; exit 1; }
[ -x "$path" ] && echo "$path" && exit
echo "pyenv: $2: command not found"; exit 127
`)
	for _, name := range []string{"python3", "python2"} {
		script(filepath.Join(shims, name), "program=${0##*/}\nexport PYENV_ROOT="+root+"\nexec \""+root+"/"+pyenvShim+"\n")
	}
	script(filepath.Join(shims, "python"), "echo >>"+asked+"; echo /bin/sh")
	for _, version := range []string{"3.1", "3.2"} {
		script(filepath.Join(root, "versions", version, "bin/python3"), "")
	}
	choose := func(file, version string) func() {
		return func() { must.Do(t, os.WriteFile(file, []byte(version+"\n"), 0o644)) }
	}
	t.Setenv("PATH", shims+":"+os.Getenv("PATH"))
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", tier.TempDir(t))
	t.Setenv("PYENV_DIR", "")
	t.Setenv("PYENV_VERSION", "")
	for _, c := range []struct {
		what         string
		change       func()
		name, answer string // the end of the path, or of the error
		asked        int
	}{
		{"at first", choose(filepath.Join(root, "version"), "3.1"), "python3", "/3.1/bin/python3", 1},
		{"no such interpreter", func() {}, "python2", "pyenv: python2: command not found", 1},
		{"another script", func() {}, "python", "/bin/sh", 2},
		{"the version of all", choose(filepath.Join(root, "version"), "3.2"), "python3", "/3.2/bin/python3", 1},
		{"the version of a directory", choose(filepath.Join(home, ".python-version"), "3.1"), "python3", "/3.1/bin/python3", 1},
		{"the variable", func() { t.Setenv("PYENV_VERSION", "3.2") }, "python3", "/3.2/bin/python3", 1},
		{"another directory", func() { t.Setenv("PWD", "/") }, "python3", "/3.2/bin/python3", 0},
		{"a new interpreter", func() { script(filepath.Join(root, "versions/3.2/bin/python2"), "") }, "python2", "/3.2/bin/python2", 1},
		{"a failure that may pass", func() { t.Setenv("PYENV_VERSION", "broken") }, "python3", "pyenv: out of memory", 2},
		{"an interpreter is removed", func() {
			t.Setenv("PYENV_VERSION", "3.2")
			must.Do(t, os.Remove(filepath.Join(root, "versions/3.2/bin/python3")))
		}, "python3", "pyenv: python3: command not found", 1},
	} {
		c.change()
		must.Do(t, os.WriteFile(asked, nil, 0o644))
		for range 2 {
			got, err := toolByName("python").resolve(t.Context(), c.name)
			if err != nil {
				got = err.Error()
			}
			if !strings.HasSuffix(got, c.answer) {
				t.Errorf("%s: %s, want %s", c.what, got, c.answer)
			}
		}
		if text, _ := os.ReadFile(asked); len(text) != c.asked {
			t.Errorf("%s: asked %d times, want %d", c.what, len(text), c.asked)
		}
	}
}
