package gradebook_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// docs/grade.md names the files that hold times, all of them, where it says of the others that they hold none.
func TestGuideNamesFilesWithTimes(t *testing.T) {
	text, err := os.ReadFile("../../../docs/grade.md")
	if err != nil {
		t.Fatal(err)
	}
	files := slices.Sorted(maps.Keys(writeTimes(t, measured())))
	if len(files) != 2 {
		t.Errorf("times are in %q, want two files", files)
	}
	slices.Reverse(files) // the page first
	if want := "But for `" + strings.Join(files, "` and `") + "`\nthe books hold no time"; !strings.Contains(strings.ReplaceAll(string(text), "\r\n", "\n"), want) {
		t.Errorf("docs/grade.md: want %q", want)
	}
}

// measured returns the times of a few runs.
func measured() gradebook.Times {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	t := gradebook.Times{Title: "Spring <b>", CPU: 10 * time.Second, Memory: 1 << 30}
	for i, m := range []gradebook.Measured{
		{Student: "ada", Case: "deep", CPU: 400 * time.Millisecond, Wall: 410 * time.Millisecond, Peak: 9e6, Host: "a"},
		{Student: "ada", Case: "flat", CPU: 20 * time.Millisecond, Wall: 30 * time.Millisecond, Peak: 8e6, Host: "b", Verdict: "pass", Before: "crash"},
		{Student: hostile, Case: "deep", CPU: 9500 * time.Millisecond, Wall: 11 * time.Second, Peak: 700 << 20, Host: "b"},
		{Student: hostile, Case: "flat", CPU: 6 * time.Millisecond, Wall: 11 * time.Second, Peak: 4e6, Host: hostile},
	} {
		m.When = at.Add(time.Duration(i) * time.Minute)
		t.Measured = append(t.Measured, m)
	}
	return t
}

func writeTimes(t *testing.T, times gradebook.Times) output.Memory {
	t.Helper()
	files := output.Memory{}
	if err := gradebook.WriteTimes(files, times); err != nil {
		t.Fatal(err)
	}
	return files
}

// What was measured has a table and a page of its own, whatever order it comes in.
func TestTimes(t *testing.T) {
	times := measured()
	files := writeTimes(t, times)
	g := goldie.New(t)
	g.Assert(t, "times.csv", files["times.csv"])
	times.Measured[0], times.Measured[3] = times.Measured[3], times.Measured[0]
	if diff := cmp.Diff(files, writeTimes(t, times)); diff != "" {
		t.Errorf("(-one +other)\n%s", diff)
	}
	b := opened(t, files, "times.html")
	b.Shoot("times")
	text := pagetest.Eval[string](b, `document.body.innerText`)
	for _, want := range []string{"Spring <b>", "4 runs, 9.9 s of CPU time, from 2026-03-01 09:00 to 2026-03-01 09:03 UTC", "<img src=x", "734.0 MB", "9.5 s"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q:\n%s", want, text)
		}
	}
	tables := pagetest.Eval[[][]string](b, `[...document.querySelectorAll("section")].map((s) => [s.querySelector("h2").textContent, ...[...s.querySelectorAll("tbody tr")].map((r) => [...r.cells].slice(1).map((c) => c.textContent).join(" | "))])`)
	b.Do(chromedp.EmulateViewport(390, 844))
	if n := pagetest.Eval[int](b, `[...document.querySelectorAll("table")].filter((e) => e.scrollWidth > e.parentElement.clientWidth + 1).length`); n > 0 {
		t.Errorf("%d tables are wider than a phone", n)
	}
	if n := pagetest.Eval[int](b, `[...document.querySelectorAll("tbody td:not(:first-child)")].filter((e) => getComputedStyle(e, "::before").content !== JSON.stringify(e.dataset.label)).length`); n > 0 {
		t.Errorf("on a phone %d cells do not say what they are", n)
	}
	if len(tables) != 7 || !slices.Equal(tables[0][1:], []string{"ada | flat | pass | crash"}) {
		t.Fatalf("%q, want first what did not fail in every run", tables)
	}
	tables = tables[1:]
	if near := tables[1]; len(near) != 2 || !strings.Contains(near[1], "deep | 9.5 s") {
		t.Errorf("near the limits: %q", near)
	}
	if slow := tables[3]; slow[1] != "deep | 2 | 9.9 s | 9.5 s | 9.5 s | 734.0 MB" {
		t.Errorf("slowest cases: %q", slow)
	}
	if students := tables[4]; !slices.ContainsFunc(students, func(row string) bool { return strings.HasPrefix(row, "ada | 2 | 420 ms | 400 ms | 400 ms") }) {
		t.Errorf("slowest students, with their medians: %q", students)
	}
	if n := pagetest.Eval[int](b, `document.images.length + document.scripts.length`); n > 0 {
		t.Errorf("the page has %d images and scripts", n)
	}
}

// Without anything measured the page says so.
func TestNoTimes(t *testing.T) {
	b := opened(t, writeTimes(t, gradebook.Times{}), "times.html")
	if text := pagetest.Eval[string](b, `document.body.innerText`); !strings.Contains(text, "Nothing was measured.") {
		t.Errorf("the page says %q", text)
	}
}
