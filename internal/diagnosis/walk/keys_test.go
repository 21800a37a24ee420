package walk_test

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// at returns the number of the selected line of the right file, from 1.
func (b *tab) at() int {
	b.Helper()
	number := 0
	if line := b.line(); strings.HasPrefix(line, "line ") {
		fmt.Sscanf(line, "line %d:", &number)
	}
	return number
}

// expectAt fails the test unless something leads to a line.
func (b *tab) expectAt(what string, want int) {
	b.Helper()
	expect.Equal(b, want, b.at(), what, "leads to line")
}

// visits are ways through a search, by index of its steps, found without what the page has.
type visits []replay.Step

// next returns the first step after i, or before it if by is -1, that is sought, or i.
func (v visits) next(i, by int, sought func(replay.Step) bool) int {
	for j := i + by; j >= 0 && j < len(v); j += by {
		if sought(v[j]) {
			return j
		}
	}
	return i
}

// Every key leads from every line, or from some of them, to the line that it says.
func TestKeys(t *testing.T) {
	s := show(t, "squirrel", "handout-alpha-beta")
	b := s.open(t)
	v, above := visits(s.steps), s.Game.Stage().First-1
	type press struct {
		Line int // of the file, on which the key is pressed
		Key  string
		Want int
	}
	var presses []press
	for i := 0; i < len(v); i += 1 + i/5 { // most near the beginning, and some far below
		step := v[i]
		entered := i // the step that entered the node
		if step.Kind == replay.Update {
			entered = v.next(i, -1, func(o replay.Step) bool { return o.Kind != replay.Update && o.Ply == step.Ply })
		}
		into := i
		switch step.Kind {
		case replay.Enter:
			into = i + 1
		case replay.Update:
			into = v.next(i, -1, func(o replay.Step) bool { return o.Kind != replay.Update && o.Ply == step.Ply+1 })
		}
		up := entered
		if step.Kind != replay.Update {
			up = v.next(i, -1, func(o replay.Step) bool { return o.Kind == replay.Enter && o.Ply == step.Ply-1 })
		}
		out := v.next(i, 1, func(o replay.Step) bool { return o.Kind == replay.Update && o.Ply == step.Ply-1 })
		if step.Ply == 0 {
			out = len(v) - 1
		}
		cut := func(o replay.Step) bool { return o.Cut }
		for key, want := range map[string]int{
			"j": min(i+1, len(v)-1), "k": i - 1, "i": into, "o": out, "u": up,
			"v": v.next(i, 1, func(o replay.Step) bool { return o.Kind == replay.Update && o.Ply <= step.Ply }),
			"c": v.next(i, 1, cut), "C": v.next(i, -1, cut), "g": -above, "G": len(v) - 1, "ArrowDown": min(i+1, len(v)-1), "ArrowUp": i - 1,
		} {
			presses = append(presses, press{i + above + 1, key, want + above + 1})
		}
	}
	slices.SortFunc(presses, func(a, b press) int { return cmp.Or(a.Line-b.Line, strings.Compare(a.Key, b.Key)) })
	text := must.Get(json.Marshal(presses))(t)
	got := eval[[]int](b, fmt.Sprintf("(%s)(%s)", pressAll, text))
	for i, p := range presses {
		expect.True(t, got[i] == p.Want, p.Key, "leads from line", p.Line, "to", got[i], "want", p.Want)
	}
	b.goTo(49)
	for _, p := range []press{{Key: "j", Want: 50}, {Key: kb.ArrowUp, Want: 49}, {Key: "i", Want: 48}, {Key: "o", Want: 49}, {Key: "G", Want: 274}} {
		b.Press(p.Key) // as a keyboard does
		b.expectAt(p.Key, p.Want)
	}
}

// pressAll presses a key on each of some lines, and returns the lines to which it leads. It selects a line by a
// click on an element that it adds to the log, since most lines are out of sight.
//
//go:embed testdata/press-all.js
var pressAll string

// The buttons do what the keys do, and the log and the tree can be clicked.
func TestClicks(t *testing.T) {
	s := show(t, "squirrel", "handout-alpha-beta")
	s.add(t, "B1,1,-17,-13,1", "B1,1,-17,-13,-17", "A1,2,25,-13,Infinity", "A1,2,26,-13,Infinity")
	b := s.open(t)
	if got := b.at(); got != 49 {
		t.Fatalf("the page opens at line %d, want the first difference, 49", got)
	}
	b.Shoot("difference")
	for _, c := range []struct {
		selector string
		want     int
	}{
		{`h2 .jump`, 49}, {`[data-act=difference]`, 52}, {`[data-act=back]`, 51}, {`[data-act=forward]`, 52}, {`h2 .jump`, 49},
		{`[data-act=cut]`, s.cutAfter(49)}, {`h2 .jump`, 49}, {`[data-act=out]`, 50}, {`[data-act=back]`, 49}, {`[data-act=into]`, 48},
		{`[data-act=over]`, 49}, {`#path button:first-child`, 2}, {`#facts .moves li:nth-child(2) button`, s.entry("B1")},
		{`#log [aria-posinset="40"]`, 40},
	} {
		b.Click(c.selector)
		b.expectAt(c.selector, c.want)
	}
	b.Press("D")
	b.expectAt("before line 40", 40)
	pagetest.Contains(b.Tab, eval[string](b, `document.getElementById("diagnosis").innerText`), "beta is -17, want 1", "It looks as if the program "+s.First.Decision.Behaviour)
}

// cutAfter returns the first line of the file after a given one that is a cut.
func (s *shown) cutAfter(line int) int {
	above := s.Game.Stage().First
	return above + visits(s.steps).next(line-above, 1, func(o replay.Step) bool { return o.Cut })
}

// entry returns the line of the file that enters the child of the root of a name.
func (s *shown) entry(name string) int {
	return s.Game.Stage().First + slices.IndexFunc(s.steps, func(o replay.Step) bool { return o.Ply == 1 && o.Name == name })
}

// items returns the items of the tree.
func (b *tab) items() []string {
	b.Helper()
	b.Settle()
	return eval[[]string](b, `[...document.querySelectorAll("#tree [role=treeitem]")]
		.sort((a, b) => a.dataset.row - b.dataset.row)
		.map((e) => e.getAttribute("aria-level") + " " + e.getAttribute("aria-label") + (e.ariaExpanded === "true" ? " open" : "") + (e.ariaSelected === "true" ? " *" : ""))`)
}

// The tree is folded but for the way to the line, unfolds by keys and clicks, and has skipped nodes.
func TestTree(t *testing.T) {
	s := show(t, "reversi", "handout-start")
	b := s.open(t)
	hold := func(what string, want ...string) {
		t.Helper()
		expect.Equal(t, want, b.items(), what, "the tree shows")
	}
	root := "1 root, max, value -Infinity open"
	d3, c4, f5, e6 := s.item("d3"), s.item("c4"), s.item("f5"), s.item("e6")
	hold("at first", root+" *", d3, c4, f5, e6)
	b.Do(chromedp.Focus(chromedp.CSS("#tree")))
	b.Press(kb.ArrowDown, kb.ArrowDown, kb.ArrowRight)
	hold("after unfolding c4", root, d3, "2 c4, min, later, value -3 open *", "3 c3, leaf, later, value -3", "3 cut, skipped 2: e3, c5", f5, e6)
	b.Press(kb.ArrowLeft)
	hold("after folding it", root, d3, c4+" *", f5, e6)
	b.Press(kb.Enter)
	b.expectAt("Enter", s.entry("c4"))
	hold("at c4", root[:len("1 root, max, value ")]+"-3 open", "2 d3, min, value -3", "2 c4, min, value Infinity open *", "3 c3, leaf, later, value -3", "3 cut, skipped 2: e3, c5", f5, e6)
	b.Press(kb.ArrowRight, kb.ArrowDown, kb.Enter)
	expect.Equal(t, "line 21: c4,1,-3,-3,Infinity; cut", b.line(), "the line after the pruned moves")
	b.Click(`#tree [aria-label^="d3,"] .fold`)
	hold("after a click on d3's fold", "1 root, max, value -3 open", "2 d3, min, value -3 open *", "3 c3, leaf, value -3", "3 e3, leaf, value 0", "3 c5, leaf, value 0",
		"2 c4, min, value -3 open", "3 c3, leaf, value -3", "3 cut, skipped 2: e3, c5", f5, e6)
}

// item returns the tree's item for a child of the root that the search has not reached.
func (s *shown) item(name string) string {
	value, cut := "", ""
	for _, o := range s.steps {
		if o.Ply == 1 && o.Name == name && o.Kind == replay.Update {
			value = s.number(o.Value)
			if o.Cut && o.Index < len(o.Moves)-1 {
				cut = ", cut"
			}
		}
	}
	return fmt.Sprintf("2 %s, min, later, value %s%s", name, value, cut)
}

// The search finds text in both logs, forward and back, and wraps around.
func TestFind(t *testing.T) {
	s := show(t, "squirrel", "handout-alpha-beta")
	s.add(t, "B1,1,-17,-13,1", "B1,1,-17,-13,nowhere")
	b := s.open(t)
	b.Press("g", "/")
	for _, c := range []struct {
		query, keys, say string
		want             int
	}{
		{"NOWHERE", "\r", "", 49}, {"NOWHERE", "\r", "from the top", 49}, {"not there", "\r", "not found", 49},
		{"root,0,", "\r", "", 50},
	} {
		b.Do(chromedp.SetValue(chromedp.CSS("#query"), c.query), chromedp.Focus(chromedp.CSS("#query")))
		b.Press(c.keys)
		got, said := b.at(), eval[string](b, `document.getElementById("found").textContent`)
		expect.True(t, got == c.want && said == c.say, c.query, "is found at line", got, said, "want", c.want)
	}
	b.Press(kb.Escape, "N")
	b.expectAt("the match before", 36)
	b.Press("n", "n")
	got, want := b.line(), "line "
	expect.True(t, got != want && b.at() > 50, "the second match after it is", got, "want one below line 50")
}

// Of the last matches of both logs the later one is found backwards.
func TestFindBack(t *testing.T) {
	s := show(t, "squirrel", "handout-alpha-beta")
	s.add(t, "B1,1,-17,-13,1", "B1,1,-17,-13,nowhere", "E1,1,17,-13,17", "E1,1,99,-13,17")
	b := s.open(t)
	b.Press("g", "/")
	for _, query := range []string{"E1,1,-3,-13,-3", "17,-13"} {
		b.Do(chromedp.SetValue(chromedp.CSS("#query"), query), chromedp.Focus(chromedp.CSS("#query")))
		if query == "17,-13" {
			b.Press(kb.Escape, "N")
		} else {
			b.Press("\r")
		}
	}
	b.expectAt("the match before, in the right log alone", 61)
}

// Text of a program is shown as text, also if it contains markup.
func TestHostileLog(t *testing.T) {
	s := show(t, "reversi", "handout-start")
	const hostile = "<img src=x onerror=alert(1)></script><script>document.title=1</script>\x1b[31m\u202e"
	s.add(t, "c3,2,-3", hostile)
	s.Program.Name = hostile
	b := s.open(t)
	pagetest.Contains(b.Tab, b.line(), `the program has <img src=x onerror=alert(1)></script><script>document.title=1</script>\x1b[31m\u202e`)
	pagetest.Expect(b.Tab, `document.images.length + document.querySelectorAll("main script, section script").length`, 0)
	pagetest.Expect(b.Tab, `document.title`, "reversi handout-start - touchstone trace")
	b.StopsImages()
}

// Colours are shown as they are named, or as others if two names begin with the same letter.
func TestHues(t *testing.T) {
	for colours, want := range map[string][]string{"Red Green": {"0", "130"}, "Red Rust": nil} {
		first, second, _ := strings.Cut(colours, " ")
		a := gametest.Lookup(t, "mapcolor")
		text := fmt.Sprintf("%[1]s, %[2]s\nWA: %[1]s-1, SA: %[2]s-2\n2\n%[1]s: 10, %[2]s: 5\n%[1]s: 0, %[2]s: 2\nSA: WA, V\nWA: SA, T\nV: SA\nT: WA\n", first, second)
		p := must.Get(a.Parse("input.txt", []byte(text)))(t)
		s := &shown{Page: walk.Page{Assignment: a.Name, Name: "hues", Game: p.(homework.Replayer)}}
		b := s.open(t)
		b.Press("g")
		hues := eval[[]string](b, `[...new Set([...document.querySelectorAll(".hued")].map((disc) => disc.style.getPropertyValue("--hue")))].sort((x, y) => x - y)`)
		expect.True(t, len(hues) == 2 && (want == nil || slices.Equal(hues, want)), colours)
	}
}

// The page is accessible: every control has a name, and a line is announced with its reasons.
func TestScreenReader(t *testing.T) {
	s := show(t, "mancala", "handout-sample")
	b := s.open(t)
	b.Press("j", "j")
	b.Settle()
	const said = `new Promise((done) => setTimeout(() => done(document.getElementById("status").textContent), 300))`
	pagetest.Expect(b.Tab, said, "line 4: B3,1,Infinity B3 is entered: a min node starts at Infinity.")
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
			expect.Equal(t, false, name == "", "a", role, "has no name")
		}
	}
	for _, role := range []string{"tree", "treeitem", "listbox", "option", "searchbox", "toolbar", "status", "heading", "main"} {
		expect.Equal(t, false, roles[role] == 0, "the page has no", role, roles)
	}
	pagetest.Contains(b.Tab, eval[string](b, `document.querySelector("#board svg").getAttribute("aria-label")`), "on A2")
	for _, list := range []string{"tree", "log"} {
		role := eval[string](b, fmt.Sprintf(`document.getElementById(document.getElementById(%q).getAttribute("aria-activedescendant"))?.getAttribute("role") || "nothing"`, list))
		expect.True(t, role == map[string]string{"tree": "treeitem", "log": "option"}[list], "the active part of the", list, "is", role)
	}
	var focused []string
	b.Do(chromedp.Focus(chromedp.CSS("#query")))
	for range 8 {
		b.Press(kb.Tab)
		focused = append(focused, eval[string](b, `document.activeElement.id || document.activeElement.dataset.act || document.activeElement.textContent`))
	}
	for _, want := range []string{"theme", "tree", "root", "log"} {
		expect.True(t, slices.Contains(focused, want), "Tab leads to", focused, "and", want)
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
		pagetest.Expect(b.Tab, light, system == "light")
	}
	b.Press("t")
	pagetest.Expect(b.Tab, light, true)
	b.Click("[data-act=theme]")
	pagetest.Expect(b.Tab, light, false)
	b.Do(chromedp.EmulateViewport(420, 900))
	b.Settle()
	wide := eval[int](b, `document.documentElement.scrollWidth`)
	expect.True(t, wide <= 420, "on a screen 420 pixels wide the page has", wide)
	tall := eval[float64](b, `document.querySelector("#board svg").getBoundingClientRect().height`)
	expect.True(t, tall >= 200, "there the board is", tall, "pixels tall")
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
		expect.Equal(t, c.want, eval[[]string](b, hues), c.assignment, "the pieces have the colours")
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
	rows := eval[[]int](b, `[...new Set([...document.querySelectorAll(".top button:not([hidden]), .top input")].map((e) => Math.round(e.getBoundingClientRect().top + e.getBoundingClientRect().bottom)))]`)
	expect.True(t, len(rows) == 1, "the buttons stand in", len(rows), "rows")
	const cut = `[...document.querySelectorAll("#log .row > span, .numbers dd, #tree .row > span")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)`
	const broken = `[...document.querySelectorAll(".numbers .now")].filter((e) => e.getClientRects().length > 1).map((e) => e.textContent)`
	b.Press("g")
	for line := range len(s.log) {
		b.Settle()
		found := append(eval[[]string](b, cut), eval[[]string](b, broken)...)
		expect.True(t, len(found) == 0, "line", line+1, "cut are", found)
		b.Press("j")
	}
	pagetest.Expect(b.Tab, `document.getElementById("log-heads").innerText.replace(/\s+/g, " ").trim()`, fmt.Sprintf("right, %d lines the program's, %d lines", len(s.log), len(s.log)-1))
	b.Do(chromedp.EmulateViewport(390, 844))
	b.Settle()
	found := eval[[]string](b, cut)
	expect.True(t, len(found) == 0, "on a phone cut are", found)
	wide := eval[int](b, `document.documentElement.scrollWidth`)
	expect.True(t, wide <= 390, "on a screen 390 pixels wide the page has", wide)
}
