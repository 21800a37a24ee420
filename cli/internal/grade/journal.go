package grade

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
)

// A line of a journal is the CRC-32 (Castagnoli) of an entry in eight hexadecimal digits, a blank,
// and the entry as JSON. What is not of this form was not written to the end, or has been damaged since,
// and counts as not written.
const (
	journalName = "journal.jsonl"
	sumSize     = 8
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A kind says what an entry is.
type kind string

const (
	kindPlan   kind = "plan"   // what is graded from here on
	kindBuild  kind = "build"  // a submission without a program
	kindRun    kind = "run"    // a submission on a case
	kindCauses kind = "causes" // why a submission fails
)

// An entry is a line of a journal.
type entry struct {
	Kind kind `json:"kind"`
	Key  key  `json:"key,omitempty"`
	// Student and Case are for readers: the key decides whose result it is.
	Student string `json:"student,omitempty"`
	Case    string `json:"case,omitempty"`
	Verdict string `json:"verdict,omitempty"`
	*Measured
	Plan *Plan  `json:"plan,omitempty"`
	Data []byte `json:"data,omitempty"` // what save made of the result
}

// Measured is what differs from run to run.
type Measured struct {
	CPU  time.Duration `json:"cpu"` // nanoseconds
	Wall time.Duration `json:"wall"`
	Peak int64         `json:"peak"` // bytes
	Host string        `json:"host"`
	When time.Time     `json:"when"`
}

// A place is where an entry is in the journal.
type place struct {
	at   int64
	size int
}

// A Journal is an append-only file of results. Its methods may be called concurrently.
type Journal struct {
	file   *os.File
	lock   io.Closer
	Torn   int // lines that were not written to the end
	latest *Plan

	mu    sync.Mutex
	size  int64
	index map[key]place
	dirty bool
	err   error // the first in writing
	done  chan struct{}
	ended sync.WaitGroup
}

// OpenJournal opens the journal in a folder, or begins one, and locks the folder.
func OpenJournal(dir string) (j *Journal, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	j = &Journal{index: map[key]place{}, done: make(chan struct{})}
	if j.lock, err = scratch.Lock(dir); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	j.file, err = os.OpenFile(filepath.Join(dir, journalName), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
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
func (j *Journal) read() error {
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
		if e, ok := parseLine(line); ok && whole {
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

// parseLine returns the entry of a line, and reports whether it is whole.
func parseLine(line []byte) (e entry, ok bool) {
	line = bytes.TrimSuffix(line, []byte{'\n'})
	if len(line) <= sumSize || line[sumSize] != ' ' {
		return e, false
	}
	text := line[sumSize+1:]
	ok = string(line[:sumSize]) == sum(text) && json.Unmarshal(text, &e) == nil
	return e, ok
}

// line returns the line of an entry.
func (e entry) line() []byte {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // our own types
	}
	return fmt.Appendf(nil, "%s %s\n", sum(text), text)
}

func sum(text []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(text, castagnoli)) }

// add notes an entry that stands, or will stand, at the end of the file.
func (j *Journal) add(e entry, size int) {
	if e.Kind == kindPlan {
		j.latest = e.Plan
		return
	}
	j.index[e.Key] = place{j.size, size}
}

// Append writes an entry. It survives the end of this process once Append has returned, and that
// of the machine a second later.
func (j *Journal) Append(e entry) error {
	line := e.line()
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
func (j *Journal) Has(k key) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.index[k]
	return ok
}

// Entry returns the entry under a key.
func (j *Journal) Entry(k key) (e entry, ok bool, err error) {
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
	if e, ok = parseLine(line); !ok {
		return e, false, fmt.Errorf("%s: the line at byte %d has changed", j.file.Name(), p.at)
	}
	return e, true, nil
}

// syncing is how often the journal is written to the disk.
const syncing = time.Second

// keepSynced writes what was appended to the disk, in batches.
func (j *Journal) keepSynced() {
	tick := time.NewTicker(syncing)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			j.sync()
		case <-j.done:
			return
		}
	}
}

// sync writes what was appended to the disk.
func (j *Journal) sync() {
	j.mu.Lock()
	dirty := j.dirty
	j.dirty = false
	j.mu.Unlock()
	if !dirty {
		return
	}
	if err := j.file.Sync(); err != nil {
		j.mu.Lock()
		j.err = errors.Join(j.err, fmt.Errorf("writing the journal: %w", err))
		j.mu.Unlock()
	}
}

// Close writes everything to the disk and unlocks the folder.
func (j *Journal) Close() error {
	close(j.done)
	j.ended.Wait()
	j.sync()
	return errors.Join(j.err, j.file.Close(), j.lock.Close())
}
