package walk_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// long returns the page of a search of reversi from its start position, with a number of lines.
func long(t testing.TB, depth, lines int) walk.Page {
	t.Helper()
	p := find(t, "reversi", "handout-start")
	in := *p.Game.(*reversi.Input)
	in.Depth = depth
	p.Game, p.MaxLines = &in, lines
	return p
}

// scroll scrolls the log from its top to its end in 200 steps, one a frame, and returns how long the
// frames took, and how long the page worked on each, in milliseconds, the longest last.
const scroll = `new Promise((done) => {
	const log = document.getElementById("log"), frames = [], work = [], steps = 200, ask = requestAnimationFrame.bind(window);
	window.requestAnimationFrame = (f) => ask((at) => { // which the page calls to draw
		const begin = performance.now();
		f(at);
		log.clientHeight; // lays it out
		work.push(performance.now() - begin);
	});
	const sorted = (times) => times.sort((a, b) => a - b);
	let last = performance.now();
	const step = (i) => {
		const now = performance.now();
		frames.push(now - last);
		last = now;
		if (i > steps) {
			return done([sorted(frames.slice(1)), sorted(work)]);
		}
		log.scrollTop = (log.scrollHeight * i) / steps;
		ask(() => step(i + 1));
	};
	ask(() => step(0));
})`

// BenchmarkOpen measures the time to write a page, to open it until its first line is visible, and to draw a
// frame while it is scrolled. One iteration is enough: run it with -benchtime 1x.
func BenchmarkOpen(b *testing.B) {
	for _, size := range []struct{ depth, lines int }{{9, 100_000}, {11, 1_000_000}} {
		b.Run(fmt.Sprint(size.lines), func(b *testing.B) {
			p, path := long(b, size.depth, size.lines), filepath.Join(b.TempDir(), "page.html")
			for b.Loop() {
				begin := time.Now()
				var text bytes.Buffer
				if sum, err := walk.Write(b.Context(), &text, p); err != nil || sum.Lines != size.lines {
					b.Fatal(sum, err)
				}
				b.ReportMetric(time.Since(begin).Seconds(), "s/make")
				b.ReportMetric(float64(text.Len())/1e6, "MB")
				if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
					b.Fatal(err)
				}
				t := open(b, path)
				b.ReportMetric(eval[float64](t, `Number(document.documentElement.dataset.ready)`), "ms/open")
				for i, times := range eval[[2][]float64](t, scroll) {
					name := [...]string{"frame", "work"}[i]
					b.ReportMetric(times[len(times)/2], "ms/"+name)
					b.ReportMetric(times[len(times)*99/100], "ms/"+name+"-p99")
				}
				b.ReportMetric(eval[float64](t, `performance.memory.usedJSHeapSize / 1e6`), "MB/heap")
			}
		})
	}
}

// The contents of a page are in testdata: its header, and the length and digest of each column.
func TestData(t *testing.T) {
	for _, c := range []struct {
		name, assignment, input string
		maxLines                int
		plain                   bool
		changes                 []string
	}{
		{"minimax", "squirrel", "handout-minimax", 0, false, []string{"B1,2,19", "B1,2,4", "\nA4,2,", "\nE9,2,"}},
		{"alpha-beta", "reversi", "handout-start", 0, true, []string{"c4,1,-3,-3,Infinity\nroot", "c4,1,-3,-3,-3\ne3,2,0,-3,-3\nc4,1,-3,-3,-3\nroot"}},
		{"map", "mapcolor", "handout-australia", 12, false, []string{"NSW, B, 1, inf", "NSW, G, 1, inf"}},
		{"right", "mancala", "handout-sample", 0, false, nil},
		{"no-log", "gangwars", "handout-example-2", 30, false, nil},
	} {
		s := show(t, c.assignment, c.input)
		if c.changes != nil {
			s.add(t, c.changes...)
			s.Program.Name, s.Program.Reason, s.Program.Known = "a\x1bb", "exit status 1", []string{"no-cuts: nothing is cut"}
		}
		s.MaxLines, s.Plain, s.Edition = c.maxLines, c.plain, map[bool]string{true: "final"}[c.plain]
		var page, out bytes.Buffer
		sum, err := walk.Write(t.Context(), &page, s.Page)
		must.Do(t, err)
		fmt.Fprintf(&out, "%+v\n%s\n", sum, regexp.MustCompile(`<title>.*</title>`).Find(page.Bytes()))
		names, columns := dataOf(t, page.String())
		for _, name := range names {
			if name != "header" {
				fmt.Fprintf(&out, "%s: %d bytes, %.6x\n", name, len(columns[name]), sha256.Sum256(columns[name]))
				continue
			}
			must.Do(t, json.Indent(&out, columns[name], "", " "))
			fmt.Fprintln(&out)
		}
		goldie.New(t).Assert(t, c.name, out.Bytes())
	}
}

// dataOf returns the names of the columns of a page, in their order, and the columns.
func dataOf(t *testing.T, page string) (names []string, columns map[string][]byte) {
	t.Helper()
	columns = map[string][]byte{}
	for _, m := range regexp.MustCompile(`id="data-([^"]+)">([^<]*)`).FindAllStringSubmatch(page, -1) {
		gz, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[2])))
		must.Do(t, err)
		data, err := io.ReadAll(gz)
		must.Do(t, err)
		names, columns[m[1]] = append(names, m[1]), data
	}
	return names, columns
}

func TestMain(m *testing.M) { pagetest.Main(m) }

// A tab is a page in the browser.
type tab struct{ *pagetest.Tab }

// open opens a page in a new tab.
func open(t testing.TB, path string) *tab {
	t.Helper()
	return &tab{pagetest.Open(t, path)}
}

// eval returns the value of an expression in the page.
func eval[T any](b *tab, script string) T {
	b.Helper()
	return pagetest.Eval[T](b.Tab, script)
}

// goTo goes to a line of the file by the page's address, which must not name it already.
func (b *tab) goTo(line int) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`new Promise((done) => { addEventListener("hashchange", () => done(true), { once: true }); location.hash = "#%d"; })`, line))
}

// line returns the selected line of the log, as a screen reader reads it.
func (b *tab) line() string {
	b.Helper()
	b.Settle()
	return eval[string](b, `document.querySelector("#log [aria-selected=true]")?.getAttribute("aria-label") || "none in sight"`)
}
