package journal

import (
	"iter"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// Merge appends to a journal what those of shards have, unless it is there. keys are those of the i-th shard and,
// behind them, of the whole; under sets the key of an entry.
func Merge[E Entry](into *Journal[E], shards []*Journal[E], keys func(i int) iter.Seq2[work.Key, work.Key], under func(e *E, k work.Key)) error {
	for i, from := range shards {
		for old, now := range keys(i) {
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
