package command

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
)

// A recipe that makes nothing is named, and the others make their cases all the same.
func TestBreadthGoesOn(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	own := *a
	own.Generator.Breadth = slices.Clone(a.Generator.Breadth[:3])
	bad := &own.Generator.Breadth[1]
	bad.Cover = "no-such-situation"

	var stdout bytes.Buffer
	cmd := newGen()
	cmd.SetContext(t.Context())
	cmd.SetOut(&stdout)
	f := genFlags{out: filepath.Join(t.TempDir(), "new")}
	err = f.makeBreadth(cmd, &own)
	if err == nil || !strings.HasPrefix(err.Error(), "recipe "+bad.Name+": reversi has no situation") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one for the recipe %s", err, bad.Name)
	}
	if !strings.HasPrefix(stdout.String(), "2 cases in ") {
		t.Errorf("prints %q, want 2 cases", stdout.String())
	}
	for i, recipe := range own.Generator.Breadth {
		if _, err := os.Stat(filepath.Join(f.out, recipe.Name+".txtar")); (err == nil) != (i != 1) {
			t.Errorf("%s: %v", recipe.Name, err)
		}
	}
}
