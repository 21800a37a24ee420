package verdict

import (
	"bytes"
	"encoding/gob"
	"errors"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A packed result is one as journals keep and machines send it, without its case.
type packed struct {
	Verdict                           Verdict
	Reason, Beyond, Edition, At, Hint string
	Files                             []File
	Outcome                           outcome.Outcome
	Allowed                           time.Duration
	Enforced                          []string
	Refused                           []outcome.Refusal
}

// mostPacked is the size up to which what a program wrote is packed. The log of a known mistake has at most 4 MB,
// and takes a tenth of that; a message of a queue has less than a megabyte.
const mostPacked = 512 << 10

// Pack encodes a result. What the program wrote into files is left out if it is too much.
func (r Result) Pack() ([]byte, error) {
	data, err := work.Pack(r.packed())
	if err == nil && len(data) > mostPacked {
		data, err = work.Pack(r.WithoutTexts().packed())
	}
	return data, err
}

func (r Result) packed() packed {
	return packed{r.Verdict, r.Reason, r.Beyond, r.Edition, r.At, r.Hint, r.Files, r.Outcome, r.Allowed, r.Enforced, r.Refused}
}

// Unpack is the inverse of Pack. It refuses what no run can have left, of which so much of each file is kept: a
// machine of somebody else's must not fill the memory in which books are made.
func Unpack(data []byte, mostText int) (Result, error) {
	p := packed{}
	if err := work.Unpack(data, &p, 8*int64(mostText)); err != nil { // some files
		return Result{}, err
	}
	r := Result{
		Verdict: p.Verdict, Reason: p.Reason, Beyond: p.Beyond, Edition: p.Edition, At: p.At, Hint: p.Hint, Files: p.Files,
		Outcome: p.Outcome, Allowed: p.Allowed, Enforced: p.Enforced, Refused: p.Refused,
	}
	if !r.bounded(mostText) {
		return Result{}, errors.New("want a result as large as a run's, found a larger one")
	}
	return r, nil
}

// mostBeside is how large all of a result may be that is no file's text.
const mostBeside = 1 << 20

// bounded reports whether a result is no larger than one of a run.
func (r Result) bounded(mostText int) bool {
	if slices.ContainsFunc(r.Files, func(f File) bool { return len(f.Text) > mostText }) {
		return false
	}
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(r.WithoutTexts().packed())
	return err == nil && text.Len() <= mostBeside
}
