package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// markdown returns the text of every Markdown file, by its path.
func markdown(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/*/*.md", "../../examples/*.md", "../../examples/*/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[path] = strings.ReplaceAll(string(text), "\r\n", "\n")
		}
	}
	return texts
}

var (
	fences = regexp.MustCompile("(?ms)^```.*?^```$")
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	head   = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchors returns the names that GitHub gives to the headings of a text.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range head.FindAllStringSubmatch(fences.ReplaceAllString(text, ""), -1) {
		names[strings.Map(func(c rune) rune {
			switch {
			case c == ' ':
				return '-'
			case unicode.IsLetter(c), unicode.IsDigit(c), c == '-', c == '_':
				return unicode.ToLower(c)
			}
			return -1
		}, m[1])] = true
	}
	return names
}

// Every link of the documents leads to a file that is there, and to a heading that it has.
func TestLinks(t *testing.T) {
	texts, found := markdown(t), 0
	for from, text := range texts {
		for _, m := range link.FindAllStringSubmatch(fences.ReplaceAllString(text, ""), -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			found++
			to := from
			if path != "" {
				to = filepath.Join(filepath.Dir(from), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s leads nowhere", from, m[1])
			} else if other, is := texts[to]; anchor != "" && (!is || !anchors(other)[anchor]) {
				t.Errorf("%s: %s: there is no such heading", from, m[1])
			}
		}
	}
	if found < 100 {
		t.Errorf("found only %d links", found)
	}
}

// The README can be read at once. What it does not say stands on the pages that it names, all of them.
func TestReadmeIsShort(t *testing.T) {
	texts := markdown(t)
	readme := texts["../../README.md"]
	if n := strings.Count(readme, "\n"); n > 130 {
		t.Errorf("README.md has %d lines, want at most 130", n)
	}
	for path := range texts {
		if page := strings.TrimPrefix(path, "../../"); filepath.Dir(page) == "docs" && !strings.Contains(readme, "("+page+")") {
			t.Errorf("README.md does not name %s", page)
		}
	}
}
