package main

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

func TestMain(m *testing.M) { pagetest.Main(m) }

// built is the page, which the tests share.
var built = sync.OnceValues(func() (text []byte, err error) {
	var b strings.Builder
	err = write(&b)
	return []byte(b.String()), err
})

// open opens the page at a place.
func open(t *testing.T, place string) *pagetest.Tab {
	t.Helper()
	text, err := built()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "touchstone.html")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	b := pagetest.Open(t, path)
	visit(b, place)
	return b
}

// visit goes to a place of the page, and waits until it is shown.
func visit(b *pagetest.Tab, place string) {
	b.Helper()
	pagetest.Eval[bool](b, fmt.Sprintf(`new Promise((done) => { location.hash = %q; setTimeout(() => done(true), 50); })`, place))
	settle(b)
}

// settle waits until nothing is under way.
func settle(b *pagetest.Tab) {
	b.Helper()
	for deadline := time.Now().Add(time.Minute); pagetest.Eval[bool](b, `Boolean(document.querySelector(".working"))`); {
		if time.Now().After(deadline) {
			b.Fatal("the page works for more than a minute")
		}
		time.Sleep(20 * time.Millisecond)
	}
	if failed := pagetest.Eval[string](b, `document.querySelector(".failed")?.textContent || ""`); failed != "" {
		b.Errorf("the page says %q", failed)
	}
}

// says returns what a view of the page shows.
func says(b *pagetest.Tab, id string) string {
	b.Helper()
	return pagetest.Eval[string](b, fmt.Sprintf(`document.getElementById(%q).innerText`, id))
}

// answersOf packs what a solver with a fault leaves for all cases, as run.py does.
func answersOf(t *testing.T, a *oracle.Assignment, fault string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "answers.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		files, err := catalog.Second(a).Solve("", c.Input(), fault)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			w, err := z.Create(c.Name + "/" + name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// faultOf returns a mistake of an assignment that its page lists.
func faultOf(b *pagetest.Tab, a *oracle.Assignment) string {
	b.Helper()
	visit(b, a.Name+"/mistakes")
	return pagetest.Eval[string](b, `document.querySelector("#learned li a").textContent`)
}

// In each game a mistake is found by dropping answers, and leads to its example, its case and its rule.
func TestGames(t *testing.T) {
	b := open(t, "")
	b.Shoot("site-first")
	for _, a := range oracle.Assignments() {
		fault := faultOf(b, a)
		visit(b, a.Name+"/check")
		b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{answersOf(t, a, fault)}))
		settle(b)
		if text := says(b, "checked"); !strings.Contains(text, "What the program does wrong") || !strings.Contains(text, "score: ") {
			t.Errorf("%s, %s: found\n%s", a.Name, fault, text)
		}
		b.Shoot("site-checked-" + a.Name)
		visit(b, a.Name+"/mistake/"+fault)
		if text := says(b, "learned"); !strings.Contains(text, "It breaks ") || !strings.Contains(text, "Walk the search") {
			t.Errorf("%s, %s: found\n%s", a.Name, fault, text)
		}
		b.Shoot("site-mistake-" + a.Name)
		for _, view := range []string{"rules", "cases"} {
			visit(b, a.Name+"/"+view)
			if text := says(b, "learned"); len(text) < 300 {
				t.Errorf("%s, %s: found\n%s", a.Name, view, text)
			}
		}
		b.Shoot("site-cases-" + a.Name)
	}
}

// An input that was typed is solved, and one's own file is explained beside the search.
func TestExplain(t *testing.T) {
	b := open(t, "mancala/cases")
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	input := string(all[0].Input())
	visit(b, "mancala/explain")
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), input))
	b.Click("#solve-go")
	settle(b)
	if text := says(b, "explained"); !strings.Contains(text, "next_state.txt") || !strings.Contains(text, "Walk the search") {
		t.Errorf("found\n%s", text)
	}
	b.Shoot("site-solved")
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-log-name"), "next_state.txt"), chromedp.SetValue(chromedp.CSS("#explain-log"), "1 2 3\n"))
	b.Click("#explain-go")
	settle(b)
	if text := says(b, "explained"); !strings.Contains(text, "Where it first goes wrong") {
		t.Errorf("found\n%s", text)
	}
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), "<b>no input</b>"))
	b.Click("#explain-go")
	time.Sleep(200 * time.Millisecond)
	if text := pagetest.Eval[string](b, `document.querySelector(".failed")?.textContent || ""`); !strings.Contains(text, "input.txt:1: want") {
		t.Errorf("found %q", text)
	}
}

// In each game one plays by clicking, against the agent, takes back, and is told the value of each move.
func TestPlays(t *testing.T) {
	b := open(t, "")
	for _, a := range oracle.Assignments() {
		visit(b, a.Name+"/play")
		for move := range 6 {
			if pagetest.Eval[bool](b, `document.querySelectorAll("#board button:not(:disabled), #play-choices button").length === 0`) {
				break
			}
			pagetest.Eval[bool](b, `(document.querySelector("#play-choices button") || document.querySelector("#board button:not(:disabled)")).click() || true`)
			settle(b)
			if move == 0 {
				b.Shoot("site-play-" + a.Name)
			}
		}
		if text := says(b, "play-says"); !strings.Contains(text, "Points: ") {
			t.Errorf("%s: found %q", a.Name, text)
		}
	}
}
