package sandbox

import "os"

// A capture collects what a program prints, in a file without a name. So nobody has to read
// concurrently, or to wait for a process that keeps a pipe open.
type capture struct{ file *os.File }

func (c *capture) open() (err error) {
	c.file, err = captureFile()
	return err
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
