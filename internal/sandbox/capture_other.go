//go:build !linux

package sandbox

import (
	"os"
	"sync/atomic"
	"time"
)

// A capture reads what a program prints into a pipe and keeps the end of it.
type capture struct {
	r, file *os.File
	read    atomic.Int64
	tail    []byte
	done    chan struct{}
}

func (c *capture) open() (err error) {
	c.r, c.file, err = os.Pipe()
	return err
}

// start reads until the last process that could print is gone.
func (c *capture) start() {
	c.file.Close()
	c.done = make(chan struct{})
	go func() {
		defer close(c.done)
		buf := make([]byte, 64<<10)
		for {
			n, err := c.r.Read(buf)
			c.read.Add(int64(n))
			c.tail = append(c.tail, buf[:n]...)
			if over := len(c.tail) - tailSize; over > 0 {
				c.tail = append(c.tail[:0], c.tail[over:]...)
			}
			if err != nil {
				return
			}
		}
	}()
}

// size is the number of bytes so far.
func (c *capture) size() int64 { return c.read.Load() }

// finish returns the end of what was printed. The program's group has been killed by
// now; a process that escaped is not waited for.
func (c *capture) finish() []byte {
	c.r.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	<-c.done
	return c.tail
}

func (c *capture) close() {
	if c.r != nil {
		c.r.Close()
		c.file.Close()
	}
}
