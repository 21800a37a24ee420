package work

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"
)

// A recorded job keeps what it is told.
type recorded struct {
	Job[[]string, int]
	accepted []Results[[]string, int]
	failed   []Piece[[]string]
}

var errRecorded = errors.New("as it was told")

func (j *recorded) Take(most int) Piece[[]string] {
	return Piece[[]string]{Submissions: []string{"s1", "s2"}, Alone: most == 1, Again: most == 2, What: []string{"a", "b"}}
}

func (j *recorded) Accept(r Results[[]string, int]) (int, time.Duration, error) {
	j.accepted = append(j.accepted, r)
	return len(r.Found), time.Minute, errRecorded
}

func (j *recorded) Fail(p Piece[[]string], why error) error {
	j.failed = append(j.failed, p)
	return why
}

// What is sent as text is told as it was meant, each part in its place, and what is none is ignored.
func TestEncodedParts(t *testing.T) {
	own := new(recorded)
	j := Encoded(Job[[]string, int](own))
	for most, want := range map[int]Piece[Raw]{1: {Submissions: []string{"s1", "s2"}, Alone: true, What: Raw(`["a","b"]`)}, 2: {Submissions: []string{"s1", "s2"}, Again: true, What: Raw(`["a","b"]`)}} {
		if got := j.Take(most); !reflect.DeepEqual(got, want) {
			t.Errorf("of %d: %+v, want %+v", most, got, want)
		}
	}
	told := Results[Raw, Raw]{Piece: Raw(`["a"]`), Again: true, From: Source{"lab", "x"}, Confined: []string{"landlock"}, Found: []Raw{Raw("7"), Raw(`"no number"`), Raw("9")}}
	if units, took, err := j.Accept(told); units != 2 || took != time.Minute || !errors.Is(err, errRecorded) {
		t.Errorf("accepted %d in %v, %v", units, took, err)
	}
	told.Piece = Raw("{")
	if units, took, err := j.Accept(told); units != 0 || took != 0 || err != nil {
		t.Errorf("accepted %d in %v, %v, of what is no piece", units, took, err)
	}
	if want := []Results[[]string, int]{{Piece: []string{"a"}, Again: true, From: Source{"lab", "x"}, Confined: []string{"landlock"}, Found: []int{7, 9}}}; !reflect.DeepEqual(own.accepted, want) {
		t.Errorf("told is %+v, want %+v", own.accepted, want)
	}
	p := Piece[Raw]{Submissions: []string{"s1"}, Alone: true, What: Raw(`["b"]`)}
	if err := j.Fail(p, errRecorded); !errors.Is(err, errRecorded) {
		t.Errorf("failed: %v", err)
	}
	p.Alone, p.Again = false, true
	if err := j.Fail(p, nil); err != nil {
		t.Errorf("failed: %v", err)
	}
	if want := []Piece[[]string]{{Submissions: []string{"s1"}, Alone: true, What: []string{"b"}}, {Submissions: []string{"s1"}, Again: true, What: []string{"b"}}}; !reflect.DeepEqual(own.failed, want) {
		t.Errorf("failed are %+v, want %+v", own.failed, want)
	}
	if p.What = Raw("{"); j.Fail(p, errRecorded) == nil || len(own.failed) != 2 {
		t.Error("what is no piece fails")
	}
}

// A doubling station says twice each number of a piece.
type doubling struct{ Station[[]int, int] }

func (doubling) Do(_ context.Context, piece []int, fetch Fetch, report func(int) error) error {
	if path, err := fetch("digest"); path != "path of digest" || err != nil {
		return errors.New("want the submission")
	}
	for _, n := range piece {
		if err := report(2 * n); err != nil {
			return err
		}
	}
	return nil
}

// A station for a plan as text takes pieces and gives results as text; what is no plan or no piece is an error.
func TestOpens(t *testing.T) {
	type plan struct{ Name string }
	open := Opens(func(p *plan, hide []string) (Station[[]int, int], error) {
		if p.Name != "the plan" || !slices.Equal(hide, []string{"/a", "/b"}) {
			return nil, errRecorded
		}
		return doubling{}, nil
	})
	if _, err := open(Raw(`{"Name": "another"}`)); !errors.Is(err, errRecorded) {
		t.Errorf("another plan: %v", err)
	}
	if _, err := open(Raw(`{`), "/a", "/b"); err == nil {
		t.Error("what is no plan is opened")
	}
	s, err := open(Raw(`{"Name": "the plan"}`), "/a", "/b")
	if err != nil {
		t.Fatal(err)
	}
	fetch := func(digest string) (string, error) { return "path of " + digest, nil }
	var found []string
	if err := s.Do(t.Context(), Raw("[3, 4]"), fetch, func(line Raw) error { found = append(found, string(line)); return nil }); err != nil || !slices.Equal(found, []string{"6", "8"}) {
		t.Errorf("found %q, %v", found, err)
	}
	if err := s.Do(t.Context(), Raw("[3, 4]"), fetch, func(json.RawMessage) error { return errRecorded }); !errors.Is(err, errRecorded) {
		t.Errorf("results that nobody takes: %v", err)
	}
	if err := s.Do(t.Context(), Raw("{"), fetch, nil); err == nil {
		t.Error("what is no piece is done")
	}
}
