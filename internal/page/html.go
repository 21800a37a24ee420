package page

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"
)

// What all pages share: their colours, and how they read their data and make elements.
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

// A Page is one HTML file.
type Page struct {
	Title   string
	Style   string   // CSS, behind that which pages share
	Body    string   // the element body, in HTML, without an end tag for html
	Scripts []string // one script, in this order; a page without any has no script at all
	Data    Data
	Worker  bool    // it starts workers of its own, which run WebAssembly
	Frames  []*Page // pages that it shows in frames, of which only scripts and style count here
}

// script returns the whole script. Nothing of it is visible outside.
func (p *Page) script() string {
	if len(p.Scripts) == 0 {
		return ""
	}
	return "(() => {\n\"use strict\";\n" + dataScript + "\n" + elementScript + "\n" + strings.Join(p.Scripts, "\n") + "})();\n"
}

// policy returns the policy of the page's contents: nothing runs or is loaded but what it brings along, even if some data
// were taken for HTML. A frame has the policy of the page around it.
func (p *Page) policy() string {
	scripts, styles := source(p.script()), source(baseStyle+p.Style)
	for _, f := range p.Frames {
		scripts, styles = scripts+" "+source(f.script()), styles+" "+source(baseStyle+f.Style)
	}
	worker := ""
	if p.Worker {
		scripts, worker = scripts+" 'wasm-unsafe-eval'", "; worker-src blob:"
	}
	return "default-src 'none'; script-src " + scripts + "; style-src " + styles + worker + "; base-uri 'none'; form-action 'none'"
}

// source names a text in a policy.
func source(text string) string {
	if text == "" {
		return "'none'"
	}
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the page around its data. Nothing of the data is HTML: it is in base64.
func (p *Page) Write(w io.Writer) error {
	ready := "" // to a browser under test; a script says so itself
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
