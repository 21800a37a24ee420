package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/cli"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// runCommand in the environment makes the test's binary the command touchstone.
const runCommand = "TOUCHSTONE_SITE_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(runCommand) != "" {
		cli.Main()
	}
	pagetest.Main(m)
}

// built is the page, which the tests share.
var built = sync.OnceValues(func() ([]byte, error) { return build(source{command: touchstone}) })

// build returns a page.
func build(of source) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b, of)
	return b.Bytes(), err
}

// open opens the page at a place.
func open(t *testing.T, place string) *pagetest.Tab {
	t.Helper()
	effort.NeedsAll(t, "compiles for a browser, and opens one")
	text := must.Get(built())(t)
	return openText(t, text, place)
}

// openText opens a page at a place.
func openText(t *testing.T, text []byte, place string) *pagetest.Tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "touchstone.html")
	must.Do(t, os.WriteFile(path, text, 0o600))
	b := pagetest.Open(t, path)
	if place != "" {
		visit(b, place)
	}
	return b
}

// visit goes to a place of the page, and waits until it is shown.
func visit(b *pagetest.Tab, place string) {
	b.Helper()
	pagetest.Eval[bool](b, fmt.Sprintf(`new Promise((done) => {
		if (location.hash === "#" + encodeURI(%[1]q)) {
			done(true);
			return;
		}
		addEventListener("hashchange", () => setTimeout(() => done(true)), { once: true });
		location.hash = %[1]q;
	})`, place))
	settle(b)
}

// click clicks the element that a selector finds. The effect has begun when it returns, also on a busy machine.
func click(b *pagetest.Tab, selector string) {
	b.Helper()
	pagetest.Eval[bool](b, fmt.Sprintf(`document.querySelector(%q).click() || true`, selector))
}

// settle waits until nothing is under way.
func settle(b *pagetest.Tab) {
	b.Helper()
	for deadline := time.Now().Add(100 * time.Second); pagetest.Eval[bool](b, `Boolean(document.querySelector(".working"))`); {
		if time.Now().After(deadline) {
			b.Fatal("the page works for more than 100 seconds")
		}
		time.Sleep(20 * time.Millisecond)
	}
	if failed := pagetest.Eval[string](b, `document.querySelector(".failed")?.textContent || ""`); failed != "" {
		b.Errorf("the page shows %q", failed)
	}
}

// says returns the text in a view of the page.
func says(b *pagetest.Tab, id string) string {
	b.Helper()
	return pagetest.Eval[string](b, fmt.Sprintf(`document.getElementById(%q).innerText`, id))
}

// expectText fails the test unless a view of the page shows some texts.
func expectText(b *pagetest.Tab, view string, wants ...string) {
	b.Helper()
	pagetest.Contains(b, says(b, view), wants...)
}

// faultOf returns a mistake of an assignment that its page lists.
func faultOf(b *pagetest.Tab, a *oracle.Assignment) string {
	b.Helper()
	visit(b, a.Name+"/mistakes")
	return pagetest.Eval[string](b, `document.querySelector("#learned li a").textContent`)
}

// In each game a mistake is found by dropping answers, and leads to its example, its case and its rule.
func TestGames(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b := open(t, "")
			fault := faultOf(b, a)
			visit(b, a.Name+"/check")
			b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{answersOf(t, a, fault)}), chromedp.WaitReady(chromedp.CSS("#checked > *")))
			settle(b)
			expectText(b, "checked", "What the program does wrong", " of 100\n")
			b.Shoot("site-checked-" + a.Name)
			visit(b, a.Name+"/mistake/"+fault)
			expectText(b, "learned", "It breaks ", "Walk the search")
			b.Shoot("site-mistake-" + a.Name)
			for _, view := range []string{"rules", "cases"} {
				visit(b, a.Name+"/"+view)
				if text := says(b, "learned"); len(text) < 300 {
					t.Errorf("%s: found\n%s", view, text)
				}
			}
			b.Shoot("site-cases-" + a.Name)
		})
	}
}

// A typed input is solved, and the user's own file is explained next to the search.
func TestExplain(t *testing.T) {
	b := open(t, "mancala/cases")
	a := gametest.Lookup(t, "mancala")
	all := gametest.Corpus(t, a)
	input := string(all[0].Input())
	visit(b, "mancala/explain")
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), input))
	click(b, "#solve-go")
	settle(b)
	expectText(b, "explained", "next_state.txt", "Walk the search")
	b.Shoot("site-solved")
	b.Do(chromedp.SetValue(chromedp.CSS(`#explain-paste [data-file="next_state.txt"]`), "1 2 3\n"))
	click(b, "#explain-go")
	settle(b)
	expectText(b, "explained", "Where it first goes wrong: wrong\n", "traverse_log.txt was not looked at")
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), "<b>no input</b>"))
	click(b, "#explain-go")
	pagetest.Contains(b, waitForFailure(b), "input.txt:1: want")
}

// A file dropped by mistake causes a message, and its text is never parsed as HTML. A request that takes too
// long is cancelled.
func TestBadDrops(t *testing.T) {
	b := open(t, "mancala/check")
	dir := t.TempDir()
	drop := func(name string, size int64, text string) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		if size > 0 {
			must.Do(t, os.Truncate(path, size))
		}
		b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{path}))
		return waitForFailure(b)
	}
	for _, c := range []struct {
		name, text, want string
		size             int64
	}{
		{"<img src=x onerror=alert(1)>.txt", "x", "want answers to cases of mancala", 0},
		{"answers.zip", "PK\x03\x04, and no more", "answers.zip: want a zip that can be read", 0},
		{"zeros", "", "want at most 256 MB, found more: zeros has 1000 MB", 1_000_000_000},
	} {
		if got := drop(c.name, c.size, c.text); !strings.Contains(got, c.want) {
			t.Errorf("%s: found %q, want %q", c.name, got, c.want)
		}
	}
	visit(b, "mancala/explain")
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), "2\n1\n12\n3 3 3 3 3 3\n3 3 3 3 3 3\n0\n0\n"))
	click(b, "#solve-go")
	click(b, ".working button")
	expect.Equal(t, "cancelled", waitForFailure(b))
	visit(b, "mancala/mistakes") // it goes on
	expectText(b, "learned", "known mistakes")
}

// waitForFailure waits for the page's error message, and removes it.
func waitForFailure(b *pagetest.Tab) string {
	b.Helper()
	return pagetest.Eval[string](b, `new Promise((done) => {
		const look = (left) => {
			const failed = document.querySelector(".failed");
			if (failed || left === 0) {
				done(failed ? failed.textContent : "nothing");
				failed?.remove();
			} else {
				setTimeout(() => look(left - 1), 50);
			}
		};
		look(600);
	})`)
}

// A game that does not compile leaves no files.
func TestNoCompiler(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("PATH", "")
	if _, _, err := compile("../cmd/touchstone"); err == nil {
		t.Error("it compiles without a compiler")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// The page, and the page packed as a server sends it, are no larger than its document promises.
func TestSize(t *testing.T) {
	effort.NeedsAll(t, "compiles for a browser")
	text := must.Get(built())(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	must.Get(z.Write(text))(t)
	must.Do(t, z.Close())
	doc := must.Get(os.ReadFile("../docs/site.md"))(t)
	const maxSize, maxPacked = 4, 3 // MB
	if want := fmt.Sprintf("of less than %d MB (%d MB packed)", maxSize, maxPacked); !strings.Contains(string(doc), want) {
		t.Errorf("docs/site.md does not say that the page is one file %s", want)
	}
	expect.True(t, len(text) < maxSize*1_000_000 && packed.Len() < maxPacked*1_000_000, "the page has",
		len(text), "bytes", packed.Len(), "packed, want less than", maxSize, "MB and", maxPacked, "MB")
}

// The frame of the page and the word Loading are plain HTML, which the browser paints before the program
// runs.
func TestLoading(t *testing.T) {
	if frame, _, _ := strings.Cut(page.Part(parts, "page.html"), "<section"); !strings.Contains(frame, `role="status">Loading</p>`) {
		t.Errorf("the page begins with\n%s", frame)
	}
	b := open(t, "")
	times := pagetest.Eval[[]float64](b, `[performance.getEntriesByName("first-contentful-paint")[0].startTime, Number(document.documentElement.dataset.ready)]`)
	expect.True(t, times[0] <= times[1]/2, "the page shows nothing for", times[0], "ms of", times[1])
	if text := says(b, "main"); strings.Contains(text, "Loading") {
		t.Errorf("the page that is ready says\n%s", text)
	}
}

// TestUnknownPlaces opens unknown addresses. The page shows a message and works.
func TestUnknownPlaces(t *testing.T) {
	b := open(t, "")
	for _, c := range [][2]string{
		{"mancala/learn", "This page has no view learn."}, {"chess/check", "This page has no homework chess."},
		{"mancala/check/1", "The view check has no part 1."}, {"mancala/rules/Rule 99", "The rules of mancala have no part Rule 99."},
		{"mancala/check", ""},
	} {
		visit(b, c[0])
		if got := pagetest.Eval[string](b, `document.getElementById("unknown").innerText`); !strings.HasPrefix(got, c[1]) || (got == "") != (c[1] == "") {
			t.Errorf("%s: found %q, want %q", c[0], got, c[1])
		}
	}
	pagetest.Eval[bool](b, `Boolean(location.hash = "#mancala/case/%E0%A4%A")`)
	pagetest.Contains(b, waitForFailure(b), "want a case of mancala, found")
}

// When the program fails as it looks for causes, the verdicts and the points stay, and the next check works.
func TestProgramFails(t *testing.T) {
	effort.NeedsAll(t, "compiles for a browser, and opens one")
	text := must.Get(built())(t)
	a := gametest.Lookup(t, "squirrel")
	for name, c := range map[string]struct{ failure, want string }{
		"overflow": {`fail(new RangeError("Maximum call stack size exceeded"))`, "Maximum call stack size exceeded"},
		"uncaught": {`done = () => {}; setTimeout(() => { throw new Error("it is broken") })`, "it is broken"},
		"in Go":    {`(() => { throw new Error("it is broken") })()`, "it is broken"},
	} {
		t.Run(name, func(t *testing.T) {
			b := openText(t, withWorker(t, text, `
	const answer = touchstoneAsk;
	globalThis.touchstoneAsk = (request, files, step, tell) => new Promise((done, fail) => {
		answer(request, files, step, (part) => { tell(part); `+c.failure+`; }).then((reply) => done(reply), fail);
	});`), a.Name+"/check")
			b.Deaf.Store(true)
			wrong, files := wrongAnswer(t, a, faultOf(b, a))
			visit(b, a.Name+"/check")
			answers := packed(t, filepath.Join(t.TempDir(), "answers.zip"), in(wrong, files))
			b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{answers}))
			pagetest.Contains(b, waitForFailure(b), "touchstone failed, which is no fault of yours", c.want)
			pagetest.Contains(b, withoutBoards(b), "Points\n", "wrong 1")
			visit(b, a.Name+"/rules")
			if text := says(b, "learned"); len(text) < 300 {
				t.Errorf("the page says no more than\n%s", text)
			}
		})
	}
}

// withWorker returns a page whose worker runs a script once it has opened its stock.
func withWorker(t *testing.T, text []byte, script string) []byte {
	t.Helper()
	const opened = "await touchstoneOpen(stock);"
	worker := unpacked(t, text)["worker"]
	expect.Contains(t, worker, opened)
	var changed page.Data
	_, _ = changed.Column("worker").Write([]byte(strings.Replace(worker, opened, opened+script, 1)))
	var made bytes.Buffer
	must.Do(t, (&page.Page{Data: changed}).Write(&made))
	part := func(text []byte) []byte {
		return column.Find(text[bytes.Index(text, []byte(`<script type="application/gzip;base64" id="data-worker">`)):])
	}
	return bytes.Replace(text, part(text), part(made.Bytes()), 1)
}

// A search of thousands of plies does not overflow the stack of a browser.
func TestDeepSearch(t *testing.T) {
	b := open(t, "mancala/explain")
	pits := strings.Repeat("1000 ", 9) + "1000\n"
	b.Do(chromedp.SetValue(chromedp.CSS("#explain-input"), "2\n1\n1000000\n"+pits+pits+"0\n0\n"))
	click(b, "#solve-go")
	time.Sleep(2 * time.Second) // it has no end
	click(b, ".working button")
	expect.Equal(t, "cancelled", waitForFailure(b))
}

// Programs with two mistakes at random are checked to the end.
func TestRandomMistakes(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b, second, random := open(t, a.Name+"/check"), catalog.Second(a), rand.New(rand.NewPCG(1, 1))
			all := gametest.Corpus(t, a)
			all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !c.In(cases.ProfileDefault) })
			slices.SortStableFunc(all, cases.BySize())
			for range effort.Of(0, 1, 20) {
				faults := second.Faults()
				some := []string{faults[random.IntN(len(faults))].ID, faults[random.IntN(len(faults))].ID}
				answers := map[string]string{}
				for _, c := range all[:effort.Of(0, 25, len(all))] {
					files, _ := second.Solve("", c.Input(), some...) // none if it is given up
					maps.Copy(answers, in(c, files))
				}
				pagetest.Contains(b, dropFile(b, packed(t, filepath.Join(t.TempDir(), "answers.zip"), answers)), " of 100")
			}
		})
	}
}
