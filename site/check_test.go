package main

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// dropFile drops a file on Check, and returns the page's report.
func dropFile(b *pagetest.Tab, path string) string {
	b.Helper()
	pagetest.Eval[bool](b, `document.getElementById("checked").replaceChildren() || true`)
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{path}), chromedp.WaitReady(chromedp.CSS("#checked > *")))
	settle(b)
	return withoutBoards(b)
}

// withoutBoards returns the report of a check without its boards, which are drawn when they become visible.
func withoutBoards(b *pagetest.Tab) string {
	b.Helper()
	return pagetest.Eval[string](b, `(() => {
		const hide = (hidden) => document.querySelectorAll("#checked .thumb").forEach((place) => { place.hidden = hidden; });
		hide(true);
		const text = document.getElementById("checked").innerText.replace(/^.*, checked at .*\n+/, "");
		hide(false);
		return text;
	})()`)
}

// wrongAnswer returns a case that a mistake fails, and the wrong files for it.
func wrongAnswer(t *testing.T, a *oracle.Assignment, fault string) (*cases.Case, map[string]string) {
	t.Helper()
	all := gametest.Corpus(t, a)
	for _, c := range slices.SortedStableFunc(slices.Values(all), cases.BySize()) {
		if c.In(cases.ProfileDefault) && slices.Contains(c.Kills, fault) {
			files := must.Get(catalog.Second(a).Solve("", c.Input(), fault))(t)
			return c, files
		}
	}
	t.Fatalf("no case of %s shows %s", a.Name, fault)
	return nil, nil
}

// in returns the files of a case by their paths in answers.zip.
func in(c *cases.Case, files map[string]string) map[string]string {
	paths := map[string]string{}
	for name, text := range files {
		paths[c.Name+"/"+name] = text
	}
	return paths
}

// Files pasted for a case get the same verdict and cause as the same files when they are dropped.
func TestPaste(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b := open(t, "")
			c, files := wrongAnswer(t, a, faultOf(b, a))
			visit(b, a.Name+"/check")
			want := dropFile(b, packed(t, filepath.Join(t.TempDir(), "answers.zip"), in(c, files)))
			expect.Contains(t, want, "wrong 1")
			click(b, "#paste summary")
			b.Do(chromedp.SetValue(chromedp.CSS("#paste-case"), c.Name))
			names := pagetest.Eval[[]string](b, `(() => {
				document.getElementById("paste-case").dispatchEvent(new Event("change"));
				return [...document.querySelectorAll("#paste-files textarea")].map((area) => area.dataset.file);
			})()`)
			if want := slices.Sorted(maps.Keys(files)); !slices.Equal(slices.Sorted(slices.Values(names)), want) {
				t.Fatalf("one can paste %q, want %q", names, want)
			}
			for name, text := range files {
				pagetest.Eval[bool](b, fmt.Sprintf(`Boolean(document.querySelector('#paste-files [data-file="%s"]').value = %q)`, name, text))
			}
			pagetest.Eval[bool](b, `document.getElementById("checked").replaceChildren() || true`)
			click(b, "#paste-go")
			settle(b)
			expect.Equal(t, want, withoutBoards(b), "pasted text")
			pagetest.Eval[bool](b, `(scrollTo(0, 0), true)`)
			b.Shoot("site-paste-" + a.Name)
		})
	}
}

// A case with an answer shows the program's lines next to the right ones, and its input can be compared with
// the user's own files.
func TestOwnLines(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	b := open(t, "")
	c, files := wrongAnswer(t, a, faultOf(b, a))
	visit(b, a.Name+"/check")
	dropFile(b, packed(t, filepath.Join(t.TempDir(), "answers.zip"), in(c, files)))
	expectText(b, "checked", "answers.zip, checked at ", "for 1 of the ")
	visit(b, a.Name+"/case/"+c.Name)
	settle(b)
	expectText(b, "learned", "Where it first goes wrong: wrong", "Walk the search")
	b.Shoot("site-own-lines")
	pagetest.Expect(b, `[...document.querySelectorAll("#learned button")].find((one) => one.textContent.startsWith("Compare")).click() || true`, true)
	b.Do(chromedp.WaitVisible(chromedp.CSS("#explain")))
	pagetest.Expect(b, `document.getElementById("explain-input").value`, string(c.Input()))
}

// The report of a check names no commands, since visitors cannot run any: rules are links to the pages of
// rules. On a phone the header leaves enough room.
func TestNoCommands(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	b := open(t, "")
	visit(b, a.Name+"/check")
	if text := dropFile(b, answersOf(t, a, faultOf(b, a))); strings.Contains(text, "touchstone rules") || !strings.Contains(text, "Log rule 3: ") {
		t.Errorf("the check says\n%s", text)
	}
	const led = `(() => { const one = document.querySelector("#checked pre a"); one.click(); return one.textContent; })()`
	rule := pagetest.Eval[string](b, led)
	b.Do(chromedp.WaitVisible(chromedp.CSS("#learned .wanted")))
	heading, _, _ := strings.Cut(rule, ":")
	if got := pagetest.Eval[string](b, `document.querySelector("#learned .wanted h2").textContent`); !strings.HasPrefix(got, heading) {
		t.Errorf("%q leads to %q", rule, got)
	}
	b.Do(chromedp.EmulateViewport(390, 800))
	if tall := pagetest.Eval[float64](b, `document.querySelector("header").getBoundingClientRect().height`); tall > 130 {
		t.Errorf("the head takes %v of 800 pixels of a phone", tall)
	}
	b.Shoot("site-phone")
}

// Cases are found by a word of their names, titles or situations, and mistakes by a word, too.
func TestFindCases(t *testing.T) {
	b := open(t, "squirrel/cases")
	const find = `(() => { const field = document.querySelector("#learned input"); field.value = %q; field.dispatchEvent(new Event("input")); return document.getElementById("learned").innerText; })()`
	if text := pagetest.Eval[string](b, fmt.Sprintf(find, "LAST-child")); !strings.Contains(text, "cut-by-the-last-child") || strings.Contains(text, "handout-greedy") {
		t.Errorf("found\n%s", text)
	}
	pagetest.Contains(b, pagetest.Eval[string](b, fmt.Sprintf(find, " child   by-cut")), "cut-by-the-last-child")
	pagetest.Contains(b, pagetest.Eval[string](b, fmt.Sprintf(find, "no such case")), "0 cases")
	if text := pagetest.Eval[string](b, fmt.Sprintf(find, "")); strings.Contains(text, "0 cases") || pagetest.Eval[int](b, `document.querySelectorAll("#learned details").length`) < 5 {
		t.Errorf("without a word there is\n%s", text)
	}
	visit(b, "reversi/mistakes")
	if text := pagetest.Eval[string](b, fmt.Sprintf(find, "strict max")); !strings.Contains(text, "strict-cut-at-max") || strings.Contains(text, "no-cuts-at-min") {
		t.Errorf("of mistakes: found\n%s", text)
	}
}

// Files that are dropped during a check end that check.
func TestSecondUpload(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	b := open(t, "")
	wrong, right := answersOf(t, a, faultOf(b, a)), answersOf(t, a, "")
	visit(b, a.Name+"/check")
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{wrong}), chromedp.WaitReady(chromedp.CSS("#checked .working")))
	text := dropFile(b, right)
	checks := pagetest.Eval[int](b, `document.querySelectorAll("#checked .score").length`)
	expect.True(t, strings.Contains(text, "All cases pass") && !strings.Contains(says(b, "checked"), "cancelled") && checks == 1,
		"after a second upload the page says", says(b, "checked"))
}

// Pasting nothing, or leaving out a file, is reported as such.
func TestPasteOfNothing(t *testing.T) {
	b := open(t, "squirrel/check")
	click(b, "#paste summary")
	click(b, "#paste-go")
	pagetest.Contains(b, waitForFailure(b), "want the text of a file")
}

// number reads points as the page writes them.
func number(t *testing.T, text string) float64 {
	t.Helper()
	return must.Get(strconv.ParseFloat(text, 64))(t)
}

// A check shows each case with its verdict and its worth, as the page of a gradebook does, and the
// computation of the points: the passing cases add up to the given points.
func TestPoints(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b := open(t, "")
			fault := faultOf(b, a)
			visit(b, a.Name+"/check")
			dropFile(b, answersOf(t, a, fault))
			click(b, "#checked details summary")
			rows := pagetest.Eval[[][]string](b, `[...document.querySelectorAll("#checked tr[data-case]")].map((row) => [row.querySelector(".chip").textContent, row.cells[3].textContent])`)
			expect.Equal(t, pagetest.Eval[int](b, `document.querySelectorAll("#paste-case option").length`), len(rows), "cases")
			given := 0.0
			for _, row := range rows {
				if row[0] == "pass" {
					given += number(t, row[1])
				}
			}
			account := pagetest.Eval[[][]string](b, `[...document.querySelectorAll("#checked .account tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent))`)
			sum := 0.0
			for _, row := range account[:len(account)-1] {
				if row[2] != "" {
					sum += number(t, row[2])
				}
			}
			score := pagetest.Eval[string](b, `document.querySelector("#checked .score").textContent`)
			total := number(t, strings.Fields(score)[0])
			expect.True(t, math.Abs(total-given) <= .5 && math.Abs(total-sum) <= .02 && number(t,
				account[len(account)-1][2]) == total && total != 100, "the score is", score, "the cases that pass are worth", given, "and the account says", account)
			if hasBonus := a.Grading.Bonus > 0; hasBonus != slices.ContainsFunc(account, func(row []string) bool { return row[0] == "bonus, if all cases pass" && row[2] == "0" }) {
				t.Errorf("the account says %q, the bonus is %v", account, a.Grading.Bonus)
			}
			expectText(b, "checked", "Edition "+a.Editions[0].Name+", compared byte for byte.")
			b.Shoot("site-points-" + a.Name)
		})
	}
}

// Cases that fail only because of blanks are counted, with their points.
func TestBlanks(t *testing.T) {
	b := open(t, "mancala/check")
	_, files := rightAnswer(t)
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "\n", " \n")
	}
	text := dropFile(b, packed(t, filepath.Join(t.TempDir(), "answers.zip"), files))
	cost := strconv.FormatFloat(verdict.Cents(number(t, pagetest.Eval[string](b, `document.querySelector("#checked tr[data-case]").cells[3].textContent`))), 'f', -1, 64)
	for _, want := range []string{"1 case fails by line ends or blanks alone: −" + cost + " points.", "0 of 100, for 1 of the "} {
		expect.Contains(t, text, want)
	}
}

// Another edition checks the dropped files again, and Rules do not wait for that.
func TestOtherEdition(t *testing.T) {
	a := gametest.Lookup(t, "mapcolor")
	b := open(t, a.Name+"/check")
	if text := dropFile(b, answersOf(t, a, "")); !strings.Contains(text, "Edition revised") || !strings.Contains(text, "All cases pass") {
		t.Fatalf("the check says\n%s", text)
	}
	pagetest.Eval[bool](b, `(() => { const one = document.getElementById("check-edition"); one.value = "handout"; one.dispatchEvent(new Event("change")); return true; })()`)
	visit(b, a.Name+"/rules")
	b.Do(chromedp.WaitVisible(chromedp.CSS("#learned section")))
	visit(b, a.Name+"/check")
	settle(b)
	pagetest.Contains(b, withoutBoards(b), "Edition handout")
	visit(b, "reversi/check")
	visit(b, a.Name+"/check")
	pagetest.Expect(b, `document.getElementById("check-edition").value`, "handout")
}

// drag drops files and directories on Check as a user does with the mouse, and returns the text of the
// result.
func drag(b *pagetest.Tab, paths ...string) string {
	b.Helper()
	pagetest.Eval[bool](b, `document.getElementById("checked").replaceChildren() || true`)
	at := pagetest.Eval[[]float64](b, `(() => { const r = document.getElementById("drop").getBoundingClientRect(); return [r.left + 20, r.top + 10]; })()`)
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		pagetest.Call(b, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: kind, X: at[0], Y: at[1], Data: &input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1},
		})
	}
	b.Do(chromedp.WaitReady(chromedp.CSS("#checked > *")))
	return pagetest.Eval[string](b, `new Promise((done) => {
		const look = () => document.querySelector(".working") ? setTimeout(look, 20) : done(document.getElementById("checked").innerText);
		look();
	})`)
}

// rightAnswer returns the right files of a case of mancala, by their paths in its directory.
func rightAnswer(t *testing.T) (name string, files map[string]string) {
	t.Helper()
	a := gametest.Lookup(t, "mancala")
	all := gametest.Corpus(t, a)
	files = map[string]string{}
	for _, file := range all[0].Problem.Files() {
		g := must.Get(all[0].Golden(file))(t)
		files[all[0].Name+"/"+file] = string(g.Text)
	}
	return all[0].Name, files
}

// A dropped directory includes everything in it, even if the page is a file on a disk, and the result names
// the drop: the first files and the number of the others. If a browser does not give access to directories, the
// page shows a message.
func TestDropDir(t *testing.T) {
	b, dir := open(t, "mancala/check"), t.TempDir()
	name, files := rightAnswer(t)
	answers := unpackedIn(t, filepath.Join(dir, "my answers"), files)
	z, notes := packed(t, filepath.Join(dir, "answers.zip"), files), unpackedIn(t, dir, map[string]string{"notes.txt": "x"})+"/notes.txt"
	many := []string{z}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		many = append(many, filepath.Join(unpackedIn(t, dir, map[string]string{name: name}), name))
	}
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{answers}, "my answers, checked at "},
		{[]string{filepath.Join(answers, name)}, name + ", checked at "},
		{[]string{answers, notes}, "my answers, notes.txt, checked at "},
		{[]string{z}, "answers.zip, checked at "},
		{many, "answers.zip, a, b, c, d and 2 more, checked at "},
	} {
		if text := drag(b, c.paths...); !strings.HasPrefix(text, c.want) || !strings.Contains(text, "pass 1") {
			t.Errorf("%s: found\n%s", c.paths, text)
		}
	}
	pagetest.Eval[bool](b, `delete DataTransferItem.prototype.getAsFileSystemHandle`)
	const want = "this browser does not hand over directories: drop answers.zip or the files in it"
	expect.Equal(t, want, drag(b, answers))
	pagetest.Contains(b, drag(b, z), "pass 1")
}
