package main

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
)

// nimPage is the page of a game from outside.
var nimPage = sync.OnceValues(func() ([]byte, error) { return build(source{command: "../examples/nim"}) })

// openNim opens it at a place.
func openNim(t *testing.T, place string) *pagetest.Tab {
	t.Helper()
	effort.NeedsAll(t, "compiles for a browser, and opens one")
	text, err := nimPage()
	if err != nil {
		t.Fatal(err)
	}
	return openText(t, text, place)
}

// drop drops the files of a program on the case five-stones, and waits for what the page says.
func drop(t *testing.T, b *pagetest.Tab, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	z := packed(t, filepath.Join(dir, "answers.zip"), files)
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{z}), chromedp.WaitReady(chromedp.CSS("#checked > *")))
	settle(b)
	return says(b, "checked")
}

// A page of a game from outside has that game alone. Right answers pass, a wrong one is explained, its search is walked; and what
// the game has not is told in a sentence.
func TestOutside(t *testing.T) {
	b := openNim(t, "nim/case/five-stones")
	if text := says(b, "learned"); !strings.Contains(text, "Walk the search") || !strings.Contains(text, "move.txt") {
		t.Errorf("the case says\n%s", text)
	}
	right := map[string]string{}
	for _, name := range []string{"move.txt", "log.txt"} {
		right["five-stones/"+name] = golden(t, "../examples/nim/cases/five-stones.txtar", name)
	}
	visit(b, "nim/check")
	if text := drop(t, b, right); !strings.Contains(text, "pass 1") || !strings.Contains(text, "100 of 100") {
		t.Errorf("right answers: found\n%s", text)
	}
	right["five-stones/log.txt"] = strings.Replace(right["five-stones/log.txt"], "-Infinity", "-9", 1)
	if text := drop(t, b, right); !strings.Contains(text, "wrong 1") || !strings.Contains(text, "log.txt:") {
		t.Errorf("a wrong answer: found\n%s", text)
	}
	b.Shoot("site-nim-checked")
	visit(b, "nim/explain")
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), "3\n7\n"), chromedp.SetValue(chromedp.CSS(`#explain-paste [data-file="log.txt"]`), "wrong\n"))
	click(b, "#explain-go")
	settle(b)
	if text := says(b, "explained"); !strings.Contains(text, "Where it first goes wrong: ") || !strings.Contains(text, "Walk the search") {
		t.Errorf("explain: found\n%s", text)
	}
	visit(b, "nim/rules")
	if text := says(b, "learned"); !strings.Contains(text, "nim has no page of rules") {
		t.Errorf("rules: found\n%s", text)
	}
	for place, want := range map[string]string{"play": "no contest between programs", "mistakes": "No mistakes in nim are known"} {
		visit(b, "nim/"+place)
		if text := says(b, "lacks"); !strings.Contains(text, want) {
			t.Errorf("%s: found %q", place, text)
		}
	}
	if text := says(b, "nav"); strings.Join(strings.Fields(text), " ") != "Check Explain Rules Cases" {
		t.Errorf("the page offers %q", text)
	}
	if text := pagetest.Eval[string](b, `[...document.getElementById("game").options].map((one) => one.value).join()`); text != "nim" {
		t.Errorf("the page has the games %q", text)
	}
}

// Nothing of a game's goldens lies in its page, which has its case.
func TestOutsideHasNoGoldens(t *testing.T) {
	effort.NeedsAll(t, "compiles for a browser")
	text, err := nimPage()
	if err != nil {
		t.Fatal(err)
	}
	log, parts := golden(t, "../examples/nim/cases/five-stones.txtar", "log.txt")[:200], unpacked(t, text)
	for where, part := range parts {
		if strings.Contains(part, log) || strings.Contains(part, asJSON(log)) {
			t.Errorf("%s has the right log of five-stones", where)
		}
	}
	if !strings.Contains(parts["stock"], `"five-stones"`) {
		t.Error("the page has no case five-stones")
	}
}
