package programtest

import (
	"sync"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Unconfined makes all executors start programs without a sandbox, which takes a fraction of the time. They
// report the mechanisms that would confine the programs.
func Unconfined() {
	executor.Wrap = func(x executor.Executor) executor.Executor { return unconfined{x} }
}

type unconfined struct{ executor.Executor }

func (x unconfined) Open(need answers.Need, p sandbox.Policy) (executor.Runner, error) {
	settings := x.Settings()
	if settings.Sandbox == sandbox.None {
		return x.Executor.Open(need, p)
	}
	confined := p
	confined.Mode, confined.Read, confined.Hide = settings.Sandbox, settings.AllowRead, append(p.Hide, settings.Hide...)
	if _, err := answers.Guard(confined, need); err != nil {
		return nil, err
	}
	mechanisms, err := mechanismsOf(settings)
	if err != nil {
		return nil, err
	}
	settings.Sandbox = sandbox.None
	r, err := executor.Confined(settings).Open(need, p)
	return reportingRunner{r, mechanisms}, err
}

// knownMechanisms holds the mechanisms of each mode of the sandbox.
var knownMechanisms sync.Map

func mechanismsOf(settings outcome.Settings) (sandbox.Mechanisms, error) {
	if m, ok := knownMechanisms.Load(settings.Sandbox); ok {
		return m.(sandbox.Mechanisms), nil
	}
	m, err := executor.Mechanisms(settings)
	if err == nil {
		knownMechanisms.Store(settings.Sandbox, m)
	}
	return m, err
}

// A reportingRunner is a runner with the mechanisms of another.
type reportingRunner struct {
	executor.Runner
	mechanisms sandbox.Mechanisms
}

func (r reportingRunner) Mechanisms() sandbox.Mechanisms { return r.mechanisms }
