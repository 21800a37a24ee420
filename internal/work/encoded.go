package work

import (
	"context"
	"encoding/json"
	"time"
)

// A Raw is a piece or a result as others are sent it.
type Raw = json.RawMessage

// Jobs and stations of pieces and results that are encoded.
type (
	EncodedJob     = Job[Raw, Raw]
	EncodedStation = Station[Raw, Raw]
)

// An Opener makes a station for the plan of a job, which is encoded. No program there may read what is in
// hide. An error means that this machine cannot work for the job.
type Opener func(plan Raw, hide ...string) (EncodedStation, error)

// Opens returns an opener that decodes the plan, and pieces and results for the station.
func Opens[Plan, P, R any](open func(plan *Plan, hide []string) (Station[P, R], error)) Opener {
	return func(text Raw, hide ...string) (EncodedStation, error) {
		plan := new(Plan)
		if err := json.Unmarshal(text, plan); err != nil {
			return nil, err
		}
		s, err := open(plan, hide)
		return encodedStation[P, R]{s}, err
	}
}

type encodedStation[P, R any] struct{ Station[P, R] }

func (s encodedStation[P, R]) Do(ctx context.Context, text Raw, fetch Fetch, report func(Raw) error) error {
	var piece P
	if err := json.Unmarshal(text, &piece); err != nil {
		return err
	}
	return s.Station.Do(ctx, piece, fetch, func(found R) error {
		line, err := json.Marshal(found)
		if err != nil {
			return err
		}
		return report(line)
	})
}

// Encoded returns a job that encodes its pieces and decodes results. What it does not understand it ignores.
func Encoded[P, R any](j Job[P, R]) EncodedJob { return encodedJob[P, R]{j} }

type encodedJob[P, R any] struct{ Job[P, R] }

func (j encodedJob[P, R]) Take(most int) Piece[Raw] {
	p := j.Job.Take(most)
	text, err := json.Marshal(p.What)
	if err != nil {
		panic(err) // our own types
	}
	return Piece[Raw]{p.Submissions, p.Alone, p.Again, text}
}

func (j encodedJob[P, R]) Accept(r Results[Raw, Raw]) (units int, took time.Duration, err error) {
	of := Results[P, R]{Again: r.Again, From: r.From, Confined: r.Confined}
	if json.Unmarshal(r.Piece, &of.Piece) != nil {
		return 0, 0, nil
	}
	for _, line := range r.Found {
		var found R
		if json.Unmarshal(line, &found) == nil {
			of.Found = append(of.Found, found)
		}
	}
	return j.Job.Accept(of)
}

func (j encodedJob[P, R]) Fail(p Piece[Raw], why error) error {
	var what P
	if err := json.Unmarshal(p.What, &what); err != nil {
		return err
	}
	return j.Job.Fail(Piece[P]{p.Submissions, p.Alone, p.Again, what}, why)
}
