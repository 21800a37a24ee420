//go:build unix

package queue_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/fuzz/judge"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tournament"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/queue"
	"github.com/touchstone-suite/touchstone/internal/work/queue/queuetest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// The tests mostly wait for processes and timers: more of them than there are processors run
// at a time, unless -parallel says otherwise.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	os.Exit(withKeys(m.Run))
}

// The keys of the queues of most tests.
var leaderKeys, workerKey *queue.Keys

// withKeys makes keys for a run of tests.
func withKeys(run func() int) (status int) {
	dir, err := os.MkdirTemp("", "keys")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if leaderKeys, err = queue.LeaderKeys(dir); err != nil {
		panic(err)
	}
	defer leaderKeys.Close()
	if workerKey, err = queue.WorkerKey(filepath.Join(dir, "worker.key")); err != nil {
		panic(err)
	}
	defer workerKey.Close()
	return run()
}

func asLeader(o queue.Options) queue.Options {
	o.Keys, o.As = leaderKeys, queue.Leading
	return o
}

func asWorker(o queue.Options) queue.Options {
	o.Keys, o.As = workerKey, queue.Working
	return o
}

// unconfined is how workers run programs in most tests.
var unconfined = policy.Local{Mode: testscript.SandboxNone}

// gradeJob returns the job of grading of which nothing is run again.
func gradeJob(g *class.Grader) work.EncodedJob { return g.Job(0, nil) }

// newWorker returns a worker for all kinds of work.
func newWorker(t *testing.T, jobs int) *queue.Worker {
	return &queue.Worker{Jobs: jobs, Version: version, Say: t.Logf, Kinds: map[work.Kind]work.Opener{
		class.Kind: class.Opener(unconfined, jobs, nil), audit.Kind: audit.Opener(jobs),
		judge.Kind: judge.Opener(unconfined, jobs, nil), tournament.Kind: tournament.Opener(unconfined, nil),
	}}
}

// A school is a small class whose programs are shell scripts.
type school struct {
	students []submissions.Student
	plan     *class.Plan
}

const version = "test"

// quick are the cases that a class is graded with. Their logs are short: a diagnosis compares them with
// those of all known mistakes.
var quick = []string{"both-sides-pass-at-root", "few-pieces-for-o", "few-pieces-for-x", "flips-in-eight-directions", "tie-at-root-first-wins", "wiped-out-at-root"}

// newClass makes a class of so many students; pause is what each program does first.
func newClass(t *testing.T, students int, pause string) *school {
	t.Helper()
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !slices.Contains(quick, c.Name) })
	if len(all) != len(quick) {
		t.Fatalf("the corpus has %d of %q", len(all), quick)
	}
	roster := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		path := filepath.Join(roster, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	for i := range students {
		write(fmt.Sprintf("student%02d/reversi", i), fmt.Sprintf("#!/bin/sh\n%s\necho %d >output.txt\n", pause, i%3), 0o755)
	}
	write("nothing/notes.txt", "later", 0o644)
	write("same/reversi", "#!/bin/sh\n"+pause+"\necho 1 >output.txt\n", 0o755)
	c := &school{}
	if c.students, err = submissions.Roster(roster); err != nil {
		t.Fatal(err)
	}
	c.plan, err = class.NewPlan(t.Context(), class.Terms{Assignment: a, Cases: all, Options: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: version}, c.students)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// grader returns a grader of the class with a journal of its own.
func (c *school) grader(t *testing.T) *class.Grader {
	t.Helper()
	j, err := class.OpenJournal(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	g, err := class.NewGrader(c.plan, j, c.students)
	if err != nil {
		t.Fatal(err)
	}
	g.Jobs = 2
	return g
}

// booksOf returns the books of a class that is graded.
func booksOf(t *testing.T, g *class.Grader) map[string]string {
	t.Helper()
	c, err := g.Class(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files := output.Memory{}
	if err := gradebook.Write(t.Context(), files, c); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name, text := range files {
		texts[name] = string(text)
	}
	return texts
}

// local returns the books that this process alone makes.
func (c *school) local(t *testing.T) map[string]string {
	t.Helper()
	g := c.grader(t)
	if err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return booksOf(t, g)
}

func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))) {
		t.Errorf("the books are %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s differs:\n%.2000s\nwant\n%.2000s", name, got[name], text)
		}
	}
}

// serve starts a queue and returns it.
func serve(t *testing.T, addr, dir string, o queue.Options) *queue.Server {
	t.Helper()
	s, err := queue.Serve(addr, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func dial(t *testing.T, url string, o queue.Options) *queue.Queue {
	t.Helper()
	q, err := queue.Dial(url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// startWorker starts a worker, and returns a function that ends it.
func startWorker(t *testing.T, q *queue.Queue) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	w := newWorker(t, 2)
	go func() {
		defer close(ended)
		if err := w.Work(ctx, q); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	t.Cleanup(stop)
	return stop
}

// workAfterLoss starts a worker that is lost with the first piece that it has, and then so many others. The
// channel has the error of the lost one.
func workAfterLoss(t *testing.T, url string, o queue.Options, others int) <-chan error {
	t.Helper()
	doomed := dial(t, url, asWorker(o))
	lost := make(chan error, 1)
	go func() {
		w := newWorker(t, 1)
		w.Say = func(string, ...any) { doomed.Close() } // it has a piece, and is not heard of again
		err := w.Work(t.Context(), doomed)
		for range others {
			startWorker(t, dial(t, url, asWorker(o)))
		}
		lost <- err
	}()
	return lost
}

// lead leads the class to its end.
func lead(t *testing.T, q *queue.Queue, g *class.Grader) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := queue.Lead(ctx, q, gradeJob(g), version); err != nil {
		t.Fatal(err)
	}
	if err := g.Finish(ctx); err != nil {
		t.Fatal(err)
	}
}

// Workers on a queue make the books that one process makes, also if one of them ends on the way, and say how they have confined
// programs where that is more than was asked. Nothing of it stays in the queue.
func TestFleet(t *testing.T) {
	t.Parallel()
	c := newClass(t, 8, "")
	c.plan.Sandbox = nil
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	defer s.Close()
	first, second := startWorker(t, dial(t, s.URL, asWorker(queue.Options{}))), startWorker(t, dial(t, s.URL, asWorker(queue.Options{})))
	time.AfterFunc(500*time.Millisecond, first)
	g, q := c.grader(t), dial(t, s.URL, asLeader(queue.Options{}))
	lead(t, q, g)
	second()
	compare(t, booksOf(t, g), c.local(t))
	if left, err := queue.Left(t.Context(), q); err != nil || len(left) > 0 {
		t.Errorf("the queue still has %q, %v", left, err)
	}
	if text, err := os.ReadFile(g.Journal.Path()); err != nil || !strings.Contains(string(text), `"confined":["limits"`) {
		t.Errorf("the journal does not say how programs were confined, %v:\n%.2000s", err, text)
	}
}

// A worker that is too slow to say that it is alive costs time, and its results count once.
func TestFleetDeliversTwice(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "waits for deliveries")
	c := newClass(t, 3, "sleep 0.2")
	o := queue.Options{AckWait: 50 * time.Millisecond}
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(o))
	defer s.Close()
	startWorker(t, dial(t, s.URL, asWorker(queue.Options{AckWait: time.Hour}))) // which is when it says so
	startWorker(t, dial(t, s.URL, asWorker(queue.Options{AckWait: time.Hour})))
	g := c.grader(t)
	lead(t, dial(t, s.URL, asLeader(o)), g)
	compare(t, booksOf(t, g), c.local(t))
}

// A leader that begins again, and a server that is stopped and started again, cost time only.
func TestFleetServerRestarts(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "waits for a server")
	c := newClass(t, 6, "sleep 0.2")
	dir := t.TempDir()
	s := serve(t, "127.0.0.1:0", dir, asLeader(queue.Options{}))
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	startWorker(t, dial(t, s.URL, asWorker(queue.Options{})))
	g := c.grader(t)
	begun, cancel := context.WithCancel(t.Context())
	g.Watch = &lastResult{left: 3, do: cancel}
	if err := queue.Lead(begun, dial(t, s.URL, asLeader(queue.Options{})), gradeJob(g), version); err == nil {
		t.Fatal("the class has ended before the leader did")
	}
	restarted := make(chan *queue.Server, 1)
	g.Watch = &lastResult{left: 3, do: func() {
		go func() {
			s.Close()
			again, err := queue.Serve(at.Host, dir, asLeader(queue.Options{}))
			if err != nil {
				t.Error(err)
			}
			restarted <- again
		}()
	}}
	lead(t, dial(t, s.URL, asLeader(queue.Options{})), g)
	if again := <-restarted; again != nil {
		defer again.Close()
	}
	compare(t, booksOf(t, g), c.local(t))
}

// stops is how many clusters more there are, of which a server is stopped at any moment.
var stops = effort.Of(0, 0, 40)

// A cluster of three goes on without one of them.
func TestFleetOnCluster(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "starts three servers")
	onCluster(t, func(g *class.Grader, servers []*server.Server) {
		g.Watch = &lastResult{left: 2, do: servers[2].Shutdown}
	})
	for range stops {
		onCluster(t, func(_ *class.Grader, servers []*server.Server) {
			which, when := rand.IntN(3), time.Duration(rand.IntN(1200))*time.Millisecond
			t.Logf("server %d is stopped after %v", which, when)
			time.AfterFunc(when, servers[which].Shutdown)
		})
	}
}

// onCluster grades a class on a cluster of three, of which stop stops one.
func onCluster(t *testing.T, stop func(g *class.Grader, servers []*server.Server)) {
	t.Helper()
	c := newClass(t, 6, "sleep 0.05")
	servers, urls, err := queuetest.Cluster(t.TempDir(), filepath.Join(leaderKeys.Path, queue.ConfigFile))
	defer func() {
		for _, s := range servers {
			s.Shutdown()
			s.WaitForShutdown()
		}
	}()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(urls, ",")
	defer startWorker(t, dial(t, all, asWorker(queue.Options{})))()
	defer startWorker(t, dial(t, all, asWorker(queue.Options{})))()
	g := c.grader(t)
	stop(g, servers)
	lead(t, dial(t, all, asLeader(queue.Options{})), g)
	compare(t, booksOf(t, g), c.local(t))
}

// A worker that has results for a queue that is gone waits for it as long as for work, and no longer; it
// leaves nothing behind.
func TestWorkerWithoutQueue(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	c := newClass(t, 6, "sleep 0.3")
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	ended := make(chan error, 1)
	q := dial(t, s.URL, asWorker(queue.Options{}))
	go func() {
		w := newWorker(t, 2)
		w.Idle = 2 * time.Second
		ended <- w.Work(t.Context(), q)
	}()
	begun, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	if err := queue.Lead(begun, dial(t, s.URL, asLeader(queue.Options{})), gradeJob(c.grader(t)), version); err == nil {
		t.Fatal("the class has ended before the queue did")
	}
	s.Close()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "the queue is gone") {
			t.Errorf("the worker ends with %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the worker still waits")
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A worker whose queue goes when it has nothing to tell ends as one that has no work.
func TestIdleWorkerWithoutQueue(t *testing.T) {
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	q := dial(t, s.URL, asWorker(queue.Options{}))
	s.Close()
	w := newWorker(t, 1)
	w.Idle = 100 * time.Millisecond
	if err := w.Work(t.Context(), q); err != nil {
		t.Errorf("the worker ends with %v", err)
	}
}
