package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A file at the size limit is read, one beyond it is not, even if it takes no disk space. The reason has no
// number that was measured.
func TestLargest(t *testing.T) {
	const limit = 1 << 40
	dir := t.TempDir()
	f := must.Get(os.Create(filepath.Join(dir, "output.txt")))(t)
	defer f.Close()
	for size, over := range map[int64]bool{limit: false, limit + 1: true, limit + 4096: true} {
		if err := f.Truncate(size); err != nil {
			t.Skip(err)
		}
		got, err := OpenOutput(dir, "output.txt", limit)
		if err == nil {
			got.Close()
		}
		if fault := (*FileError)(nil); errors.As(err, &fault) != over || over && *fault != (FileError{TooLarge, "it has more than 1099511627776 bytes"}) {
			t.Errorf("%d bytes of %d: %v", size, limit, err)
		}
	}
}

// The error about a file that is not regular names its kind.
func TestKind(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeSymlink: "a symbolic link", fs.ModeNamedPipe: "a named pipe", fs.ModeSocket: "a socket", fs.ModeDevice: "a device",
		fs.ModeDevice | fs.ModeCharDevice: "a device", fs.ModeDir: "a directory", fs.ModeIrregular: "something else",
	} {
		expect.Equal(t, want, Kind(mode), mode)
	}
}

// A directory on the way that the program replaced by a link leads nowhere else.
func TestLinkedDir(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	must.WriteFile(t, filepath.Join(other, "secret.txt"), "")
	must.WriteFile(t, filepath.Join(dir, "sub", "right.txt"), "")
	f := must.Get(OpenOutput(dir, "sub/right.txt", 0))(t)
	f.Close()
	if err := os.Symlink(other, filepath.Join(dir, "linked")); err != nil {
		t.Skip(err)
	}
	root := must.Get(os.OpenRoot(dir))(t)
	defer root.Close()
	if _, err := ReadIn(root, "linked/secret.txt"); err == nil || string(must.Get(ReadIn(root, "sub/right.txt"))(t)) != "" {
		t.Errorf("a file outside was read: %v", err)
	}
	for name, want := range map[string]FileError{"none": {NotThere, "it is not there"}, "sub": {NotRegular, "it is no regular file but a directory"}} {
		if _, err := OpenOutput(dir, name, 0); !reflect.DeepEqual(err, &want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if f, err := OpenOutput(dir, "linked/secret.txt", 0); err == nil {
		f.Close()
		t.Error("a file outside was opened")
	} else if fault := (*FileError)(nil); !errors.As(err, &fault) {
		t.Errorf("found %v, want a fault", err)
	}
}
