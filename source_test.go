package touchstone_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// TestSource requires that Source has every package that its files import from this module, and no other
// imports except the standard library: otherwise the reference of an exported game does not compile.
func TestSource(t *testing.T) {
	const module = "github.com/touchstone-suite/touchstone/"
	must.Do(t, fs.WalkDir(touchstone.Source, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := touchstone.Source.ReadFile(file)
		must.Do(t, err)
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		must.Do(t, err)
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			must.Do(t, err)
			dir, own := strings.CutPrefix(imported, module)
			host, _, _ := strings.Cut(imported, "/")
			if own {
				if _, err := fs.ReadDir(touchstone.Source, dir); err != nil {
					t.Errorf("%s imports %s: %v", file, imported, err)
				}
			} else if strings.Contains(host, ".") {
				t.Errorf("%s imports %s, want the standard library and this module alone", file, imported)
			}
		}
		return nil
	}))
}
