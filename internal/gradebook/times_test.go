package gradebook_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// docs/grade.md names the files that hold times, all of them, where it says of the others that they hold none.
func TestGuideNamesFilesWithTimes(t *testing.T) {
	text, err := os.ReadFile("../../docs/grade.md")
	must.Do(t, err)
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
	must.Do(t, gradebook.WriteTimes(files, times))
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

// busy returns the times of a class in which all that the page tells apart is there: ties, runs at and below half of each
// limit, runs that were stopped, a host without a name, a middle of an even and an odd number, and more rows than are shown.
func busy() gradebook.Times {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	t := gradebook.Times{
		CPU: 10 * time.Second, Memory: 1000e6,
	}
	add := func(student, of string, cpu, wall time.Duration, peak int64, host, verdict, before string) {
		// Neither the first nor the last of them is the earliest or the latest.
		when := at.Add(time.Duration((len(t.Measured)*7+3)%23) * time.Hour)
		t.Measured = append(t.Measured, gradebook.Measured{Student: student, Case: of, CPU: cpu, Wall: wall, Peak: peak, Host: host, When: when, Verdict: verdict, Before: before})
	}
	add("ann", "<deep>", 5*time.Second, 6*time.Second, 1e6, "h1", "pass", "")                 // half of the CPU time
	add("ann", "flat", 4999*time.Millisecond, 5*time.Second, 499e6, "h1", "wrong", "timeout") // just below half
	add("ann", "wide", 5*time.Second, 7*time.Second, 500e6, "", "pass", "crash")              // a tie but by the clock
	add("b<en>", "<deep>", time.Second, time.Second, 900e6, "h2", "pass", "")
	add("b<en>", "flat", 10*time.Second, 11*time.Second, 2e6, "h2", "timeout", "")
	add("b<en>", "wide", 2*time.Second, 2*time.Second, 1000e6, "h2", "memory", "")
	add("b<en>", "wide", 600*time.Second, 2*time.Second, 0, "h<3>", "wrong", "pass") // beyond its limit, and of no known memory
	for i := range 21 {
		add(fmt.Sprintf("s%02d", i%20), fmt.Sprintf("c%02d", i), 100*time.Millisecond, time.Duration(i)*time.Millisecond, int64(i)*1e5, "h1", "pass", "")
	}
	return t
}

// The page tells what was slow, what came near a limit, and what each host did, in this order and no more than fits.
func TestTimesPage(t *testing.T) {
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>\n|<meta http-equiv[^\n]*\n`)
	times := busy()
	text := string(writeTimes(t, times)["times.html"])
	goldie.New(t).Assert(t, "times.html", []byte(style.ReplaceAllString(text, "")))
	own, err := os.ReadFile("page/times.css")
	must.Do(t, err)
	if !strings.Contains(text, page.BookStyle+string(own)) {
		t.Error("the page lacks the style of books or its own")
	}
	slices.Reverse(times.Measured)
	if again := string(writeTimes(t, times)["times.html"]); again != text {
		t.Error("the page depends on the order in which runs come")
	}
	times.Title, times.CPU, times.Memory = "Fall <b>", 0, 0
	text = string(writeTimes(t, times)["times.html"])
	for _, want := range []string{"<title>Fall &lt;b&gt; - touchstone times</title>", "<h1>Fall &lt;b&gt;</h1>", "stopped.</p>\n<p class=\"none\">None.</p>"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q on the page without limits", want)
		}
	}
}
