package walk_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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
)

var screenshots = flag.String("screenshots", os.Getenv("SCREENSHOTS"), "a folder for pictures of the pages")

// The tests share one browser.
var browser struct {
	sync.Once
	ctx context.Context
	end func()
	err error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if browser.end != nil {
		browser.end()
	}
	os.Exit(status)
}

// start starts the browser, which is headless and sends nothing of its own.
func start() {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, browser.err = exec.LookPath(name); browser.err == nil {
			break
		}
	}
	if browser.err != nil {
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.WindowSize(1400, 900))
	for _, name := range []string{"disable-quic", "disable-component-update", "disable-background-networking", "disable-sync", "no-first-run"} {
		options = append(options, chromedp.Flag(name, true))
	}
	if os.Getuid() == 0 { // root has no sandbox to give
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	browser.ctx, browser.end = ctx, func() { closeBrowser(); stop() }
	browser.err = chromedp.Do(ctx)
}

// A tab is a page in the browser.
type tab struct {
	testing.TB
	ctx  context.Context
	deaf atomic.Bool // it hears no complaints, and no requests
}

// open opens a page in a new tab. The test fails if the page loads anything, or reports an error.
func open(t testing.TB, path string) *tab {
	t.Helper()
	browser.Do(start)
	if errors.Is(browser.err, exec.ErrNotFound) {
		t.Skip("SKIPPED: needs chromium: ", browser.err)
	}
	if browser.err != nil {
		t.Fatal("chromium does not start: ", browser.err)
	}
	ctx, stop := chromedp.NewContext(browser.ctx)
	t.Cleanup(stop)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	b, address := &tab{TB: t, ctx: ctx}, "file://"+path
	err := chromedp.Listen(ctx, func(event any) {
		if b.deaf.Load() {
			return
		}
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page fails: %s %s", e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
		case *log.EventEntryAdded:
			t.Errorf("the browser complains: %s", e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if e.Request.URL != address {
				t.Errorf("the page loads %s", e.Request.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	b.do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("html[data-ready], html[data-failed]")))
	if failed := eval[string](b, `document.documentElement.dataset.failed || ""`); failed != "" {
		t.Fatal("the page cannot be shown: ", failed)
	}
	if slip := eval[string](b, `(document.body.innerText.match(/.*(undefined|NaN|null|\[object).*/) || [""])[0]`); slip != "" {
		t.Errorf("the page says %q", slip)
	}
	return b
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// call asks the browser for something.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	result, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

// eval returns the value of an expression in the page.
func eval[T any](b *tab, script string) T {
	b.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return value
}

// press presses keys, one after another.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, key := range keys {
		b.do(chromedp.KeyEvent(key))
	}
}

// click clicks what a selector finds.
func (b *tab) click(selector string) {
	b.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// settle waits until what is selected has been drawn.
func (b *tab) settle() {
	b.Helper()
	eval[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// goTo goes to a line of the file by the page's address, which must not name it already.
func (b *tab) goTo(line int) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`new Promise((done) => { addEventListener("hashchange", () => done(true), { once: true }); location.hash = "#%d"; })`, line))
}

// line returns the selected line of the log, as a screen reader tells it.
func (b *tab) line() string {
	b.Helper()
	b.settle()
	return eval[string](b, `document.querySelector("#log [aria-selected=true]")?.getAttribute("aria-label") || "none in sight"`)
}

// shoot keeps pictures of the page, if -screenshots asks for them: light and dark, wide and narrow.
func (b *tab) shoot(name string) {
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
	}{{"light", "light", 1400, 900}, {"dark", "dark", 1400, 900}, {"narrow", "light", 420, 900}} {
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}})
		b.do(chromedp.EmulateViewport(look.width, look.height))
		b.settle()
		picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*screenshots, name+"-"+look.name+".png"), picture, 0o666); err != nil {
			b.Fatal(err)
		}
	}
	b.do(chromedp.ResetViewport())
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	b.settle()
}

// file writes what a function writes into a file of the test, and returns its path.
func file(t testing.TB, name string, write func(io.Writer) error) string {
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
