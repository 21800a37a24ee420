package pagetest

import (
	"context"
	"os"
	"os/exec"

	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// browserNames are the names of browsers on the PATH. The shell is a Chromium without windows, and takes a
// third of the processor time of a whole one.
var browserNames = []string{
	"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome",
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
