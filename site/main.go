// Command site builds the page: one HTML file that does in a browser, without a network, all that needs no
// foreign program to run.
//
//	go run ./site --out touchstone.html
//	go run ./site --out homework.html --course touchstone.yaml
//	go run ./site --out nim.html ./examples/nim
//
// A command that calls cli.Main is compiled to WebAssembly. The file contains it in compressed form, together
// with the cases of its games and the page's own HTML, CSS and JavaScript.
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

func main() {
	out := flag.String("out", "", "the `FILE` of the page")
	var src source
	flag.StringVar(&src.course, "course", "", "a course `FILE`, which says what the page is about and what it "+
		"shows")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./site --out FILE [--course FILE] "+
			"[PACKAGE]\n\nPACKAGE is a command with games of its own, such as ./examples/nim; without it the page "+
			"has touchstone's.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(*out, src, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// A source holds the parts of a page.
type source struct {
	command string // the package of a command
	course  string // the path of a course file, or ""
}

// touchstone is the command without external games.
const touchstone = "github.com/touchstone-suite/touchstone/cmd/touchstone"

func run(out string, src source, args []string) error {
	if out == "" {
		return errors.New("want --out FILE, found none: go run ./site --out touchstone.html")
	}
	if len(args) > 1 {
		return fmt.Errorf("want one package at most, found %d: %s", len(args), strings.Join(args, " "))
	}
	src.command = append(args, touchstone)[0]
	if problem.Is(src.command) {
		return fmt.Errorf("%s: want a command in Go, found a problem package, which has no page: its programs "+
			"run in no browser", src.command)
	}
	var text bytes.Buffer
	if err := write(&text, src); err != nil {
		return err
	}
	return output.WriteFile(out, text.Bytes())
}

// parts holds the parts of the page.
//
//go:embed page
var parts embed.FS

// write writes the page.
func write(to io.Writer, src source) error {
	data := []string{"run", src.command, "page-data"}
	if src.course != "" {
		data = append(data, "--course", src.course)
	}
	stock, err := tool(false, data...)
	if err != nil {
		return err
	}
	code, support, err := compile(src.command)
	if err != nil {
		return err
	}
	p := page.Page{
		Title: "touchstone",
		Style: page.BookStyle + page.VerdictStyle + page.BoardStyle + page.Part(parts, "page.css"),
		Body:  page.Part(parts, "page.html"), Worker: true, Frames: []*page.Page{walk.Shell()},
		Scripts: slices.Concat([]string{page.BoardScript}, page.VerdictScripts, page.Scripts(parts,
			"desk", "views", "files", "boards", "check", "explain", "learn", "play", "main")),
	}
	p.Data.Level = gzip.BestCompression
	p.Data.Column("worker").Put(append(support, page.Part(parts, "worker.js")...))
	p.Data.Column("wasm").Put(code)
	p.Data.Column("stock").Put(stock)
	return p.Write(to)
}
