package examples_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// A checkReport is the part of a report that a check and the page have in common.
type checkReport struct {
	Cases   []reportedCase
	Summary struct {
		Verdicts map[string]int
		Causes   []any
		OK       bool
	}
}

type reportedCase struct {
	Case, Title, Verdict, At, Stderr string
	Dir                              string `json:"directory"`
	Exit                             int
}

// TestMistakesOnPage compares the results of the page, in Go and in a browser, with the results of check.
func TestMistakesOnPage(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	eachMistaken(t, false, func(t *testing.T, p *programtest.Program, e example) {
		compareWithPage(t, e.assignment, extract(t, p, p.Mistakes()...))
	})
	t.Run("deep", func(t *testing.T) { // the causes take a search of thousands of plies
		t.Parallel()
		effort.NeedsTools(t, "python3")
		compareWithPage(t, "mancala", "testdata/mancala3.py")
	})
}

// compareWithPage compares a check of a program with the page.
func compareWithPage(t *testing.T, assignment, program string) {
	t.Helper()
	var told, shown checkReport
	read(t, checked(t, assignment, program, "--keep"), &told)
	files := map[string][]byte{}
	for i := range told.Cases {
		c := &told.Cases[i]
		collect(t, files, c)
		c.Dir, c.Stderr = "", ""
	}
	reply, err := deskOf(t, assignment).Ask(t.Context(), desk.Request{Do: "check", Assignment: assignment, Files: files})
	must.Do(t, err)
	read(t, documentOf(t, reply), &shown)
	for i := range shown.Cases {
		shown.Cases[i].Stderr = ""
	}
	expect.Equal(t, told, shown, "the page, by check")
	var want struct{ Causes []struct{ Brief string } }
	read(t, value(t, reply), &want)
	briefs := []string{}
	for _, cause := range want.Causes {
		briefs = append(briefs, cause.Brief)
	}
	expect.Equal(t, briefs, inBrowser(t, assignment, files), "the browser, by the page")
}

// compiledPage is the page, which the tests share.
var compiledPage = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "touchstone-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "touchstone.html")
	if out, err := exec.Command("go", "run", "../site", "--out", file).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(file)
})

// inBrowser returns the causes that the page shows in a browser, where it has points and no failure.
func inBrowser(t *testing.T, assignment string, files map[string][]byte) (causes []string) {
	t.Helper()
	page := must.Get(compiledPage())(t)
	dir := t.TempDir()
	must.WriteFile(t, filepath.Join(dir, "answers.zip"), string(must.Zip(t, files)))
	must.WriteFile(t, filepath.Join(dir, "touchstone.html"), string(page))
	b := pagetest.Open(t, filepath.Join(dir, "touchstone.html"))
	pagetest.Eval[bool](b, `new Promise((done) => {
		addEventListener("hashchange", () => done(true), { once: true });
		location.hash = "#`+assignment+`/check";
	})`)
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#answers"), []string{filepath.Join(dir, "answers.zip")}))
	return pagetest.Eval[[]string](b, `new Promise((done) => {
		const all = (selector) => [...document.querySelectorAll("#checked " + selector)].map((one) => one.textContent);
		const look = () => all(".failed").length || all(".score").length && !all(".working").length ?
			done([...all(".failed"), ...all(".causes > li > h3:first-child")]) : setTimeout(look, 50);
		look();
	})`)
}

// value returns a reply as the page reads it.
func value(t *testing.T, reply desk.Reply) []byte {
	t.Helper()
	text := must.Get(json.Marshal(reply.Value))(t)
	return text
}

// documentOf returns the page's report of a check in JSON.
func documentOf(t *testing.T, reply desk.Reply) []byte {
	t.Helper()
	var page struct{ Document string }
	read(t, value(t, reply), &page)
	return []byte(page.Document)
}

func read(t *testing.T, text []byte, to any) {
	t.Helper()
	must.Do(t, json.Unmarshal(text, to))
}

// collect adds a program's files for a case, and how it ended, as the page's runners pack it.
func collect(t *testing.T, files map[string][]byte, c *reportedCase) {
	t.Helper()
	entries := must.Get(os.ReadDir(c.Dir))(t)
	for _, entry := range entries {
		text := must.Get(os.ReadFile(filepath.Join(c.Dir, entry.Name())))(t)
		files[c.Case+"/"+entry.Name()] = text
	}
	ended := fmt.Sprintf("exit %d", c.Exit)
	files[c.Case+"/touchstone-ended.txt"] = []byte(ended)
	files[c.Case+"/touchstone-stderr.txt"] = []byte(c.Stderr)
	dir := filepath.Dir(c.Dir)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
}

// openDesk returns a desk with some cases of an assignment.
func openDesk(t *testing.T, a *oracle.Assignment, some []*cases.Case) *desk.Desk {
	t.Helper()
	var stock desk.PageData
	stock.Add(a, some)
	d := must.Get(desk.Open(stock))(t)
	return d
}

// deskOf returns the desk of a page with one assignment.
func deskOf(t *testing.T, assignment string) *desk.Desk {
	t.Helper()
	a := gametest.Lookup(t, assignment)
	return openDesk(t, a, gametest.Corpus(t, a))
}

// strict answers inputs that match known ones byte by byte, and no others.
const strict = `import hashlib, json
KNOWN = json.loads(%q)
with open("input.txt", "rb") as f:
    key = hashlib.sha256(f.read()).hexdigest()
for name, text in KNOWN.get(key, {}).items():
    with open(name, "w", newline="") as out:
        out.write(text)
`

// The page packs the same bytes that check gives to a program, even if a case's script changes them: a
// program that answers only these bytes gets the same verdicts.
func TestBytesOnPage(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	effort.NeedsTools(t, "python3", "sh", "zip")
	for _, a := range oracle.Assignments() {
		if a.Path != "" { // a package, which other tests have opened
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), a.Name+"3.py")
			changed, other := strictSolver(t, a, program)
			if len(changed) == 0 {
				t.Fatal("no case has a script that changes its input")
			}
			flags := []string{"--case", other.Name}
			for _, c := range changed {
				flags = append(flags, "--case", c.Name)
			}
			told := verdicts(t, checked(t, a.Name, program, flags...))
			for _, runner := range [][]string{{"python3", "run.py"}, {"sh", "run.sh"}} {
				shown := verdicts(t, onPage(t, a, runner, program, append(changed, other)))
				expect.Equal(t, told, shown, "the page, by check, with", runner[1])
				for _, c := range changed {
					expect.Equal(t, "pass", shown[c.Name], runner[1], c.Name)
				}
			}
		})
	}
}

// strictSolver writes a program that answers the cases whose script changes the input, and returns these
// cases, and one other case.
func strictSolver(t *testing.T, a *oracle.Assignment, path string) (changed []*cases.Case, other *cases.Case) {
	t.Helper()
	known := map[string]map[string]string{}
	for _, c := range gametest.Corpus(t, a) {
		if !c.In(cases.ProfileDefault) {
			continue
		}
		given := c.Given()
		if bytes.Equal(given, c.Input()) {
			other = c
			continue
		}
		known[fmt.Sprintf("%x", sha256.Sum256(given))] = gametest.AnswerTexts(t, c.Problem, homework.Options{})
		changed = append(changed, c)
	}
	text := must.Get(json.Marshal(known))(t)
	must.WriteFile(t, path, fmt.Sprintf(strict, text))
	return changed, other
}

// onPage returns the page's report about a program that a runner of its bundle has run. runner is an
// interpreter and its script. The answers name the program's cases.
func onPage(t *testing.T, a *oracle.Assignment, runner []string, program string, some []*cases.Case) []byte {
	t.Helper()
	d := openDesk(t, a, some)
	reply := must.Get(d.Ask(t.Context(), desk.Request{Do: "bundle", Assignment: a.Name}))(t)
	dir := t.TempDir()
	bundle := reply.Files[a.Name+"-cases.zip"]
	unpacked := must.Get(zip.NewReader(bytes.NewReader(bundle), int64(len(bundle))))(t)
	must.Do(t, os.CopyFS(dir, unpacked))
	command := exec.CommandContext(t.Context(), runner[0], filepath.Join(dir, a.Name+"-cases", runner[1]), "python3", program)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	answers := must.Get(os.ReadFile(filepath.Join(dir, "answers.zip")))(t)
	z := must.Get(zip.NewReader(bytes.NewReader(answers), int64(len(answers))))(t)
	expect.Equal(t, a.Name+"\n", string(must.Get(fs.ReadFile(z, "touchstone-assignment.txt"))(t)), runner[1])
	check := desk.Request{Do: "check", Assignment: a.Name, Files: map[string][]byte{"answers.zip": answers}}
	return documentOf(t, must.Get(d.Ask(t.Context(), check))(t))
}

// verdicts returns the verdicts in a JSON report, by case.
func verdicts(t *testing.T, document []byte) map[string]string {
	t.Helper()
	var report checkReport
	read(t, document, &report)
	all := map[string]string{}
	for _, c := range report.Cases {
		all[c.Case] = c.Verdict
	}
	return all
}
