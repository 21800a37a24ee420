// Package pack packs files into a zip so that the same files give the same bytes.
package pack

import (
	"archive/zip"
	"io/fs"
	"time"
)

// packed is the time of all files in a zip: the earliest that the format can represent.
var packed = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// File adds a file.
func File(z *zip.Writer, name string, mode fs.FileMode, data []byte) error {
	head := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: packed}
	head.SetMode(mode)
	to, err := z.CreateHeader(head)
	if err == nil {
		_, err = to.Write(data)
	}
	return err
}
