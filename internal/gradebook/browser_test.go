package gradebook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// report opens the page of the small class.
func openReport(t *testing.T) *pagetest.Tab {
	t.Helper()
	c := small(t)
	find(c, "dan").Submission, find(c, "eve").Submission = "same", "same"
	return opened(t, write(t, c), "report.html")
}

// texts returns the texts of the elements that a selector finds, with single blanks.
func texts(b *pagetest.Tab, selector string) []string {
	b.Helper()
	return pagetest.Eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.textContent.trim().replace(/\s+/g, " "))`, selector))
}

// expectTexts fails the test unless the elements that a selector finds have these texts.
func expectTexts(b *pagetest.Tab, selector string, want ...string) {
	b.Helper()
	expect.Equal(b, want, texts(b, selector), selector)
}

// visit goes to a part of the page by its address.
func visit(b *pagetest.Tab, hash string) {
	b.Helper()
	pagetest.Eval[bool](b, fmt.Sprintf(`new Promise((done) => { addEventListener("hashchange", () => done(true), { once: true }); location.hash = %q; })`, hash))
	b.Settle()
}

// click clicks the element that a selector finds, and waits until the page is drawn.
func click(b *pagetest.Tab, selector string) {
	b.Helper()
	b.Click(selector)
	b.Settle()
}

// choose chooses an option.
func choose(b *pagetest.Tab, id, value string) {
	b.Helper()
	pagetest.Eval[bool](b, fmt.Sprintf(`(() => { const s = document.getElementById(%q); s.value = %q; return s.dispatchEvent(new Event("change")); })()`, id, value))
}

// The histogram has the class in bars, with the median.
func TestHistogram(t *testing.T) {
	b := openReport(t)
	b.Shoot("class")
	expectTexts(b, "#figures > div", "median62.5", "middle half12.5 – 62.5", "mean41.67", "all points1 student", "no program1 student")
	bars := pagetest.Eval[[]string](b, `[...document.querySelectorAll(".bin")].filter((g) => g.querySelector("text")).map((g) => g.getAttribute("aria-label"))`)
	want := []string{"2 students: from 0 to below 5", "2 students: from 10 to below 15", "4 students: from 60 to below 65", "1 student: all points"}
	expect.Equal(t, want, bars, "bars")
	heights := pagetest.Eval[[]float64](b, `[...document.querySelectorAll(".bin .count")].map((r) => Number(r.getAttribute("height"))).filter((h) => h > 0)`)
	expect.Equal(t, 4, len(heights), "bars")
	expect.Equal(t, heights[0]*2, heights[2], "height of the bar of twice as many")
	expectTexts(b, ".median-name", "median 62.5")
	b.Do(chromedp.Focus(chromedp.CSS(".bin")))
	b.Press(kb.ArrowRight, kb.ArrowRight)
	pagetest.Expect(b, `document.activeElement.getAttribute("aria-label")`, want[1])
}

// The median is shown in full wherever it is, and a long name makes no table wider than the page.
func TestAtTheEdges(t *testing.T) {
	a, all := lookup(t, "squirrel", "core", 3)
	right := student(t, a, all, made{name: strings.Repeat("x", 400)})
	for score, class := range map[string][]gradebook.Student{
		"median 100": {right},
		"median 0":   {{Name: strings.Repeat("x", 400), NoProgram: "nothing was handed in"}},
	} {
		b := opened(t, write(t, &gradebook.Class{Start: report.Start{Assignment: a.Name}, Cases: all, Students: class}), "report.html")
		expectTexts(b, ".median-name", score)
		const inside = `(() => { const s = document.querySelector(".histogram").getBoundingClientRect(), r = document.querySelector(".median-name").getBoundingClientRect(); return r.left >= s.left && r.right <= s.right; })()`
		pagetest.Expect(b, inside, true)
		pagetest.Expect(b, `(() => { const t = document.getElementById("student-table"); return t.scrollWidth <= t.clientWidth; })()`, true)
	}
}

// The students with a mistake are ordered by their losses, the greatest loss first.
func TestLessonNames(t *testing.T) {
	c := small(t)
	cleo := find(c, "cleo")
	cleo.Summary.Causes = slices.Clone(cleo.Summary.Causes)
	cleo.Summary.Causes[0].Cases = cleo.Summary.Causes[0].Cases[:1]
	b := opened(t, write(t, c), "report.html")
	click(b, "#lessons li:nth-child(3) details:nth-of-type(2) summary")
	expectTexts(b, "#lessons li:nth-child(3) .names li", "fay −37.5", "cleo −12.5")
}

// The lesson has the causes that most students make first, or those that cost most.
func TestLesson(t *testing.T) {
	b := openReport(t)
	if got, want := texts(b, "#lessons h3"), []string{"writes another depth", "no-cuts-at-max", "strict-cut-at-max", "there is no program to run", "crashes", "takes"}; len(got) != len(want) || got[0] != want[0] || !strings.HasPrefix(got[1], want[1]) || !strings.HasPrefix(got[2], want[2]) || got[3] != want[3] {
		t.Errorf("the lessons are %q", got)
	}
	expectTexts(b, "#lessons li:nth-child(2) .sum", "2 of 9 students, −75 points in all, −37.5 on average")
	expect.Contains(t, strings.Join(texts(b, "#lessons li:nth-child(2) .rule"), ""), "(touchstone rules log 3)")
	click(b, "#lessons li:nth-child(2) details summary")
	expect.Contains(t, strings.Join(texts(b, "#lessons li:nth-child(2) pre"), ""), "alpha is 1, want -Infinity")
	click(b, "#lessons li:nth-child(2) details:nth-of-type(2) summary")
	expectTexts(b, "#lessons li:nth-child(2) .names a", "cleo", "fay")
	choose(b, "lesson-order", "points")
	totals := pagetest.Eval[[]float64](b, `[...document.querySelectorAll("#lessons .sum")].map((e) => Number(e.textContent.match(/−([0-9.]+) points in all/)[1]))`)
	falls := slices.IsSortedFunc(totals, func(x, y float64) int { return int(y - x) })
	expect.True(t, len(totals) == 6 && falls, "by points they cost", totals)
	expectTexts(b, "#groups p", "These 2 students handed in the same files.")
	expectTexts(b, "#groups a", "dan", "eve")
}

// pixel returns the colour of a cell of the map.
const pixel = `((row, column) => {
	const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	copy.drawImage(document.getElementById("cells"), -column, -row);
	return [...copy.getImageData(0, 0, 1, 1).data].join(" ");
})`

// The map shows each verdict in its colour, and describes the cell under the pointer or the cursor. The pointer leads to
// a cell as the keys do.
func TestMap(t *testing.T) {
	b := openReport(t)
	pagetest.Eval[bool](b, `(document.getElementById("map-scroll").scrollIntoView({ block: "end" }), true)`)
	b.Do(chromedp.Focus(chromedp.CSS("#map-field")))
	expectTexts(b, "#readout", "ada 100 · cut-on-equality-at-min pass")
	b.Press(kb.ArrowDown, kb.ArrowRight)
	expectTexts(b, "#readout", "Bob 62.5 · deep-search wrong output.txt:292:10: content")
	b.Shoot("map")
	choose(b, "map-students", "name")
	choose(b, "map-cases", "failed")
	expect.Contains(t, texts(b, "#readout")[0], "Bob 62.5 · deep-search wrong")
	b.Press(kb.PageUp, kb.Home)
	expect.Contains(t, texts(b, "#readout")[0], "=cmd", "deep-search timeout")
	order := pagetest.Eval[[]string](b, `[...document.querySelectorAll("#map-names span")].map((e) => e.textContent)`)
	expect.Equal(t, []string{"ada", "Bob", "bob", "cleo", "dan", "eve", "fay", "gus"}, order[1:], "rows by name")
	choose(b, "map-students", "score")
	choose(b, "map-cases", "order")
	for _, same := range [][2]string{{"(0, 0)", "(0, 7)"}, {"(1, 1)", "(2, 4)"}} { // right ones, wrong ones
		pagetest.Expect(b, pixel+same[0]+" === "+pixel+same[1], true)
	}
	pagetest.Expect(b, pixel+"(0, 0) === "+pixel+"(1, 1)", false)
	b.Press(kb.Home, kb.PageUp, kb.ArrowDown, kb.Enter)
	b.Settle()
	pagetest.Expect(b, `location.hash`, "#student/Bob~cd9fb1e1/cut-on-equality-at-min")
	click(b, "#student .back")
	at := pagetest.Eval[[]float64](b, `(() => { const e = document.getElementById("cells"); e.scrollIntoView({ block: "end" }); const r = e.getBoundingClientRect(); return [r.left + r.width * 7.5 / 8, r.top + r.height * 8.5 / 9]; })()`)
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
	b.Settle()
	expect.Contains(t, pagetest.Eval[string](b, `location.hash`), "#student/", "/three-plies")
}

// The tables of cases and students can be sorted and searched.
func TestTables(t *testing.T) {
	b := openReport(t)
	fails := pagetest.Eval[[]int](b, `[...document.querySelectorAll("#case-table .count")].map((e) => Number(e.textContent))`)
	expect.Equal(t, []int{8, 8, 8, 4, 4, 4, 4, 2}, fails, "failures of the cases")
	b.Click("#student-table th:nth-child(2) button")
	order := texts(b, "#student-table tbody td:first-child")
	expect.Equal(t, []string{"ada", "gus"}, []string{order[0], order[8]}, "first and last by points")
	b.Click("#student-table th:nth-child(2) button")
	expect.Equal(t, "ada", texts(b, "#student-table tbody td:first-child")[8], "last student the other way")
	pagetest.Expect(b, `document.querySelector("#student-table [aria-sort]").getAttribute("aria-sort")`, "ascending")
	b.Do(chromedp.Focus(chromedp.CSS("#query")))
	b.Press("c", "l", "e", "o")
	expectTexts(b, "#student-table tbody tr:not([hidden]) td:first-child", "cleo")
	pagetest.Expect(b, `"theme" in document.documentElement.dataset`, false)
}

// A student has a page of score, causes with the difference that check shows, and verdicts.
func TestStudent(t *testing.T) {
	files := write(t, small(t))
	b := opened(t, files, "report.html")
	visit(b, "#student/fay")
	b.Shoot("student")
	pagetest.Expect(b, `document.getElementById("class").hidden`, true)
	said := pagetest.Eval[string](b, `document.getElementById("student").innerText`)
	pagetest.Contains(b, said, "fay", "62.5 of 100", "rank 2 of 9", "no-cuts-at-max", "max nodes are never cut", "A max node has to stop", "touchstone rules log 3", "writes exactly what yours writes", "alpha is 1, want -Infinity", "a  b  c  d  e  f  g  h", "rule   Log rule 3")
	expectTexts(b, "#student .verdicts tbody tr td:nth-child(3)", "wrong", "wrong", "wrong")
	click(b, "#student section:last-of-type > details summary")
	expect.Equal(t, 8, len(texts(b, "#student .verdicts tbody tr")), "verdicts with those that pass")
	walk := pagetest.Eval[string](b, `document.querySelector("#student .walk").getAttribute("href")`)
	expect.Equal(t, "students/fay/opening-at-depth-4.html", walk, "walk")
	said = pagetest.Eval[string](opened(t, files, walk), `document.getElementById("diagnosis").innerText`)
	pagetest.Contains(b, said, "alpha is 1, want -Infinity")
	visit(b, "#student/fay/three-plies")
	expectTexts(b, "#student tr.named td:first-child", "three-plies")
	visit(b, "#student/gus")
	pagetest.Contains(b, pagetest.Eval[string](b, `document.getElementById("student").innerText`), "found notes.txt")
	click(b, "#student .back")
	pagetest.Expect(b, `!document.getElementById("class").hidden && document.getElementById("student").hidden`, true)
}

// Text of programs and students is displayed as text, also if it contains markup.
func TestHostile(t *testing.T) {
	b := openReport(t)
	const shown = `=cmd|' /C calc'!A0</script><img src=x onerror=alert(1)>\u202e\x1b[31m/../"'`
	expect.Equal(t, shown, texts(b, "#student-table tbody td:first-child")[0])
	click(b, "#student-table tbody a")
	said := pagetest.Eval[string](b, `document.getElementById("student").innerText`)
	pagetest.Contains(b, said, "<img src=x onerror=alert(1)>", "Traceback", `\x1b[31m`, "stopped at its limit of CPU time, 10.0 s")
	pagetest.Expect(b, `document.images.length + document.querySelectorAll("main script").length`, 0)
	b.StopsImages()
}

// The page is light or dark, following the system or the user's choice. On a phone nothing overflows, also on
// the page of a student, and every control has a name.
func TestLooks(t *testing.T) {
	b := openReport(t)
	const light = `Number(getComputedStyle(document.body).backgroundColor.match(/[0-9]+/)[0]) > 128`
	var cells []string
	for _, system := range []string{"light", "dark"} {
		pagetest.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: system}}})
		b.Settle()
		expect.Equal(t, system == "light", pagetest.Eval[bool](b, light), "light page where the system is", system)
		cells = append(cells, pagetest.Eval[string](b, pixel+"(0, 0)"))
	}
	b.Press("t")
	cells = append(cells, pagetest.Eval[string](b, pixel+"(0, 0)"))
	expect.Equal(t, false, !pagetest.Eval[bool](b, light) || cells[0] == cells[1] || cells[0] != cells[2],
		"t leaves the page dark, or the map", cells)
	b.Click("#theme")
	pagetest.Expect(b, light, false)
	for _, n := range pagetest.Call(b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		role := strings.Trim(string(n.Role.Value), `"`)
		if named := n.Name != nil && strings.Trim(string(n.Name.Value), `"`) != ""; !named && slices.Contains([]string{"button", "link", "searchbox", "combobox", "application", "navigation", "image"}, role) {
			t.Errorf("a %s has no name", role)
		}
	}
	b.Do(chromedp.EmulateViewport(420, 900))
	for _, hash := range []string{"#students", "#student/fay"} {
		visit(b, hash)
		pagetest.Expect(b, `document.documentElement.scrollWidth <= 420`, true)
	}
	b = opened(t, write(t, small(t)), "students/cleo/feedback.html")
	b.Do(chromedp.EmulateViewport(360, 740))
	pagetest.Expect(b, "document.documentElement.scrollWidth <= 360", true)
}

// TestUnknownPlaces opens unknown addresses, for which the page shows a message.
func TestUnknownPlaces(t *testing.T) {
	b := openReport(t)
	for _, c := range [][2]string{
		{"student/nobody", "The class has no student nobody."}, {"student/ann/nothing", "The class has no case nothing."},
		{"lessons", "This page has no part lessons."}, {"student/%E0%A4%A", "The class has no student %E0%A4%A."}, {"map", ""}, {"student/%", "The class has no student %."},
	} {
		if c[0] == "student/ann/nothing" {
			c[0] = "student/" + pagetest.Eval[string](b, `document.querySelector("#student-table a").hash.split("/")[1]`) + "/nothing"
		}
		visit(b, c[0])
		hidden := pagetest.Eval[bool](b, `document.getElementById("class").hidden`)
		expectTexts(b, "#unknown", c[1])
		expect.Equal(t, strings.HasSuffix(c[0], "/nothing"), hidden, "class hidden at", c[0])
	}
}

// pair returns a class of two students: one has a right program, and the grading of the other one failed.
func pair(t testing.TB) *gradebook.Class {
	t.Helper()
	_, all := lookup(t, "mancala", cases.ProfileCore, 3)
	right, failed := gradebook.Student{Name: "ann"}, gradebook.Student{Name: "ben"}
	for _, c := range all {
		right.Results = append(right.Results, verdict.Result{Case: c, Verdict: verdict.Pass})
		failed.Results = append(failed.Results, verdict.Result{Case: c, Verdict: verdict.Internal, Reason: "want python2.7, found none"})
	}
	for _, s := range []*gradebook.Student{&right, &failed} {
		s.Summary = report.Summarise(s.Results, nil)
	}
	return &gradebook.Class{Title: "Fall", Cases: all, Start: report.Start{Assignment: "mancala"}, Students: []gradebook.Student{right, failed}}
}

// The page does not count an ungraded student as failing a case.
func TestUngradedFailNoCase(t *testing.T) {
	b := opened(t, write(t, pair(t)), "report.html")
	expectTexts(b, "#case-table", "No case fails.")
	c := pair(t)
	c.Students[0].Results[0].Verdict = verdict.Wrong
	b = opened(t, write(t, c), "report.html")
	expect.Equal(t, []string{"1", "wrong 1"}, texts(b, "#case-table tbody td")[3:], "last columns of the case")
	pagetest.Expect(b, `document.querySelector("#case-table .bar span").style.width`, "100%")
}
