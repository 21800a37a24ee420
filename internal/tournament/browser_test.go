package tournament

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
)

func TestMain(m *testing.M) { pagetest.Main(programtest.Tests(m)) }

// Names that a page might not treat as names, and names that are longer than a screen.
var wild = []string{
	"<script>document.title='x'</script>", "<img src=x onerror=alert(1)>", "</svg></a></table>\"'&amp;", "=1+1\x1b[31m\n\u202eb",
	"javascript:alert(1)", strings.Repeat("x", 400), "gone",
}

// In a browser, too, the page shows the same as the book, names are only text, and links lead to matches.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	for _, mode := range []Mode{All, Knockout} {
		f := &fake{plan: planOf(t, mode, 3, wild...), gone: map[string]string{"gone": "<b id=made>no compiler</b>"}}
		dir := played(t, f)
		written(t, dir)
		b, book := pagetest.Open(t, filepath.Join(dir, standings.PageName)), read(t, dir)
		b.Shoot("standings-" + string(mode))
		checkTexts(b, book)
		checkLink(b, book)
		checkBracket(b)
		checkLooks(b)
		b.StopsImages()
	}
}

// shown returns the texts of the elements that a selector finds.
func shown(b *pagetest.Tab, selector string) []string {
	b.Helper()
	return pagetest.Eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.textContent.trim())`, selector))
}

// checkTexts compares the standings, and the crosstable or the bracket, with the book.
func checkTexts(b *pagetest.Tab, book *standings.Book) {
	b.Helper()
	var names, cells, boxes []string
	for _, s := range book.Standings {
		names = append(names, escape.Line(s.Name))
	}
	for i, row := range book.Crosstable() {
		for j, c := range row {
			if i != j && len(book.Bracket) == 0 {
				cells = append(cells, c.Text)
			}
		}
	}
	for _, p := range slices.Concat(book.Bracket...) {
		for _, name := range p.Names {
			if boxes = append(boxes, escape.Line(name)); name == "" {
				boxes[len(boxes)-1] = "-"
			}
		}
	}
	for selector, want := range map[string][]string{".standing tbody th": names, ".cross tbody td a": cells, ".bracket .name": boxes} {
		expect.Equal(b, want, shown(b, selector), selector)
	}
	// No part of a name has become one of the page.
	expect.Equal(b, []string{"gangwars tournament - touchstone"}, shown(b, "script, img, #made, title"))
}

// checkLink follows the last link of the crosstable or the bracket.
func checkLink(b *pagetest.Tab, book *standings.Book) {
	b.Helper()
	to := pagetest.Eval[string](b, `(() => { const a = [...document.querySelectorAll(".cross a, .bracket a")].pop(); a.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); return location.hash; })()`)
	b.Settle()
	number, err := strconv.Atoi(strings.TrimPrefix(to, "#match-"))
	if err != nil || number >= len(book.Matches) {
		b.Fatalf("the link leads to %q", to)
	}
	m := book.Matches[number]
	names := escape.Line(m.Names[0]) + " against " + escape.Line(m.Names[1])
	if got := shown(b, ":target > summary"); len(got) != 1 || !strings.Contains(got[0], names+" "+m.Result()) {
		b.Errorf("it leads to %q, want the match of %s", got, names)
	}
	pagetest.Expect(b, `(() => {
		const r = document.querySelector(":target").getBoundingClientRect();
		return r.top >= 0 && r.top < innerHeight; })()`, true)
}

// checkBracket checks that a match is drawn between the places of its entrants, for names of any length.
func checkBracket(b *pagetest.Tab) {
	b.Helper()
	rounds := pagetest.Eval[[][]float64](b, `[...document.querySelectorAll(".round")].map((r) => [...r.querySelectorAll(".box")].map((e) => {
		const at = e.getBoundingClientRect();
		return (at.top + at.bottom) / 2; }))`)
	for i, places := range rounds[min(1, len(rounds)):] {
		for k, at := range places {
			if want := (rounds[i][2*k] + rounds[i][2*k+1]) / 2; math.Abs(at-want) > 2 {
				b.Errorf("round %d: place %d is at %.0f, want it at %.0f between those before", i+2, k+1, at, want)
			}
		}
	}
}

// checkLooks checks that the page is as narrow as a phone, and dark where people want that.
func checkLooks(b *pagetest.Tab) {
	b.Helper()
	b.Do(chromedp.EmulateViewport(420, 900))
	pagetest.Expect(b, `document.documentElement.scrollWidth <= 420`, true)
	b.Do(chromedp.EmulateViewport(1280, 800))
	const tooWide = `[...document.querySelectorAll("%s")]
		.filter((e) => e.scrollWidth > e.parentElement.clientWidth + 1).length`
	pagetest.Expect(b, fmt.Sprintf(tooWide, ".standing"), 0)
	b.Do(chromedp.EmulateViewport(390, 844))
	pagetest.Eval[bool](b, `(() => { document.querySelectorAll("details").forEach((d) => { d.open = true; }); return true; })()`)
	pagetest.Expect(b, fmt.Sprintf(tooWide, ".standing, .match table"), 0)
	const unnamed = `[...document.querySelectorAll(".standing td:not(:empty), .match td:not(:empty)")].filter((e) => getComputedStyle(e, "::before").content.length < 5).length`
	pagetest.Expect(b, unnamed, 0)
	for _, scheme := range []string{"light", "dark"} {
		pagetest.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		light := pagetest.Eval[[]bool](b, `[".pane", ".standing th", ".standing td", "summary"].map((s) => {
			const sum = (c) => c.match(/[0-9.]+/g).slice(0, 3).map(Number).reduce((x, y) => x + y);
			return sum(getComputedStyle(document.querySelector(s)).color) > sum(getComputedStyle(document.querySelector(".pane")).backgroundColor) + 300; })`)
		if slices.Contains(light, scheme == "light") {
			b.Errorf("%s: texts are lighter than what is behind them: %v", scheme, light)
		}
	}
}
