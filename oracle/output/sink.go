// Package output receives the files of an answer as a solver produces them (the rule "Bytes" of
// docs/rules/README.md), in memory or in a folder, where files appear whole or not at all.
package output

import (
	"bytes"
	"io"
)

// A Sink receives the files of an answer as the solver produces them.
type Sink interface {
	// Begin starts the file called name. Its head, of the given size, is known only after
	// everything else has been written.
	Begin(name string, head Size) (File, error)
}

// A File is one file of an answer. Writes go after the head.
type File interface {
	io.Writer
	// Finish ends the file. head must have the size passed to Begin.
	Finish(head []byte) error
}

// A Size is the size of a text that ends in a complete line.
type Size struct{ Lines, Bytes int }

// Whole writes a file whose contents are known in full.
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

// Memory is a Sink that keeps the files by name.
type Memory map[string][]byte

// Begin starts a file; it appears in the map once it is finished.
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

// Text returns the text of lines.
func Text(lines []string) []byte {
	var text []byte
	for _, line := range lines {
		text = append(append(text, line...), '\n')
	}
	return text
}
