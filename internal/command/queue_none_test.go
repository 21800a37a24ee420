//go:build !queue

package command

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Without the queue every command that leads or works by one says how to get it.
func TestWithoutQueue(t *testing.T) {
	dir := t.TempDir()
	list, out := filepath.Join(dir, "list"), filepath.Join(dir, "cup")
	write(t, dir, "list", "ann: greedy\nben: random\n")
	for _, args := range []string{
		"worker --queue nats://ta-desk:4222 --key worker.key",
		"queue keys " + filepath.Join(dir, "keys") + " lab1",
		"audit mancala --queue :4222 --keys keys",
		"tournament gangwars " + list + " --queue :4222 --jobs 0 --keys keys --out " + out,
		"fuzz mancala " + dir + " --runs 5 --queue :4222 --jobs 0",
	} {
		cmd := exec.CommandContext(t.Context(), "touchstone", strings.Fields(args)...)
		text, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != exitUsage || !bytes.Contains(text, []byte("built without the queue")) {
			t.Errorf("%s: %v, %s", args, err, text)
		}
	}
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("games are begun: %v", err)
	}
}
