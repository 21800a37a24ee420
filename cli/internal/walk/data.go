package walk

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
)

// data are the columns of a page. Each is compressed as it grows.
type data struct{ columns []*column }

// A column is one array of numbers, or a text.
type column struct {
	name       string
	compressed bytes.Buffer
	gz         *gzip.Writer
	buffered   *bufio.Writer
	number     [4]byte
}

// column begins a column. It grows in memory, where writing does not fail.
func (d *data) column(name string) *column {
	c := &column{name: name}
	c.gz = gzip.NewWriter(&c.compressed)
	c.buffered = bufio.NewWriterSize(c.gz, 32<<10)
	d.columns = append(d.columns, c)
	return c
}

func (c *column) Write(p []byte) (int, error) { return c.buffered.Write(p) }

// The numbers are little-endian.
func (c *column) u8(v uint8)   { _ = c.buffered.WriteByte(v) }
func (c *column) u16(v uint16) { c.put(binary.LittleEndian.AppendUint16(c.number[:0], v)) }
func (c *column) u32(v uint32) { c.put(binary.LittleEndian.AppendUint32(c.number[:0], v)) }
func (c *column) i32(v int32)  { c.u32(uint32(v)) }

func (c *column) put(bytes []byte) { _, _ = c.buffered.Write(bytes) }

// base64 ends the column and writes it.
func (c *column) base64(w io.Writer) error {
	if err := c.buffered.Flush(); err != nil {
		return err
	}
	if err := c.gz.Close(); err != nil {
		return err
	}
	to := base64.NewEncoder(base64.StdEncoding, w)
	if _, err := c.compressed.WriteTo(to); err != nil {
		return err
	}
	return to.Close()
}

// json adds a value.
func (d *data) json(name string, value any) error {
	return json.NewEncoder(d.column(name)).Encode(value)
}
