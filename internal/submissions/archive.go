package submissions

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// The most that is packed of a submission. Of one with more, only enough is for it to be found too large.
const (
	mostEntries = 30_000
	MostBytes   = 1 << 30
)

// Pack writes a submission as a tar archive: its files, folders and links, below the name of its
// file or folder. Whatever else there is, no program could use.
func Pack(to io.Writer, path string) error { return pack(to, path, func(*tar.Header) {}) }

// DigestOf returns the digest of a submission, as it is packed but for the times of its files and for
// permissions other than to execute them.
func DigestOf(path string) (string, error) {
	h := sha256.New()
	err := pack(h, path, func(head *tar.Header) { head.ModTime, head.Mode = time.Time{}, head.Mode&0o111 })
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}

// pack packs a submission, with headers that are changed.
func pack(to io.Writer, path string, change func(*tar.Header)) error {
	top, err := os.Lstat(path)
	if err != nil {
		return err
	}
	w := tar.NewWriter(to)
	entries, size := 0, int64(0)
	err = filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what we may not read, the program may not either
		}
		if entries++; entries > mostEntries || size > MostBytes {
			return filepath.SkipAll
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		name := filepath.Join("submission", strings.TrimPrefix(at, path))
		if !top.IsDir() {
			name = filepath.Base(path)
		}
		return packOne(w, at, filepath.ToSlash(name), info, change)
	})
	return errors.Join(err, w.Close())
}

// packOne writes one file, folder or link.
func packOne(w *tar.Writer, at, name string, info fs.FileInfo, change func(*tar.Header)) error {
	target := ""
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		link, err := os.Readlink(at)
		if err != nil {
			return err
		}
		target = link
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil
	}
	var f *os.File
	if info.Mode().IsRegular() {
		var err error
		if f, err = regular.Open(at); err != nil {
			return nil //nolint:nilerr // as above
		}
		defer f.Close()
	}
	head, err := tar.FileInfoHeader(info, target)
	if err != nil {
		return err
	}
	head.Name, head.Uid, head.Gid, head.Uname, head.Gname = name, 0, 0, "", ""
	if info.IsDir() {
		head.Name += "/"
	}
	head.Size = min(head.Size, MostBytes+1)
	change(head)
	if err := w.WriteHeader(head); err != nil || f == nil {
		return err
	}
	_, err = io.CopyN(w, f, head.Size)
	return err
}

// Unpack is the inverse of Pack: it fills an empty folder, and returns the path of the submission in
// it. It reads to the end, where a reader may tell that what it gave was wrong.
func Unpack(dir string, from io.Reader) (path string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	for r := tar.NewReader(from); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			if _, err := io.Copy(io.Discard, from); err != nil {
				return "", err
			}
			if path == "" {
				return "", errors.New("want a packed submission, found nothing")
			}
			return path, nil
		}
		if err != nil {
			return "", err
		}
		name := filepath.FromSlash(strings.TrimSuffix(head.Name, "/"))
		if path == "" {
			path = filepath.Join(dir, name)
		}
		if err := unpackOne(root, name, head, r); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
}

// unpackOne makes one file, folder or link. A name or a link that leads out fails: no name is
// resolved through one.
func unpackOne(root *os.Root, name string, head *tar.Header, r io.Reader) error {
	mode := head.FileInfo().Mode().Perm()
	switch head.Typeflag {
	case tar.TypeDir:
		return root.MkdirAll(name, mode|0o700)
	case tar.TypeSymlink:
		return root.Symlink(head.Linkname, name)
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close(), root.Chtimes(name, head.ModTime, head.ModTime))
}
