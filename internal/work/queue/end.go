package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// end takes everything of the job out of the queue. The server may be away just now.
func (l *leader) end(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	l.waitForWorkers(ctx)
	var wrong error
	do := func(what func(context.Context) error) {
		wrong = errors.Join(wrong, retry(ctx, what))
	}
	for name, subject := range map[string]string{workStream: workSubject + l.ID, resultStream: doneSubject + l.ID + ".*"} {
		do(func(ctx context.Context) error {
			s, err := l.js.Stream(ctx, name)
			if err != nil {
				return err
			}
			return s.Purge(ctx, jetstream.WithPurgeSubject(subject))
		})
	}
	names := []string{planName(l.ID)}
	for digest := range l.stored {
		names = append(names, submissionName(l.ID, digest))
	}
	for _, name := range names {
		do(func(ctx context.Context) error { return ignore(l.files.Delete(ctx, name), jetstream.ErrObjectNotFound) })
	}
	do(func(ctx context.Context) error {
		return ignore(l.js.DeleteConsumer(ctx, resultStream, "leader-"+l.ID), jetstream.ErrConsumerNotFound)
	})
	if wrong != nil {
		return fmt.Errorf("everything is done, and something of it may be left in the queue: %w", wrong)
	}
	return nil
}

// waitForWorkers waits a moment for workers to hear that their last results have arrived: the server may be
// gone with the leader, and they could only think that these are lost.
func (l *leader) waitForWorkers(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, parting)
	defer cancel()
	for {
		if info, err := l.look(ctx); err != nil || info.NumAckPending == 0 || pause(ctx, parting/50) != nil {
			return
		}
	}
}

// parting is how long a leader waits for workers at the end.
const parting = 2 * time.Second

// ignore returns an error that is not the one of what is done already.
func ignore(err, done error) error {
	if errors.Is(err, done) {
		return nil
	}
	return err
}
