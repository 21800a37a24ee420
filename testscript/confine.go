package testscript

import (
	"slices"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// policy returns what the player may see and use: its own files, and nothing that holds an
// answer. The error says what cannot be hidden from it.
func (r *Runner) policy() (sandbox.Policy, error) {
	p := r.Options.policy()
	p.Root, p.Memory = r.root.Path, r.Memory
	if r.player.program == nil {
		return p, nil // nothing will run, and nobody waits for the search for answers
	}
	return answers.Guard(p, r.player.program.Needs())
}

// policy returns the part of the policy that applies to any program, including compilers.
func (o Options) policy() sandbox.Policy {
	return sandbox.Policy{Mode: o.Sandbox, Read: slices.Clone(o.AllowRead), Hide: slices.Clone(o.Hide)}
}

// Confinement returns what will confine programs, or an error if that is less than what o requires.
func (o Options) Confinement() (Mechanisms, error) {
	o, err := o.Settled()
	if err != nil {
		return nil, err
	}
	p := o.policy()
	p.Memory = o.Memory
	w, err := sandbox.NewWorker(p)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.Mechanisms(), nil
}
