package queue

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// Lie works like a worker, but changes each result. A station is made for each job as Work makes it.
func Lie(ctx context.Context, w *Worker, q *Queue, change func(line []byte) []byte) (err error) {
	w.queue, w.at, w.slots, w.kept, w.Name = q, map[string]work.EncodedStation{}, newSlots(1, 0), work.NewCache(mostKept, (*fetched).remove), "liar"
	defer func() {
		for _, s := range w.at {
			err = errors.Join(err, s.Close())
		}
		err = errors.Join(err, w.kept.Close())
	}()
	for ctx.Err() == nil {
		m, err := w.fetch(ctx)
		if m == nil || err != nil {
			continue
		}
		var l lease
		if err := q.open(aLease, m.Data(), &l); err != nil {
			return err
		}
		s, err := w.station(ctx, l.Job)
		if err != nil || s == nil {
			return err
		}
		if _, lies := s.(liar); !lies {
			w.at[l.Job] = liar{s, change}
		}
		w.slots.wanted++
		if err := w.take(ctx, m); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

type liar struct {
	work.EncodedStation
	change func([]byte) []byte
}

func (l liar) Do(ctx context.Context, piece work.Raw, fetch work.Fetch, report func(work.Raw) error) error {
	return l.EncodedStation.Do(ctx, piece, fetch, func(line work.Raw) error { return report(l.change(line)) })
}

// forgedID is that of a lease that no leader has given out.
const forgedID = "FORGED"

// Forge tells results under the name of a worker's key, of a lease that no leader has given out.
func Forge(ctx context.Context, q *Queue, job string, order []byte, found ...work.Raw) error {
	text, err := json.Marshal(message{Lease: forgedID, Order: order, Found: found, From: "forger", Done: true})
	if err != nil {
		return err
	}
	return q.publish(ctx, doneSubject+job+"."+q.user, text)
}

// Left returns the names of what the object store has, of all jobs.
func Left(ctx context.Context, lead *Queue) (names []string, err error) {
	files, err := lead.prepare(ctx)
	if err != nil {
		return nil, err
	}
	all, err := files.List(ctx)
	for _, info := range all {
		names = append(names, info.Name)
	}
	return names, ignore(err, jetstream.ErrNoObjectsFound)
}

// ForgeOrder returns a lease of a piece that a worker has signed.
func ForgeOrder(k *Keys, job string, piece any) []byte {
	what, err := json.Marshal(piece)
	if err != nil {
		panic(err)
	}
	body, err := json.Marshal(lease{Job: job, ID: forgedID, Piece: what})
	if err != nil {
		panic(err)
	}
	return signAs(k, nameWorker, aLease, body)
}

// Order puts a plan and a lease into the queue as a leader does; change is given both to change them.
func Order(ctx context.Context, lead *Queue, job, version string, d work.Description, p piece, sign func(what string, text []byte) []byte) error {
	files, err := lead.prepare(ctx)
	if err != nil {
		return err
	}
	l := &leader{Queue: lead, Description: d, files: files, stored: map[string][]byte{}}
	l.ID = job
	of := lease{Job: job, ID: "1", Objects: map[string][]byte{}}
	for _, name := range p.Submissions {
		if of.Objects[name], err = l.store(ctx, name); err != nil {
			return err
		}
	}
	known, err := d.Plan()
	if err != nil {
		return err
	}
	what, err := json.Marshal(known)
	if err != nil {
		return err
	}
	of.Piece = p.What
	planText, err := lead.seal(aPlan, plan{job, version, d.Kind, d.Title, what})
	if err != nil {
		return err
	}
	leaseText, err := lead.seal(aLease, of)
	if err != nil {
		return err
	}
	if _, err := files.PutBytes(ctx, planName(job), sign("plan", planText)); err != nil {
		return err
	}
	return lead.publish(ctx, workSubject+job, sign("lease", leaseText))
}

// Resign signs the body of a plan or a lease with other keys.
func Resign(k *Keys, of string, body []byte) []byte {
	return signAs(k, nameSigner, map[string]order{"plan": aPlan, "lease": aLease}[of], body)
}

func signAs(k *Keys, as string, what order, body []byte) []byte {
	signature, err := k.sign(as, append([]byte(what), body...))
	if err != nil {
		panic(err)
	}
	text, err := json.Marshal(signed{body, signature})
	if err != nil {
		panic(err)
	}
	return text
}
