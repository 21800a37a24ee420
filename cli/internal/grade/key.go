package grade

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// A key is the digest of everything that decides a result: whoever has the key of a result in a
// journal need not find it again.
type key string

// newKey returns the key of a kind of result and of what decides it.
func newKey(kind string, of ...any) key {
	h := sha256.New()
	fmt.Fprintln(h, kind)
	if err := json.NewEncoder(h).Encode(of); err != nil {
		panic(err) // our own types
	}
	return key(hex.EncodeToString(h.Sum(nil)[:16]))
}

// The most that is read of a submission for its digest. One with more is not graded: the digest
// says only that there is more.
const (
	mostEntries = 30_000
	mostBytes   = 1 << 30
)

// Digest returns the digest of a submission: of the names, kinds, permissions to execute and
// contents of its files, below the name of a file. It does not follow links.
func Digest(path string) (string, error) {
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
		if entries++; entries > mostEntries || size > mostBytes {
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
	_, err = io.Copy(h, io.LimitReader(f, mostBytes))
	return err
}
