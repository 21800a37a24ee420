package page_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A title is text. Scripts are in order, with their data before them, each under its own name.
func TestWrite(t *testing.T) {
	p := page.Page{Title: `</title><b>"A" & B`, Style: "p{color:red}", Body: "<body>text</body>", Scripts: []string{"first();", "second();"}}
	for name, text := range map[string]string{"only": "</script>"} {
		must.Get(p.Data.Column(name).Write([]byte(text)))(t)
	}
	numbers := p.Data.Column("numbers")
	numbers.U8(1)
	numbers.U16(0x203)
	numbers.U32(0x4050607)
	numbers.I32(-2)
	text := made(t, &p)
	expect.Contains(t, text, "<title>&lt;/title&gt;&lt;b&gt;&#34;A&#34; &amp; B</title>")
	at := -1
	for _, part := range []string{"p{color:red}", "<body>text</body>", `id="data-only"`, `id="data-numbers"`, "first();", "second();"} {
		next := strings.Index(text, part)
		expect.True(t, next > at && strings.Count(text, part) == 1, part, "stands", strings.Count(text,
			part), "times, at", next, "want it once, after", at)
		at = next
	}
	for name, want := range map[string]string{"only": "</script>", "numbers": "\x01\x03\x02\x07\x06\x05\x04\xfe\xff\xff\xff"} {
		expect.Equal(t, want, column(t, text, name), "column", name)
	}
	if strings.Contains(text, "data-ready") || strings.Contains(text, "script-src 'none'") ||
		strings.Count(text, "<script") != strings.Count(text, "</script>") || !strings.HasSuffix(text, "</html>\n") {
		t.Error("a page with scripts is ready before they have run, or they may not run, or a tag has no end")
	}
	if text := made(t, &page.Page{Title: "plain"}); strings.Contains(text, "<script") || !strings.Contains(text, "script-src 'none'") || !strings.Contains(text, `data-ready="0"`) {
		t.Errorf("a page without scripts:\n%s", text)
	}
}

// The policy permits only the content of the page and its frames, each by its digest, and workers only if
// requested.
func TestPolicy(t *testing.T) {
	frame := &page.Page{Style: "q{}", Scripts: []string{"inner();"}}
	plain := &page.Page{Style: "p{}", Scripts: []string{"outer();"}}
	whole := &page.Page{Style: "p{}", Scripts: []string{"outer();"}, Worker: true, Frames: []*page.Page{frame, {}}}
	digest := func(p *page.Page, tag string) string {
		_, after, _ := strings.Cut(made(t, p), "<"+tag+">")
		text, _, _ := strings.Cut(after, "</"+tag+">")
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	const rest = "; base-uri 'none'; form-action 'none'"
	for want, p := range map[string]*page.Page{
		"script-src " + digest(plain, "script") + "; style-src " + digest(plain, "style") + rest: plain,
		"script-src " + digest(plain, "script") + " " + digest(frame, "script") + " 'none' 'wasm-unsafe-eval'; style-src " + digest(plain, "style") + " " + digest(frame, "style") + " " + digest(&page.Page{}, "style") + "; worker-src blob:" + rest: whole,
	} {
		expect.Contains(t, made(t, p), `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `+want+`">`)
	}
}

// Data of any length is read back unchanged, and a page with a failing writer has an error.
func TestData(t *testing.T) {
	p := page.Page{Title: "x"}
	must.Do(t, p.Data.JSON("numbers", []int{1, 2}))
	for i := range 6 { // of all lengths modulo 3, in which base64 writes
		p.Data.Column(fmt.Sprint("of", i)).Put([]byte("abcdefgh"[:i]))
	}
	text := made(t, &p)
	expect.Equal(t, "[1,2]\n", column(t, text, "numbers"), "column of numbers")
	for i := range 6 {
		expect.Equal(t, "abcdefgh"[:i], column(t, text, fmt.Sprint("of", i)), "column of", i)
	}
	expect.Error(t, (&page.Page{}).Write(full{}), io.ErrShortWrite.Error())
	fast := page.Page{Title: "x", Data: page.Data{Level: gzip.HuffmanOnly}}
	for p, limits := range map[*page.Page][2]int{{Title: "x"}: {0, 300}, &fast: {2500, 6000}} {
		before := len(made(t, p))
		p.Data.Column("long").Put(bytes.Repeat([]byte("abcdefgh"), 1000))
		if n := len(made(t, p)) - before; n < limits[0] || n > limits[1] {
			t.Errorf("level %d: 8000 bytes become %d, want %v", p.Data.Level, n, limits)
		}
	}
}

// Scripts are read in the order of their names.
func TestScripts(t *testing.T) {
	parts := fstest.MapFS{"page/a.js": {Data: []byte("1;")}, "page/b.js": {Data: []byte("2;")}}
	expect.Equal(t, []string{"2;", "1;"}, page.Scripts(parts, "b", "a"))
}

func made(t *testing.T, p *page.Page) string {
	t.Helper()
	var text strings.Builder
	must.Do(t, p.Write(&text))
	return text.String()
}

// column returns the content of a column of a page.
func column(t *testing.T, text, name string) string {
	t.Helper()
	_, after, _ := strings.Cut(text, `id="data-`+name+`">`)
	packed, _, _ := strings.Cut(after, "<")
	data := must.Get(base64.StdEncoding.DecodeString(packed))(t)
	gz := must.Get(gzip.NewReader(bytes.NewReader(data)))(t)
	held := must.Get(io.ReadAll(gz))(t)
	return string(held)
}

// A name that is valid on every file system stays unchanged. Any other name is reduced to its safe part,
// followed by a part of its digest.
func TestFileNames(t *testing.T) {
	long := strings.Repeat("x", 80)
	for name, want := range map[string]string{
		"ada": "ada", "a-b.c9": "a-b.c9", "Ünal": "Ünal", "console": "console", "com": "com", "lpt10": "lpt10", "a.con": "a.con", long: long,
		"a_b": "a_b", "_": "_", "a b": "a_b~c8687a08", "a  /b": "a_b~2c3fdac6", "a__b": "a_b~63e5c1c4", "a.": "a~5ab640fa", "...": "_~ab5df625",
		"": "_~e3b0c442", ".ssh": "_.ssh~9a964bc3", "a~b": "a_b~941528e5", "\xff": "_~a8100ae6",
		"con": "_con~1143da2b", "PRN": "_PRN~5c31b1c1", "aux.txt": "_aux.txt~0857d0cb", "Nul.": "_Nul~b19002db",
		"com0": "_com0~21c4ae06", "COM9.a.b": "_COM9.a.b~5d4218f7", "lpt0": "_lpt0~b81610e3", "lpt9": "_lpt9~06f4d3cd",
		long + "y": long + "~031bfe44", long[1:] + "üb": long[1:] + "~163172c6",
	} {
		expect.Equal(t, want, page.FileNames([]string{name}, strings.Clone)[name], "name of the file of", name)
	}
	// Where case does not matter, neither of two names stays.
	files := page.FileNames([]string{"Bob", "bob", "Bobby"}, strings.Clone)
	expect.True(t, strings.HasPrefix(files["Bob"], "Bob~") && strings.HasPrefix(files["bob"], "bob~") &&
		files["Bobby"] == "Bobby", "Bob, bob and Bobby become", files)
}

// full is a writer that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// No cell is a formula, after any sign; numbers with a sign stay numbers.
func TestWriteCSV(t *testing.T) {
	expect.Error(t, page.WriteCSV(full{}, [][]string{{"x"}}), io.ErrShortWrite.Error())
	for cell, want := range map[string]string{
		"": "", "ann": "ann", "7": "7", "a=1": "a=1", "-1.50": "-1.50", "+2": "+2",
		"=1+1": "'=1+1", "+cmd": "'+cmd", "-cmd|' /C calc'!A0": "'-cmd|' /C calc'!A0", "@SUM(A1)": "'@SUM(A1)",
		"-": "'-", "+": "'+", "=1": "'=1", "@1": "'@1", "-1-1": "'-1-1", "+1+A1": "'+1+A1",
		"\t=1": `\t=1`, "x;=1": "x;'=1", "x; \"=1": "x;' \"=1", "＝1": "'＝1", "−1": "'−1", "a;-1.50; +2; -30 %, -2": "a;-1.50; +2;' -30 %, -2",
		"two\nlines": `two\nlines`, "a \"b\", c": `a "b", c`,
	} {
		var to strings.Builder
		must.Do(t, page.WriteCSV(&to, [][]string{{"first", "second"}, {"x", cell}}))
		rows, err := csv.NewReader(strings.NewReader(to.String())).ReadAll()
		expect.True(t, err == nil && len(rows) == 2 && rows[0][1] == "second" && rows[1][0] == "x" &&
			rows[1][1] == want, cell, rows, err, "want the second of the second row", want)
		expect.Equal(t, 2, strings.Count(to.String(), "\r\n"), "ends of lines by CRLF with the cell", cell)
	}
}

// A cell with a separator, a quote or a blank at its beginning is in quotes.
func TestWriteCSVQuotes(t *testing.T) {
	var to strings.Builder
	must.Do(t, page.WriteCSV(&to, [][]string{{" a", "b c", "d;"}, {`e"`, "f,", "g"}}))
	expect.Equal(t, "\" a\",b c,\"d;\"\r\n\"e\"\"\",\"f,\",g\r\n", to.String())
}

// No part of a cell is a formula, with any separator.
func TestWriteCSVSeparators(t *testing.T) {
	var attacks []string
	for _, sign := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
		for _, before := range []string{"", " ", ";", "; ", ";\"", "x;", "x,", "x\t", "x\";\"", "x\",\"", ";;", "\r", "\n", "\";", "x;\"\""} {
			attacks = append(attacks, before+sign+"HYPERLINK(1)")
		}
	}
	for _, attack := range attacks {
		var to strings.Builder
		must.Do(t, page.WriteCSV(&to, [][]string{{attack, "x;\"", attack}, {"x", attack, attack}}))
		for _, separator := range ",;\t" {
			r := csv.NewReader(strings.NewReader(to.String()))
			r.Comma, r.LazyQuotes, r.FieldsPerRecord = separator, true, -1
			rows := must.Get(r.ReadAll())(t)
			cells := slices.Concat(rows...)
			if separator != ',' { // which the quotes keep together
				cells = append(cells, strings.FieldsFunc(to.String(), func(c rune) bool { return c == separator || c == '\n' })...)
			}
			for _, cell := range cells {
				if strings.IndexAny(strings.Trim(cell, " \""), "=+-@＝＋－＠") == 0 {
					t.Errorf("%q with %q between cells has the cell %q", attack, separator, cell)
				}
			}
		}
	}
}

// If a file cannot be written or removed, that is an error, and nothing is written.
func TestBooksFail(t *testing.T) {
	failed := errors.New("it failed")
	dir := t.TempDir()
	write := func(fail error) error {
		return page.WriteBooks(dir, "students", func(to output.Sink) error {
			return errors.Join(page.WriteFile(to, "a.txt", func(w io.Writer) error {
				_, err := io.WriteString(w, "a")
				return errors.Join(fail, err)
			}), output.Whole(to, "b.txt", nil))
		})
	}
	expect.Error(t, write(failed), failed.Error())
	expect.Equal(t, nil, must.Names(t, dir), "files after what failed")
	must.Do(t, write(nil))
	expect.Equal(t, "a", string(must.Get(os.ReadFile(filepath.Join(dir, "a.txt")))(t)), "a.txt")
}

// A gradebook replaces an earlier one, including the partial one of a process that was killed. Other files
// stay.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"grades.csv", ".grades.csv.4567abcd", ".grades.csv.mine", ".profile.0123abcd", "notes.txt",
		"students/dan.txt", "students/eve/old.walks/one.html", ".grades.csv.0123abcd/mine", "students/fay/old.md", "students/fay/older.md", "others/gus/old.md", "students/zoe/report.md",
		"students/ann/report.md", "students/ann/old.html", "students/ann/.report.md.0123abcd", "students/ann/LICENSE", "students/ben/report.md",
	} {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, nil, 0o666))
	}
	err := page.WriteBooks(dir, "students", func(to output.Sink) error {
		for _, name := range []string{"students/zoe/report.md", "grades.csv", "students/ann/report.md"} {
			if err := output.Whole(to, name, []byte("new")); err != nil {
				return err
			}
		}
		return nil
	})
	must.Do(t, err)
	var found []string
	for _, pattern := range []string{"*", "others/*/*", "students/*", "students/*/*"} {
		paths := must.Get(filepath.Glob(filepath.Join(dir, pattern)))(t)
		for _, path := range paths {
			name := must.Get(filepath.Rel(dir, path))(t)
			found = append(found, filepath.ToSlash(name))
		}
	}
	want := []string{
		".grades.csv.0123abcd", ".grades.csv.mine", ".profile.0123abcd", "grades.csv", "notes.txt", "others", "students", "others/gus/old.md",
		"students/ann", "students/dan.txt", "students/eve", "students/zoe",
		"students/ann/LICENSE", "students/ann/report.md", "students/eve/old.walks", "students/zoe/report.md",
	}
	expect.Equal(t, want, found)
}
