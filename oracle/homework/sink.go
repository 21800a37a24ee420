package homework

import (
	"bytes"
	"io"
)

// A Sink receives the files of an answer while the solver makes them.
type Sink interface {
	// Begin starts the file called name. Its head, of the size given, is known
	// only when everything after it has been written.
	Begin(name string, head Size) (File, error)
}

// A File is one file of an answer. What is written follows the head.
type File interface {
	io.Writer
	// Finish ends the file. head has the size that Begin was told.
	Finish(head []byte) error
}

// A Size is that of a text whose last line is complete.
type Size struct{ Lines, Bytes int }

// Whole writes a file that is known in full.
func Whole(sink Sink, name string, text []byte) error {
	f, err := sink.Begin(name, Size{})
	if err != nil {
		return err
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Finish(nil)
}

// Memory is a Sink that keeps the files by their names.
type Memory map[string][]byte

// Begin starts a file; it is in the map once it is finished.
func (m Memory) Begin(name string, head Size) (File, error) {
	f := &memoryFile{into: m, name: name}
	f.Write(make([]byte, head.Bytes))
	return f, nil
}

type memoryFile struct {
	bytes.Buffer
	into Memory
	name string
}

func (f *memoryFile) Finish(head []byte) error {
	copy(f.Bytes(), head)
	f.into[f.name] = f.Bytes()
	return nil
}
