package report

import "github.com/touchstone-suite/touchstone/testscript/verdict"

// A Seen is a Reporter that keeps what it is told: what students may see, behind Limit.
type Seen struct {
	Began   Start
	Results []verdict.Result
	Sum     Summary
}

// Start implements Reporter, as do Result, End and Abort.
func (k *Seen) Start(s Start)                  { k.Began = s }
func (k *Seen) Result(_ int, r verdict.Result) { k.Results = append(k.Results, r) }
func (k *Seen) End(s Summary)                  { k.Sum = s }
func (k *Seen) Abort(s Summary)                { k.Sum = s }

// Of returns the result of a case, or none.
func (k *Seen) Of(name string) verdict.Result {
	for _, r := range k.Results {
		if r.Case.Name == name {
			return r
		}
	}
	return verdict.Result{}
}
