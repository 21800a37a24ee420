package submissions

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// The most that is read of a program for its digest. Of one with more, the digest says only that
// there is more.
const (
	MostEntries = 30_000
	MostBytes   = 1 << 30
)

// DigestOf returns the digest of a file or a folder: of the names, kinds, permissions to execute and
// contents of its files, below the name of a file. It does not follow links.
func DigestOf(path string) (string, error) {
	h := sha256.New()
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		fmt.Fprintf(h, "%s %q %o\n", info.Mode().Type(), filepath.Base(path), info.Mode()&0o111)
		err = addFile(h, path, info)
		return hex.EncodeToString(h.Sum(nil)[:16]), err
	}
	entries, size := 0, int64(0)
	err = filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		if entries++; entries > MostEntries || size > MostBytes {
			fmt.Fprintln(h, "and more")
			return filepath.SkipAll
		}
		if err != nil {
			fmt.Fprintf(h, "closed %q\n", at[len(path):])
			return nil //nolint:nilerr // what we may not read, the program may not either
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %q %o\n", e.Type(), filepath.ToSlash(at[len(path):]), info.Mode()&0o111)
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(at)
			fmt.Fprintf(h, "to %q %v\n", target, err != nil)
		case e.Type().IsRegular():
			size += info.Size()
			return addFile(h, at, info)
		}
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}

// addFile adds the contents of a regular file to a digest.
func addFile(h io.Writer, path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return nil
	}
	f, err := regular.Open(path)
	if err != nil {
		fmt.Fprintln(h, "closed")
		return nil //nolint:nilerr // see above
	}
	defer f.Close()
	fmt.Fprintf(h, "%d\n", info.Size())
	_, err = io.Copy(h, io.LimitReader(f, MostBytes))
	return err
}
