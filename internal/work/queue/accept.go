package queue

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/work"
)

// accept takes what a worker says. What is not understood, or not of a lease of this job, is dropped: the
// piece is done again.
func (l *leader) accept(subject string, text []byte) error {
	var m message
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	p, known := l.out[m.Lease]
	if !known {
		var given bool
		if p, given = l.leased(m); !given {
			return nil
		}
	}
	units, took, err := l.job.Accept(work.Results[work.Raw, work.Raw]{Piece: p.What, Again: p.Again, From: l.from(subject, m), Confined: m.Confined, Found: m.Found})
	l.units += units
	l.took += took
	if known || units > 0 {
		l.heard = time.Now()
	}
	if known && m.Failed != "" && err == nil {
		err = l.job.Fail(p, errors.New(m.Failed))
	}
	if m.Done {
		delete(l.out, m.Lease)
	}
	return err
}

// leased returns the piece of a lease that is not out, which this leader had given out until it began again,
// or which has ended.
func (l *leader) leased(m message) (piece, bool) {
	var of lease
	if l.open(aLease, m.Order, &of) != nil || of.Job != l.ID || of.ID != m.Lease {
		return piece{}, false
	}
	return piece{What: of.Piece}, true
}

// mostOfName is how long the name may be that a worker gives itself.
const mostOfName = 64

// from returns whose results a message has: the name of the key, which the server has seen to, and what the
// worker calls itself, since several may have the same key.
func (l *leader) from(subject string, m message) work.Source {
	key := subject[strings.LastIndexByte(subject, '.')+1:]
	own := escape.Line(m.From[:min(len(m.From), mostOfName)])
	return work.Source{Key: cmp.Or(l.names[key], "an unknown key"), Self: own}
}
