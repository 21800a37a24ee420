package work

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"io"
)

// Pack encodes and compresses a value by gob, as what a program wrote need not be text.
func Pack(value any) ([]byte, error) {
	return Deflate(func(w io.Writer) error { return gob.NewEncoder(w).Encode(value) })
}

// Unpack is the inverse of Pack. It decodes so many bytes at most.
func Unpack(data []byte, into any, most int64) error {
	return gob.NewDecoder(io.LimitReader(Inflate(data), most)).Decode(into)
}

// Deflate compresses what encode writes.
func Deflate(encode func(io.Writer) error) ([]byte, error) {
	var data bytes.Buffer
	w, err := flate.NewWriter(&data, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if err := encode(w); err != nil {
		return nil, err
	}
	err = w.Close()
	return data.Bytes(), err
}

// Inflate is the inverse of Deflate.
func Inflate(data []byte) io.Reader {
	return io.LimitReader(flate.NewReader(bytes.NewReader(data)), mostUnpacked)
}

// mostUnpacked bounds what damaged or foreign data can make of a line.
const mostUnpacked = 1 << 30
