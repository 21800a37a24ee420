//go:build unix

package program

import (
	"errors"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A compiler that exceeds its limits is stopped, and the submission fails.
func TestCompilerIsLimited(t *testing.T) {
	for script, c := range map[string]struct {
		limits sandbox.Limits
		want   string
	}{
		"sleep 1000":                   {sandbox.Limits{Wall: 200 * time.Millisecond}, " ms by the clock"},
		"while :; do :; done":          {sandbox.Limits{CPU: 200 * time.Millisecond}, " ms of CPU time"},
		"while :; do echo spam; done":  {sandbox.Limits{Output: 1 << 20}, "stopped for printing too much"},
		"exec cat /dev/zero > program": {sandbox.Limits{Output: 1 << 20}, "stopped for writing too much into its folder"},
	} {
		dir := tier.TempDir(t)
		job := sandbox.Job{Env: Environment(dir), Limits: c.limits}
		err := new(Program).compile(t.Context(), []string{"/bin/sh", "-c", script}, job, sandbox.Policy{Work: dir}, func(string) error { return nil })
		var build *BuildError
		if !errors.As(err, &build) || len(build.Output) < len(c.want) {
			t.Errorf("%s: %v, want %q", script, err, c.want)
			continue
		}
		// Times may be longer on a busy machine: only the words around them are compared.
		end := build.Output[max(0, len(build.Output)-14):]
		if want := c.want[max(0, len(c.want)-14):]; end != want {
			t.Errorf("%s: %q, want %q", script, build.Output, c.want)
		}
	}
}
