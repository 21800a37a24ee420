// Package journal keeps results in a file that only grows, so that work that is cut short goes on
// where it was: each is there as soon as it is known, under the digest of everything that decides it.
package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/work"
)

// A line of a journal is the CRC-32 (Castagnoli) of an entry in eight hexadecimal digits, a blank,
// and the entry as JSON. What is not of this form was not written to the end, or has been damaged since,
// and counts as not written.
const sumSize = 8

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// An Entry is a line of a journal.
type Entry interface {
	// ID returns the key of the result that the entry has, or "" if it is a heading: it says what
	// is done from here on.
	ID() work.Key
}

// A place is where an entry is in the journal.
type place struct {
	at   int64
	size int
}

// A Journal is an append-only file of entries. Its methods may be called concurrently.
type Journal[E Entry] struct {
	Torn int // lines that were not written to the end

	file *os.File
	lock io.Closer

	mu    sync.Mutex
	size  int64
	head  *E // the last heading
	index map[work.Key]place
	dirty bool
	err   error // the first in writing
	done  chan struct{}
	ended sync.WaitGroup
}

// Open opens the journal of this name in a folder, or begins one, and locks the folder.
func Open[E Entry](dir, name string) (j *Journal[E], err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	j = &Journal[E]{index: map[work.Key]place{}, done: make(chan struct{})}
	if j.lock, err = scratch.Lock(dir); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	j.file, err = os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err == nil {
		err = j.read()
	}
	if err != nil {
		if j.file != nil {
			j.file.Close()
		}
		return nil, errors.Join(err, j.lock.Close())
	}
	j.ended.Go(j.keepSynced)
	return j, nil
}

// read makes the index, and removes a torn last line so that nothing is appended to it.
func (j *Journal[E]) read() error {
	r := bufio.NewReaderSize(j.file, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(line) == 0 {
			return nil
		}
		whole := line[len(line)-1] == '\n'
		if e, ok := Parse[E](line); ok && whole {
			j.add(e, len(line))
		} else {
			j.Torn++
		}
		if !whole {
			return j.file.Truncate(j.size)
		}
		j.size += int64(len(line))
	}
}

// Parse returns the entry of a line, with or without its newline, and reports whether it is whole.
func Parse[E Entry](line []byte) (e E, ok bool) {
	line = bytes.TrimSuffix(line, []byte{'\n'})
	if len(line) <= sumSize || line[sumSize] != ' ' {
		return e, false
	}
	text := line[sumSize+1:]
	ok = string(line[:sumSize]) == sum(text) && json.Unmarshal(text, &e) == nil
	return e, ok
}

// Line returns the line of an entry. It panics if the entry is of a type that JSON does not have.
func Line[E Entry](e E) []byte {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return fmt.Appendf(nil, "%s %s\n", sum(text), text)
}

func sum(text []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(text, castagnoli)) }

// add notes an entry that stands, or will stand, at the end of the file.
func (j *Journal[E]) add(e E, size int) {
	if e.ID() == "" {
		j.head = &e
		return
	}
	j.index[e.ID()] = place{j.size, size}
}

// Begin makes a heading the last one. If it is that already, nothing is written.
func (j *Journal[E]) Begin(head E) error {
	j.mu.Lock()
	known := j.head != nil && bytes.Equal(Line(*j.head), Line(head))
	j.mu.Unlock()
	if known {
		return nil
	}
	return j.Append(head)
}

// Head returns the last heading, or nil.
func (j *Journal[E]) Head() *E {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.head
}

// Path returns the name of the file.
func (j *Journal[E]) Path() string { return j.file.Name() }

// Append writes an entry. It survives the end of this process once Append has returned, and that
// of the machine a second later.
func (j *Journal[E]) Append(e E) error {
	line := Line(e)
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	if _, err := j.file.Write(line); err != nil {
		j.err = fmt.Errorf("writing the journal: %w", err)
		return j.err
	}
	j.add(e, len(line))
	j.size += int64(len(line))
	j.dirty = true
	return nil
}

// Has reports whether there is a result under a key.
func (j *Journal[E]) Has(k work.Key) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.index[k]
	return ok
}

// Entry returns the entry under a key.
func (j *Journal[E]) Entry(k work.Key) (e E, ok bool, err error) {
	j.mu.Lock()
	p, ok := j.index[k]
	j.mu.Unlock()
	if !ok {
		return e, false, nil
	}
	line := make([]byte, p.size)
	if _, err := j.file.ReadAt(line, p.at); err != nil {
		return e, false, err
	}
	if e, ok = Parse[E](line); !ok {
		return e, false, fmt.Errorf("%s: the line at byte %d has changed", j.file.Name(), p.at)
	}
	return e, true, nil
}

// syncing is how often the journal is written to the disk.
const syncing = time.Second

// keepSynced writes what was appended to the disk, in batches.
func (j *Journal[E]) keepSynced() {
	tick := time.NewTicker(syncing)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = j.Sync() // the next call of Append says so

		case <-j.done:
			return
		}
	}
}

// Sync writes what was appended to the disk. Its error is the first in writing.
func (j *Journal[E]) Sync() error {
	j.mu.Lock()
	dirty := j.dirty
	j.dirty = false
	j.mu.Unlock()
	var err error
	if dirty {
		err = j.file.Sync()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil && j.err == nil {
		j.err = fmt.Errorf("writing the journal: %w", err)
	}
	return j.err
}

// Close writes everything to the disk and unlocks the folder.
func (j *Journal[E]) Close() error {
	close(j.done)
	j.ended.Wait()
	return errors.Join(j.Sync(), j.file.Close(), j.lock.Close())
}
