// Package pagetest opens pages in a headless browser, for tests. A page that loads anything, or
// reports an error, fails the test.
package pagetest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

var screenshots = flag.String("screenshots", os.Getenv("SCREENSHOTS"), "a directory for pictures of the pages")

// The tests share one browser.
var shared struct {
	sync.Once
	ctx context.Context
	end func()
	err error
}

// Main runs the tests of a package and ends the browser. A package's TestMain calls it.
func Main(m interface{ Run() int }) {
	status := m.Run()
	if shared.end != nil {
		shared.end()
	}
	os.Exit(status)
}

// A Tab is a page in the browser.
type Tab struct {
	testing.TB
	Ctx  context.Context
	Deaf atomic.Bool // it ignores errors and requests
}

// Open opens a page in a new tab. The test fails if the page loads anything, or reports an error. Where each
// change is tested no page is opened, unless pictures are asked for.
func Open(t testing.TB, path string) *Tab {
	t.Helper()
	if _, test := t.(*testing.T); test && *screenshots == "" {
		effort.NeedsAll(t, "opens a browser")
	}
	shared.Do(func() { shared.ctx, shared.end, shared.err = startBrowser(context.Background()) })
	if errors.Is(shared.err, exec.ErrNotFound) {
		t.Skip("SKIPPED: needs chromium: ", shared.err)
	}
	if shared.err != nil {
		t.Fatal("chromium does not start: ", shared.err)
	}
	ctx, stop := chromedp.NewContext(shared.ctx)
	t.Cleanup(stop)
	ctx, cancel := context.WithTimeout(ctx, 6*time.Minute)
	t.Cleanup(cancel)
	t.Cleanup(func() { // other tests must not see the data that the page has stored
		_, _ = chromedp.Run(ctx, chromedp.Evaluate[bool](`localStorage.clear() || true`))
	})
	b, address := &Tab{TB: t, Ctx: ctx}, "file://"+path
	err := chromedp.Listen(ctx, func(event any) {
		if b.Deaf.Load() {
			return
		}
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page fails: %s %s", e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
		case *log.EventEntryAdded:
			t.Errorf("the browser complains: %s", e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if e.Request.URL != address && !strings.HasPrefix(e.Request.URL, "blob:") { // which the page made itself
				t.Errorf("the page loads %s", e.Request.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	Call(b, network.Enable, network.EnableParams{})
	Call(b, log.Enable, cdp.Empty{})
	b.Do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("html[data-ready], html[data-failed]")))
	if failed := Eval[string](b, `document.documentElement.dataset.failed || ""`); failed != "" {
		t.Fatal("the page cannot be shown: ", failed)
	}
	if slip := Eval[string](b,
		`(document.body.innerText.match(/.*(undefined|NaN|null|\[object).*/) || [""])[0]`); slip != "" {
		t.Errorf("the page shows %q", slip)
	}
	return b
}

// Do does something in the page.
func (b *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.Ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// Call sends a command to the browser and returns its result.
func Call[P, R any](b *Tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	result, err := chromedp.Call(b.Ctx, command, params)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

// Eval returns the value of an expression in the page.
func Eval[T any](b *Tab, script string) T {
	b.Helper()
	value, err := chromedp.Run(b.Ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return value
}

// Expect fails the test unless an expression has a value in the page.
func Expect[T comparable](b *Tab, script string, want T) {
	b.Helper()
	if got := Eval[T](b, script); got != want {
		b.Errorf("%s: found %v, want %v", script, got, want)
	}
}

// Contains fails the test unless a text of the page contains some others.
func Contains(b *Tab, text string, wants ...string) {
	b.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			b.Errorf("want %q, found\n%s", want, text)
		}
	}
}

// Press presses keys, one after another.
func (b *Tab) Press(keys ...string) {
	b.Helper()
	for _, key := range keys {
		b.Do(chromedp.KeyEvent(key))
	}
}

// Click clicks the element that a selector finds.
func (b *Tab) Click(selector string) {
	b.Helper()
	b.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Settle waits until the selected element has been drawn.
func (b *Tab) Settle() {
	b.Helper()
	Eval[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// StopsImages reports an error unless the page's policy blocks an external image. It ignores the browser's
// errors from there on.
func (b *Tab) StopsImages() {
	b.Helper()
	b.Deaf.Store(true)
	if reason := Eval[string](b, `new Promise((done) => {
		document.addEventListener("securitypolicyviolation", (e) => done(e.violatedDirective));
		document.body.append(Object.assign(document.createElement("img"), { src: "data:image/png;base64," }));
		setTimeout(() => done("nothing"), 2000);
	})`); reason != "img-src" {
		b.Errorf("the policy stops %s, want an image", reason)
	}
}

// Shoot stores pictures of the page, if the flag -screenshots is set: light and dark, at three widths.
func (b *Tab) Shoot(name string) {
	b.Helper()
	if *screenshots == "" {
		return
	}
	if err := os.MkdirAll(*screenshots, 0o777); err != nil {
		b.Fatal(err)
	}
	for _, look := range []struct {
		name, scheme  string
		width, height int64
	}{
		{"light", "light", 1280, 800}, {"dark", "dark", 1280, 800}, {"tablet", "light", 768, 1024},
		{"tablet-dark", "dark", 768, 1024},
		{"phone", "light", 390, 844}, {"phone-dark", "dark", 390, 844},
	} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}
		Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		b.Do(chromedp.EmulateViewport(look.width, look.height))
		b.Settle()
		picture, err := chromedp.Run(b.Ctx, chromedp.CaptureScreenshot())
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*screenshots, name+"-"+look.name+".png"), picture, 0o666); err != nil {
			b.Fatal(err)
		}
	}
	b.Do(chromedp.ResetViewport())
	Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	b.Settle()
}

// File lets a function write a file of the test, and returns its path.
func File(t testing.TB, name string, write func(io.Writer) error) string {
	t.Helper()
	var text bytes.Buffer
	if err := write(&text); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), fmt.Sprintf("%s.html", name))
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// browserNames are the names of browsers on the PATH. The shell is a Chromium without windows, and takes a
// third of the processor time of a whole one.
var browserNames = []string{
	"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome",
	"chrome",
}

// startBrowser starts a browser that sends nothing of its own, and returns a context for chromedp and a
// function that ends it. The error wraps exec.ErrNotFound if there is no browser.
func startBrowser(ctx context.Context) (browser context.Context, end func(), err error) {
	path, err := findBrowser()
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.WindowSize(1400, 900))
	for _, name := range []string{
		"disable-quic", "disable-component-update", "disable-background-networking", "disable-sync", "no-first-run",
	} {
		options = append(options, chromedp.Flag(name, true))
	}
	if os.Getuid() == 0 { // root has no sandbox to give
		options = append(options, chromedp.NoSandbox)
	}
	temp, err := scratch.Make("", "browser") // it leaves something when it is stopped
	if err != nil {
		return nil, nil, err
	}
	options = append(options, chromedp.Env("TMPDIR="+temp.Path, "HOME="+temp.Path))
	allocator, stop := chromedp.NewExecAllocator(ctx, options...)
	browser, closeBrowser := chromedp.NewContext(allocator)
	end = func() { closeBrowser(); stop(); _ = temp.Remove() }
	if err := chromedp.Do(browser); err != nil {
		end()
		return nil, nil, err
	}
	return browser, end, nil
}

// findBrowser returns the path of the first browser that is installed.
func findBrowser() (path string, err error) {
	for _, name := range browserNames {
		if path, err = exec.LookPath(name); err == nil {
			break
		}
	}
	return path, err
}

// column matches a compressed column of a page.
var column = regexp.MustCompile(`id="data-([^"]+)">([^<]*)`)

// Columns returns the names of the columns of a page, in their order, and the columns.
func Columns(t testing.TB, page []byte) (names []string, columns map[string][]byte) {
	t.Helper()
	columns = map[string][]byte{}
	for _, m := range column.FindAllSubmatch(page, -1) {
		z := must.Get(gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(m[2]))))(t)
		name := string(m[1])
		names, columns[name] = append(names, name), must.Get(io.ReadAll(z))(t)
	}
	return names, columns
}
