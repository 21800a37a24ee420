package queue

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/escape"
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
		if p, given = l.before(m); !given {
			return nil
		}
	}
	what, err := json.Marshal(p.What)
	if err != nil {
		return err
	}
	r := Results{Piece: what, Again: p.Again, From: l.from(subject, m), Confined: m.Confined}
	for _, line := range m.Lines {
		r.Lines = append(r.Lines, []byte(line))
	}
	units, took, err := l.job.Accept(r)
	l.units += units
	l.took += took
	if known || units > 0 {
		l.heard = time.Now()
	}
	if known && m.Failed != "" && err == nil {
		err = l.job.Fail(p, m.Failed)
	}
	if m.Done {
		delete(l.out, m.Lease)
	}
	return err
}

// before returns the piece of a lease that is not out, which this leader had given out until it began again,
// or which has ended.
func (l *leader) before(m message) (Piece, bool) {
	var of lease
	if l.open(aLease, m.Order, &of) != nil || of.Job != l.ID || of.ID != m.Lease {
		return Piece{}, false
	}
	return Piece{What: of.Piece}, true
}

// mostOfName is how long the name may be that a worker gives itself.
const mostOfName = 64

// from returns whose results a message has: the name of the key, which the server has seen to, and what the
// worker calls itself, since several may have the same key.
func (l *leader) from(subject string, m message) class.Source {
	key := subject[strings.LastIndexByte(subject, '.')+1:]
	own := escape.Line(m.From[:min(len(m.From), mostOfName)])
	return class.Source{Key: cmp.Or(l.names[key], "an unknown key"), Self: own}
}
