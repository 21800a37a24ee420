package main

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// golden returns a golden of a case's file.
func golden(t *testing.T, path, name string) string {
	t.Helper()
	archive := must.Get(txtar.ParseFile(path))(t)
	for _, f := range archive.Files {
		if f.Name == "golden/"+name {
			return string(f.Data)
		}
	}
	t.Fatalf("%s has no golden of %s", path, name)
	return ""
}

// A page for a problem package is an error.
func TestPackageHasNoPage(t *testing.T) {
	for want, args := range map[string][]string{
		"found a problem package, which has no page": {"../examples/packages/queens"},
		"want one package at most, found 2: ./a ./b": {"./a", "./b"},
	} {
		expect.Error(t, run(filepath.Join(t.TempDir(), "nim.html"), source{}, args), want)
	}
	expect.Error(t, run("", source{}, nil), "want --out FILE, found none")
}

// A page contains the data and the program of its command, compiled without the cases that it embeds, and Go's
// script. The tests with a browser need more time.
func TestParts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the go command of this test is a shell script")
	}
	dir := t.TempDir()
	const script = "lib/wasm/wasm_exec.js"
	for name, text := range map[string]string{script: "support\n", "go": `#!/bin/sh
echo "$GOOS $GOARCH $*" >>` + dir + `/calls
step=$1
case $step in
run) echo "the data" ;;
list) printf '/x/a.txtar\n/x/page.css\n/y/b.txtar\n' ;;
build) while [ "$1" != -overlay ]; do shift; done; cp "$2" "$4" ;;
env) echo ` + dir + ` ;;
esac
[ $step != "$FAILS" ] || { echo why >&2; exit 1; }
`} {
		must.Do(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	out := filepath.Join(dir, "page.html")
	must.Do(t, run(out, source{course: "c.yaml"}, []string{"./nim"}))
	parts := unpacked(t, must.Get(os.ReadFile(out))(t))
	expect.Equal(t, "the data\n", parts["stock"])
	expect.Equal(t, "support\n"+string(must.Get(os.ReadFile("page/worker.js"))(t)), parts["worker"])
	overlay := regexp.MustCompile(`":"[^"]*/empty"`).ReplaceAllString(parts["wasm"], "")
	expect.Equal(t, `{"Replace":{"/x/a.txtar,"/y/b.txtar}}`, overlay)
	calls := string(must.Get(os.ReadFile(filepath.Join(dir, "calls")))(t))
	expect.Equal(t, 1, strings.Count(calls, "  run ./nim page-data --course c.yaml\n"), calls)
	expect.Equal(t, 3, strings.Count(calls, "js wasm "), calls)
	for _, step := range []string{"run", "list", "build", "env"} {
		t.Setenv("FAILS", step)
		expect.Error(t, run(out+"2", source{}, nil), "go "+step+": exit status 1\nwhy")
	}
	_, err := os.Stat(out + "2")
	expect.True(t, errors.Is(err, fs.ErrNotExist), "a page that is not whole")
}

// column matches a part of a page that is compressed.
var column = regexp.MustCompile(`<script type="application/gzip;base64" id="data-(\w+)">([^<]*)</script>`)

// unpacked returns the compressed data of a page, by name.
func unpacked(t *testing.T, page []byte) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, m := range column.FindAllSubmatch(page, -1) {
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(string(m[2]))))
		must.Do(t, err)
		text := must.Get(io.ReadAll(z))(t)
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
	must.Do(t, os.WriteFile(path, []byte(settings), 0o600))
	return must.Get(build(source{command: touchstone, course: path}))(t)
}

// A page of a course has its assignment, its cases and its points, and lists the unsupported settings. A
// student who checks a wrong answer sees the same as in the feedback.
func TestCourse(t *testing.T) {
	text := coursePage(t, "assignment: mancala\ntitle: CS 1\nshow: summary\nprofile: graded\npoints: {categories: {all: 30}}\nlate: {penalty: 10}\nstudents: {ann: {extra: 5}}\n")
	b := openText(t, text, "mancala/check")
	for _, want := range []string{"where each file first differs", "it costs no points", "individual students", "neither explained nor solved", "Known mistakes are not shown", "values of moves are not shown"} {
		expectText(b, "notes", want)
	}
	if head := says(b, "about-game"); !strings.HasPrefix(head, "CS 1: mancala: ") {
		t.Errorf("found the title %q", head)
	}
	expect.Equal(t, "Check Play Rules Cases", strings.Join(strings.Fields(says(b, "nav")), " "))
	a := gametest.Lookup(t, "mancala")
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{answersOf(t, a, "strict-cut-at-max")}), chromedp.WaitReady(chromedp.CSS("#checked > *")))
	settle(b)
	found := says(b, "checked")
	expect.True(t, strings.Contains(found, " of 30\n") && strings.Contains(found, "traverse_log.txt:") &&
		!strings.Contains(found, "want ") && !strings.Contains(found, "What the program does wrong"), "found", found)
	b.Shoot("site-course-checked")
	for _, place := range []string{"explain", "mistakes", "mistake/strict-cut-at-max"} {
		visit(b, "mancala/"+place)
		expectText(b, "lacks", "your course does not show")
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

// No golden of a course is in its page, also in no unpacked data, and no title if the course shows none.
func TestCourseHasNoGoldens(t *testing.T) {
	page := coursePage(t, "assignment: mancala\nshow: none\n")
	parts := unpacked(t, page)
	a := gametest.Lookup(t, "mancala")
	looked := 0
	for _, c := range gametest.Corpus(t, a) {
		for _, name := range c.Problem.Files() {
			g := must.Get(c.Golden(name))(t)
			if part := string(g.Text[:min(len(g.Text), 400)]); len(part) >= 40 {
				looked++
				for where, text := range parts {
					expect.True(t, !strings.Contains(text, part) && !strings.Contains(text, asJSON(part)), where, "has",
						name, "of", c.Name)
				}
			}
		}
		expect.True(t, !strings.Contains(parts["stock"], asJSON(c.Title)), "the page has the title of", c.Name)
		expect.Equal(t, c.In(cases.ProfileDefault), strings.Contains(parts["stock"], asJSON(string(c.Input()))), "the page has", c.Name)
	}
	if looked < 50 {
		t.Fatalf("looked for %d goldens", looked)
	}
}

// asJSON returns a text in JSON form.
func asJSON(text string) string {
	quoted, _ := json.Marshal(text) // a text can always be encoded
	return strings.Trim(string(quoted), `"`)
}

// nimPage is the page of a game from outside.
var nimPage = sync.OnceValues(func() ([]byte, error) { return build(source{command: "../examples/nim"}) })

// openNim opens it at a place.
func openNim(t *testing.T, place string) *pagetest.Tab {
	t.Helper()
	effort.NeedsAll(t, "compiles for a browser, and opens one")
	text := must.Get(nimPage())(t)
	return openText(t, text, place)
}

// drop drops the files of a program on the case five-stones, and waits for the page's report.
func drop(t *testing.T, b *pagetest.Tab, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	z := packed(t, filepath.Join(dir, "answers.zip"), files)
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{z}), chromedp.WaitReady(chromedp.CSS("#checked > *")))
	settle(b)
	return says(b, "checked")
}

// A page of an external game has only that game. Right answers pass, a wrong one is explained, its search can
// be walked through, and a message lists the parts that the game lacks.
func TestOutside(t *testing.T) {
	b := openNim(t, "nim/case/five-stones")
	expectText(b, "learned", "Walk the search", "move.txt")
	right := map[string]string{}
	for _, name := range []string{"move.txt", "log.txt"} {
		right["five-stones/"+name] = golden(t, "../examples/nim/cases/five-stones.txtar", name)
	}
	visit(b, "nim/check")
	pagetest.Contains(b, drop(t, b, right), "pass 1", "100 of 100")
	right["five-stones/log.txt"] = strings.Replace(right["five-stones/log.txt"], "-Infinity", "-9", 1)
	pagetest.Contains(b, drop(t, b, right), "wrong 1", "log.txt:")
	b.Shoot("site-nim-checked")
	visit(b, "nim/explain")
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), "3\n7\n"), chromedp.SetValue(chromedp.CSS(`#explain-paste [data-file="log.txt"]`), "wrong\n"))
	click(b, "#explain-go")
	settle(b)
	expectText(b, "explained", "Where it first goes wrong: ", "Walk the search")
	visit(b, "nim/rules")
	expectText(b, "learned", "nim has no page of rules")
	for place, want := range map[string]string{"play": "no contest between programs", "mistakes": "No mistakes in nim are known"} {
		visit(b, "nim/"+place)
		expectText(b, "lacks", want)
	}
	expect.Equal(t, "Check Explain Rules Cases", strings.Join(strings.Fields(says(b, "nav")), " "))
	pagetest.Expect(b, `[...document.getElementById("game").options].map((one) => one.value).join()`, "nim")
}

// The page of a game contains its case, but no part of its goldens.
func TestOutsideHasNoGoldens(t *testing.T) {
	effort.NeedsAll(t, "compiles for a browser")
	text := must.Get(nimPage())(t)
	log, parts := golden(t, "../examples/nim/cases/five-stones.txtar", "log.txt")[:200], unpacked(t, text)
	for where, part := range parts {
		expect.True(t, !strings.Contains(part, log) && !strings.Contains(part, asJSON(log)), where,
			"has the right log of five-stones")
	}
	expect.Contains(t, parts["stock"], `"five-stones"`)
}

// answersOf packs the files of a solver with a fault for all cases, as run.py does.
func answersOf(t *testing.T, a *oracle.Assignment, fault string) string {
	t.Helper()
	answers := map[string]string{}
	for _, c := range gametest.Corpus(t, a) {
		files := must.Get(catalog.Second(a).Solve("", c.Input(), fault))(t)
		maps.Copy(answers, in(c, files))
	}
	return packed(t, filepath.Join(t.TempDir(), "answers.zip"), answers)
}

// packed writes a zip, and returns its path.
func packed(t *testing.T, path string, files map[string]string) string {
	t.Helper()
	must.Do(t, os.WriteFile(path, must.Zip(t, files), 0o600))
	return path
}

// unpackedIn writes files into a directory, and returns its path.
func unpackedIn(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	must.WriteFiles(t, dir, files)
	return dir
}
