package program

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// missingTargets returns the required targets that a Makefile lacks. It reads only the
// rules in the file itself.
func missingTargets(file string) (missing []string) {
	text, _ := head(file, mostSource) // a missing file has no targets
	found := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		targets, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "\t") || strings.HasPrefix(rest, "=") || strings.ContainsAny(targets, "=#") {
			continue
		}
		for _, target := range strings.Fields(targets) {
			found[target] = true
		}
	}
	for _, target := range []string{"agent", "run"} {
		if !found[target] {
			missing = append(missing, target)
		}
	}
	return missing
}

// mostBeside limits the number of files beside the input of a run. Each link may take a
// page of the run's file system, and it was not the program that made them.
const mostBeside = 5000

// Furnish puts what the program needs beside its input into the folder of a run: links to
// the files of a Makefile's folder, except those named like one in except, the run's own
// files. For other programs it does nothing.
func (p *Program) Furnish(dir string, except []string) error {
	if p.Files == "" {
		return nil
	}
	entries, err := os.ReadDir(p.Files)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(except, e.Name()) {
			continue
		}
		if err := os.Symlink(filepath.Join(p.Files, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
