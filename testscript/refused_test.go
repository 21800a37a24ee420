//go:build unix

package testscript_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A program that fails for what the sandbox refused is told so.
func TestRefusalsAreTold(t *testing.T) {
	confinedFiles(t)
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skip("needs " + python)
	}
	base := t.TempDir()
	weights := filepath.Join(base, "weights.txt")
	lay(t, base, map[string]string{
		"weights.txt":      "1\n",
		"solver/read.py":   "try: open('" + weights + "')\nexcept OSError: pass\n",
		"solver/write.py":  "import os\nopen(os.path.join(os.path.dirname(__file__), 'debug.log'), 'w')\n",
		"solver/net.py":    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')\n",
		"solver/own.py":    "import json, tempfile, helper\nopen('notes', 'w')\n1/0\n",
		"solver/helper.py": "",
	})
	for name, want := range map[string]string{
		"read.py":  "the sandbox refused to open " + weights + " (--allow-read " + weights + ")\n",
		"write.py": "the sandbox refused to write to " + base + "/solver/debug.log (programs write in their working folder)\n",
		"net.py":   "the sandbox refused to open a socket\n",
		"own.py":   "",
	} {
		t.Run(name, func(t *testing.T) {
			player, err := testscript.NewPlayer(t.Context(), python, filepath.Join(base, "solver", name))
			if err != nil {
				t.Fatal(err)
			}
			defer player.Close()
			_, result := printed(t, player, testscript.Options{Sandbox: sandbox.Auto})
			var text bytes.Buffer
			result.Explain(&text, compare.Style{})
			told := ""
			for line := range strings.Lines(text.String()) {
				if strings.HasPrefix(line, "the sandbox") {
					told += line
				}
			}
			if told != want {
				t.Errorf("told %q, want %q", told, want)
			}
		})
	}
}
