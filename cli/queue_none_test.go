//go:build !queue

package cli

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// Without the queue every command that leads or works by one says how to get it.
func TestWithoutQueue(t *testing.T) {
	dir := t.TempDir()
	for _, args := range []string{
		"worker --queue nats://ta-desk:4222",
		"audit mancala --queue :4222 --token secret",
		"fuzz mancala " + dir + " --runs 5 --queue :4222 --jobs 0",
	} {
		cmd := exec.CommandContext(t.Context(), "touchstone", strings.Fields(args)...)
		text, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != exitUsage || !bytes.Contains(text, []byte("built without the queue")) {
			t.Errorf("%s: %v, %s", args, err, text)
		}
	}
}
