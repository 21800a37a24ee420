package submissions

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
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
