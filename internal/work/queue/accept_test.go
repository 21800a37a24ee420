package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// Whose results a message has, its subject says; what workers call themselves is short, and is text.
func TestFrom(t *testing.T) {
	l := &leader{names: map[string]string{"KEY1": "lab1", "KEY2": "lab2"}}
	for _, c := range []struct {
		subject, from string
		want          work.Source
	}{
		{"done.job.KEY1", "host", work.Source{Key: "lab1", Self: "host"}},
		{"done.lab1.KEY2", "", work.Source{Key: "lab2"}},
		{"done.job.KEY3", "lab1", work.Source{Key: "an unknown key", Self: "lab1"}},
		{"done.job.KEY1", strings.Repeat("x", 65), work.Source{Key: "lab1", Self: strings.Repeat("x", 64)}},
		{"done.job.KEY1", "\x1b[2J", work.Source{Key: "lab1", Self: `\x1b[2J`}},
	} {
		if got := l.from(c.subject, message{From: c.from}); got != c.want {
			t.Errorf("%s of %q: %+v, want %+v", c.subject, c.from, got, c.want)
		}
	}
}

// A tellsAll job keeps what it is told.
type tellsAll struct {
	pieces
	told []string
	err  error
}

func (j *tellsAll) Accept(r work.Results[work.Raw, work.Raw]) (int, time.Duration, error) {
	j.told = append(j.told, fmt.Sprintf("%s %t %s %q %q", r.Piece, r.Again, r.From, r.Confined, r.Found))
	return len(r.Found), time.Minute, j.err
}

func (j *tellsAll) Fail(p piece, why error) error {
	j.told = append(j.told, fmt.Sprintf("failed %s %t: %v", p.What, p.Again, why))
	return nil
}

// Results are of a lease that is out, which ends with the last of them; what is understood by nobody is dropped.
func TestAccept(t *testing.T) {
	failed := errors.New("it failed")
	keys, err := LeaderKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { keys.Close() })
	q := &Queue{keys: keys}
	order := func(what order, l lease) []byte {
		text, err := q.seal(what, l)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	old := lease{Job: "job", ID: "old", Piece: work.Raw(`"o"`)} // of this leader before it began again
	found := []work.Raw{work.Raw("1"), work.Raw("2")}
	for _, c := range []struct {
		name  string
		m     message
		err   error
		told  []string
		out   bool // the lease is, behind it
		units int
		heard bool
	}{
		{name: "another lease", m: message{Lease: "other", Found: found, Done: true}, out: true},
		{name: "some", m: message{Lease: "one", From: "x", Confined: []string{"landlock"}, Found: found}, told: []string{`"p" true x (lab1) ["landlock"] ["1" "2"]`}, out: true, units: 2, heard: true},
		{name: "the last", m: message{Lease: "one", From: "x", Found: found[:1], Done: true}, told: []string{`"p" true x (lab1) [] ["1"]`}, units: 1, heard: true},
		{name: "a failure", m: message{Lease: "one", From: "x", Failed: "no disk", Done: true}, told: []string{`"p" true x (lab1) [] []`, `failed "p" true: no disk`}, heard: true},
		{name: "an error of the job", m: message{Lease: "one", From: "x", Failed: "no disk", Done: true}, err: failed, told: []string{`"p" true x (lab1) [] []`}, heard: true},
		{name: "a lease of before", m: message{Lease: "old", Order: order(aLease, old), From: "x", Found: found, Failed: "no disk", Done: true}, told: []string{`"o" false x (lab1) [] ["1" "2"]`}, out: true, units: 2, heard: true},
		{name: "nothing of it", m: message{Lease: "old", Order: order(aLease, old), From: "x"}, told: []string{`"o" false x (lab1) [] []`}, out: true},
		{name: "the order of another", m: message{Lease: "other", Order: order(aLease, old), Found: found}, out: true},
		{name: "another order", m: message{Lease: "old", Order: order(aPlan, old), Found: found}, out: true},
		{name: "another job's", m: message{Lease: "old", Order: order(aLease, lease{Job: "another", ID: "old"}), Found: found}, out: true},
	} {
		j := &tellsAll{err: c.err}
		l := &leader{Queue: q, job: j, names: map[string]string{"KEY1": "lab1"}, out: map[string]piece{"one": {Again: true, What: work.Raw(`"p"`)}}}
		l.ID = "job"
		text, err := json.Marshal(c.m)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.accept("done.job.KEY1", []byte("{")); err != nil || len(j.told) > 0 {
			t.Errorf("what is no message: %v, told is %q", err, j.told)
		}
		took := time.Duration(0)
		if len(c.told) > 0 {
			took = time.Minute
		}
		err = l.accept("done.job.KEY1", text)
		if _, out := l.out["one"]; !errors.Is(err, c.err) || !slices.Equal(j.told, c.told) || out != c.out || l.units != c.units || l.heard.IsZero() == c.heard || l.took != took {
			t.Errorf("%s: %v, told is %q, out %t, %d units in %v, heard %v", c.name, err, j.told, out, l.units, l.took, l.heard)
		}
	}
}
