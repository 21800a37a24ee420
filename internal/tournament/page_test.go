package tournament

import (
	"encoding/json"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// Names may be anything: in the page they are text, in the terminal nothing of them is an order, in a
// table no formula, and as files they stay in the folder.
func TestHostileNames(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		names := []string{"<script>alert(1)</script>", "../../etc", "=1+1", "a\x1b[31m\n\u202eb", "</svg></a>\"'&", "con", "c"}
		p := planOf(t, mode, 3, names...)
		dir := t.TempDir()
		gone := map[string]string{"con": "<img src=x>\x1b]0;"}
		if _, err := run(t.Context(), t, dir, &fake{plan: p, gone: gone}, 2); err != nil {
			t.Fatal(err)
		}
		files := written(t, dir)
		for name, text := range files {
			if strings.HasPrefix(name, "/games/") {
				if strings.Count(name, "/") != 3 || strings.Contains(name, "/..") {
					t.Errorf("%s: a file %s", mode, name)
				}
				continue // which the referee writes
			}
			bad := []string{"\x1b", "\u202e", "\n=1", "\n\"=1"}
			if strings.HasSuffix(name, ".html") {
				bad = append(bad, "<script", "<img", "</svg></a>\"")
			}
			for _, bad := range bad {
				if strings.Contains(text, bad) {
					t.Errorf("%s: %s has %q", mode, name, bad)
				}
			}
		}
		if !json.Valid([]byte(files["/standings.json"])) || !strings.Contains(files["/standings.json"], `\u003cscript`) && !strings.Contains(files["/standings.json"], "alert(1)") {
			t.Errorf("%s: the names are lost", mode)
		}
	}
}

var link = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// The page asks for nothing elsewhere, and what it links to is there.
func TestPageLinks(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		dir := t.TempDir()
		if _, err := run(t.Context(), t, dir, &fake{plan: planOf(t, mode, 3, "ann", "b & c", "ü%20", "#1?", "eve")}, 2); err != nil {
			t.Fatal(err)
		}
		page := written(t, dir)["/"+PageName]
		records := 0
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			if id, ok := strings.CutPrefix(m[1], "#"); ok {
				if !strings.Contains(page, `id="`+id+`"`) {
					t.Errorf("%s: nothing has the id %s", mode, id)
				}
				continue
			}
			records++
			if text, err := os.ReadFile(filepath.Join(dir, unescape(t, m[1]))); err != nil || !strings.HasPrefix(string(text), "game ") {
				t.Errorf("%s: %v", mode, err)
			}
		}
		if want := len(read(t, dir).Matches) * 3; records < want {
			t.Errorf("%s: %d links to records, want %d", mode, records, want)
		}
		for _, bad := range []string{"http:", "https:", "<script", " style="} {
			if strings.Contains(page, bad) {
				t.Errorf("%s: the page has %q", mode, bad)
			}
		}
		if mode == Knockout != strings.Contains(page, `class="bracket"`) || mode == All != strings.Contains(page, `class="cross"`) {
			t.Errorf("%s: it has no bracket or no crosstable", mode)
		}
	}
}

// Records of games that are no longer played are removed, and nothing else.
func TestOldRecords(t *testing.T) {
	dir := t.TempDir()
	if _, err := run(t.Context(), t, dir, &fake{plan: planOf(t, All, 3, "ann", "ben", "cy")}, 2); err != nil {
		t.Fatal(err)
	}
	before := written(t, dir)
	put(t, filepath.Join(dir, "games", "mine"), "no record")
	put(t, filepath.Join(dir, "notes.txt"), "mine too")
	if _, err := run(t.Context(), t, dir, &fake{plan: planOf(t, All, 1, "ann", "ben")}, 2); err != nil {
		t.Fatal(err)
	}
	after := written(t, dir)
	if before["/games/ann/cy-2.jsonl"] == "" || before["/games/ann/ben-1.jsonl"] == "" {
		t.Errorf("no records: %d files", len(before))
	}
	if after["/games/ann/cy-2.jsonl"] != "" || after["/games/ann/ben-2.jsonl"] != "" || after["/games/ann/ben-1.jsonl"] == "" {
		t.Error("the records are not those of the games")
	}
	if after["/games/mine"] != "no record" || after["/notes.txt"] != "mine too" {
		t.Error("files of others are gone")
	}
}

// unescape returns the path of a link.
func unescape(t *testing.T, link string) string {
	t.Helper()
	path, err := url.PathUnescape(html.UnescapeString(link))
	must.Do(t, err)
	return path
}
