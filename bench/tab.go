package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/page/browser"
)

// A tab is the page in a browser of its own.
type tab struct {
	ctx    context.Context
	end    func()
	opened time.Duration // until it could be used
}

// listening notes in a page how long its worker takes for each request, from when it is sent until its answer is there.
const listening = `(() => {
	globalThis.took = [];
	const post = globalThis.Worker && Worker.prototype.postMessage;
	if (!post) {
		return;
	}
	Worker.prototype.postMessage = function (message, ...rest) {
		if (message.request) {
			const begin = performance.now();
			this.addEventListener("message", ({ data }) => {
				if (data.id === message.id && data.of === undefined && !data.part) {
					took.push({ does: JSON.parse(message.request).do, ms: performance.now() - begin });
				}
			});
		}
		return post.call(this, message, ...rest);
	};
})();`

// openPage opens the page in a fresh browser.
func openPage(ctx context.Context, path string) (*tab, error) {
	ctx, end, err := browser.Start(ctx)
	if err != nil {
		return nil, err
	}
	t := &tab{ctx: ctx, end: end}
	if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: listening}); err != nil {
		end()
		return nil, err
	}
	begin := time.Now()
	err = chromedp.Do(ctx, chromedp.Navigate("file://"+path), chromedp.WaitReady(chromedp.CSS("html[data-ready], html[data-failed]")))
	t.opened = time.Since(begin)
	if err != nil {
		end()
		return nil, err
	}
	return t, nil
}

// An answered is how long the page took to answer, in milliseconds.
type answered struct {
	First  float64 // until the first part of the answer was shown
	MS     float64 // until all was
	Failed string
	Took   []struct { // by the worker, for each request
		Does string
		MS   float64
	}
}

// press gives the page an input and the paths of a program's files, presses a button, and waits for the first part of the
// answer, or for all of it.
func (t *tab) press(c pageCase, button string, all bool, files ...string) (answered, error) {
	if err := chromedp.Do(t.ctx, chromedp.SetUploadFiles(chromedp.CSS("#explain-files"), files)); err != nil {
		return answered{}, err
	}
	a, err := chromedp.Run(t.ctx, chromedp.Evaluate[answered](fmt.Sprintf(`new Promise((done) => {
		location.hash = "#%[1]s/explain";
		setTimeout(() => {
			const place = document.getElementById("explained"), begin = performance.now();
			let first = 0;
			document.getElementById("explain-input").value = %[2]q;
			took.length = 0;
			document.getElementById(%[3]q).click();
			new MutationObserver((_, observer) => {
				const ms = performance.now() - begin;
				if (!first && place.querySelector(".pane")) {
					first = ms;
				}
				if (first && !%[4]t || !place.querySelector(".working")) {
					observer.disconnect();
					setTimeout(() => done({ first, ms, took, failed: place.querySelector(".failed")?.textContent || "" }));
				}
			}).observe(place, { childList: true });
		}, 50);
	})`, c.assignment, c.input, button, all), chromedp.EvalAwaitPromise))
	if err == nil && a.Failed != "" {
		err = errors.New("the page says: " + a.Failed)
	}
	return a, err
}

// explain has a log explained, and returns the time until the first difference is shown, and until all else is if whole is set.
func (t *tab) explain(c pageCase, dir string, log []byte, whole bool) (first, all time.Duration, err error) {
	path := filepath.Join(dir, c.file)
	if err := os.WriteFile(path, log, 0o666); err != nil {
		return 0, 0, err
	}
	a, err := t.press(c, "explain-go", whole, path)
	return time.Duration(a.First * 1e6), time.Duration(a.MS * 1e6), err
}

// solve has an input solved, and returns how long the page waited for the right files.
func (t *tab) solve(c pageCase) (time.Duration, error) {
	a, err := t.press(c, "solve-go", true)
	if err != nil {
		return 0, err
	}
	for _, one := range a.Took {
		if one.Does == "solve" {
			return time.Duration(one.MS * 1e6), nil
		}
	}
	return 0, errors.New("the page did not solve")
}

// watchMemory notes how much memory the browser's processes that show pages have for themselves, until it is stopped, and then
// returns the peak in MB.
func (t *tab) watchMemory() (stop func() float64) {
	quit, peak := make(chan struct{}), make(chan float64)
	pid := chromedp.FromContext(t.ctx).Browser.Process().Pid
	go func() {
		most := 0.0
		for {
			select {
			case <-quit:
				peak <- most
				return
			case <-time.After(10 * time.Millisecond):
				most = max(most, rendererMemory(pid))
			}
		}
	}()
	return func() float64 { close(quit); return <-peak }
}

// rendererMemory returns the memory of the renderers below a process, in MB, without what they share with others: that is what the
// browser's task manager shows.
func rendererMemory(browser int) (mb float64) {
	for _, pid := range below(browser) {
		dir := filepath.Join("/proc", strconv.Itoa(pid))
		line, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		if !strings.Contains(string(line), "--type=renderer") {
			continue
		}
		status, _ := os.ReadFile(filepath.Join(dir, "status"))
		for _, field := range []string{"RssAnon:", "VmSwap:"} {
			_, rest, _ := strings.Cut(string(status), field)
			var kib float64
			if _, err := fmt.Sscanf(rest, "%f kB", &kib); err == nil {
				mb += kib * 1024 / 1e6
			}
		}
	}
	return mb
}

// below returns the processes that a process started, and those that they did.
func below(pid int) (all []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, field := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(field); err == nil {
				all = append(append(all, child), below(child)...)
			}
		}
	}
	return all
}
