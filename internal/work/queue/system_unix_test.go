//go:build unix

package queue

import (
	"net"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Strangers who connect and say nothing leave the leader files that it can open.
func TestManyConnections(t *testing.T) {
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	few := was
	few.Cur = 800
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
			t.Error(err)
		}
	}()
	g := newGuarded(t)
	at := strings.TrimPrefix(g.URL, "nats://")
	const many = 300
	for range many {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		c.Read(make([]byte, 1)) // until the server has looked at it
	}
	if n := g.server.NumClients(); n > 200 {
		t.Errorf("there are %d connections, want at most 200 with 800 files", n)
	}
}
