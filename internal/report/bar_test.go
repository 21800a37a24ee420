package report

import (
	"strings"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8/decor"
)

// There is no estimate before there is a basis for it, nor after the end.
func TestLeft(t *testing.T) {
	begin := time.Now().Add(-10 * time.Second)
	for current, want := range map[int64]string{0: "", 1: " 1m30s left", 5: " 10s left", 10: ""} {
		got, _ := left(begin).Decor(decor.Statistics{Current: current, Total: 10})
		if strings.TrimRight(got, " ") != want {
			t.Errorf("after %d of 10: %q, want %q", current, got, want)
		}
	}
}
