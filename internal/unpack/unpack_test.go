package unpack_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/unpack"
)

var limits = unpack.Limits{Entries: 20, Bytes: 1 << 20, Depth: 5}

// An item is an entry of an archive for tests. Its mode determines its kind.
type item struct {
	name, text string
	mode       fs.FileMode
}

var when = time.Date(2016, 2, 29, 1, 2, 4, 0, time.UTC)

func value[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func zipped(items ...item) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, i := range items {
		h := &zip.FileHeader{Name: i.name, Method: zip.Deflate, Modified: when}
		h.SetMode(i.mode)
		value(value(w.CreateHeader(h)).Write([]byte(i.text)))
	}
	value(0, w.Close())
	return b.Bytes()
}

func tarred(items ...item) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, i := range items {
		h := &tar.Header{Name: i.name, Mode: int64(i.mode.Perm()), ModTime: when, Typeflag: tar.TypeReg, Size: int64(len(i.text))}
		text := i.text
		switch {
		case i.mode&fs.ModeDir != 0:
			h.Typeflag = tar.TypeDir
		case i.mode&fs.ModeSymlink != 0:
			h.Typeflag, h.Linkname, h.Size, text = tar.TypeSymlink, text, 0, ""
		case i.mode&fs.ModeIrregular != 0: // represents a hard link here
			h.Typeflag, h.Linkname, h.Size, text = tar.TypeLink, text, 0, ""
		case i.mode&fs.ModeNamedPipe != 0:
			h.Typeflag = tar.TypeFifo
		case i.mode&fs.ModeDevice != 0:
			h.Typeflag = tar.TypeChar
		}
		value(0, w.WriteHeader(h))
		value(w.Write([]byte(text)))
	}
	value(0, w.Close())
	return b.Bytes()
}

func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	value(w.Write(text))
	value(0, w.Close())
	return b.Bytes()
}

// unpacked unpacks an archive into a directory within another directory, and returns the contents of the
// outer one. The name of a link ends in "@".
func unpacked(t *testing.T, name string, text []byte) (map[string]string, error) {
	t.Helper()
	outer := t.TempDir()
	archive, inner := filepath.Join(t.TempDir(), name), filepath.Join(outer, "in")
	must.Do(t, errors.Join(os.WriteFile(archive, text, 0o600), os.Mkdir(inner, 0o755)))
	failed := unpack.File(t.Context(), archive, inner, limits)
	found := map[string]string{}
	err := filepath.WalkDir(outer, func(path string, e fs.DirEntry, err error) error {
		relative, _ := filepath.Rel(outer, path)
		relative = strings.TrimPrefix(filepath.ToSlash(relative), "in/")
		switch {
		case err != nil || e.IsDir():
			return err
		case !e.Type().IsRegular():
			found["@"+relative] = ""
			return nil
		}
		text, err := os.ReadFile(path)
		found[relative] = string(text)
		return err
	})
	must.Do(t, err)
	return found, failed
}

// All formats give the same files, under every name of the archive.
func TestForms(t *testing.T) {
	items := []item{
		{"hw/", "", fs.ModeDir | 0o755}, {"hw/mancala.py", "print 1\n", 0o644},
		{"hw/src/run.sh", "#!/bin/sh\n", 0o755}, {"./top", "x", 0o600}, {"hw/.git/config", "no", 0o644},
		{"__MACOSX/hw/._mancala.py", "no", 0o644}, {"._hw", "no", 0o644},
	}
	want := map[string]string{"hw/mancala.py": "print 1\n", "hw/src/run.sh": "#!/bin/sh\n", "top": "x"}
	old := tarred(items...)
	for at := 0; at+512 <= len(old); at += 512 { // an old tar has no magic bytes: its checksum changes with them
		if block := old[at : at+512]; string(block[257:262]) == "ustar" {
			sum := 0
			copy(block[257:265], make([]byte, 8))
			copy(block[148:156], "        ")
			for _, b := range block {
				sum += int(b)
			}
			copy(block[148:156], fmt.Sprintf("%06o\x00 ", sum))
		}
	}
	for name, text := range map[string][]byte{
		"a.zip": zipped(items...), "a.tar": tarred(items...), "a.tar.gz": gzipped(tarred(items...)), "a.tgz": gzipped(tarred(items...)),
		"zip": zipped(items...), "tar": tarred(items...), "misnamed.zip": gzipped(tarred(items...)), "old.tar": old,
	} {
		expect.Equal(t, want, must.Get(unpacked(t, name, text))(t), name)
	}
}

// The time of a file and that it is executable are kept, and no other permissions.
func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	dir := t.TempDir()
	archive := filepath.Join(dir, "a.tar")
	must.Do(t, os.WriteFile(archive, tarred(item{"run", "x", 0o4755}, item{"plain", "x", 0o000}), 0o600))
	must.Do(t, unpack.File(t.Context(), archive, dir, limits))
	for name, want := range map[string]fs.FileMode{"run": 0o755, "plain": 0o644} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != want || !info.ModTime().Equal(when) {
			t.Errorf("%s: %v, %v, want %v", name, info, err, want)
		}
	}
}

// Errors in an archive are reported, and no file is created outside the directory.
func TestHostile(t *testing.T) {
	file := func(name string) item { return item{name, "evil", 0o644} }
	many := func(n int) (items []item) {
		for i := range n {
			items = append(items, file(fmt.Sprintf("f%d", i)))
		}
		return items
	}
	big := item{"big", strings.Repeat("\x00", 1<<20+1), 0o644}
	cases := map[string]struct {
		items []item
		want  string // in the error
	}{
		"up":               {[]item{file("../evil")}, `below the archive's own directory, found "../evil"`},
		"up within":        {[]item{file("a/../../evil")}, `found "a/../../evil"`},
		"up to itself":     {[]item{file("a/../evil")}, `found "a/../evil"`},
		"up by backslash":  {[]item{file(`..\evil`)}, `own directory`},
		"absolute":         {[]item{file("/tmp/evil")}, `found "/tmp/evil"`},
		"drive":            {[]item{file(`C:\evil`)}, `own directory`},
		"root":             {[]item{{"/", "", fs.ModeDir | 0o755}}, `found "/"`},
		"share":            {[]item{file(`\\host\share`)}, `own directory`},
		"link":             {[]item{{"link", "/etc", fs.ModeSymlink | 0o777}}, `want no links in an archive, found "link"`},
		"through a link":   {[]item{{"link", "..", fs.ModeSymlink | 0o777}, file("link/evil")}, `want no links`},
		"behind a link":    {[]item{file("a"), {"link", "..", fs.ModeSymlink | 0o777}}, `want no links`},
		"twice":            {[]item{file("a"), file("a")}, `want each name once in an archive, found "a" twice`},
		"file, directory":  {[]item{file("a"), file("a/b")}, `found "a" twice`},
		"directory, file":  {[]item{file("a/b"), file("a")}, `found "a" twice`},
		"deep":             {[]item{file("1/2/3/4/5/6")}, "want directories at most 5 deep"},
		"long name":        {[]item{file(strings.Repeat("x", 256))}, "want names of at most 255 bytes"},
		"control":          {[]item{file("a\x1b[2Jb")}, `want no control characters in names, found "a\x1b[2Jb"`},
		"many":             {many(21), "want at most 20 files in an archive, found more"},
		"many directories": {[]item{file("a/b/c/d/1"), file("b/b/c/d/1"), file("c/b/c/d/1"), file("d/b/c/d/1"), file("e/b/c/d/1")}, "want at most 20 files"},
		"bomb":             {[]item{big}, "want at most 1 MB in an archive, found more"},
		"bomb in parts":    {[]item{{"a", big.text[:1<<19], 0o644}, {"b", big.text[:1<<19], 0o644}, {"c", "x", 0o644}}, "want at most 1 MB in an archive, found more"},
	}
	for name, c := range cases {
		for form, text := range map[string][]byte{"a.zip": zipped(c.items...), "a.tgz": gzipped(tarred(c.items...))} {
			check(t, name+", "+form, form, text, c.want)
		}
	}
	for name, i := range map[string]item{
		"hard link": {"link", "/etc/passwd", fs.ModeIrregular}, "pipe": {"pipe", "", fs.ModeNamedPipe | 0o644}, "device": {"tty", "", fs.ModeDevice | 0o644},
	} {
		check(t, name, "a.tar", tarred(i), fmt.Sprintf("found %q", i.name))
	}
	check(t, "pipe in a zip", "a.zip", zipped(item{"pipe", "", fs.ModeNamedPipe | 0o644}), `want only files and directories in an archive, found "pipe"`)
	check(t, "large tar", "a.tar", tarred(big), "want an archive of at most 1 MB, found 1 MB")
	check(t, "skipped bomb", "a.tgz", gzipped(tarred(item{".git/big", strings.Repeat("\x00", 3<<20), 0o644})), "more than can be unpacked")
	check(t, "trailing bomb", "a.tgz", gzipped(append(tarred(file("a")), make([]byte, 3<<20)...)), "more than can be unpacked")
}

// As many files, bytes and directories as may be are unpacked, and directories that have no entry of their
// own count.
func TestLargest(t *testing.T) {
	file := func(name string) item { return item{name, "x", 0o644} }
	var full []item
	for i := range 20 {
		full = append(full, file(fmt.Sprintf("f%d", i)))
	}
	for name, items := range map[string][]item{
		"files": full, "with directories": append(slices.Clone(full[:18]), file("a/b")),
		"bytes":             {{"a", strings.Repeat("\x00", 1<<19), 0o644}, {"b", strings.Repeat("\x00", 1<<19), 0o644}},
		"deep":              {file("1/2/3/4/5")},
		"own directory":     {{"./", "", fs.ModeDir | 0o755}, file("./a")},
		"directories twice": {{"b/", "", fs.ModeDir | 0o755}, file("b/c/d"), {"b/c/", "", fs.ModeDir | 0o755}, file("b/c/e")},
		"a directory twice": {{"a/", "", fs.ModeDir | 0o755}, {"a/", "", fs.ModeDir | 0o755}, file("a/b")},
	} {
		for form, text := range map[string][]byte{"a.zip": zipped(items...), "a.tgz": gzipped(tarred(items...))} {
			if got, err := unpacked(t, form, text); err != nil || len(got) != len(slices.DeleteFunc(slices.Clone(items), func(i item) bool { return i.mode.IsDir() })) {
				t.Errorf("%s, %s: %d files, %v", name, form, len(got), err)
			}
		}
	}
	check(t, "with one more directory", "a.zip", zipped(append(slices.Clone(full[:19]), file("a/b"))...), "want at most 20 files")
	exact := tarred(item{"a", "", 0o644})
	check(t, "a large archive", "a.tar", append(exact, make([]byte, 1<<20+1-len(exact))...), "want an archive of at most 1 MB")
	must.Get(unpacked(t, "a.tar", append(exact, make([]byte, 1<<20-len(exact))...)))(t)
	long := strings.Repeat("n", 61)
	check(t, "a long name", "a.zip", zipped(file("../"+long)), `found "../`+long[:57]+`..."`)
	check(t, "a name that is not", "a.zip", zipped(file("../"+long[:57])), `found "../`+long[:57]+`"`)
}

// Links are made after all files, and count as files.
func TestLinks(t *testing.T) {
	defer func(was unpack.Limits) { limits = was }(limits)
	limits.Links, limits.Entries = true, 3
	link := func(name string) item { return item{name, "..", fs.ModeSymlink | 0o777} }
	got := must.Get(unpacked(t, "a.zip", zipped(link("a/b"), item{"c", "x", 0o644})))(t)
	expect.Equal(t, map[string]string{"@a/b": "", "c": "x"}, got)
	check(t, "through a link", "a.tar", tarred(link("a"), item{"a/b", "x", 0o644}), `found "a" twice`)
	limits.Entries = 2
	check(t, "too many", "a.tar", tarred(link("a/b"), item{"c", "x", 0o644}), "want at most 2 files")
}

// Times of files that were made up are not kept.
func TestTimes(t *testing.T) {
	defer func(was time.Time) { when = was }(when)
	for year, kept := range map[int]bool{1979: false, 1980: true, 2016: true, 2099: true, 2100: false} {
		when = time.Date(year, 6, 1, 2, 3, 4, 0, time.UTC)
		dir := t.TempDir()
		archive := filepath.Join(dir, "a.tar")
		must.Do(t, os.WriteFile(archive, tarred(item{"a", "", 0o644}), 0o600))
		must.Do(t, unpack.File(t.Context(), archive, dir, limits))
		info := must.Get(os.Stat(filepath.Join(dir, "a")))(t)
		expect.Equal(t, kept, info.ModTime().Equal(when), "time of", year, "is kept")
	}
}

// check unpacks an archive that is refused for a reason.
func check(t *testing.T, what, name string, text []byte, want string) {
	t.Helper()
	got, err := unpacked(t, name, text)
	expect.True(t, errors.As(err, new(*unpack.Error)) && strings.Contains(err.Error(), want), what, err, "want", want)
	for name, text := range got {
		expect.True(t, !strings.HasPrefix(name, "@") && len(text) <= 1<<20+1 && name != "evil", what, name,
			"has appeared, of", len(text), "bytes")
	}
}

// Archives that are damaged, or lie about themselves, are refused.
func TestDamaged(t *testing.T) {
	text := strings.Repeat("All work and no play. ", 100)
	good := zipped(item{"mancala.py", text, 0o644})
	stream := gzipped(tarred(item{"mancala.py", text, 0o644}))
	directory := bytes.Index(good, []byte("PK\x01\x02"))
	changed := func(at int, value ...byte) []byte {
		b := slices.Clone(good)
		copy(b[at:], value)
		return b
	}
	bomb := zipped(item{"big", strings.Repeat("\x00", 1<<21), 0o644})
	at := bytes.Index(bomb, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(bomb[at+24:], 10) // the size that it claims to have
	for name, c := range map[string]struct {
		file string
		text []byte
		want string
	}{
		"bomb with a lying header":    {"a.zip", bomb, "damaged"},
		"encrypted":                   {"a.zip", changed(directory+8, 1), `without a password, found "mancala.py" encrypted`},
		"method":                      {"a.zip", changed(directory+10, 14), "another method of compression"},
		"checksum":                    {"a.zip", changed(directory+16, 1, 2, 3, 4), "damaged"},
		"truncated zip":               {"a.zip", good[:len(good)/2], "damaged"},
		"truncated tgz":               {"a.tgz", stream[:len(stream)/2], "damaged"},
		"tgz without its end":         {"a.tgz", stream[:len(stream)-4], "damaged"},
		"tgz with another checksum":   {"a.tgz", append(slices.Clone(stream[:len(stream)-8]), 1, 2, 3, 4, 5, 6, 7, 8), "damaged"},
		"truncated tar":               {"a.tar", tarred(item{"a", text, 0o644})[:700], "damaged"},
		"no zip":                      {"a.zip", []byte("hello"), "want an archive, found a.zip, which is not one"},
		"empty":                       {"a.zip", nil, "which is not one"},
		"no tar":                      {"a.tar", bytes.Repeat([]byte("hello"), 1000), "damaged"},
		"gzip of something else":      {"a.gz", gzipped([]byte("hello, this is no tar")), "damaged"},
		"RAR":                         {"a.rar", []byte("Rar!\x1a\x07\x01\x00"), "want a zip, tar or tar.gz, found a.rar, a RAR archive"},
		"bzip2":                       {"a.bz2", []byte("BZh91AY"), "found a.bz2, a bzip2 archive"},
		"xz":                          {"a.xz", []byte("\xfd7zXZ\x00\x00"), "found a.xz, a xz archive"},
		"Zstandard":                   {"a.zst", []byte("\x28\xb5\x2f\xfd\x00"), "found a.zst, a Zstandard archive"},
		"tgz in name alone":           {"a.tgz", []byte("hello"), "want an archive, found a.tgz, which is not one"},
		"7-Zip that is called a zip":  {"a.zip", []byte("7z\xbc\xaf\x27\x1c...."), "a 7-Zip archive"},
		"contents in place of a name": {"a.zip", changed(directory+46, []byte("../../x.py")...), "own directory"},
		"offset of an entry":          {"a.zip", changed(directory+42, 0xff, 0xff, 0xff, 0x7f), "damaged"},
	} {
		check(t, name, c.file, c.text, c.want)
	}
	for at := range good { // for every wrong byte
		if _, err := unpacked(t, "a.zip", changed(at, good[at]^0x55)); err != nil && !errors.As(err, new(*unpack.Error)) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
}

// A zip's directory is held in memory, and is bounded.
func TestDirectory(t *testing.T) {
	record := []byte("PK\x01\x02" + strings.Repeat("\x00", 42))
	binary.LittleEndian.PutUint16(record[28:], 60_000) // bytes of name
	record = append(record, bytes.Repeat([]byte("x"), 60_000)...)
	b := bytes.Repeat(record, 300)
	end := []byte("PK\x05\x06" + strings.Repeat("\x00", 18))
	binary.LittleEndian.PutUint16(end[10:], 300)
	binary.LittleEndian.PutUint32(end[12:], uint32(len(b)))
	b = append(append([]byte("PK\x03\x04"), b...), end...)
	binary.LittleEndian.PutUint32(b[len(b)-6:], 4)
	limits := unpack.Limits{Entries: 1000, Bytes: 1 << 30, Depth: 5}
	archive := filepath.Join(t.TempDir(), "a.zip")
	must.Do(t, os.WriteFile(archive, b, 0o600))
	err := unpack.File(t.Context(), archive, t.TempDir(), limits)
	expect.Error(t, err, "a directory of more than 16 MB")
}

// Names as other systems write them.
func TestNames(t *testing.T) {
	archive := zipped(item{`hw\src\`, "", 0o644}, item{`hw\src\mancala.py`, "x", 0o644}, item{"\xc4\xe3.txt", "y", 0o644}, item{"日本/a b", "z", 0o644})
	want := map[string]string{"hw/src/mancala.py": "x", "%c4%e3.txt": "y", "日本/a b": "z"}
	expect.Equal(t, want, must.Get(unpacked(t, "a.zip", archive))(t))
}

// A name may be long if its parts are not; a comment as git writes it into a tar is no file.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("n", 255)
	for name, ok := range map[string]bool{long: true, long + "/" + long: true, long + "n": false, "a/" + long + "n/b": false, "a\x7fb": false, "a\x1fb": false, "a b": true} {
		got, err := unpacked(t, "a.zip", zipped(item{name, "x", 0o644}))
		expect.Equal(t, ok, err == nil && got[name] == "x", name, err)
	}
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	value(0, w.WriteHeader(&tar.Header{Name: "pax_global_header", Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "0123"}}))
	value(0, w.WriteHeader(&tar.Header{Name: "hw/a.py", Mode: 0o644, Size: 1}))
	value(w.Write([]byte("x")))
	value(0, w.Close())
	expect.Equal(t, map[string]string{"hw/a.py": "x"}, must.Get(unpacked(t, "a.tar", b.Bytes()))(t))
}

// An archive is recognized by its first bytes, or else by its name.
func TestIs(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"a.py": {"print 1", false}, "empty": {"", false}, "a.ZIP": {"hello", true}, "a": {string(zipped()), true}, "b": {string(tarred(item{"x", "", 0})), true}, "c.rar": {"Rar!\x1a\x07", true},
		"d": {"7z\xbc\xaf\x27\x1c", true}, "e": {"BZh9", true}, "f": {"\xfd7zXZ\x00", true}, "g": {"\x28\xb5\x2f\xfd", true}, "h": {"\x1f\x8b", true}, "i": {string(zipped(item{"x", "", 0})), true},
		"a.tar": {"hello", true}, "a.tar.gz": {"hello", true}, "A.TGZ": {"hello", true}, "a.gz": {"hello", false}, "zip": {"hello", false}, "tar.py": {"PK", false},
		"j": {strings.Repeat("x", 257) + "ustar", true}, "k": {strings.Repeat("x", 258) + "ustar", false}, "l": {strings.Repeat("x", 257) + "usta", false},
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(c.text), 0o600))
		expect.Equal(t, c.want, unpack.IsArchive(filepath.Join(dir, name)), name)
	}
	expect.Equal(t, false, unpack.IsArchive(dir) || unpack.IsArchive(filepath.Join(dir, "nothing.zip")))
}

// Unpacking ends with its context, and that is no fault of the archive.
func TestInterrupted(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "a.zip")
	must.Do(t, os.WriteFile(archive, zipped(item{"a", "x", 0o644}), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.True(t, errors.Is(unpack.File(ctx, archive, t.TempDir(), limits), context.Canceled))
}

// Unpacking any archive writes nothing outside the directory, and ends.
func FuzzFile(f *testing.F) {
	items := []item{{"a/b", "text", 0o644}, {"c", strings.Repeat("x", 1000), 0o755}}
	f.Add(uint8(0), zipped(items...))
	f.Add(uint8(1), tarred(items...))
	f.Add(uint8(2), gzipped(tarred(items...)))
	f.Fuzz(func(t *testing.T, form uint8, text []byte) {
		got, err := unpacked(t, []string{"a.zip", "a.tar", "a.tgz"}[form%3], text)
		for name := range got {
			expect.True(t, !strings.HasPrefix(name, "@"), name, "has appeared", err)
		}
		if err != nil && !errors.As(err, new(*unpack.Error)) {
			t.Errorf("%v, want it to be the archive's fault", err)
		}
	})
}
