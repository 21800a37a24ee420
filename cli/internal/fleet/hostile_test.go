//go:build unix

package fleet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cli/internal/fleet"
	"github.com/touchstone-suite/touchstone/cli/internal/grade"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
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
	mark := filepath.Join(t.TempDir(), "mark")
	c := newClass(t, 1, ": >"+mark)
	other, err := fleet.LeaderKeys(t.TempDir())
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
	resign := func(of string, text []byte) []byte { return fleet.Resign(other, of, bare(of, text)) }
	var kept []byte
	keep := func(_ string, text []byte) []byte { kept = text; return text }
	again := func(string, []byte) []byte { return kept }
	same := func(_ string, text []byte) []byte { return text }
	for _, one := range []struct {
		name   string
		sign   func(string, []byte) []byte
		policy func(*grade.Plan)
		want   string
	}{
		{"a lease without a signature", only("lease", forget), nil, "a lease is refused"},
		{"a lease as it was before there were signatures", only("lease", bare), nil, "a lease is refused"},
		{"a lease that was changed", only("lease", edit), nil, "a lease is refused"},
		{"a lease of another leader", only("lease", resign), nil, "a lease is refused"},
		{"a plan of another leader", only("plan", resign), nil, "an order is refused"},
		{"a plan without a signature", only("plan", forget), nil, "an order is refused"},
		{"a plan that was changed", only("plan", edit), nil, "an order is refused"},
		{"no confinement", same, func(p *grade.Plan) { p.Mode = sandbox.None }, "want a plan that leaves it to this machine"},
		{"a compiler", same, func(p *grade.Plan) { p.Tools = map[string]string{"cxx": mark} }, "want a plan that leaves it to this machine"},
		{"more to read", same, func(p *grade.Plan) { p.AllowRead = []string{"/root"} }, "want a plan that leaves it to this machine"},
		{"a plan of this class as it stands in the journal", same, func(p *grade.Plan) { p.Local = "" }, "want a plan that leaves it to this machine"},
		{"more confinement than there is", same, func(p *grade.Plan) { p.Sandbox = append(p.Sandbox, "a moat") }, "found no a moat here"},
		{"an order of all that is right, to be shown again", only("lease", keep), nil, ""},
		{"a lease of another job", only("lease", again), nil, "a lease is refused"},
	} {
		t.Run(strings.ReplaceAll(one.name, " ", "_"), func(t *testing.T) {
			s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(fleet.Options{}))
			defer s.Close()
			plan := c.plan.Shared()
			if one.policy != nil {
				one.policy(plan)
			}
			g := c.grader(t)
			leases := g.Leave()
			first := leases[slices.IndexFunc(leases, func(l grade.Lease) bool { return strings.Contains(g.Path(l.Submission), "student") })]
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			d := fleet.Description{Kind: fleet.Grading, Plan: plan, Path: g.Path}
			p := fleet.Piece{Submissions: []string{first.Submission}, What: grade.Lease{Submission: first.Submission, Cases: []int{0}}}
			if err := fleet.Order(ctx, dial(t, s.URL, asLeader(fleet.Options{})), "job-"+fmt.Sprint(len(one.name)), version, d, p, one.sign); err != nil {
				t.Fatal(err)
			}
			heard := &said{}
			w := &fleet.Worker{Jobs: 1, Policy: unconfined, Version: version, Say: heard.say, Idle: 2 * time.Second}
			err := w.Work(ctx, dial(t, s.URL, asWorker(fleet.Options{})))
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
		_, text, _ := bytes.Cut(line, []byte(" "))
		text = bytes.Replace(text, []byte(`"verdict":"`+from+`"`), []byte(`"verdict":"`+to+`"`), 1)
		return fmt.Appendf(nil, "%08x %s", crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)), text)
	}
}

// A worker with false results is found out by those that others make, and outvoted: the books are right if all
// is run again.
func TestHostileWorker(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys, err := fleet.LeaderKeys(dir, "lab1", "lab2", "lab3")
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	c := newClass(t, 3, "")
	s, err := fleet.Serve("127.0.0.1:0", t.TempDir(), fleet.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	defer func() { stop(); ended.Wait() }()
	join := func(name string, work func(*fleet.Queue) error) {
		k, err := fleet.WorkerKey(filepath.Join(dir, name+".key"))
		if err != nil {
			t.Fatal(err)
		}
		q := dial(t, s.URL, fleet.Options{Keys: k, As: fleet.Working})
		ended.Go(func() {
			defer k.Close()
			if err := work(q); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	w := func() *fleet.Worker { return &fleet.Worker{Jobs: 1, Policy: unconfined, Version: version, Say: t.Logf} }
	join("lab1", func(q *fleet.Queue) error { return fleet.Lie(ctx, w(), q, flip("wrong", "pass")) })
	lying := false
	g := c.grader(t)
	g.Watch = &lastResult{left: 1, do: func() { // the others join once a lie has been told
		lying = true
		for _, name := range []string{"lab2", "lab3"} {
			join(name, func(q *fleet.Queue) error { return w().Work(ctx, q) })
		}
	}}
	differed := 0
	lead, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	job := fleet.Grade(g, 1, func(grade.Rechecked) { differed++ })
	if err := fleet.Lead(lead, dial(t, s.URL, fleet.Options{Keys: keys, As: fleet.Leading}), job, version); err != nil {
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
	if suspects := all.Suspects(); len(suspects) != 1 || !strings.Contains(suspects[0], "liar (lab1) was outvoted") {
		t.Errorf("outvoted are %q, want lab1", suspects)
	}
	compare(t, booksOf(t, g), c.local(t))
}

// Results of leases that were given to nobody, or to others for something else, are dropped.
func TestForgedResults(t *testing.T) {
	t.Parallel()
	c := newClass(t, 2, "")
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(fleet.Options{}))
	defer s.Close()
	g := c.grader(t)
	id, err := g.ID()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// A liar learns the true lines of results, and says them changed for leases that it made up: all of a class,
	// by name, which it has signed itself or not at all.
	var orders [][]byte
	for _, l := range g.Leave() {
		orders = append(orders, fleet.ForgeOrder(workerKey, id, l))
	}
	forger := dial(t, s.URL, asWorker(fleet.Options{}))
	forged := 0
	spy := dial(t, s.URL, asWorker(fleet.Options{}))
	ended := make(chan error, 1)
	go func() {
		w := &fleet.Worker{Jobs: 1, Policy: unconfined, Version: version, Say: t.Logf}
		ended <- fleet.Lie(ctx, w, spy, func(line []byte) []byte {
			lie := string(flip("wrong", "pass")(line))
			for _, order := range append(orders, nil) {
				if err := fleet.Forge(ctx, forger, id, order, lie); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				forged++
			}
			time.Sleep(50 * time.Millisecond) // the forged come first
			return line
		})
	}()
	lead(t, dial(t, s.URL, asLeader(fleet.Options{})), g)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if forged == 0 {
		t.Error("nothing was forged")
	}
	compare(t, booksOf(t, g), c.local(t))
}
