package homework

import (
	"bytes"
	"io"
)

// A Sink receives the files of an answer while the solver makes them.
type Sink interface {
	// Begin starts the file called name. Its first late bytes are known only
	// when everything else has been written: the solver gives them to Finish.
	Begin(name string, late int) (File, error)
}

// A File is one file of an answer. What is written follows the late bytes.
type File interface {
	io.Writer
	// Finish ends the file. head has the length that Begin was told.
	Finish(head []byte) error
}

// Whole writes a file that is known in full.
func Whole(sink Sink, name string, text []byte) error {
	f, err := sink.Begin(name, 0)
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
func (m Memory) Begin(name string, late int) (File, error) {
	f := &memoryFile{into: m, name: name, late: late}
	f.Grow(late)
	f.Buffer.Write(make([]byte, late))
	return f, nil
}

type memoryFile struct {
	bytes.Buffer
	into Memory
	name string
	late int
}

func (f *memoryFile) Finish(head []byte) error {
	copy(f.Bytes()[:f.late], head)
	f.into[f.name] = f.Bytes()
	return nil
}
