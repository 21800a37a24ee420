package answers

import (
	"encoding/binary"
	"io"
)

// Offsets in a PE file (Windows): where the offset of the header is and, in that header,
// the offset of the symbol table and its length. The string table follows the symbol table.
const (
	peHeader     = 0x3c
	peSymbols    = 12
	peSymbolSize = 18
)

// A symbolless is a PE file whose symbol table appears empty. Package debug/pe would read
// all symbols, which takes most of the time where wine is installed.
type symbolless struct {
	io.ReaderAt
	at    int64
	patch [8]byte
}

// withoutSymbols hides the symbols of a PE file; other files are unchanged.
func withoutSymbols(f io.ReaderAt) io.ReaderAt {
	var header [4]byte
	var magic [2]byte
	if _, err := f.ReadAt(magic[:], 0); err != nil || string(magic[:]) != "MZ" {
		return f
	}
	if _, err := f.ReadAt(header[:], peHeader); err != nil {
		return f
	}
	s := &symbolless{ReaderAt: f, at: int64(binary.LittleEndian.Uint32(header[:])) + peSymbols}
	if _, err := f.ReadAt(s.patch[:], s.at); err != nil {
		return f
	}
	table, number := binary.LittleEndian.Uint32(s.patch[:]), binary.LittleEndian.Uint32(s.patch[4:])
	if table != 0 {
		table += peSymbolSize * number
	}
	binary.LittleEndian.PutUint32(s.patch[:], table)
	binary.LittleEndian.PutUint32(s.patch[4:], 0)
	return s
}

func (s *symbolless) ReadAt(p []byte, off int64) (int, error) {
	n, err := s.ReaderAt.ReadAt(p, off)
	for i, b := range s.patch {
		if at := s.at + int64(i) - off; at >= 0 && at < int64(n) {
			p[at] = b
		}
	}
	return n, err
}
