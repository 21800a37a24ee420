// Package parcel encodes what journals keep and machines send each other: values, and results of runs. What is pure, such as
// diagnosis, needs none of it, and starts faster without package gob.
package parcel

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"errors"
	"io"
)

// Pack encodes and compresses a value by gob, as what a program wrote need not be text.
func Pack(value any) ([]byte, error) {
	var data bytes.Buffer
	w, err := flate.NewWriter(&data, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	err = errors.Join(gob.NewEncoder(w).Encode(value), w.Close())
	return data.Bytes(), err
}

// Unpack is the inverse of Pack. It decodes so many bytes at most, whatever damaged or foreign data would make.
func Unpack(data []byte, into any, most int64) error {
	return gob.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(data)), most)).Decode(into)
}
