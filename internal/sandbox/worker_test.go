package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// If the worker's watchdog kills a supervisor, the program and all that it started are
// killed too. The program is this test binary (program_test.go).
func TestKill(t *testing.T) {
	beat := filepath.Join(tier.TempDir(t), "beat")
	w := must.Get(NewWorker(Policy{Mode: None}))(t)
	f := must.Get(w.MakeDir(1 << 20))(t)
	ended := make(chan error)
	go func() {
		_, err := w.Run(context.Background(), f, Job{Path: os.Args[0], Args: []string{os.Args[0], "program", "keep", beat}, Env: os.Environ()})
		ended <- err
	}()
	effort.Await(t, beat+" appears", func() bool { _, err := os.Stat(beat); return err == nil })
	w.kill()
	if err := <-ended; err == nil || !w.Dead() {
		t.Errorf("error %v, dead %v", err, w.Dead())
	}
	w.Close()
	before, _ := os.ReadFile(beat)
	time.Sleep(200 * time.Millisecond)
	expect.Equal(t, string(before), string(must.Get(os.ReadFile(beat))(t)), "the beat of a process that is dead")
	_ = f.Remove()
}
