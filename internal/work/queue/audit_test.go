//go:build unix

package queue_test

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/work/queue"
	"github.com/touchstone-suite/touchstone/oracle"
)

// few returns the cases with the shortest answers of an assignment, of which one is not built in.
func few(t *testing.T, assignment string) (*oracle.Assignment, []*cases.Case) {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	size := func(c *cases.Case) (n int64) {
		for _, g := range c.Index().Goldens {
			n += g.Bytes
		}
		return n
	}
	slices.SortStableFunc(all, func(x, y *cases.Case) int { return cmp.Compare(size(x), size(y)) })
	all = all[:5]
	own, err := cases.Parse("own", "own", bytes.Replace(all[4].Text(), []byte("\n"), []byte(", again\n"), 1))
	if err != nil {
		t.Fatal(err)
	}
	all[4] = own
	return a, all
}

// matrix returns a kill matrix as a table.
func matrix(t *testing.T, m *audit.Matrix, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := audit.WriteCSV(&table, []*audit.Matrix{m}); err != nil {
		t.Fatal(err)
	}
	return table.String()
}

// leadAudits leads audits, and compares what comes of them with what one process finds.
func leadAudits(t *testing.T, q *queue.Queue) {
	t.Helper()
	var of []*audit.Matrix
	total, steps := 0, 0
	for _, name := range []string{"mapcolor", "reversi"} {
		a, corpus := few(t, name)
		of = append(of, audit.New(a, corpus))
		total += len(corpus)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := queue.Lead(ctx, q, audit.Job(of, func() { steps++ }), version); err != nil {
		t.Fatal(err)
	}
	if steps != total {
		t.Errorf("%d steps, want one for each of %d cases", steps, total)
	}
	for _, m := range of {
		got := matrix(t, m, m.Show(t.Context()))
		whole, err := audit.Run(t.Context(), m.Assignment, m.Cases, 2, func() {})
		if want := matrix(t, whole, err); got != want {
			t.Errorf("%s: shared out, the matrix is\n%s\nwant\n%s", m.Assignment.Name, got, want)
		}
	}
}

// An audit by workers of which one is lost with what it had begun is that of one process.
func TestFleetAudits(t *testing.T) {
	t.Parallel()
	o := queue.Options{AckWait: 500 * time.Millisecond}
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(o))
	defer s.Close()
	lost := workAfterLoss(t, s.URL, o, 1)
	leadAudits(t, dial(t, s.URL, asLeader(o)))
	if err := <-lost; err == nil {
		t.Error("the worker was not lost")
	}
}

// A worker of another version does nothing of a job, and says so; the piece that it was given is not lost.
func TestFleetOfOneVersion(t *testing.T) {
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	defer s.Close()
	other := make(chan error, 1)
	q := dial(t, s.URL, asWorker(queue.Options{}))
	go func() {
		w := newWorker(t, 1)
		w.Version = "other"
		err := w.Work(t.Context(), q)
		startWorker(t, dial(t, s.URL, asWorker(queue.Options{})))
		other <- err
	}()
	leadAudits(t, dial(t, s.URL, asLeader(queue.Options{})))
	if err := <-other; err == nil || !strings.Contains(err.Error(), "want the touchstone of the leader, test, found other") {
		t.Errorf("a worker of another version ends with %v", err)
	}
}
