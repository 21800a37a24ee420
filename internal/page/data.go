// Package page makes pages of one HTML file: nothing runs in them but their own script, nothing is
// loaded, and their data is text that no browser takes for HTML.
package page

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
)

// Data are the columns of a page. Each is compressed as it grows. In the page, column(name), text(name)
// and numbers(type, name) of data.js return them.
type Data struct {
	Level   int // of compression, as in package gzip; 0 is the usual one
	columns []*Column
}

// A Column is one array of numbers, or a text.
type Column struct {
	name       string
	compressed bytes.Buffer
	gz         *gzip.Writer
	buffered   *bufio.Writer
	number     [4]byte
}

// Column begins a column. It grows in memory, where writing does not fail.
func (d *Data) Column(name string) *Column {
	c := &Column{name: name}
	level := d.Level
	if level == 0 {
		level = gzip.DefaultCompression
	}
	c.gz, _ = gzip.NewWriterLevel(&c.compressed, level) // which exists
	c.buffered = bufio.NewWriterSize(c.gz, 32<<10)
	d.columns = append(d.columns, c)
	return c
}

// Write adds a part of a text.
func (c *Column) Write(p []byte) (int, error) { return c.buffered.Write(p) }

// U8, U16, U32 and I32 add a number, little-endian.
func (c *Column) U8(v uint8)   { _ = c.buffered.WriteByte(v) }
func (c *Column) U16(v uint16) { c.Put(binary.LittleEndian.AppendUint16(c.number[:0], v)) }
func (c *Column) U32(v uint32) { c.Put(binary.LittleEndian.AppendUint32(c.number[:0], v)) }
func (c *Column) I32(v int32)  { c.U32(uint32(v)) }

// Put adds bytes.
func (c *Column) Put(bytes []byte) { _, _ = c.buffered.Write(bytes) }

// base64 ends the column and writes it.
func (c *Column) base64(w io.Writer) error {
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

// JSON adds a value.
func (d *Data) JSON(name string, value any) error {
	return json.NewEncoder(d.Column(name)).Encode(value)
}
