package parcel

import (
	"bytes"
	"encoding/gob"
	"errors"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A packed result is one as journals keep and machines send it, without its case.
type packed struct {
	Verdict                                      verdict.Verdict
	Reason, Beyond, Edition, At, Hint, Otherwise string
	Files                                        []verdict.File
	Outcome                                      outcome.Outcome
	Allowed                                      time.Duration
	Enforced                                     []string
	Refused                                      []outcome.Refusal
}

// mostPacked is the size up to which what a program wrote is packed. The log of a known mistake has at most 4 MB,
// and takes a tenth of that.
const mostPacked = 512 << 10

// PackResult encodes a result. What the program wrote into files is left out if it is too much.
func PackResult(r verdict.Result) ([]byte, error) {
	data, err := Pack(newPacked(r))
	if err == nil && len(data) > mostPacked {
		data, err = Pack(newPacked(r.WithoutTexts()))
	}
	return data, err
}

func newPacked(r verdict.Result) packed {
	return packed{r.Verdict, r.Reason, r.Beyond, r.Edition, r.At, r.Hint, r.Otherwise, r.Files, r.Outcome, r.Allowed, r.Enforced, r.Refused}
}

// UnpackResult is the inverse of PackResult. It refuses what no run can have left, of which so much of each file is kept: a
// machine of somebody else's must not fill the memory in which books are made.
func UnpackResult(data []byte, mostText int) (verdict.Result, error) {
	p := packed{}
	if err := Unpack(data, &p, 8*int64(mostText)); err != nil { // some files
		return verdict.Result{}, err
	}
	r := verdict.Result{
		Verdict: p.Verdict, Reason: p.Reason, Beyond: p.Beyond, Edition: p.Edition, At: p.At, Hint: p.Hint, Otherwise: p.Otherwise, Files: p.Files,
		Outcome: p.Outcome, Allowed: p.Allowed, Enforced: p.Enforced, Refused: p.Refused,
	}
	if !bounded(r, mostText) {
		return verdict.Result{}, errors.New("want a result as large as a run's, found a larger one")
	}
	return r, nil
}

// mostBeside is how large all of a result may be that is no file's text.
const mostBeside = 1 << 20

// bounded reports whether a result is no larger than one of a run.
func bounded(r verdict.Result, mostText int) bool {
	if slices.ContainsFunc(r.Files, func(f verdict.File) bool { return len(f.Text) > mostText }) {
		return false
	}
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(newPacked(r.WithoutTexts()))
	return err == nil && text.Len() <= mostBeside
}
