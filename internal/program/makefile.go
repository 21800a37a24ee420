package program

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// missingTargets names those of the targets that a Makefile must have and has
// not. It reads the rules that stand in the file itself.
func missingTargets(file string) (missing []string) {
	text, _ := head(file, mostSource) // one that is not there has no targets
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

// Bounds of a folder that is copied. A folder with more is not a submission but
// somebody's home.
const (
	mostFiles = 20_000
	mostBytes = 512 << 20
)

// copyFolder copies the files, folders and links below a folder and returns the
// number of bytes.
func copyFolder(to, from string) (size int64, err error) {
	files := 0
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch mode := d.Type(); {
		case mode.IsDir():
			return os.MkdirAll(target, 0o755)
		case mode&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		case !mode.IsRegular():
			return nil
		}
		n, err := copyFile(target, path)
		size += n
		if files++; files > mostFiles || size > mostBytes {
			return fmt.Errorf("want a submission of at most %d files and %d MB, found more in %s", mostFiles, mostBytes>>20, from)
		}
		return err
	})
	return size, err
}

// copyFile copies a file with its time, by which make decides what is old, and
// its permissions.
func copyFile(to, from string) (n int64, err error) {
	in, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return 0, err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o600)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, io.LimitReader(in, mostBytes+1))
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return n, err
}

// Furnish puts what the program needs beside its input into the folder of a run:
// links to the files of a Makefile's folder, but for those called like one of
// except, the files that are the run's own. For other programs it does nothing.
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
