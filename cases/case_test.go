package cases_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// headed loads a case of reversi with header lines.
func headed(t *testing.T, lines string) (*cases.Case, error) {
	t.Helper()
	input := "X\n2\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
	text := "# reversi: a case\n" + lines + "\nsubmit input.txt\ngolden output.txt\n-- input.txt --\n" + input
	return cases.Parse("c.txtar", "c", []byte(text))
}

func TestPointsAndTime(t *testing.T) {
	type header struct {
		Points float64
		Time   time.Duration
	}
	for lines, want := range map[string]header{
		"# points: 2.5\n#time: 1m30s": {2.5, 90 * time.Second}, "# tags: a": {1, 0}, "# points: 0": {0, 0},
	} {
		c := must.Get(headed(t, lines))(t)
		expect.Equal(t, want, header{c.Points, c.Time}, lines)
	}
}

// A key that lists something may stand on several lines.
func TestHeaderLists(t *testing.T) {
	c := must.Get(headed(t, "# tags: a b\n# for: one\n# rules: 1\n# profiles: core\n#\n# tags: c\n# for: two\n# rules: 2 3\n# profiles: graded"))(t)
	for name, list := range map[string][2][]string{
		"tags": {c.Tags, {"a", "b", "c"}}, "for": {c.MadeFor, {"one", "two"}}, "rules": {c.Rules, {"1", "2", "3"}},
		"profiles": {c.Profiles, {"core", "graded"}},
	} {
		expect.Equal(t, list[1], list[0], name)
	}
}

// A misspelt key is an error. Free text is not an error.
func TestHeaderKeys(t *testing.T) {
	for line, want := range map[string]string{
		"# points: two": `c.txtar:2: want points such as 2 or 0.5, found "two"`,
		"# points: -1":  `c.txtar:2: want points such as 2 or 0.5, found "-1"`,
		"# points: -0":  `c.txtar:2: want points such as 2 or 0.5, found "-0"`,
		"# points: NaN": `c.txtar:2: want points such as 2 or 0.5, found "NaN"`, "# points: 1000000": "",
		"# points: 1000001":        `c.txtar:2: want points such as 2 or 0.5, found "1000001"`,
		"# time: -1s":              `c.txtar:2: want a time with its unit, such as 30s, found "-1s"`,
		"# origin: a":              `c.txtar: want no origin for a case of reversi, which is no problem package, found "a"`,
		"# points:":                `c.txtar:2: want points such as 2 or 0.5, found an empty line`,
		"# time: 10":               `c.txtar:2: want a time with its unit, such as 30s, found "10"`,
		"# time: 0s":               `c.txtar:2: want a time with its unit, such as 30s, found "0s"`,
		"# time: 1s\n# time: 1s":   `c.txtar:3: want the key time once, found it twice`,
		"# points: 1\n# points: 1": `c.txtar:3: want the key points once, found it twice`,
		"# origin: a\n# origin: b": `c.txtar:3: want the key origin once, found it twice`,
		"#\n# tag: pass":           `c.txtar:3: want a key of a case (tags, for, rules, profiles, points, time, origin), found "tag:"; did you mean "# tags:"? (free text begins with other words)`,
		"# pionts: 3":              `found "pionts:"; did you mean "# points:"?`,
		"# Tags: pass":             `found "Tags:"; did you mean "# tags:"?`,
		"# rules : 3":              `found "rules:"; did you mean "# rules:"?`,
		"# profile: core":          `did you mean "# profiles:"?`, "# note: a remark": "", "# Note: time: 1": "",
		"# see rule: 3": "", "# Form: as it is": "", "# tags are: none": "", "# kills: a": "",
		"# https://a.b": "", "# tags: a\n\n# submit this": "",
	} {
		_, err := headed(t, line)
		expect.True(t, strings.Contains(fmt.Sprint(err), cmp.Or(want, "<nil>")), line, "error", err, want)
	}
}

// small is a case without its last file.
const small = `# mancala: a greedy move
submit input.txt
golden next_state.txt
-- input.txt --
1
1
1
3 3 3
3 3 3
0
0
`

// A case holds its input and its goldens and nothing else: a file of any other name is never unpacked.
func TestFileNames(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside.txt")
	for _, name := range []string{
		outside, "../outside.txt", "../../../outside.txt", "golden/../../outside.txt", "golden/../input.txt",
		"./input.txt", "a/../input.txt", "//input.txt", `..\outside.txt`, `C:\outside.txt`, "C:outside.txt", `\\host\share`,
		"CON", "input.txt:stream", "in\x00put.txt", "\x1b[2J", "\u202etxt.tupni", "\xff", "$WORK/x", "~", "..", ".", "/",
		"input.txt.sum", "notes.txt", "INPUT.TXT", "golden", "golden/", "golden/other.txt", "golden/traverse_log.txt", "golden/next_state.txt.sum.sum",
		"Golden/next_state.txt", strings.Repeat("x", 5000),
	} {
		path := filepath.Join(t.TempDir(), "case.txtar")
		must.Do(t, os.WriteFile(path, []byte(small+"-- "+name+" --\nx\n"), 0o600))
		want := fmt.Sprintf("%s:12: want the files input.txt, golden/next_state.txt (or its digest, *.sum), found %s", path, scan.Show(name))
		_, err := cases.Load(path)
		expect.Equal(t, want, fmt.Sprint(err), name)
	}
}

// A file occurs only once in a case; otherwise it would be unclear which one counts.
func TestFilesStandOnce(t *testing.T) {
	for _, rest := range []string{
		"-- input.txt --\n1\n", "-- golden/next_state.txt --\n-- golden/next_state.txt --\n",
		"-- golden/next_state.txt --\n-- golden/next_state.txt.sum --\n",
		"-- golden/next_state.txt.sum --\n-- golden/next_state.txt --\n",
	} {
		path := filepath.Join(t.TempDir(), "case.txtar")
		must.Do(t, os.WriteFile(path, []byte(small+rest), 0o600))
		_, err := cases.Load(path)
		expect.Error(t, err, ": want each file once, found ", rest)
	}
}

// A case on an input has its bytes, also where they are not as an archive would have them, and counts as any case does.
func TestOnInput(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	for _, input := range []string{"1\n1\n1\n3 3 3\n3 3 3\n0\n0\n", "1\r\n1\r\n1\r\n3 3 3 \r\n3 3 3\r\n0\r\n0", "1\r\n1\n1\n3 3 3\n3 3 3\n0\n0\n\n\n"} {
		c := must.Get(cases.OnInput(a, "mine", "mine.txt", []byte(input)))(t)
		expect.Contains(t, c.Commands(), "golden next_state.txt\n")
		expect.Equal(t, 1, c.Points, input, "it counts")
		expect.Equal(t, "mine: an input of your own", c.Name+": "+c.Title)
		whole := must.Get(c.Complete(t.Context()))(t)
		_, err := c.Golden("next_state.txt")
		expect.Error(t, err, "no golden for next_state.txt", "the case that was completed")
		golden := must.Get(whole.Golden("next_state.txt"))(t)
		expect.Equal(t, "3 4 4\n0 0 5\n0\n2\n", string(golden.Text), input)
		script := txtar.Parse(whole.Script())
		text := script.Files[0].Data
		if bytes.Contains(script.Comment, []byte("chomp input.txt\n")) {
			text = bytes.TrimSuffix(text, []byte("\n"))
		}
		expect.Equal(t, input, string(text), "the text that a program gets")
	}
	_, err := cases.OnInput(a, "mine", "mine.txt", []byte("1\n1\n1\n3 3 3\n3 3 3\n0\n0\n-- x --\n"))
	expect.Error(t, err, "mine.txt:8: ")
	const marked = "-- x --\n"
	lenient := *a // parses every text
	lenient.Parse = func(name string, _ []byte) (homework.Problem, error) {
		return a.Parse(name, []byte("1\n1\n1\n3 3 3\n3 3 3\n0\n0\n"))
	}
	c := must.Get(cases.OnInput(&lenient, "mine", "mine.txt", []byte(marked)))(t)
	expect.Equal(t, marked, string(c.Given()), "what a program gets")
	_, err = cases.OnInput(a, "mine", "mine.txt", []byte("1\n1\n"))
	expect.Equal(t, "mine.txt:3: want the cut-off depth, found the end of the file", fmt.Sprint(err))
}

// A case has line ends of Windows if its script makes them, and its input has no quotes.
func TestCRLF(t *testing.T) {
	for _, c := range gametest.Corpus(t, gametest.Lookup(t, "mancala")) {
		expect.Equal(t, c.Name == "lines-end-in-blanks-and-crlf", c.CRLF(), c.Name)
	}
	c := must.Get(headed(t, "# points: 2.5\n\ncrlf input.txt\n\nchomp input.txt"))(t)
	expect.Equal(t, strings.ReplaceAll(strings.TrimSuffix(string(c.Input()), "\n"), "\n", "\r\n")+"\r", string(c.Given()))
	quoted := strings.NewReplacer("submit", "unquote input.txt\nsubmit", "--\n1\n1\n1\n3 3 3\n3 3 3\n0\n0\n",
		"--\n>1\n>1\n>1\n>3 3 3\n>3 3 3\n>0\n>0\n").Replace(small)
	expect.Equal(t, "1\n1\n1\n3 3 3\n3 3 3\n0\n0\n", string(load(t, quoted).Given()), "without quotes")
	stripped := must.Get(cases.Parse("c.txtar", "c", c.Strip("another")))(t)
	expect.Equal(t, "another 2.5 "+string(c.Given()), fmt.Sprint(stripped.Title, " ", stripped.Points, " ", string(stripped.Given())))
}
