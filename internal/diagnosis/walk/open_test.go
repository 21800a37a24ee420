package walk_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// long returns the page of a search of reversi, from its start, of so many lines.
func long(t testing.TB, depth, lines int) walk.Page {
	t.Helper()
	p := find(t, "reversi", "handout-start")
	in := *p.Game.(*reversi.Input)
	in.Depth = depth
	p.Game, p.Most = &in, lines
	return p
}

// scroll scrolls the log from its top to its end in 200 steps, one a frame, and returns how long the
// frames took, and how long the page worked on each, in milliseconds, the longest last.
const scroll = `new Promise((done) => {
	const log = document.getElementById("log"), frames = [], work = [], steps = 200, ask = requestAnimationFrame.bind(window);
	window.requestAnimationFrame = (f) => ask((at) => { // which the page calls to draw
		const begin = performance.now();
		f(at);
		log.clientHeight; // lays it out
		work.push(performance.now() - begin);
	});
	const sorted = (times) => times.sort((a, b) => a - b);
	let last = performance.now();
	const step = (i) => {
		const now = performance.now();
		frames.push(now - last);
		last = now;
		if (i > steps) {
			return done([sorted(frames.slice(1)), sorted(work)]);
		}
		log.scrollTop = (log.scrollHeight * i) / steps;
		ask(() => step(i + 1));
	};
	ask(() => step(0));
})`

// BenchmarkOpen says how long a page takes to be made, to open until its first line can be seen,
// and to draw a frame while it is scrolled. It has no iterations to speak of: run it with
// -benchtime 1x.
func BenchmarkOpen(b *testing.B) {
	for _, size := range []struct{ depth, lines int }{{9, 100_000}, {11, 1_000_000}} {
		b.Run(fmt.Sprint(size.lines), func(b *testing.B) {
			p, path := long(b, size.depth, size.lines), filepath.Join(b.TempDir(), "page.html")
			for b.Loop() {
				begin := time.Now()
				var text bytes.Buffer
				if sum, err := walk.Write(b.Context(), &text, p); err != nil || sum.Lines != size.lines {
					b.Fatal(sum, err)
				}
				b.ReportMetric(time.Since(begin).Seconds(), "s/make")
				b.ReportMetric(float64(text.Len())/1e6, "MB")
				if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
					b.Fatal(err)
				}
				t := open(b, path)
				b.ReportMetric(eval[float64](t, `Number(document.documentElement.dataset.ready)`), "ms/open")
				for i, times := range eval[[2][]float64](t, scroll) {
					name := [...]string{"frame", "work"}[i]
					b.ReportMetric(times[len(times)/2], "ms/"+name)
					b.ReportMetric(times[len(times)*99/100], "ms/"+name+"-p99")
				}
				b.ReportMetric(eval[float64](t, `performance.memory.usedJSHeapSize / 1e6`), "MB/heap")
			}
		})
	}
}
