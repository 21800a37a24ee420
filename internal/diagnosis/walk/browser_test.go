package walk_test

import (
	"fmt"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
)

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

// line returns the selected line of the log, as a screen reader tells it.
func (b *tab) line() string {
	b.Helper()
	b.Settle()
	return eval[string](b, `document.querySelector("#log [aria-selected=true]")?.getAttribute("aria-label") || "none in sight"`)
}
