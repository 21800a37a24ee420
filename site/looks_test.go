package main

import (
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
