// Command site builds the page: one HTML file that does in a browser, without a network, all that needs no foreign program to
// run.
//
//	go run ./site --out touchstone.html
//
// The pure packages are compiled to WebAssembly, and lie compressed in the file beside its own HTML, CSS and JavaScript.
package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

func main() {
	out := flag.String("out", "", "the `FILE` of the page")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	if out == "" {
		return errors.New("want --out FILE, found none: go run ./site --out touchstone.html")
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	return output.WriteFile(out, text.Bytes())
}

// The page's parts. The scripts are one, in this order.
var (
	//go:embed page/page.html
	body string
	//go:embed page/page.css
	style string
	//go:embed page/worker.js
	workerScript string
	//go:embed page/desk.js
	deskScript string
	//go:embed page/views.js
	viewsScript string
	//go:embed page/check.js
	checkScript string
	//go:embed page/explain.js
	explainScript string
	//go:embed page/learn.js
	learnScript string
	//go:embed page/play.js
	playScript string
	//go:embed page/main.js
	mainScript string
)

// write writes the page.
func write(to io.Writer) error {
	code, support, err := compile()
	if err != nil {
		return err
	}
	p := page.Page{
		Title: "touchstone", Style: page.BookStyle + style, Body: body, Worker: true, Frames: []*page.Page{walk.Shell()},
		Scripts: []string{deskScript, viewsScript, checkScript, explainScript, learnScript, playScript, mainScript},
	}
	p.Data.Level = gzip.BestCompression
	p.Data.Column("worker").Put(append(support, workerScript...))
	p.Data.Column("wasm").Put(code)
	return p.Write(to)
}

// inlined are the packages in which functions are inlined, for that is where a search spends its time. Elsewhere they are not:
// that makes the page a tenth smaller.
const inlined = "github.com/touchstone-suite/touchstone/oracle/..."

// compile compiles package site/wasm, and returns it with the script of Go's that runs it.
func compile() (code, support []byte, err error) {
	dir, err := os.MkdirTemp("", "touchstone-site-")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "touchstone.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags="+inlined+"=",
		"-o", file, "github.com/touchstone-suite/touchstone/site/wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("compiling for the browser, in the folder of the module: %w\n%s", err, text)
	}
	if code, err = os.ReadFile(file); err != nil {
		return nil, nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, nil, err
	}
	support, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return code, support, err
}
