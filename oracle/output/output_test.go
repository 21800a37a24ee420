package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// expectContents compares the files of a directory with the wanted ones. Files under temporary names are
// listed as "(hidden)".
func expectContents(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	files := map[string]string{}
	for _, name := range must.Names(t, dir) {
		text := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
		if strings.HasPrefix(name, ".") {
			name = "(hidden)"
		}
		files[name] = string(text)
	}
	expect.Equal(t, want, files)
}

// write writes a file with a head to a sink.
func write(t *testing.T, sink Sink, name, head, body string) {
	t.Helper()
	f := must.Get(sink.Begin(name, Size{Bytes: len(head)}))(t)
	for _, part := range strings.SplitAfter(body, "\n") {
		if n, err := f.Write([]byte(part)); err != nil || n != len(part) {
			t.Fatal(n, err)
		}
	}
	must.Do(t, f.Finish([]byte(head)))
}

// Files appear under their own names at Commit and not before, with the head, which is
// written last, in front; they replace older files.
func TestDirCommit(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "next_state.txt"), []byte("an older and longer file\n"), 0o666))
	sink := NewDir(dir)
	defer sink.Abort()
	write(t, sink, "output.txt", "head\n", "body\nend")
	expectContents(t, dir, map[string]string{"next_state.txt": "an older and longer file\n", "(hidden)": "head\nbody\nend"})
	must.Do(t, Whole(sink, "next_state.txt", []byte("new\n")))
	must.Do(t, Whole(sink, "trace_state.txt", nil)) // squirrel rule 10
	must.Do(t, sink.Commit())
	sink.Abort() // a no-op after Commit
	expectContents(t, dir, map[string]string{"next_state.txt": "new\n", "output.txt": "head\nbody\nend", "trace_state.txt": ""})
}

// Abort removes all files, whether or not they were finished.
func TestDirAbort(t *testing.T) {
	dir := t.TempDir()
	sink := NewDir(dir)
	write(t, sink, "next_state.txt", "", "done\n")
	f := must.Get(sink.Begin("traverse_log.txt", Size{Bytes: 3}))(t)
	must.Get(f.Write([]byte("half a l")))(t)
	sink.Abort()
	expectContents(t, dir, map[string]string{})
	if _, err := f.Write([]byte("og")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a write after Abort has the error %v, want %v", err, os.ErrClosed)
	}
	write(t, sink, "next_state.txt", "", "again\n") // as if the others had never been
	must.Do(t, sink.Commit())
	expectContents(t, dir, map[string]string{"next_state.txt": "again\n"})
}

// A file is known as a temporary one by a name that Begin gives, and by no other.
func TestIsTemporary(t *testing.T) {
	for file, want := range map[string]bool{
		".output.txt.0123cdef": true, ".output.txt.ffffffff": true, ".output.txt.00000000": true,
		"output.txt": false, ".output.txt": false, ".output.txt.": false, "output.txt.0123cdef": false, ".next_state.txt.0123cdef": false,
		".output.txt.0123cde": false, ".output.txt.00123cdef": false, ".output.txt.1ffffffff": false, ".output.txt.0123cdeg": false,
	} {
		expect.Equal(t, want, IsTemporary(file, "output.txt"), file)
	}
	dir := t.TempDir()
	sink := NewDir(dir)
	defer sink.Abort()
	must.Get(sink.Begin("output.txt", Size{}))(t)
	entries, err := os.ReadDir(dir)
	expect.True(t, err == nil && len(entries) == 1 && IsTemporary(entries[0].Name(), "output.txt"), "found",
		entries, err, "want one temporary file")
}

// Errors name the wanted file, not the temporary one. A directory that cannot be created is an error.
func TestDirErrors(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o666))
	for name, want := range map[string]string{"file/output.txt": filepath.Join(dir, "file", "output.txt"), strings.Repeat("x", 300) + "/output.txt": strings.Repeat("x", 300) + ":"} {
		_, err := NewDir(dir).Begin(name, Size{})
		expect.Error(t, err, want, name)
	}
	if _, err := NewDir(filepath.Join(dir, "none")).Begin("output.txt", Size{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in no directory: error %v, want %v", err, fs.ErrNotExist)
	}
	expect.Error(t, WriteFile(filepath.Join(dir, "file", "output.txt"), nil), "output.txt", "below a file")
	must.Do(t, WriteFile(filepath.Join(dir, "file"), []byte("text\n")))
	expectContents(t, dir, map[string]string{"file": "text\n"})
}

// While a file is unfinished, Commit renames none.
func TestDirUnfinished(t *testing.T) {
	dir := t.TempDir()
	sink := NewDir(dir)
	write(t, sink, "next_state.txt", "", "done\n")
	must.Get(sink.Begin("traverse_log.txt", Size{}))(t)
	expect.Error(t, sink.Commit(), "traverse_log.txt", "Commit")
	expectContents(t, dir, map[string]string{"(hidden)": ""}) // the last of them
	sink.Abort()
	expectContents(t, dir, map[string]string{})
}

// A name may lead into directories below, which appear with their files or not at all.
func TestDirBelow(t *testing.T) {
	dir := t.TempDir()
	for _, commit := range []bool{false, true} {
		sink := NewDir(dir)
		write(t, sink, "students/a/results.json", "", "{}\n")
		write(t, sink, "students/b/results.json", "", "[]\n")
		if commit {
			must.Do(t, sink.Commit())
		}
		sink.Abort()
		if entries, err := os.ReadDir(dir); err != nil || (len(entries) > 0) != commit {
			t.Errorf("committed %v: found %v, %v", commit, entries, err)
		}
	}
	expectContents(t, filepath.Join(dir, "students", "b"), map[string]string{"results.json": "[]\n"})
	for _, name := range []string{"../x", "a/../../x", "/x", ""} {
		_, err := NewDir(dir).Begin(name, Size{})
		expect.Error(t, err, "want the name of a file in the directory", name)
	}
}

// Either all files appear or none, even when one of them cannot be renamed.
func TestDirCommitFails(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, "traverse_log.txt"), 0o777))
	sink := NewDir(dir)
	write(t, sink, "next_state.txt", "", "state\n")
	write(t, sink, "traverse_log.txt", "", "log\n")
	expect.Error(t, sink.Commit(), "traverse_log.txt: want a place for a file, found a directory")
	sink.Abort()
	expect.Equal(t, []string{"traverse_log.txt"}, must.Names(t, dir), "the entries")
}

// A link is replaced by the file, also if it leads to a directory, which does not change.
func TestDirReplacesLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	if err := os.Symlink(other, filepath.Join(dir, "output.txt")); err != nil {
		t.Skip(err)
	}
	sink := NewDir(dir)
	defer sink.Abort()
	write(t, sink, "output.txt", "", "new\n")
	must.Do(t, sink.Commit())
	expectContents(t, dir, map[string]string{"output.txt": "new\n"})
	expectContents(t, other, map[string]string{})
}

// Memory keeps finished files by name.
func TestMemory(t *testing.T) {
	files := Memory{}
	must.Get(files.Begin("unfinished.txt", Size{Bytes: 3}))(t)
	write(t, files, "output.txt", "head\n", "body\nend")
	must.Do(t, Whole(files, "next_state.txt", []byte("state\n")))
	want := Memory{"output.txt": []byte("head\nbody\nend"), "next_state.txt": []byte("state\n")}
	expect.Equal(t, want, files)
}

// An Excerpt keeps the head, the 200 lines after it, the picked line and the last line.
func TestExcerpt(t *testing.T) {
	var all []string
	for i := range 300 {
		all = append(all, fmt.Sprintf("line %d", i+1))
	}
	for _, head := range []int{0, 1, 3} {
		for _, pick := range []int{0, 1, 3, 4, 200 + head, 201 + head, 299, 300, 301} {
			e := &Excerpt{Pick: pick}
			f := must.Get(e.Begin("log", Size{Lines: head}))(t)
			end := strings.Repeat("\n", pick%2) // of the last line, or none
			for part := range slices.Chunk([]byte(strings.Join(all[head:], "\n")+end), 7) {
				must.Get(f.Write(part))(t)
			}
			must.Do(t, f.Finish([]byte(strings.Join(all[:head], "\n")+"\n")))
			kept, picked := all[:200+head], ""
			if pick >= 1 && pick <= len(all) {
				picked = all[pick-1]
			}
			got := [][]string{e.First("log", 2), e.First("log", 300), e.Part("log", 0, 5), e.Part("log", 2, 3),
				e.Part("log", 199+head, 5), e.Part("log", 290, 5)}
			want := [][]string{kept[:2], kept, all[299:], kept[1:4], kept[198+head:], {}}
			for _, n := range []int{1, 200 + head, pick} {
				text, lines := e.Line("log", n)
				got = append(got, []string{text, fmt.Sprint(lines)})
				line := picked
				if n >= 1 && n <= len(kept) {
					line = kept[n-1]
				}
				want = append(want, []string{line, "300"})
			}
			expect.Equal(t, want, got, "with a head of", head, "lines, line", pick, "picked")
		}
	}
}

// Some file systems report only at Close that a write failed. Such a file is not finished,
// and no file appears.
func TestFinishReportsClose(t *testing.T) {
	dir := t.TempDir()
	sink := NewDir(dir)
	file := must.Get(sink.Begin("output.txt", Size{}))(t)
	file.(*dirFile).f.Close() // so that the next Close has an error
	if err := file.Finish(nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want %v", err, os.ErrClosed)
	}
	expect.Error(t, sink.Commit(), "output.txt was not finished")
	sink.Abort()
	expect.Equal(t, nil, must.Names(t, dir), "files left behind")
}
