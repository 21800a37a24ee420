//go:build unix

package queue_test

import (
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/work/queue"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A lastResult is told of a class, and calls do after the last of so many results.
type lastResult struct {
	left int
	do   func()
}

func (l *lastResult) Begin(int, int)                {}
func (l *lastResult) Loops([]string, bool)          {}
func (l *lastResult) Slow([]string, int)            {}
func (l *lastResult) Spared(int)                    {}
func (l *lastResult) Unbuilt([]string, string, int) { l.one() }
func (l *lastResult) Ran(testscript.Verdict)        { l.one() }

func (l *lastResult) one() {
	if l.left--; l.left == 0 {
		l.do()
	}
}

// A class whose server is away at its end, for longer than a request waits, is graded all the same,
// and nothing is left in the queue.
func TestFleetServerAwayAtTheEnd(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "waits for some seconds")
	c := newClass(t, 2, ":")
	dir := t.TempDir()
	s := serve(t, "127.0.0.1:0", dir, asLeader(queue.Options{}))
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	startWorker(t, dial(t, s.URL, asWorker(queue.Options{})))
	g := c.grader(t)
	var back sync.WaitGroup
	g.Watch = &lastResult{left: 1 + 2*6, do: func() { // the third program is one of the two others
		s.Close()
		back.Go(func() {
			time.Sleep(7 * time.Second)
			if s, err = queue.Serve(at.Host, dir, asLeader(queue.Options{})); err != nil {
				t.Error(err)
			}
		})
	}}
	if err := queue.Lead(t.Context(), dial(t, s.URL, asLeader(queue.Options{})), gradeJob(g), version); err != nil { // a context without a deadline, as of the command
		t.Fatal(err)
	}
	if err := g.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	back.Wait()
	defer s.Close()
	compare(t, booksOf(t, g), c.local(t))
}
