//go:build unix

package program_test

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// zipOf makes a zip with files, all of them executable.
func zipOf(t *testing.T, files map[string]string) string {
	t.Helper()
	path := filepath.Join(tier.TempDir(t), "doe.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for name, text := range files {
		h := &zip.FileHeader{Name: name}
		h.SetMode(0o755)
		to, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// A submission may be an archive. Nothing of it stays when the program is closed, and nothing
// beside it is seen.
func TestArchive(t *testing.T) {
	path := zipOf(t, map[string]string{"hw/mancala": "#!/bin/sh\ncat \"${0%/*}\"/../data/words\n", "data/words": "all of it\n"})
	p, err := open(t, "mancala", path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, p); got != "all of it" {
		t.Errorf("it prints %q", got)
	}
}

// What is wrong with an archive is a fault of the submission, and leaves nothing.
func TestBadArchives(t *testing.T) {
	broken := filepath.Join(tier.TempDir(t), "broken.zip")
	if err := os.WriteFile(broken, []byte("PK\x03\x04 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		broken: "the submission cannot be accepted:\nwant a zip that can be read, found a damaged or incomplete one",
		zipOf(t, map[string]string{"../mancala.py": ""}): `the submission cannot be accepted:` + "\n" + `want names below the archive's own folder, found "../mancala.py"`,
		zipOf(t, map[string]string{"notes.txt": ""}):     "there is no program to check:\nwant a program for mancala in doe.zip, found none\nit has notes.txt\na program is one of ",
		zipOf(t, nil): "there is no program to check:\nwant a program for mancala in doe.zip, found nothing: it is empty",
		zipOf(t, map[string]string{"a/mancala.py": "", "b/mancala.py": ""}): "found 2: a/mancala.py, b/mancala.py\n",
	} {
		_, err := open(t, "mancala", path, nil)
		if !errors.As(err, new(*program.BuildError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// A tool that is missing is not a fault of the submission, which is called by its name there.
func TestArchiveWithoutTool(t *testing.T) {
	t.Setenv("PATH", "/nowhere")
	_, err := open(t, "mancala", zipOf(t, map[string]string{"hw/mancala.cpp": ""}), nil)
	if err == nil || errors.As(err, new(*program.BuildError)) || !strings.HasPrefix(err.Error(), "hw/mancala.cpp is written in C++98: want g++") {
		t.Errorf("%v", err)
	}
}
