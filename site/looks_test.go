package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A page that was made dark is dark when it is opened again.
func TestThemeKept(t *testing.T) {
	b := open(t, "")
	const looks = `document.documentElement.dataset.theme || ""`
	click(b, "#theme")
	made := pagetest.Eval[string](b, looks)
	b.Do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("html[data-ready], html[data-failed]")))
	if got := pagetest.Eval[string](b, looks); got != made || made == "" {
		t.Errorf("opened again the page is %q, want %q", got, made)
	}
}

// No page keeps the settings that another test has made.
func TestThemeForgotten(t *testing.T) {
	b := open(t, "")
	pagetest.Expect(b, `document.documentElement.dataset.theme || ""`, "")
}

// A link to a cause shows its heading below the head of the page.
func TestCauseInSight(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	b := open(t, "")
	fault := faultOf(b, a)
	visit(b, "squirrel/check")
	dropFile(b, answersOf(t, a, fault))
	click(b, "#checked .verdicts a.to")
	b.Settle()
	places := pagetest.Eval[[]float64](b, `[document.querySelector("#cause-1 h3").getBoundingClientRect().top, document.querySelector("header").getBoundingClientRect().bottom]`)
	expect.True(t, places[0] >= places[1], "the heading is at", places[0], "below the head, which ends at", places[1])
}

// The last check of each homework is kept, also one that ends while another homework is shown.
func TestChecksKept(t *testing.T) {
	b := open(t, "")
	want := map[string]string{}
	for _, name := range []string{"reversi", "mancala"} {
		a := gametest.Lookup(t, name)
		fault := faultOf(b, a)
		visit(b, name+"/check")
		b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{answersOf(t, a, fault)}), chromedp.WaitReady(chromedp.CSS("#checked .working")))
		if name == "reversi" {
			visit(b, "squirrel/check") // and does not wait
		}
		settle(b)
		want[name] = fault
	}
	visit(b, "squirrel/check")
	expect.Equal(t, "", says(b, "checked"), "a homework that has not been checked")
	for name, fault := range want {
		visit(b, name+"/check")
		if text := says(b, "checked"); !strings.Contains(text, "What the program does wrong") || strings.Contains(text, "cancelled") {
			t.Errorf("%s: found\n%s", name, text)
		}
		link := fmt.Sprintf(`#checked a[href="#%s/mistake/%s"]`, name, fault)
		pagetest.Expect(b, fmt.Sprintf("Boolean(document.querySelector(%q))", link), true)
		if _, boards := drawn(b, "#checked"); boards == 0 {
			t.Errorf("%s: no case has a board", name)
		}
		visit(b, name+"/case/"+pagetest.Eval[string](b, `document.querySelector("#checked tr[data-case]").dataset.case`))
		expectText(b, "learned", "Where it first goes wrong")
	}
}

// On a phone the name of the page is one line, and nothing sticks out of its card.
func TestPhone(t *testing.T) {
	b := open(t, "squirrel/play")
	b.Do(chromedp.EmulateViewport(390, 800))
	pagetest.Expect(b, `(() => { const all = document.createRange(); all.selectNodeContents(document.querySelector("h1")); return all.getClientRects().length; })()`, 1)
	for _, a := range oracle.Assignments() {
		fault := faultOf(b, a)
		for _, view := range []string{"check", "explain", "play", "cases", "rules", "mistake/" + fault} {
			visit(b, a.Name+"/"+view)
			if view == "check" {
				dropFile(b, answersOf(t, a, fault))
			}
			out := pagetest.Eval[[]string](b, `[...document.querySelectorAll(".pane")].filter((pane) => pane.offsetParent).flatMap((pane) => {
				const right = pane.getBoundingClientRect().right;
				return [...pane.querySelectorAll("input, select, button, textarea, label, pre, code, p, li")].filter((one) => one.offsetParent && !one.parentElement.closest("pre, .table") && one.getBoundingClientRect().right > right).map((one) => one.outerHTML.slice(0, 80));
			})`)
			expect.Equal(t, 0, len(out), view, a.Name, "parts that stick out of their card:", out)
			if wide := pagetest.Eval[int](b, `document.documentElement.scrollWidth`); wide > 390 {
				t.Errorf("%s of %s is %d pixels wide", view, a.Name, wide)
			}
			if wide := pagetest.Eval[[]string](b, `[...document.querySelectorAll("pre")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.slice(0, 80))`); len(wide) > 0 {
				t.Errorf("%s of %s: these run past the edge: %q", view, a.Name, wide)
			}
		}
	}
}

// axe returns the source of axe-core, which finds accessibility problems in a page. Install it with npm
// install --global axe-core.
func axe(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("npm", "root", "--global").Output()
	if err != nil {
		t.Skip("SKIPPED: needs axe-core, by npm: ", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("SKIPPED: needs axe-core: ", err)
	}
	return string(text)
}

// All views are accessible, also with the report of a check and pasted text: axe-core reports no problem, light
// or dark.
func TestAccessible(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	for _, scheme := range []string{"light", "dark"} {
		b := open(t, "")
		pagetest.Eval[bool](b, axe(t)+"; true")
		pagetest.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		wrong := answersOf(t, a, faultOf(b, a))
		visit(b, "squirrel/check")
		click(b, "#paste summary")
		dropFile(b, wrong)
		for _, place := range []string{
			"squirrel/check", "mancala/explain", "gangwars/play", "mapcolor/play", "mancala/play", "reversi/rules", "squirrel/cases",
			"squirrel/case/handout-greedy", "mancala/mistakes", "reversi/mistake/strict-cut-at-max",
		} {
			visit(b, place)
			for _, one := range barriers(b) {
				t.Errorf("%s, %s: %s", place, scheme, one)
			}
		}
		pagetest.Eval[bool](b, `document.getElementById("learned").append(document.createElement("img")) || true`)
		if found := barriers(b); len(found) != 1 || !strings.HasPrefix(found[0], "image-alt: ") {
			t.Errorf("of an image without a text axe-core says %q", found)
		}
	}
}

// barriers returns the problems that axe-core finds in the page.
func barriers(b *pagetest.Tab) []string {
	b.Helper()
	return pagetest.Eval[[]string](b, `axe.run(document, { iframes: false, resultTypes: ["violations"] }).then((all) => all.violations.map((one) => one.id + ": " + one.help + ": " + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join(" | ")))`)
}

// drawn counts the places for boards within the element that a selector finds, and the places with a board,
// once the visible ones have theirs.
func drawn(b *pagetest.Tab, within string) (places, boards int) {
	b.Helper()
	found := pagetest.Eval[[]int](b, fmt.Sprintf(`new Promise((done) => {
		const count = (what) => document.querySelectorAll(%q + " " + what).length;
		const look = (left, before) => {
			const now = count(".thumb svg.board");
			if (left === 0 || now > 0 && now === before) {
				done([count(".thumb"), now]);
			} else {
				setTimeout(() => look(left - 1, now), 400);
			}
		};
		look(60, -1);
	})`, within))
	return found[0], found[1]
}

// In lists each case shows its board once it is in sight, and not before.
func TestBoards(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b := open(t, "")
			fault := faultOf(b, a)
			if places, boards := drawn(b, "#learned"); places < 20 || boards == 0 || boards == places {
				t.Errorf("of %d mistakes %d have a board", places, boards)
			}
			b.Shoot("site-mistakes-" + a.Name)
			visit(b, a.Name+"/cases")
			if places, boards := drawn(b, "#learned"); places != 0 || boards != 0 {
				t.Errorf("lists that are closed have %d places for boards", places)
			}
			click(b, "#learned details summary")
			listed := pagetest.Eval[int](b, `document.querySelectorAll("#learned details[open] li").length`)
			if places, boards := drawn(b, "#learned details[open]"); places != listed || boards == 0 {
				t.Errorf("of %d cases of a situation %d have a place for a board, and %d one", listed, places, boards)
			}
			b.Shoot("site-situation-" + a.Name)
			visit(b, a.Name+"/check")
			dropFile(b, answersOf(t, a, fault))
			pagetest.Eval[bool](b, `(document.querySelector("#checked tr[data-case]").scrollIntoView(), true)`)
			if places, boards := drawn(b, "#checked"); places == 0 || boards == 0 {
				t.Errorf("of %d verdicts %d have a board", places, boards)
			}
			b.Shoot("site-verdicts-" + a.Name)
		})
	}
}
