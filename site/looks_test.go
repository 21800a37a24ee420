package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

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

// No page knows what another test has made of it.
func TestThemeForgotten(t *testing.T) {
	b := open(t, "")
	if got := pagetest.Eval[string](b, `document.documentElement.dataset.theme || ""`); got != "" {
		t.Errorf("a fresh page is %s", got)
	}
}

// A link to a cause shows its heading below the head of the page.
func TestCauseInSight(t *testing.T) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, "")
	fault := faultOf(b, a)
	visit(b, "squirrel/check")
	dropFile(b, answersOf(t, a, fault))
	click(b, "#checked .verdicts a.to")
	b.Settle()
	places := pagetest.Eval[[]float64](b, `[document.querySelector("#cause-1 h3").getBoundingClientRect().top, document.querySelector("header").getBoundingClientRect().bottom]`)
	if places[0] < places[1] {
		t.Errorf("the heading is at %v, below the head, which ends at %v", places[0], places[1])
	}
}

// Of each homework the last check is kept, also one that ends while another homework is looked at.
func TestChecksKept(t *testing.T) {
	b := open(t, "")
	want := map[string]string{}
	for _, name := range []string{"reversi", "mancala"} {
		a, err := oracle.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		fault := faultOf(b, a)
		visit(b, name+"/check")
		b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{answersOf(t, a, fault)}), chromedp.WaitReady(chromedp.CSS("#checked .working")))
		if name == "reversi" {
			visit(b, "squirrel/check") // and waits for nobody
		}
		settle(b)
		want[name] = fault
	}
	visit(b, "squirrel/check")
	if text := says(b, "checked"); text != "" {
		t.Errorf("a homework that nobody has checked says\n%s", text)
	}
	for name, fault := range want {
		visit(b, name+"/check")
		if text := says(b, "checked"); !strings.Contains(text, "What the program does wrong") || strings.Contains(text, "cancelled") {
			t.Errorf("%s: found\n%s", name, text)
		}
		link := fmt.Sprintf(`#checked a[href="#%s/mistake/%s"]`, name, fault)
		if !pagetest.Eval[bool](b, fmt.Sprintf("Boolean(document.querySelector(%q))", link)) {
			t.Errorf("%s: no link to %s", name, fault)
		}
		if _, boards := drawn(b, "#checked"); boards == 0 {
			t.Errorf("%s: no case has a board", name)
		}
		visit(b, name+"/case/"+pagetest.Eval[string](b, `document.querySelector("#checked tr[data-case]").dataset.case`))
		if text := says(b, "learned"); !strings.Contains(text, "Where it first goes wrong") {
			t.Errorf("%s: a case says\n%s", name, text)
		}
	}
}

// On a phone the name of the page is one line, and nothing sticks out of its card.
func TestPhone(t *testing.T) {
	b := open(t, "squirrel/play")
	b.Do(chromedp.EmulateViewport(390, 800))
	if lines := pagetest.Eval[int](b, `(() => { const all = document.createRange(); all.selectNodeContents(document.querySelector("h1")); return all.getClientRects().length; })()`); lines != 1 {
		t.Errorf("the name takes %d lines", lines)
	}
	for _, a := range oracle.Assignments() {
		for _, view := range []string{"check", "explain", "play", "cases"} {
			visit(b, a.Name+"/"+view)
			out := pagetest.Eval[[]string](b, `[...document.querySelectorAll(".pane")].filter((pane) => pane.offsetParent).flatMap((pane) => {
				const right = pane.getBoundingClientRect().right;
				return [...pane.querySelectorAll("input, select, button, textarea, label")].filter((one) => one.offsetParent && one.getBoundingClientRect().right > right).map((one) => one.outerHTML.slice(0, 80));
			})`)
			if len(out) > 0 {
				t.Errorf("%s of %s: these stick out of their card: %q", view, a.Name, out)
			}
		}
	}
}
