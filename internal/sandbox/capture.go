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
	if size == 0 {
		return nil
	}
	text := make([]byte, min(size, TailSize))
	n, _ := c.file.ReadAt(text, size-int64(len(text)))
	return text[:n]
}

func (c *capture) close() {
	if c.file != nil {
		c.file.Close()
	}
}
