package class

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A recheck has a sample of what the workers of a queue have told run a second time, by others, and
// compares the verdicts. If two differ, a third run decides. Which runs are in the sample follows from a
// secret, so that no worker knows where it may lie. That a submission has no program, which decides all of
// its runs, is always built again. Its methods are not called concurrently.
type recheck struct {
	g      *Grader
	rate   float64         // of the runs, from 0 for nothing to 1 for all
	differ func(Rechecked) // told at once if verdicts differ; it may be nil
	secret []byte
	seen   map[string]map[string]bool // workers that have told results: by key, what they call themselves
	tries  map[key]int                // runs that did not count: they were again by a worker that had been asked
}

// mostTries is how often a run is given out again because the worker that took it is one that was asked
// before. A queue cannot choose who takes a lease.
const mostTries = 8

func (g *Grader) newRecheck(rate float64, differ func(Rechecked)) *recheck {
	return &recheck{g: g, rate: rate, differ: differ, seen: map[string]map[string]bool{}, tries: map[key]int{}}
}

// begin takes the secret. The sample is that of a job, which has its name from the journal: workers may know that of
// another, if the same class was graded with the same secret before.
func (c *recheck) begin(secret []byte, id string) {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(id))
	c.secret = h.Sum(nil)
}

// A claim is what is run again: a run, or that there is no program if of is -1.
type claim struct {
	s  *submission
	of int
}

// key returns the key of the claim's result, and again that of what came of it.
func (g *Grader) claimed(c claim) (result, again key) {
	if c.of < 0 {
		result = g.Plan.buildKey(c.s.id)
	} else {
		result = c.s.keys[c.of]
	}
	return result, work.NewKey("recheck", result)
}

// sampled reports whether a result is in the sample.
func (c *recheck) sampled(k key) bool {
	h := hmac.New(sha256.New, c.secret)
	h.Write([]byte(k))
	return float64(binary.BigEndian.Uint64(h.Sum(nil)))/math.MaxUint64 < c.rate
}

// left returns what is to be run again now.
func (c *recheck) left() (leases []Lease, err error) {
	if c.rate <= 0 {
		return nil, nil
	}
	for _, s := range c.g.submissions {
		l := Lease{Submission: s.id}
		claims := []claim{{s, -1}}
		if _, unbuilt, err := c.g.unbuiltNow(s); err != nil {
			return nil, err
		} else if !unbuilt {
			claims = claims[:0]
			for j, k := range s.keys {
				if c.sampled(k) {
					claims = append(claims, claim{s, j})
				}
			}
		}
		for _, one := range claims {
			_, open, err := c.state(one)
			if err != nil {
				return nil, err
			}
			if open {
				l.Cases = append(l.Cases, max(0, one.of))
			}
		}
		if len(l.Cases) > 0 {
			leases = append(leases, l)
		}
	}
	return leases, nil
}

// state returns what is known of a claim, and whether it is to be run again.
func (c *recheck) state(one claim) (r Rechecked, open bool, err error) {
	_, again := c.g.claimed(one)
	r, known, err := c.g.rechecked(one)
	if err != nil || known {
		return r, r.Open && c.tries[again] <= mostTries, err
	}
	e, told, err := c.g.byWorker(one)
	if err != nil || !told {
		return r, false, err
	}
	r.Votes = []Vote{{e.Verdict, *e.Worker}}
	return r, c.tries[again] <= mostTries, nil
}

// mostNames bounds what is remembered of the names that workers with the same key give themselves.
const mostNames = 1000

// saw notes that a worker has told results.
func (c *recheck) saw(from work.Source) {
	names := c.seen[from.Key]
	if names == nil {
		names = map[string]bool{}
		c.seen[from.Key] = names
	}
	if len(names) < mostNames {
		names[from.Self] = true
	}
}

// same reports whether two sources are to be taken for one worker. A worker can call itself what it likes, so
// a key is one worker, unless all that have told results share one.
func (c *recheck) same(x, y work.Source) bool {
	keys := len(c.seen)
	if c.seen[work.Own] != nil {
		keys--
	}
	return x.Key == y.Key && (x.Self == y.Self || keys > 1)
}

// asked reports whether a worker has told one of some votes.
func (c *recheck) asked(votes []Vote, worker work.Source) bool {
	return slices.ContainsFunc(votes, func(v Vote) bool { return c.same(v.Worker, worker) })
}

// another reports whether there is a worker that has told none of some votes.
func (c *recheck) another(votes []Vote) bool {
	for key, names := range c.seen {
		for name := range names {
			if !c.asked(votes, work.Source{Key: key, Self: name}) {
				return true
			}
		}
	}
	return false
}

// fail says that a lease was given out in vain: what is in it is not run again.
func (c *recheck) fail(l Lease) {
	for _, of := range append([]int{-1}, l.Cases...) {
		_, again := c.g.claimed(claim{c.g.byID[l.Submission], of})
		c.tries[again] = mostTries + 1
	}
}

// accept takes what a worker tells of a lease of left.
func (c *recheck) accept(t results) error {
	for _, e := range t.Found {
		s, of, ok := c.g.whose(t, e)
		if !ok {
			continue // it comes from others
		}
		_, unbuilt, err := c.g.unbuiltNow(s)
		if err != nil {
			return err
		}
		claims := []claim{{s, of}}
		switch {
		case unbuilt:
			claims = []claim{{s, -1}}
		case e.Kind == kindBuild:
			claims = nil
			for _, of := range t.Piece.Cases {
				claims = append(claims, claim{s, of})
			}
		}
		for _, one := range claims {
			if err := c.vote(one, e, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// vote counts a result of a claim.
func (c *recheck) vote(one claim, e entry, t results) error {
	r, open, err := c.state(one)
	if err != nil || !open {
		return err
	}
	_, again := c.g.claimed(one)
	asked := c.asked(r.Votes, t.From)
	r.Open = false
	switch {
	case asked && c.tries[again] < mostTries && c.another(r.Votes):
		c.tries[again]++
		return nil
	case asked && len(r.Votes) > 1:
		r.Undecided = true
	default:
		r.Votes = append(r.Votes, Vote{c.verdict(one, e), t.From})
		r.Same = asked
		if err := c.decide(one, e, t, &r); err != nil {
			return err
		}
	}
	if r.Differs() && c.differ != nil {
		c.differ(r)
	}
	return c.write(again, r)
}

// verdict returns what a result says of a claim. Of one that there is no program, any run says the opposite.
func (c *recheck) verdict(one claim, e entry) string {
	if one.of < 0 && e.Kind == kindRun {
		return built
	}
	if e.Kind == kindBuild {
		return string(testscript.Build)
	}
	return e.Verdict
}

// built is the verdict on a claim that there is no program if there is one.
const built = "built"

// decide says what comes of the votes, of which the last has just been added with its result.
func (c *recheck) decide(one claim, e entry, t results, r *Rechecked) error {
	last := r.Votes[len(r.Votes)-1]
	switch agree := last.Verdict == r.Votes[0].Verdict; {
	case agree:
		return nil // the first is right
	case r.Same: // a program that does not do the same twice, or a machine
		r.Undecided = true
		return nil
	case len(r.Votes) == 2 && t.From.Key != work.Own:
		r.Open = true
		return nil
	case t.From.Key != work.Own && last.Verdict != r.Votes[1].Verdict:
		r.Undecided = true
		return nil
	case one.of < 0:
		return c.g.Journal.Append(entry{Kind: kindBuild, Key: c.g.Plan.buildKey(one.s.id), Student: one.s.names[0], Verdict: built})
	}
	if e.Kind == kindBuild { // they have confirmed that with each other
		_, again := c.g.claimed(claim{one.s, -1})
		agree := slices.DeleteFunc(slices.Clone(r.Votes), func(v Vote) bool { return v.Verdict != last.Verdict })
		if err := c.write(again, Rechecked{Student: one.s.called[0], Votes: agree}); err != nil {
			return err
		}
	}
	return c.g.append(e, one.s, one.of, t)
}

// write notes what is known of a claim.
func (c *recheck) write(again key, r Rechecked) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return c.g.Journal.Append(entry{Kind: kindRecheck, Key: again, Student: r.Student, Case: r.Case, Verdict: r.Votes[len(r.Votes)-1].Verdict, Data: data})
}
