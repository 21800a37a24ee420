//go:build unix

package testscript_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// A submission that writes beside its own source is told the file, and not where its copy was.
func TestRefusedBesideSource(t *testing.T) {
	t.Parallel()
	confinedFiles(t)
	dir := tier.TempDir(t)
	lay(t, dir, map[string]string{"reversi3.py": "import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'next_state.txt'), 'w')\n"})
	c := handoutCase(t)
	player, err := testscript.FindPlayer(t.Context(), c.Assignment, dir, nil, testscript.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	if err := player.BuildError(); err != nil {
		t.Fatal(err)
	}
	_, result := printed(t, player, testscript.Options{Sandbox: sandbox.Auto})
	var text bytes.Buffer
	result.Explain(&text, compare.Style{})
	if want := "the sandbox refused to write to next_state.txt beside its source (programs write in their working folder)\n"; !strings.Contains(text.String(), want) {
		t.Errorf("want %q in\n%s", want, &text)
	}
}

// A program that fails because of something the sandbox refused is told so.
func TestRefusalsAreTold(t *testing.T) {
	t.Parallel()
	confinedFiles(t)
	base := tier.TempDir(t)
	weights := filepath.Join(base, "weights.txt")
	lay(t, base, map[string]string{
		"weights.txt":      "1\n",
		"solver/read.py":   "try: open('" + weights + "')\nexcept OSError: pass\n",
		"solver/write.py":  "import os\nopen(os.path.join(os.path.dirname(__file__), 'debug.log'), 'w')\n",
		"solver/net.py":    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')\n",
		"solver/own.py":    "import json, tempfile, helper\nopen('notes', 'w')\n1/0\n",
		"solver/helper.py": "",
		"solver/own.js":    "require('fs').writeFileSync('x', '1'); null.own\n",
		"solver/Own.java":  "class Own { public static void main(String[] args) { throw new RuntimeException(); } }\n",
	})
	for _, c := range []struct{ interpreter, name, want string }{
		{"python3", "read.py", "the sandbox refused to open " + weights + " (--allow-read " + weights + ")\n"},
		{"python3", "write.py", "the sandbox refused to write to " + base + "/solver/debug.log (programs write in their working folder)\n"},
		{"python3", "net.py", "the sandbox refused to open a socket\n"},
		{"python3", "own.py", ""},
		{"node", "own.js", ""},
		{"java", "Own.class", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(c.interpreter)
			if err != nil {
				t.Skip("needs " + c.interpreter)
			}
			command := []string{path, filepath.Join(base, "solver", c.name)}
			if c.interpreter == "java" {
				compile := exec.Command("javac", "Own.java")
				compile.Dir = filepath.Join(base, "solver")
				if text, err := compile.CombinedOutput(); err != nil {
					t.Skipf("needs javac: %v\n%s", err, text)
				}
				command = []string{path, "-cp", compile.Dir, "Own"}
			}
			player, err := testscript.NewPlayer(t.Context(), command...)
			if err != nil {
				t.Fatal(err)
			}
			defer player.Close()
			runner, err := testscript.NewRunner(player, testscript.Options{Sandbox: sandbox.Auto})
			if err != nil {
				t.Fatal(err)
			}
			defer runner.Close()
			for range 2 { // of each case that fails, though only one is traced
				result := runner.Run(t.Context(), handoutCase(t))
				var text bytes.Buffer
				result.Explain(&text, compare.Style{})
				told := ""
				for line := range strings.Lines(text.String()) {
					if strings.HasPrefix(line, "the sandbox") {
						told += line
					}
				}
				if told != c.want {
					t.Errorf("told %q, want %q", told, c.want)
				}
			}
		})
	}
}
