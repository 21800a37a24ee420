package journal

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Pack encodes a value with gob and compresses it. Unlike JSON, gob keeps output that is not text.
func Pack(value any) ([]byte, error) {
	var data bytes.Buffer
	w, err := flate.NewWriter(&data, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	err = errors.Join(gob.NewEncoder(w).Encode(value), w.Close())
	return data.Bytes(), err
}

// Unpack is the inverse of Pack. It decodes at most maxSize bytes, even of damaged data.
func Unpack(data []byte, into any, maxSize int64) error {
	return gob.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxSize)).Decode(into)
}

// A packedResult is a result in a journal, without its case.
type packedResult struct {
	Verdict                                      verdict.Verdict
	Reason, Beyond, Edition, At, Hint, Otherwise string
	Files                                        []verdict.File
	Outcome                                      outcome.Outcome
	Allowed                                      time.Duration
	Enforced                                     []string
}

// maxPacked is the maximum size of a packed result that includes the text of its files. The log of a known
// mistake has at most 4 MB, and compresses to a tenth of that.
const maxPacked = 512 << 10

// PackResult encodes a result. If it is too large, it omits the text of the files.
func PackResult(r verdict.Result) ([]byte, error) {
	data, err := Pack(newPackedResult(r))
	if err == nil && len(data) > maxPacked {
		data, err = Pack(newPackedResult(r.WithoutTexts()))
	}
	return data, err
}

func newPackedResult(r verdict.Result) packedResult {
	return packedResult{r.Verdict, r.Reason, r.Beyond, r.Edition, r.CrashLine, r.Hint, r.SecondRun, r.Files,
		r.Outcome, r.Allowed, r.Enforced}
}

// UnpackResult is the inverse of PackResult. It rejects a result with a file of more than maxText bytes, and a
// result that is larger than some files, since a merged journal may come from an untrusted source.
func UnpackResult(data []byte, maxText int) (verdict.Result, error) {
	p := packedResult{}
	if err := Unpack(data, &p, 8*int64(maxText)); err != nil { // some files
		return verdict.Result{}, err
	}
	r := verdict.Result{
		Verdict: p.Verdict, Reason: p.Reason, Beyond: p.Beyond, Edition: p.Edition, CrashLine: p.At,
		Hint: p.Hint, SecondRun: p.Otherwise, Files: p.Files, Outcome: p.Outcome, Allowed: p.Allowed, Enforced: p.Enforced,
	}
	if slices.ContainsFunc(r.Files, func(f verdict.File) bool { return len(f.Text) > maxText }) {
		return verdict.Result{}, errors.New("want a result as large as a run's, found a larger one")
	}
	return r, nil
}
