//go:build !portable

package sandbox

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Nothing of a request is left unread, however long it is: what arrives during a run means that the
// caller has gone, and ends it.
func TestRequestsAreReadWhole(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	c, requests := newControl(bufio.NewReader(in)), json.NewEncoder(out)
	for n := range 9000 {
		if err := requests.Encode(request{Job: &Job{Path: strings.Repeat("a", n)}}); err != nil {
			t.Fatal(err)
		}
		if r, ok := c.next(); !ok || len(r.Job.Path) != n {
			t.Fatalf("a request of %d letters arrives otherwise: %v, %v", n, r, ok)
		}
		if left, err := unix.IoctlGetInt(int(in.Fd()), unix.TIOCINQ); err != nil || left != 0 {
			t.Fatalf("of a request of %d letters %d bytes are left: %v", n, left, err)
		}
	}
}

// A worker that is closed leaves nothing open here.
func TestClosedWorkersLeaveNothingOpen(t *testing.T) {
	const times = 10 // other tests may open and close some meanwhile
	open := descriptors(t)
	for range times {
		w, err := NewWorker(Policy{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	if now := descriptors(t); now >= open+times {
		t.Errorf("%d descriptors are open, %d were", now, open)
	}
}
