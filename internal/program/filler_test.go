//go:build linux

package program_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A build cannot use more disk space than its limit, not even for a moment: another program may need to write
// at that moment.
func TestBuildFillsDisk(t *testing.T) {
	effort.NeedsTools(t, "make")
	effort.NeedsTools(t, "fallocate")
	rule := "agent:\n\t@for i in 1 2 3 4 5; do fallocate -l 400M $$i && echo filled $$i; done; sleep 1; exit 1\nrun:\n\ttrue\n"
	_, err := open(t, "gangwars", files(t, map[string]string{"hw/src/Makefile": rule}), nil)
	if build := (*program.BuildError)(nil); !errors.As(err, &build) || strings.Contains(build.Output, "filled 2") {
		t.Errorf("%v", err)
	}
}

// The changes of a build in its directory are kept: files, modes, links, removed files, and directories of any
// names: names are bytes, and archives from other systems contain names that are not UTF-8.
func TestBuildChangesDir(t *testing.T) {
	effort.NeedsTools(t, "make")
	rule := "agent:\n\trm old; printf '#!/bin/sh\\n' >tool; chmod +x tool || true; ln -s tool link; mkdir -p a/b; echo x >a/b/c; " +
		"cp -r `printf '\\334bung'` `printf '\\377built'`\nrun:\n\ttrue\n"
	dir := files(t, map[string]string{"hw/src/Makefile": rule, "hw/src/old": "x", "hw/src/\334bung/c": "x\n"})
	p := must.Get(open(t, "gangwars", dir, nil))(t)
	defer p.Close()
	at := p.Files
	expect.Equal(t, false, slices.Contains(must.Names(t, at), "old"), "what the build removed is there")
	expect.Equal(t, "tool", must.Get(os.Readlink(filepath.Join(at, "link")))(t), "target of the link")
	for _, name := range []string{"a/b", "\334bung", "\377built"} {
		expect.Equal(t, "x\n", string(must.Get(os.ReadFile(filepath.Join(at, name, "c")))(t)), name)
	}
	if info, err := os.Stat(filepath.Join(at, "tool")); err != nil || info.Mode()&0o100 == 0 && tier.Current() != tier.NoNamespaces {
		t.Errorf("%v, %v", info, err)
	}
}
