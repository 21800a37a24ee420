// Package page makes pages of one HTML file. They run only their own script and load nothing, and their data
// is text that no browser parses as HTML.
package page

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// The parts that all pages share: their colours, and how they read their data and make elements.
var (
	//go:embed parts/base.css
	baseStyle string
	// BookStyle is the CSS that the pages of books share.
	//go:embed parts/book.css
	BookStyle string
	// VerdictStyle and VerdictScripts show verdicts and points, of the data that package gradebook makes.
	//go:embed parts/verdict.css
	VerdictStyle string
	//go:embed parts/verdict.js
	verdictScript string
	//go:embed parts/points.js
	pointsScript   string
	VerdictScripts = []string{verdictScript, pointsScript}
	// BoardStyle and BoardScript draw boards.
	//go:embed parts/board.css
	BoardStyle string
	//go:embed parts/board.js
	BoardScript string
	//go:embed parts/data.js
	dataScript string
	//go:embed parts/element.js
	elementScript string
)

// Part returns a file of the directory "page" that a package embeds, such as "page.css".
func Part(parts fs.ReadFileFS, name string) string {
	text, err := parts.ReadFile("page/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// Scripts returns the scripts of that directory with these names, such as "main" for "main.js".
func Scripts(parts fs.ReadFileFS, names ...string) (scripts []string) {
	for _, name := range names {
		scripts = append(scripts, Part(parts, name+".js"))
	}
	return scripts
}

// A Page is one HTML file.
type Page struct {
	Title   string
	Style   string   // CSS, after the shared CSS
	Body    string   // the element body, in HTML, without an end tag for html
	Scripts []string // one script, in this order; a page without any has no script at all
	Data    Data
	Worker  bool    // it starts workers of its own, which run WebAssembly
	Frames  []*Page // pages to show in frames; only their scripts and style are used
}

// script returns the whole script. Nothing of it is visible outside.
func (p *Page) script() string {
	if len(p.Scripts) == 0 {
		return ""
	}
	return "(() => {\n\"use strict\";\n" + dataScript + "\n" + elementScript + "\n" +
		strings.Join(p.Scripts, "\n") + "})();\n"
}

// policy returns the policy of the page's contents: it runs and loads only its own parts, even if some data
// were parsed as HTML. A frame has the policy of the page around it.
func (p *Page) policy() string {
	scripts, styles := source(p.script()), source(baseStyle+p.Style)
	for _, f := range p.Frames {
		scripts, styles = scripts+" "+source(f.script()), styles+" "+source(baseStyle+f.Style)
	}
	worker := ""
	if p.Worker {
		scripts, worker = scripts+" 'wasm-unsafe-eval'", "; worker-src blob:"
	}
	return "default-src 'none'; script-src " + scripts + "; style-src " + styles + worker +
		"; base-uri 'none'; form-action 'none'"
}

// source names a text in a policy.
func source(text string) string {
	if text == "" {
		return "'none'"
	}
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the page around its data. The data contains no HTML: it is in base64.
func (p *Page) Write(w io.Writer) error {
	ready := "" // signal to a browser under test; a script gives it itself
	if len(p.Scripts) == 0 {
		ready = ` data-ready="0"`
	}
	to, all, style := bufio.NewWriter(w), p.script(), baseStyle+p.Style
	fmt.Fprintf(to, `<!DOCTYPE html>
<html lang="en"%s>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>%s</style>
</head>
%s`, ready, p.policy(), html.EscapeString(p.Title), style, p.Body)
	for _, c := range p.Data.columns {
		fmt.Fprintf(to, "<script type=\"application/gzip;base64\" id=\"data-%s\">", c.name)
		if err := c.base64(to); err != nil {
			return err
		}
		fmt.Fprint(to, "</script>\n")
	}
	if all != "" {
		fmt.Fprintf(to, "<script>%s</script>\n", all)
	}
	fmt.Fprint(to, "</html>\n")
	return to.Flush()
}

// maxName is the maximum number of bytes of a name in a file name.
const maxName = 80

// FileNames returns names of files or directories for the names of items, which may be any text. A name that
// every file system accepts stays as it is. Any other name loses its unsafe characters and gets a part of its
// digest, so that no two names are the same, even where case does not matter.
func FileNames[T any](items []T, nameOf func(T) string) map[string]string {
	folded := map[string]int{}
	for _, item := range items {
		folded[strings.ToLower(nameOf(item))]++
	}
	files := map[string]string{}
	for _, item := range items {
		name := nameOf(item)
		safe := safeName(name)
		if safe != name || folded[strings.ToLower(name)] > 1 {
			safe += fmt.Sprintf("~%.4x", sha256.Sum256([]byte(name)))
		}
		files[name] = safe
	}
	return files
}

// safeName returns the safe part of a name, which is never "~".
func safeName(name string) string {
	safe := strings.Map(func(c rune) rune {
		if c == utf8.RuneError || c != '-' && c != '.' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return '_'
		}
		return c
	}, name)
	for strings.Contains(safe, "__") {
		safe = strings.ReplaceAll(safe, "__", "_")
	}
	if len(safe) > maxName {
		safe = strings.ToValidUTF8(safe[:maxName], "")
	}
	safe = strings.TrimRight(safe, ".")
	if strings.HasPrefix(safe, ".") || safe == "" || reserved[strings.ToLower(strings.SplitN(safe, ".", 2)[0])] {
		safe = "_" + safe
	}
	return safe
}

// reserved are names that Windows gives to devices, with any ending.
var reserved = func() map[string]bool {
	names := map[string]bool{"con": true, "prn": true, "aux": true, "nul": true}
	for i := range 10 {
		names[fmt.Sprint("com", i)], names[fmt.Sprint("lpt", i)] = true, true
	}
	return names
}()

// Data are the columns of a page. Each is compressed as it grows. In the page, column(name), text(name)
// and numbers(type, name) of data.js return them.
type Data struct {
	Level   int // of compression, as in package gzip; 0 is the usual one
	columns []*Column
}

// A Column is one array of numbers, or a text.
type Column struct {
	name       string
	level      int
	compressed bytes.Buffer
	gz         *gzip.Writer
	buffered   *bufio.Writer
	number     [4]byte
}

// Column begins a column. It grows in memory, where writing does not fail.
func (d *Data) Column(name string) *Column {
	c := &Column{name: name, level: d.Level}
	if c.level == 0 {
		c.level = gzip.DefaultCompression
	}
	if gz, ok := idleWriters[c.level-gzip.HuffmanOnly].Get().(*gzip.Writer); ok {
		c.gz = gz
		c.gz.Reset(&c.compressed)
	} else {
		c.gz, _ = gzip.NewWriterLevel(&c.compressed, c.level) // which exists
	}
	c.buffered = bufio.NewWriterSize(c.gz, 32<<10)
	d.columns = append(d.columns, c)
	return c
}

// idleWriters holds gzip writers of each level, whose tables take a megabyte.
var idleWriters [gzip.BestCompression - gzip.HuffmanOnly + 1]sync.Pool

// Write adds a part of a text.
func (c *Column) Write(p []byte) (int, error) { return c.buffered.Write(p) }

// U8, U16, U32 and I32 add a number, little-endian.
func (c *Column) U8(v uint8)   { _ = c.buffered.WriteByte(v) }
func (c *Column) U16(v uint16) { c.Put(binary.LittleEndian.AppendUint16(c.number[:0], v)) }
func (c *Column) U32(v uint32) { c.Put(binary.LittleEndian.AppendUint32(c.number[:0], v)) }
func (c *Column) I32(v int32)  { c.U32(uint32(v)) }

// Put adds bytes.
func (c *Column) Put(bytes []byte) { _, _ = c.buffered.Write(bytes) }

// base64 ends the column and writes it.
func (c *Column) base64(w io.Writer) error {
	if err := c.buffered.Flush(); err != nil {
		return err
	}
	if err := c.gz.Close(); err != nil {
		return err
	}
	idleWriters[c.level-gzip.HuffmanOnly].Put(c.gz)
	c.gz = nil
	to := base64.NewEncoder(base64.StdEncoding, w)
	if _, err := c.compressed.WriteTo(to); err != nil {
		return err
	}
	return to.Close()
}

// JSON adds a value.
func (d *Data) JSON(name string, value any) error {
	return json.NewEncoder(d.Column(name)).Encode(value)
}

// formula holds the characters that begin a formula in a spreadsheet, in all their widths.
const formula = "=+-@＝＋－＠﹦﹢﹣﹫−"

// Cell returns a text as a cell of a table without formulas and invisible characters. In many locales a
// spreadsheet begins a cell after each semicolon as well, even between quotes.
func Cell(text string) string {
	var cell strings.Builder
	for rest := escape.Line(text); rest != ""; {
		part := rest[:min(strings.IndexByte(rest+";", ';')+1, len(rest))]
		begin := strings.TrimLeft(part, " \"")
		if strings.IndexAny(begin, formula) == 0 && !isNumber(strings.TrimRight(begin, " \";")) {
			cell.WriteByte('\'')
		}
		cell.WriteString(part)
		rest = rest[len(part):]
	}
	return cell.String()
}

// isNumber reports whether a cell is nothing but a number with a sign, as changes of points are.
func isNumber(cell string) bool {
	return len(cell) > 1 && (cell[0] == '+' || cell[0] == '-') && strings.Trim(cell[1:], "0123456789.") == ""
}

// WriteCSV writes a table of cells in the format of RFC 4180. Cells with any separator of spreadsheets are in
// quotes.
func WriteCSV(w io.Writer, rows [][]string) error {
	to := bufio.NewWriter(w)
	for _, row := range rows {
		for i, text := range row {
			cell := Cell(text)
			if strings.ContainsAny(cell, `",;`) || strings.HasPrefix(cell, " ") {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			if i > 0 {
				cell = "," + cell
			}
			to.WriteString(cell) //nolint:errcheck // Flush returns it
		}
		to.WriteString("\r\n") //nolint:errcheck // Flush returns it
	}
	return to.Flush()
}

// WriteBooks writes files into a directory, all of them or none. Then it visits the subdirectories of below,
// such as "students". It removes the files there that only earlier books had, and each subdirectory that
// becomes empty. It also removes the temporary files that a killed process left in dir. No other process may
// work there at the same time.
func WriteBooks(dir, below string, write func(to output.Sink) error) error {
	sink := output.NewDir(dir)
	defer sink.Abort()
	r := &recorder{Sink: sink}
	if err := write(r); err != nil {
		return err
	}
	if err := sink.Commit(); err != nil {
		return err
	}
	return r.prune(dir, below)
}

// WriteFile writes a file as it is made.
func WriteFile(to output.Sink, name string, write func(io.Writer) error) error {
	file, err := to.Begin(name, output.Size{})
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(file) // remembers its errors
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.Finish(nil)
}

// A recorder is a Sink that remembers the names of its files.
type recorder struct {
	output.Sink
	names []string
}

// Begin implements output.Sink.
func (r *recorder) Begin(name string, head output.Size) (output.File, error) {
	r.names = append(r.names, filepath.ToSlash(name))
	return r.Sink.Begin(name, head)
}

// prune removes files that are no longer written.
func (r *recorder) prune(dir, below string) error {
	slices.Sort(r.names)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := r.removeTemporary(root); err != nil {
		return err
	}
	dirs, err := fs.ReadDir(root.FS(), below)
	if err != nil {
		return nil //nolint:nilerr // no such directory
	}
	for _, entry := range dirs {
		path := below + "/" + entry.Name()
		files, err := fs.ReadDir(root.FS(), path)
		if err != nil {
			continue
		}
		kept := 0
		for _, f := range files {
			name := path + "/" + f.Name()
			_, found := slices.BinarySearch(r.names, name)
			switch {
			case found, f.IsDir(), !strings.Contains(f.Name(), "."): // not ours
				kept++
			default:
				if err := root.Remove(name); err != nil {
					return err
				}
			}
		}
		if kept == 0 {
			if err := root.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeTemporary removes the temporary files of r.names that are directly in the directory.
func (r *recorder) removeTemporary(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		isTemporary := func(name string) bool { return output.IsTemporary(e.Name(), name) }
		if !e.IsDir() && slices.ContainsFunc(r.names, isTemporary) {
			if err := root.Remove(e.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}
