//go:build unix

package program_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// onlyPython3 leaves Python 3 alone on the PATH, or nothing at all, and returns where Python 3 is.
func onlyPython3(t *testing.T, found bool) string {
	t.Helper()
	needs(t, "python3")
	printed, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Fatal(err)
	}
	bin, real := tier.TempDir(t), strings.TrimSpace(string(printed))
	if found {
		if err := os.Symlink(real, filepath.Join(bin, "python3")); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	return real
}

// A file named for Python 2.7, which is not here, is read by Python 3 to tell what would help; and only what it says
// is told.
func TestNamedForPython2(t *testing.T) {
	const here = "mancala.py is named for Python 2.7, which is not here"
	const want = here + ": want python2.7 or python2 on the PATH, found none; --tool python2=PATH points to another"
	for _, c := range []struct {
		text, want string
		python3    bool
	}{
		{"print(f'{1}')\n", here + "; it parses as Python 3: name it mancala3.py, or --tool python=3, or \"python: 3\" in the course file", true},
		{"print 1\n", want, true},
		{"print(f'{1}')\n", want, false},
	} {
		t.Run(c.text, func(t *testing.T) {
			onlyPython3(t, c.python3)
			_, err := open(t, "mancala", files(t, map[string]string{"mancala.py": c.text}), nil)
			if err == nil || errors.As(err, new(*program.BuildError)) || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

// --python says which Python runs, whatever the name of a file says.
func TestPythonVersion(t *testing.T) {
	onlyPython3(t, true)
	for _, name := range []string{"mancala.py", "mancala3.py", "own.py"} {
		path := filepath.Join(files(t, map[string]string{name: "print(f'{1}')\n"}), name)
		if _, err := open(t, "mancala", path, program.Tools{"python": "3"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := open(t, "mancala", path, program.Tools{"python": "2"}); err == nil || !strings.Contains(err.Error(), "want python2.7") {
			t.Errorf("%s by Python 2: %v", name, err)
		}
	}
	failed := (*program.BuildError)(nil)
	_, err := open(t, "mancala", files(t, map[string]string{"mancala.py": "print 1\n"}), program.Tools{"python": "3"})
	if !errors.As(err, &failed) || !strings.Contains(failed.Output, "leave --tool python=3 out") || strings.Contains(failed.Output, "call the file") {
		t.Errorf("Python 2 by --python 3: %v", err)
	}
}
