package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// drag drops files and folders on Check as somebody does by the mouse, and returns what the page says.
func drag(b *pagetest.Tab, paths ...string) string {
	b.Helper()
	pagetest.Eval[bool](b, `document.getElementById("checked").replaceChildren() || true`)
	at := pagetest.Eval[[]float64](b, `(() => { const r = document.getElementById("drop").getBoundingClientRect(); return [r.left + 20, r.top + 10]; })()`)
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		pagetest.Call(b, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: kind, X: at[0], Y: at[1], Data: &input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1},
		})
	}
	b.Do(chromedp.WaitReady(chromedp.CSS("#checked > *")))
	return pagetest.Eval[string](b, `new Promise((done) => {
		const look = () => document.querySelector(".working") ? setTimeout(look, 20) : done(document.getElementById("checked").innerText);
		look();
	})`)
}

// rightAnswer returns the right files of a case of mancala, by their paths in its folder.
func rightAnswer(t *testing.T) (name string, files map[string]string) {
	t.Helper()
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, file := range all[0].Problem.Files() {
		g, err := all[0].Golden(file)
		if err != nil {
			t.Fatal(err)
		}
		files[all[0].Name+"/"+file] = string(g.Text)
	}
	return all[0].Name, files
}

// Folders are dropped with all that is in them, though the page lies on a disk, and what was dropped is named. A browser that does not
// hand over folders is told in a sentence.
func TestDropFolder(t *testing.T) {
	b, dir := open(t, "mancala/check"), t.TempDir()
	name, files := rightAnswer(t)
	answers := unpackedIn(t, filepath.Join(dir, "my answers"), files)
	z, notes := packed(t, filepath.Join(dir, "answers.zip"), files), unpackedIn(t, dir, map[string]string{"notes.txt": "x"})+"/notes.txt"
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{answers}, "my answers, checked at "},
		{[]string{filepath.Join(answers, name)}, name + ", checked at "},
		{[]string{answers, notes}, "my answers, notes.txt, checked at "},
		{[]string{z}, "answers.zip, checked at "},
	} {
		if text := drag(b, c.paths...); !strings.HasPrefix(text, c.want) || !strings.Contains(text, "pass 1") {
			t.Errorf("%s: found\n%s", c.paths, text)
		}
	}
	pagetest.Eval[bool](b, `delete DataTransferItem.prototype.getAsFileSystemHandle`)
	const want = "this browser does not hand over folders: drop answers.zip or the files in it"
	if text := drag(b, answers); text != want {
		t.Errorf("found %q, want %q", text, want)
	}
	if text := drag(b, z); !strings.Contains(text, "pass 1") {
		t.Errorf("found\n%s", text)
	}
}

// Of many files that are chosen the first are named, and how many there are more.
func TestManyFilesNamed(t *testing.T) {
	b, dir := open(t, "mancala/check"), t.TempDir()
	_, files := rightAnswer(t)
	paths := []string{packed(t, filepath.Join(dir, "answers.zip"), files)}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		paths = append(paths, filepath.Join(unpackedIn(t, dir, map[string]string{name: name}), name))
	}
	if text := drag(b, paths...); !strings.HasPrefix(text, "answers.zip, a, b, c, d and 2 more, checked at ") {
		t.Errorf("found\n%s", text)
	}
}
