package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Part is what one shard of an audit has found, for one or more assignments.
type Part struct {
	Touchstone string  `json:"touchstone"` // its version
	Shard      int     `json:"shard"`
	Shards     int     `json:"shards"`
	Found      []Found `json:"audits"`
}

// Found is what a shard has found of an assignment.
type Found struct {
	About
	Killed []CaseKills `json:"killed"` // for each case of the shard, in order
}

// About says of what a part is: parts that go together have the same.
type About struct {
	Assignment string   `json:"assignment"`
	Cases      string   `json:"cases"`  // a digest of all cases
	Faults     []string `json:"faults"` // the names of all
}

// CaseKills are the faults that a case kills.
type CaseKills struct {
	Case   string   `json:"case"`
	Faults []string `json:"faults"`
}

// about describes an audit.
func (m *Matrix) about() About {
	all := sha256.New()
	for _, c := range m.Cases {
		fmt.Fprintf(all, "%q %q\n", c.Name, c.Text())
	}
	a := About{m.Assignment.Name, hex.EncodeToString(all.Sum(nil)[:16]), []string{}}
	for _, f := range m.Faults {
		a.Faults = append(a.Faults, f.ID)
	}
	return a
}

// Of returns what a shard of the cases, on which m was run, kills.
func (m *Matrix) Of(shard work.Shard) Found {
	return Found{m.about(), m.killed(shard)}
}

// killed returns the lines of a shard's cases.
func (m *Matrix) killed(shard work.Shard) []CaseKills {
	all := []CaseKills{}
	for c := range m.Cases {
		if !shard.Has(c) {
			continue
		}
		all = append(all, CaseKills{m.Cases[c].Name, m.names(m.Killed[c])})
	}
	return all
}

// ReadPart reads a part from a file.
func ReadPart(path string) (*Part, error) {
	text, err := regular.Read(path)
	if err != nil {
		return nil, err
	}
	p := new(Part)
	if err := json.Unmarshal(text, p); err != nil || p.Shard < 1 || p.Shard > p.Shards || len(p.Found) == 0 {
		return nil, fmt.Errorf("%s: want a part of an audit, found none", path)
	}
	return p, nil
}

// Complete checks that parts, which come from files, are all the shards of an audit by a version of
// touchstone. They may come in any order, and more than once.
func Complete(parts []*Part, files []string, touchstone string) error {
	has, first := map[int]bool{}, map[int]*Part{}
	var wrong []error
	for i, p := range parts {
		switch earlier := first[p.Shard]; {
		case p.Touchstone != touchstone:
			wrong = append(wrong, fmt.Errorf("%s: want a part by this version of touchstone, %s, found one by %s", files[i], touchstone, p.Touchstone))
		case p.Shards != parts[0].Shards:
			wrong = append(wrong, fmt.Errorf("%s: want one of %d shards as in %s, found one of %d", files[i], parts[0].Shards, files[0], p.Shards))
		case !slices.EqualFunc(p.Found, parts[0].Found, func(x, y Found) bool { return reflect.DeepEqual(x.About, y.About) }):
			wrong = append(wrong, fmt.Errorf("%s: want the same cases and faults as in %s, found others", files[i], files[0]))
		case earlier != nil && !reflect.DeepEqual(p, earlier):
			wrong = append(wrong, fmt.Errorf("%s: want the same as in another part of shard %d, found something else", files[i], p.Shard))
		}
		has[p.Shard], first[p.Shard] = true, p
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	return work.Missing(parts[0].Shards, has)
}

// Merge returns the matrix of an assignment's cases that complete parts make up.
func Merge(ctx context.Context, a *oracle.Assignment, corpus []*cases.Case, parts []*Part) (*Matrix, error) {
	m := New(a, corpus)
	about := m.about()
	for _, p := range parts {
		at := slices.IndexFunc(p.Found, func(f Found) bool { return reflect.DeepEqual(f.About, about) })
		if at < 0 {
			return nil, fmt.Errorf("want parts of an audit of these %d cases of %s, found other cases or faults; --cases says which were audited", len(corpus), a.Name)
		}
		if err := m.take(work.Shard{I: p.Shard, N: p.Shards}, p.Found[at].Killed); err != nil {
			return nil, err
		}
	}
	return m, m.Show(ctx)
}

// take takes the lines of a shard's cases.
func (m *Matrix) take(shard work.Shard, killed []CaseKills) error {
	for c, of := range m.Cases {
		if !shard.Has(c) {
			continue
		}
		if len(killed) == 0 || killed[0].Case != of.Name {
			return fmt.Errorf("want the case %s next in %s, found none or another", of.Name, shard)
		}
		m.kill(c, killed[0].Faults)
		killed = killed[1:]
	}
	return nil
}
