package problem

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// kinds returns the small packages of testdata/kinds, by name.
func kinds(t *testing.T) map[string]map[string]string {
	t.Helper()
	for _, tool := range []string{"python3", "g++", "node"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	found, err := filepath.Glob("testdata/kinds/*.txtar")
	must.Do(t, err)
	all := map[string]map[string]string{}
	for _, file := range found {
		a, err := txtar.ParseFile(file)
		must.Do(t, err)
		files := map[string]string{}
		for _, f := range a.Files {
			files[f.Name] = string(f.Data)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".txtar")] = files
	}
	return all
}

// TestKinds verifies packages of several kinds. Each submission gets the verdict that its directory promises.
func TestKinds(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, files := range kinds(t) {
		t.Run(name, func(t *testing.T) {
			if wrong := verified(t, files); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}
