package sandbox

// first returns the beginning of what was printed, and its total size. It is called when
// all processes are gone.
func (c *capture) first() (text []byte, size int64) {
	if size = c.size(); size == 0 {
		return nil, 0
	}
	text = make([]byte, min(size, firstSize))
	n, _ := c.file.ReadAt(text, 0)
	return text[:n], size
}
