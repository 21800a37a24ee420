package walk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A program's text is shown as text, whatever it is.
func TestHostileLog(t *testing.T) {
	s := show(t, "reversi", "handout-start")
	const hostile = "<img src=x onerror=alert(1)></script><script>document.title=1</script>\x1b[31m\u202e"
	s.add(t, "c3,2,-3", hostile)
	s.Program.Name = hostile
	b := s.open(t)
	if got, want := b.line(), `the program has <img src=x onerror=alert(1)></script><script>document.title=1</script>\x1b[31m\u202e`; !strings.Contains(got, want) {
		t.Errorf("the line is %q, want %q in it", got, want)
	}
	if n := eval[int](b, `document.images.length + document.querySelectorAll("main script, section script").length`); n > 0 {
		t.Errorf("the program's text has become %d elements", n)
	}
	if got, want := eval[string](b, `document.title`), "reversi handout-start - touchstone trace"; got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
	b.StopsImages()
}

// Colours are shown as they are named, unless the names of two begin with the same letter. Then the colours
// differ.
func TestHues(t *testing.T) {
	for colours, want := range map[string][]string{"Red Green": {"0", "130"}, "Red Rust": nil} {
		first, second, _ := strings.Cut(colours, " ")
		a, err := oracle.Lookup("mapcolor")
		must.Do(t, err)
		text := fmt.Sprintf("%[1]s, %[2]s\nWA: %[1]s-1, SA: %[2]s-2\n2\n%[1]s: 10, %[2]s: 5\n%[1]s: 0, %[2]s: 2\nSA: WA, V\nWA: SA, T\nV: SA\nT: WA\n", first, second)
		p, err := a.Parse("input.txt", []byte(text))
		must.Do(t, err)
		s := &shown{Page: walk.Page{Assignment: a.Name, Name: "hues", Game: p.(homework.Replayer)}}
		b := s.open(t)
		b.Press("g")
		hues := eval[[]string](b, `[...new Set([...document.querySelectorAll(".hued")].map((disc) => disc.style.getPropertyValue("--hue")))].sort((x, y) => x - y)`)
		if len(hues) != 2 || want != nil && !slices.Equal(hues, want) {
			t.Errorf("%s have the hues %q", colours, hues)
		}
	}
}

// The page is accessible: every control has a name, and a line is announced with its reasons.
func TestScreenReader(t *testing.T) {
	s := show(t, "mancala", "handout-sample")
	b := s.open(t)
	b.Press("j", "j")
	b.Settle()
	const said = `new Promise((done) => setTimeout(() => done(document.getElementById("status").textContent), 300))`
	if got, want := eval[string](b, said), "line 4: B3,1,Infinity B3 is entered: a min node starts at Infinity."; got != want {
		t.Errorf("said is %q, want %q", got, want)
	}
	roles := map[string]int{}
	for _, n := range pagetest.Call(b.Tab, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		role, name := string(n.Role.Value), ""
		if n.Name != nil {
			name = strings.Trim(string(n.Name.Value), `"`)
		}
		role = strings.Trim(role, `"`)
		roles[role]++
		switch role {
		case "button", "searchbox", "tree", "treeitem", "listbox", "option", "image", "toolbar", "navigation":
			if name == "" {
				t.Errorf("a %s has no name", role)
			}
		}
	}
	for _, role := range []string{"tree", "treeitem", "listbox", "option", "searchbox", "toolbar", "status", "heading", "main"} {
		if roles[role] == 0 {
			t.Errorf("the page has no %s: %v", role, roles)
		}
	}
	if got, want := eval[string](b, `document.querySelector("#board svg").getAttribute("aria-label")`), "on A2"; !strings.Contains(got, want) {
		t.Errorf("the board is told as %q, want %q in it", got, want)
	}
	for _, list := range []string{"tree", "log"} {
		if role := eval[string](b, fmt.Sprintf(`document.getElementById(document.getElementById(%q).getAttribute("aria-activedescendant"))?.getAttribute("role") || "nothing"`, list)); role != map[string]string{"tree": "treeitem", "log": "option"}[list] {
			t.Errorf("the active part of the %s is %s", list, role)
		}
	}
	var focused []string
	b.Do(chromedp.Focus(chromedp.CSS("#query")))
	for range 8 {
		b.Press(kb.Tab)
		focused = append(focused, eval[string](b, `document.activeElement.id || document.activeElement.dataset.act || document.activeElement.textContent`))
	}
	for _, want := range []string{"theme", "tree", "root", "log"} {
		if !slices.Contains(focused, want) {
			t.Errorf("Tab leads to %q, want %s among them", focused, want)
		}
	}
}

// The page is light or dark like the system, or as chosen. On a phone nothing exceeds the screen.
func TestLooks(t *testing.T) {
	s := show(t, "squirrel", "handout-alpha-beta")
	s.add(t, "B1,1,-17,-13,1", "B1,1,-17,-13,-17")
	b := s.open(t)
	const light = `Number(getComputedStyle(document.body).backgroundColor.match(/[0-9]+/)[0]) > 128`
	for _, system := range []string{"light", "dark"} {
		pagetest.Call(b.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: system}}})
		if got, want := eval[bool](b, light), system == "light"; got != want {
			t.Errorf("where the system is %s, the page is light: %v", system, got)
		}
	}
	b.Press("t")
	if !eval[bool](b, light) {
		t.Error("t leaves the page dark")
	}
	b.Click("[data-act=theme]")
	if eval[bool](b, light) {
		t.Error("the button leaves the page light")
	}
	b.Do(chromedp.EmulateViewport(420, 900))
	b.Settle()
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 420 {
		t.Errorf("on a screen 420 pixels wide the page has %d", wide)
	}
	if tall := eval[float64](b, `document.querySelector("#board svg").getBoundingClientRect().height`); tall < 200 {
		t.Errorf("there the board is %.0f pixels tall", tall)
	}
}

// The pieces of players have the players' colours, and a piece that is a colour has that colour.
func TestColours(t *testing.T) {
	const hues = `[...new Set([...document.querySelectorAll("#board .piece:not(.empty)")].map((e) => e.style.getPropertyValue("--hue") + (e.classList.contains("own") ? " own" : e.classList.contains("foe") ? " foe" : "")))].sort()`
	for _, c := range []struct {
		assignment, name string
		line             int
		want             []string
	}{
		{"squirrel", "handout-alpha-beta", 20, []string{" foe", " own"}},
		{"mancala", "handout-sample", 20, []string{" foe", " own"}},
		{"mapcolor", "handout-australia", 4, []string{"0 own", "130 foe", "215 foe", "215 own"}},
	} {
		b := show(t, c.assignment, c.name).open(t)
		b.goTo(c.line)
		if got := eval[[]string](b, hues); !slices.Equal(got, c.want) {
			t.Errorf("%s: the pieces have the colours %q, want %q", c.assignment, got, c.want)
		}
	}
}

// On a screen 1280 pixels wide the buttons are in one row, and both logs, with their line numbers, and the
// window are completely visible. On a phone a wider log can be scrolled.
func TestNothingIsCut(t *testing.T) {
	s := show(t, "reversi", "handout-start")
	s.add(t, "f5,1,0,-3,0\nd6", "f5,1,1,-3,1\nd6", "e6,1,Infinity,-3,Infinity\n", "")
	b := s.open(t)
	b.Shoot("reversi-two-logs")
	b.Do(chromedp.EmulateViewport(1280, 800))
	b.Settle()
	if rows := eval[[]int](b, `[...new Set([...document.querySelectorAll(".top button:not([hidden]), .top input")].map((e) => Math.round(e.getBoundingClientRect().top + e.getBoundingClientRect().bottom)))]`); len(rows) != 1 {
		t.Errorf("the buttons stand in %d rows", len(rows))
	}
	const cut = `[...document.querySelectorAll("#log .row > span, .numbers dd, #tree .row > span")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)`
	const broken = `[...document.querySelectorAll(".numbers .now")].filter((e) => e.getClientRects().length > 1).map((e) => e.textContent)`
	b.Press("g")
	for line := range len(s.log) {
		b.Settle()
		if found := append(eval[[]string](b, cut), eval[[]string](b, broken)...); len(found) > 0 {
			t.Errorf("line %d: cut are %q", line+1, found)
		}
		b.Press("j")
	}
	if got, want := eval[string](b, `document.getElementById("log-heads").innerText.replace(/\s+/g, " ").trim()`), fmt.Sprintf("right, %d lines the program's, %d lines", len(s.log), len(s.log)-1); got != want {
		t.Errorf("above the logs stands %q, want %q", got, want)
	}
	b.Do(chromedp.EmulateViewport(390, 844))
	b.Settle()
	if found := eval[[]string](b, cut); len(found) > 0 {
		t.Errorf("on a phone cut are %q", found)
	}
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a screen 390 pixels wide the page has %d", wide)
	}
}
