package submissions

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// What is packed is unpacked the same.
func TestPack(t *testing.T) {
	class := tier.TempDir(t)
	submission := filepath.Join(class, "ann")
	source, when := filepath.Join(submission, "src", "a.py"), time.Date(2016, 2, 29, 1, 2, 4, 0, time.UTC)
	if err := errors.Join(os.MkdirAll(filepath.Join(submission, "src"), 0o755), os.WriteFile(source, []byte("print(1)\n"), 0o755),
		os.Chtimes(source, when, when), os.WriteFile(filepath.Join(submission, "plain"), nil, 0o644), os.Symlink("src/a.py", filepath.Join(submission, "link"))); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if err := Pack(&packed, submission); err != nil {
		t.Fatal(err)
	}
	var listed []string
	for r := tar.NewReader(bytes.NewReader(packed.Bytes())); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, fmt.Sprintf("%s %c %d%d%s%s", head.Name, head.Typeflag, head.Uid, head.Gid, head.Uname, head.Gname))
	}
	if want := []string{"submission/ 5 00", "submission/link 2 00", "submission/plain 0 00", "submission/src/ 5 00", "submission/src/a.py 0 00"}; !slices.Equal(listed, want) {
		t.Errorf("packed are %q, want %q", listed, want)
	}
	path, err := Unpack(tier.TempDir(t), &packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(path, "src", "a.py"))
	if err != nil || string(text) != "print(1)\n" {
		t.Errorf("unpacked: %q, error %v", text, err)
	}
	if target, err := os.Readlink(filepath.Join(path, "link")); err != nil || target != "src/a.py" {
		t.Errorf("the link leads to %q, error %v", target, err)
	}
	for name, mode := range map[string]os.FileMode{"src/a.py": 0o755, "plain": 0o644} {
		info, err := os.Stat(filepath.Join(path, name))
		if err != nil || info.Mode()&0o111 != mode&0o111 || mode == 0o755 && !info.ModTime().Equal(when) {
			t.Errorf("%s: %v, %v, want mode %v and the time of before", name, info, err, mode)
		}
	}
}

// A file alone keeps its name, and what is not there is an error.
func TestPackFile(t *testing.T) {
	dir := tier.TempDir(t)
	file := filepath.Join(dir, "ann.py")
	if err := os.WriteFile(file, []byte("pass\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if err := Pack(&packed, file); err != nil {
		t.Fatal(err)
	}
	path, err := Unpack(tier.TempDir(t), &packed)
	if text, readErr := os.ReadFile(path); err != nil || readErr != nil || filepath.Base(path) != "ann.py" || string(text) != "pass\n" {
		t.Errorf("%s has %q, %v, %v", path, text, err, readErr)
	}
	if err := Pack(&packed, filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is not there is packed: %v", err)
	}
}

// What is not a whole packed submission is an error, also if a reader tells so only at its end.
func TestUnpackRefuses(t *testing.T) {
	archive := func(name string) []byte {
		var text bytes.Buffer
		w := tar.NewWriter(&text)
		if err := errors.Join(w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: 2}), func() error { _, err := io.WriteString(w, "ab"); return err }(), w.Close()); err != nil {
			t.Fatal(err)
		}
		return text.Bytes()
	}
	digest := errors.New("another digest")
	for name, c := range map[string]struct {
		from io.Reader
		want string
	}{
		"nothing":       {strings.NewReader(""), "found nothing"},
		"an end only":   {bytes.NewReader(make([]byte, 1024)), "found nothing"},
		"cut":           {bytes.NewReader(archive("a.py")[:513]), "unexpected EOF"},
		"wrong in all":  {io.MultiReader(bytes.NewReader(archive("a.py")), iotest.ErrReader(digest)), digest.Error()},
		"wrong, no end": {io.MultiReader(bytes.NewReader(make([]byte, 1024)), iotest.ErrReader(digest)), digest.Error()},
		"it leads out":  {bytes.NewReader(archive("../a.py")), "a.py"},
	} {
		if path, err := Unpack(tier.TempDir(t), c.from); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, error %v, want one with %q", name, path, err, c.want)
		}
	}
}
