package sandbox

import (
	"os"
	"sync/atomic"
	"time"
)

// A budget is the number of bytes that a program may print in all. It closes a
// channel when that is exceeded.
type budget struct {
	limit   int64
	used    atomic.Int64
	flooded atomic.Bool
	flood   chan<- struct{}
}

func newBudget(limit int64, flood chan<- struct{}) *budget {
	return &budget{limit: limit, flood: flood}
}

func (b *budget) spend(n int) {
	if b.used.Add(int64(n)) > b.limit && b.limit > 0 && !b.flooded.Swap(true) {
		close(b.flood)
	}
}

// A capture reads what a program prints into a pipe and keeps the end of it.
type capture struct {
	r, w   *os.File
	budget *budget
	tail   []byte
	done   chan struct{}
}

func (c *capture) open(b *budget) (err error) {
	c.budget = b
	c.r, c.w, err = os.Pipe()
	return err
}

// start reads until the last process that could print is gone.
func (c *capture) start() {
	c.w.Close()
	c.done = make(chan struct{})
	go func() {
		defer close(c.done)
		buf := make([]byte, 64<<10)
		for {
			n, err := c.r.Read(buf)
			c.budget.spend(n)
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

// finish returns the end of what was printed. All processes have been killed by
// now; one that escaped where that is possible is not waited for.
func (c *capture) finish() []byte {
	c.r.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	<-c.done
	return c.tail
}

func (c *capture) close() {
	if c.r != nil {
		c.r.Close()
		c.w.Close()
	}
}
