//go:build unix

package queue_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/work/queue"
)

// said collects what a worker says.
type said struct {
	mu    sync.Mutex
	lines []string
}

func (s *said) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

func (s *said) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(strings.Join(s.lines, "\n"), text)
}

// A leader has a worker run nothing unless it has the leader's signature, and not then if it wants to decide
// how programs are run. The program of this class leaves a mark that its worker would see.
func TestHostileLeader(t *testing.T) {
	effort.NeedsAll(t, "waits for what does not come")
	mark := filepath.Join(t.TempDir(), "mark")
	c := newClass(t, 1, ": >"+mark)
	other, err := queue.LeaderKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	forget := func(_ string, text []byte) []byte { // the signature
		var s map[string]any
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		delete(s, "signature")
		text, _ = json.Marshal(s)
		return text
	}
	only := func(what string, change func(string, []byte) []byte) func(string, []byte) []byte {
		return func(of string, text []byte) []byte {
			if of == what {
				return change(of, text)
			}
			return text
		}
	}
	bare := func(_ string, text []byte) []byte {
		var s struct{ Body []byte }
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		return s.Body
	}
	edit := func(_ string, text []byte) []byte {
		var s struct {
			Body      []byte `json:"body"`
			Signature []byte `json:"signature"`
		}
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		s.Body = append(s.Body, ' ')
		text, _ = json.Marshal(s)
		return text
	}
	resign := func(of string, text []byte) []byte { return queue.Resign(other, of, bare(of, text)) }
	var kept []byte
	keep := func(_ string, text []byte) []byte { kept = text; return text }
	again := func(string, []byte) []byte { return kept }
	same := func(_ string, text []byte) []byte { return text }
	for _, one := range []struct {
		name   string
		sign   func(string, []byte) []byte
		policy func(*class.Plan)
		want   string
	}{
		{"a lease without a signature", only("lease", forget), nil, "a lease is refused"},
		{"a lease as it was before there were signatures", only("lease", bare), nil, "a lease is refused"},
		{"a lease that was changed", only("lease", edit), nil, "a lease is refused"},
		{"a lease of another leader", only("lease", resign), nil, "a lease is refused"},
		{"a plan of another leader", only("plan", resign), nil, "an order is refused"},
		{"a plan without a signature", only("plan", forget), nil, "an order is refused"},
		{"a plan that was changed", only("plan", edit), nil, "an order is refused"},
		{"no confinement", same, func(p *class.Plan) { p.Mode = sandbox.None }, "want a plan that leaves it to this machine"},
		{"a compiler", same, func(p *class.Plan) { p.Tools = map[string]string{"cxx": mark} }, "want a plan that leaves it to this machine"},
		{"more to read", same, func(p *class.Plan) { p.AllowRead = []string{"/root"} }, "want a plan that leaves it to this machine"},
		{"a plan of this class as it stands in the journal", same, func(p *class.Plan) { p.Local = "" }, "want a plan that leaves it to this machine"},
		{"more confinement than there is", same, func(p *class.Plan) { p.Sandbox = append(p.Sandbox, "a moat") }, "found no a moat here"},
		{"an order of all that is right, to be shown again", only("lease", keep), nil, ""},
		{"a lease of another job", only("lease", again), nil, "a lease is refused"},
	} {
		t.Run(strings.ReplaceAll(one.name, " ", "_"), func(t *testing.T) {
			s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
			defer s.Close()
			plan := c.plan.Shared()
			if one.policy != nil {
				one.policy(plan)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			job := c.grader(t).Job(0, nil)
			d, err := job.Describe(nil)
			if err != nil {
				t.Fatal(err)
			}
			p := job.Take(1)
			for !strings.Contains(d.Path(p.Submissions[0]), "student") {
				p = job.Take(1)
			}
			d.Plan = func() (any, error) { return plan, nil }
			if err := queue.Order(ctx, dial(t, s.URL, asLeader(queue.Options{})), "job-"+fmt.Sprint(len(one.name)), version, d, p, one.sign); err != nil {
				t.Fatal(err)
			}
			heard := &said{}
			w := newWorker(t, 1)
			w.Say, w.Idle = heard.say, 2*time.Second
			err = w.Work(ctx, dial(t, s.URL, asWorker(queue.Options{})))
			if err != nil {
				heard.say("%v", err)
			}
			if one.want != "" && !heard.has(one.want) {
				t.Errorf("the worker says %q, want %q", heard.lines, one.want)
			}
			_, ran := os.Stat(mark)
			os.Remove(mark)
			if (ran == nil) != (one.want == "") {
				t.Errorf("the program has run: %v, want %v; the worker says %q", ran == nil, one.want == "", heard.lines)
			}
		})
	}
}

// flip returns the line of a result with another verdict.
func flip(from, to string) func([]byte) []byte {
	return func(line []byte) []byte {
		return bytes.Replace(line, []byte(`"verdict":"`+from+`"`), []byte(`"verdict":"`+to+`"`), 1)
	}
}

// A worker with false results is found out by those that others make, and outvoted: the books are right if all
// is run again. Who takes a lease is nobody's choice; where those that have voted take it each time, the
// vote is undecided, and that is told.
func TestHostileWorker(t *testing.T) {
	t.Parallel()
	for range 5 {
		if outvoted(t) {
			return
		}
	}
	t.Error("votes were undecided each time")
}

// outvoted reports whether a worker with false results was outvoted on all of them.
func outvoted(t *testing.T) bool {
	t.Helper()
	dir := t.TempDir()
	keys, err := queue.LeaderKeys(dir, "lab1", "lab2", "lab3")
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	c := newClass(t, 3, "")
	s, err := queue.Serve("127.0.0.1:0", t.TempDir(), queue.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	defer func() { stop(); ended.Wait() }()
	join := func(name string, work func(*queue.Queue) error) {
		k, err := queue.WorkerKey(filepath.Join(dir, name+".key"))
		if err != nil {
			t.Fatal(err)
		}
		q := dial(t, s.URL, queue.Options{Keys: k, As: queue.Working})
		ended.Go(func() {
			defer k.Close()
			if err := work(q); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	w := func() *queue.Worker { return newWorker(t, 1) }
	join("lab1", func(q *queue.Queue) error { return queue.Lie(ctx, w(), q, flip("wrong", "pass")) })
	lying := false
	g := c.grader(t)
	g.Watch = &lastResult{left: 1, do: func() { // the others join once a lie has been told
		lying = true
		for _, name := range []string{"lab2", "lab3"} {
			join(name, func(q *queue.Queue) error { return w().Work(ctx, q) })
		}
	}}
	differed := 0
	lead, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	job := g.Job(1, func(class.Rechecked) { differed++ })
	if err := queue.Lead(lead, dial(t, s.URL, queue.Options{Keys: keys, As: queue.Leading}), job, version); err != nil {
		t.Fatal(err)
	}
	if err := g.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	all, err := g.Rechecks()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(all, all.Suspects())
	if !lying || differed == 0 || len(all.Differing()) == 0 || len(all.Again) != all.Of {
		t.Errorf("%s; told %d times", all, differed)
	}
	if slices.ContainsFunc(all.Again, func(r class.Rechecked) bool { return r.Undecided }) {
		return false
	}
	if suspects := all.Suspects(); len(suspects) != 1 || !strings.Contains(suspects[0], "liar (lab1) was outvoted") {
		t.Errorf("outvoted are %q, want lab1", suspects)
	}
	compare(t, booksOf(t, g), c.local(t))
	return true
}

// Results of leases that were given to nobody, or to others for something else, are dropped.
func TestForgedResults(t *testing.T) {
	t.Parallel()
	c := newClass(t, 2, "")
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	defer s.Close()
	g := c.grader(t)
	job := gradeJob(g)
	about, err := job.Describe(nil)
	if err != nil {
		t.Fatal(err)
	}
	id := about.ID
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// A liar learns the true lines of results, and says them changed for leases that it made up: all of a class,
	// by name, which it has signed itself or not at all.
	var orders [][]byte
	for job.Left() > 0 {
		orders = append(orders, queue.ForgeOrder(workerKey, id, job.Take(job.Left()).What))
	}
	forger := dial(t, s.URL, asWorker(queue.Options{}))
	forged := 0
	spy := dial(t, s.URL, asWorker(queue.Options{}))
	ended := make(chan error, 1)
	go func() {
		w := newWorker(t, 1)
		ended <- queue.Lie(ctx, w, spy, func(line []byte) []byte {
			lie := flip("wrong", "pass")(line)
			for _, order := range append(orders, nil) {
				if err := queue.Forge(ctx, forger, id, order, lie); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				forged++
			}
			time.Sleep(50 * time.Millisecond) // the forged come first
			return line
		})
	}()
	lead(t, dial(t, s.URL, asLeader(queue.Options{})), g)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if forged == 0 {
		t.Error("nothing was forged")
	}
	compare(t, booksOf(t, g), c.local(t))
}
