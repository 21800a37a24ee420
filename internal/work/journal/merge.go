package journal

import (
	"iter"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// Merge makes the plan of the whole that of a journal, and appends what the journals of shards have, unless it is
// there. keys are those of a shard and, behind them, of the whole; under sets the key of an entry.
func Merge[Plan any, E Entry](into *Journal[Plan, E], shards []*Journal[Plan, E], whole *Plan, keys func(shard *Plan) iter.Seq2[work.Key, work.Key], under func(e *E, k work.Key)) error {
	if err := into.Begin(whole); err != nil {
		return err
	}
	for _, from := range shards {
		for old, now := range keys(from.Plan()) {
			if into.Has(now) {
				continue
			}
			e, known, err := from.Entry(old)
			if err == nil && known {
				under(&e, now)
				err = into.Append(e)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
