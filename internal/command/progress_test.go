package command

import (
	"bytes"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// so is how far work is.
type so string

func (s so) String() string { return string(s) }

// Where nobody looks at a bar, a line a minute tells how far work is, and how fast it went on since the line before; none
// does if all is to be quiet.
func TestProgressLines(t *testing.T) {
	for quiet, want := range map[bool]string{false: "touchstone: half of it, 60.0 s each, about 2m0s left\ntouchstone: half of it, 120.0 s each, about 4m0s left\n", true: ""} {
		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetErr(&out)
		p := progress{cmd: cmd, quiet: quiet}
		p.begin("runs", 10)
		for range 2 {
			p.step("pass", so("half of it"), func() int { return 2 })
			p.pace.printed = time.Now().Add(-2 * time.Minute)
		}
		p.step("pass", so("half of it"), func() int { return 2 })
		p.step("pass", so("half of it"), func() int { return 2 }) // not before the next minute
		p.end()
		if out.String() != want {
			t.Errorf("quiet %v: %q, want %q", quiet, &out, want)
		}
	}
}
