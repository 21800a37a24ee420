package diagnosis

import "github.com/touchstone-suite/touchstone/mutant"

// A Fault is a named mistake.
type Fault struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Explains string `json:"explains"`
	Rule     string `json:"rule"`
}

// NewFault presents a mistake.
func NewFault(f mutant.Fault) Fault { return Fault{f.ID, f.About, f.Explains, f.Rule.String()} }
