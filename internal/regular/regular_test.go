package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A regular file is read, even through a link, up to the limit and not beyond.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	must.Do(t, os.WriteFile(path, []byte("text"), 0o600))
	if text, err := Read(path); err != nil || string(text) != "text" {
		t.Errorf("found %q, %v", text, err)
	}
	if err := os.Symlink(path, link); err == nil { // not always permitted on Windows
		if text, err := Read(link); err != nil || string(text) != "text" {
			t.Errorf("found %q, %v through a link", text, err)
		}
	}
	for _, size := range []int64{MaxSize, MaxSize + 1} {
		must.Do(t, os.Truncate(path, size))
		text, err := Read(path)
		if fits := size <= MaxSize; (err == nil) != fits || fits && int64(len(text)) != size {
			t.Errorf("of %d bytes %d are read, %v", size, len(text), err)
		}
	}
}

// ReadHead reads the beginning of a file. A directory is an error.
func TestReadHead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	must.Do(t, os.WriteFile(path, []byte("abc"), 0o600))
	for maxBytes, want := range map[int64]string{2: "ab", 3: "abc", 9: "abc"} {
		if text, err := ReadHead(path, maxBytes); string(text) != want || err != nil {
			t.Errorf("%d bytes: %q, %v, want %q", maxBytes, text, err, want)
		}
	}
	if _, err := ReadHead(filepath.Dir(path), 2); err == nil {
		t.Error("a directory was read")
	}
}

// A missing or irregular file is rejected by name.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	for _, open := range []func(string) (*os.File, error){Open, OpenStream} {
		if _, err := open(dir); err == nil || !strings.HasPrefix(err.Error(), dir+": want a regular file") || !strings.HasSuffix(err.Error(), ", found a directory") {
			t.Errorf("error %v", err)
		}
		if _, err := open(filepath.Join(dir, "none")); !os.IsNotExist(err) {
			t.Errorf("error %v", err)
		}
	}
	if _, err := Open(os.DevNull); err == nil {
		t.Error("a device is opened")
	}
}

// InSystem is true for paths in the system's directories, and false for paths next to them.
func TestInSystem(t *testing.T) {
	for path, want := range map[string]bool{
		"/usr/bin/python3": true, "/bin/sh": true, "/sbin/init": true, "/lib/x86_64-linux-gnu/libc.so.6": true, "/lib32/a": true, "/lib64/ld-linux-x86-64.so.2": true,
		"/libx32/a": true, "/opt/jdk/bin/java": true, "/etc/ssl": true, "/nix/store/a-python": true, "/gnu/store/a-guile": true, "/usr": true,
		"/": false, "/nix": false, "/gnu": false, "/home/ann": false, "/root": false, "/tmp/usr": false, "/usrs": false, "/lib65/a": false, "/optional": false, "/var/lib": false,
	} {
		expect.Equal(t, want, InSystem(path), path)
	}
}

// A path lies where its links lead, even if nothing is there yet.
func TestIsWithin(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"class/ada/src", "class2", "books"} {
		must.Do(t, os.MkdirAll(at(name), 0o777))
	}
	for name, target := range map[string]string{"into": "class", "deep": at("class/ada/src"), "dangling": "class/new", "twice": "dangling", "loop": "loop", "class/out": "../books"} {
		if err := os.Symlink(target, at(name)); err != nil {
			t.Skip(err)
		}
	}
	for name, want := range map[string]bool{
		"class": true, "class/new": true, "class/ada/src/new/er": true, "into": true, "into/new": true, "deep/new": true, "dangling": true, "twice/x": true,
		"class2": false, "books/x": false, "new": false, "class/out": false, "class/out/x": false, "loop": false, "loop/x": false,
	} {
		expect.Equal(t, want, IsWithin(at(name), at("class")), name)
	}
	expect.True(t, IsWithin(at("class/x"), at("into")) && !IsWithin(at("class/x"), at("none")),
		"the directory is not where its link leads")
}

// A directory whose name begins like another's is not in it.
func TestBeneath(t *testing.T) {
	for _, c := range []struct {
		path, dir string
		want      bool
	}{
		{"/a", "/a", true}, {"/a/b", "/a", true}, {"/a/b/c", "/a/", true}, {"/a", "/", true}, {"/", "/", true},
		{"/ab", "/a", false}, {"/a-b/c", "/a", false}, {"/a", "/a/b", false}, {"/b", "/a", false},
	} {
		expect.Equal(t, c.want, Beneath(filepath.FromSlash(c.path), filepath.FromSlash(c.dir)), c.path, c.dir)
	}
}

// An encoding is known by its mark, or by its zeros if these make up half of a text of at least two characters.
func TestEncoding(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "text": "", "\xef\xbb\xbfa": "UTF-8 with one", "\xff\xfe\x00\x00": "UTF-32 (little endian)", "\x00\x00\xfe\xff": "UTF-32 (big endian)",
		"\xff\xfea\x00": "UTF-16 (little endian)", "\xfe\xff\x00a": "UTF-16 (big endian)", "1\x002\x00": "UTF-16 (little endian)", "\x001\x002": "UTF-16 (big endian)",
		"1\x00": "", "\x001": "", "1\x002\x003": "", "1\x0023": "", "\x001\x00\x00": "", "\x00\x00\x00\x00": "",
	} {
		expect.Equal(t, want, Encoding([]byte(text)), text)
	}
}

// Litter is hidden, as are all names that begin with a dot.
func TestIsHidden(t *testing.T) {
	for name, want := range map[string][2]bool{
		"a": {}, "a.git": {}, "_a": {}, ".a": {true, false}, "._a": {true, true}, "__MACOSX": {true, true}, ".DS_Store": {true, true}, ".git": {true, true}, ".hg": {true, true}, ".svn": {true, true},
	} {
		expect.Equal(t, want, [2]bool{IsHidden(name), IsLitter(name)}, name)
	}
}

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
