package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// A capture collects what a program prints, in a file, usually without a name. So nobody has to read
// concurrently, or to wait for a process that keeps a pipe open.
type capture struct{ file *os.File }

// open opens the capture: a new file in dir, or one without a name if name is "".
func (c *capture) open(dir, name string) (err error) {
	if name == "" {
		c.file, err = captureFile()
	} else {
		c.file, err = os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	}
	return err
}

// openInput opens standard input: a file of dir, which it removes there, or nothing.
func openInput(dir, name string) (*os.File, error) {
	if name == "" {
		return os.Open(os.DevNull)
	}
	path := filepath.Join(dir, name)
	f, err := os.Open(path)
	if err == nil {
		_ = os.Remove(path) // where it is open that may not be possible, and does no harm
	}
	return f, err
}

// size returns the number of bytes so far.
func (c *capture) size() int64 {
	info, err := c.file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// tail returns the end of what was printed.
func (c *capture) tail() []byte {
	size := c.size()
	return c.read(max(0, size-TailSize), min(size, TailSize))
}

// ends returns what was printed, or of much of it the beginning and the end, with a line between: a report of a crash begins with what it
// is, and the innermost calls of a recursion without an end.
func (c *capture) ends() []byte {
	size := c.size()
	if size <= HeadSize+TailSize {
		return c.read(0, size)
	}
	head := c.read(0, HeadSize)
	return fmt.Appendf(head[:bytes.LastIndexByte(head, '\n')+1], "... (%d bytes)\n%s", size-HeadSize-TailSize, c.tail())
}

// first returns the beginning of what was printed, and its total size. It is called when
// all processes are gone.
func (c *capture) first() (text []byte, size int64) {
	size = c.size()
	return c.read(0, min(size, firstSize)), size
}

func (c *capture) read(at, n int64) []byte {
	if n == 0 {
		return nil
	}
	text := make([]byte, n)
	read, _ := c.file.ReadAt(text, at)
	return text[:read]
}

func (c *capture) close() {
	if c.file != nil {
		c.file.Close()
	}
}
