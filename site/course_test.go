package main

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// golden returns a golden of a case's file.
func golden(t *testing.T, path, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == "golden/"+name {
			return string(f.Data)
		}
	}
	t.Fatalf("%s has no golden of %s", path, name)
	return ""
}

// column matches a part of a page that is compressed.
var column = regexp.MustCompile(`<script type="application/gzip;base64" id="data-(\w+)">([^<]*)</script>`)

// unpacked returns what is compressed in a page, by name.
func unpacked(t *testing.T, page []byte) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, m := range column.FindAllSubmatch(page, -1) {
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(string(m[2]))))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		all[string(m[1])] = string(text)
	}
	if len(all) != 3 {
		t.Fatalf("the page has %d parts that are compressed, want the worker's script, the program and its stock", len(all))
	}
	return all
}

// coursePage returns a page of a course.
func coursePage(t *testing.T, settings string) []byte {
	t.Helper()
	effort.NeedsAll(t, "compiles for a browser, and opens one")
	path := filepath.Join(t.TempDir(), "touchstone.yaml")
	if err := os.WriteFile(path, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := build(source{command: touchstone, course: path})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A page of a course has its assignment, its cases and its points, and says what it leaves out. A student who checks a wrong
// answer sees what feedback would show.
func TestCourse(t *testing.T) {
	text := coursePage(t, "assignment: mancala\ntitle: CS 1\nshow: summary\nprofile: graded\npoints: {categories: {all: 30}}\nlate: {penalty: 10}\nstudents: {ann: {extra: 5}}\n")
	b := openText(t, text, "mancala/check")
	for _, want := range []string{"where each file first differs", "nothing is taken off for days late", "single students", "neither explained nor solved", "Known mistakes are not told", "What moves are worth is not told"} {
		if notes := says(b, "notes"); !strings.Contains(notes, want) {
			t.Errorf("the page does not say that %q:\n%s", want, notes)
		}
	}
	if head := says(b, "about-game"); !strings.HasPrefix(head, "CS 1: mancala: ") {
		t.Errorf("found the title %q", head)
	}
	if nav := says(b, "nav"); strings.Join(strings.Fields(nav), " ") != "Check Play Rules Cases" {
		t.Errorf("the page offers %q", nav)
	}
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{answersOf(t, a, "strict-cut-at-max")}), chromedp.WaitReady(chromedp.CSS("#checked > *")))
	settle(b)
	found := says(b, "checked")
	if !strings.Contains(found, " of 30\n") || !strings.Contains(found, "traverse_log.txt:") || strings.Contains(found, "want ") || strings.Contains(found, "What the program does wrong") {
		t.Errorf("found\n%s", found)
	}
	b.Shoot("site-course-checked")
	for _, place := range []string{"explain", "mistakes", "mistake/strict-cut-at-max"} {
		visit(b, "mancala/"+place)
		if lacks := says(b, "lacks"); !strings.Contains(lacks, "your course does not show") {
			t.Errorf("%s: found %q", place, lacks)
		}
	}
	visit(b, "mancala/cases")
	click(b, "#learned details summary")
	b.Settle()
	name := pagetest.Eval[string](b, `document.querySelector("#learned li a").textContent`)
	visit(b, "mancala/case/"+name)
	if one := says(b, "learned"); !strings.Contains(one, "input.txt") || strings.Contains(one, "next_state.txt") {
		t.Errorf("the case %s says\n%s", name, one)
	}
}

// No golden of a course is in its page, however much is unpacked, and no title where the course shows none. The program has the
// titles of cases that a recipe makes.
func TestCourseHasNoGoldens(t *testing.T) {
	page := coursePage(t, "assignment: mancala\nshow: none\n")
	parts := unpacked(t, page)
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, c := range all {
		for _, name := range c.Problem.Files() {
			g, err := c.Golden(name)
			if err != nil {
				t.Fatal(err)
			}
			if part := string(g.Text[:min(len(g.Text), 400)]); len(part) >= 40 {
				looked++
				for where, text := range parts {
					if strings.Contains(text, part) || strings.Contains(text, asJSON(part)) {
						t.Errorf("%s has %s of %s", where, name, c.Name)
					}
				}
			}
		}
		if strings.Contains(parts["stock"], asJSON(c.Title)) {
			t.Errorf("the page has the title of %s", c.Name)
		}
		if in := strings.Contains(parts["stock"], asJSON(string(c.Input()))); in != c.In(cases.ProfileDefault) {
			t.Errorf("the page has the input of %s: %v", c.Name, in)
		}
	}
	if looked < 50 {
		t.Fatalf("looked for %d goldens", looked)
	}
}

// asJSON returns a text as it lies in JSON.
func asJSON(text string) string {
	quoted, _ := json.Marshal(text) // a text can always be encoded
	return strings.Trim(string(quoted), `"`)
}
