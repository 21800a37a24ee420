package cases_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A handout is an example as printed in a handout (testdata/handout).
type handout struct {
	assignment string
	extent     string // how much is printed: whole, beginning or format
	edition    string
	input      []byte
	file       string // the printed file
	lines      []string
	errata     []erratum
}

// An erratum lists printed lines that differ from the right file. Data and docs/rules have the reasons.
type erratum struct {
	at    int    // printed line, from 1
	kind  string // replace, lost (after the line) or extra
	count int
}

// Every example printed in a handout equals the oracle's output, line by line, except for the listed errata.
func TestHandouts(t *testing.T) {
	paths := must.Get(filepath.Glob("testdata/handout/*.txtar"))(t)
	expect.Equal(t, 10, len(paths), "examples")
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			h := readHandout(t, path)
			right := strings.Split(strings.TrimSuffix(answer(t, h), "\n"), "\n")
			if h.extent == "format" {
				// Too damaged to compare: its lines only need to have the right form.
				for i, line := range h.lines {
					expect.Equal(t, "", strings.Trim(line, "*XO"), "no board row in line", i+1)
				}
				return
			}
			i := h.compare(t, right)
			expect.True(t, h.extent != "whole" || i == len(right), "the print is whole until line", i)
			full := h.edition == "handout" && len(h.errata) == 0
			expect.True(t, full || h.assignment != "mapcolor", "the print is equal in full")
		})
	}
}

// compare compares the printed lines with the right file, skipping the errata, and returns
// how many lines of the right file it covered.
func (h *handout) compare(t *testing.T, right []string) (i int) {
	t.Helper()
	skip := 0 // printed lines covered by an erratum
	for n := 0; n <= len(h.lines); n++ {
		if n > 0 {
			switch {
			case skip > 0:
				skip--
			case i >= len(right):
				t.Fatalf("printed line %d: %q, but the right file has ended", n, h.lines[n-1])
			case h.lines[n-1] != right[i]:
				t.Errorf("printed line %d: %q, line %d of the right file: %q", n, h.lines[n-1], i+1, right[i])
				fallthrough
			default:
				i++
			}
		}
		for _, e := range h.errata {
			switch {
			case e.kind == "lost" && e.at == n:
				i += e.count
			case e.kind == "replace" && e.at == n+1:
				expect.Equal(t, false, slices.Equal(h.lines[n:n+e.count], right[i:min(len(right), i+e.count)]), e.at)
				i += e.count
				skip = e.count
			case e.kind == "extra" && e.at == n+1:
				skip = e.count
			}
		}
	}
	return i
}

var erratumLine = regexp.MustCompile(`^(\d+) (replace|lost|extra) (\d+): .+$`)

func readHandout(t *testing.T, path string) *handout {
	t.Helper()
	src := must.Get(os.ReadFile(path))(t)
	archive, h := txtar.Parse(src), &handout{}
	h.assignment, _, _ = strings.Cut(filepath.Base(path), "-")
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(strings.TrimPrefix(line, "# "), ":")
		switch value, _, _ = strings.Cut(strings.TrimSpace(value), " "); key {
		case "print":
			h.extent = value
		case "edition":
			h.edition = value
		}
	}
	for _, f := range archive.Files {
		lines := strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
		switch f.Name {
		case oracle.InputFile:
			h.input = f.Data
		case "errata":
			for _, line := range lines {
				m := erratumLine.FindStringSubmatch(line)
				if m == nil {
					t.Fatalf("%s: no erratum: %q", path, line)
				}
				at, _ := strconv.Atoi(m[1])
				count, _ := strconv.Atoi(m[3])
				h.errata = append(h.errata, erratum{at, m[2], count})
			}
		default:
			h.file, h.lines = strings.TrimPrefix(f.Name, "print/"), lines
		}
	}
	if !slices.Contains([]string{"whole", "beginning", "format"}, h.extent) || len(h.input) == 0 || len(h.lines) == 0 {
		t.Fatalf("%s: incomplete: %+v", path, h)
	}
	return h
}

// answer returns the oracle's text of the printed file.
func answer(t *testing.T, h *handout) string {
	t.Helper()
	p := gametest.Parse(t, gametest.Lookup(t, h.assignment), string(h.input))
	text, ok := gametest.Answer(t, p, homework.Options{Edition: h.edition})[h.file]
	expect.True(t, ok, "the oracle writes", h.file)
	return string(text)
}
