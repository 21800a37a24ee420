package main

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
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
