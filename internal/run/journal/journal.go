// Package journal keeps results in a file that only grows, so that interrupted work continues. Each result is
// stored as soon as it is known, under the digest of everything that determines it.
package journal

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A line of a journal is the CRC-32 (Castagnoli) of an entry in eight hexadecimal digits, a blank, and the
// entry as JSON. A line in another form was not completely written, or has been damaged since, and is
// ignored.
const sumSize = 8

// A heading is a line that names the plan of the lines after it.
type heading[Plan any] struct {
	Plan *Plan `json:"plan"`
}

// aHeading is how a heading begins.
var aHeading = []byte(`{"plan":`)

// A place is where an entry is in the journal.
type place struct {
	at   int64
	size int
}

// A Journal is an append-only file of the results of a plan. The JSON of a result does not begin with a field
// "plan". The methods may be called concurrently.
type Journal[Plan any, E run.Result] struct {
	file *os.File
	lock io.Closer

	mu      sync.Mutex
	size    int64
	plan    *Plan // of the last heading
	index   map[run.Key]place
	dirty   bool  // lines are not on the disk yet, and a call of Sync is scheduled
	err     error // the first in writing
	damaged int   // lines that were not written to the end

	syncing sync.Mutex // held by Sync
}

// Exists reports whether a directory has a journal of this name.
func Exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// Open opens the journal of this name in a directory, or begins one, and locks the directory.
func Open[Plan any, E run.Result](dir, name string) (j *Journal[Plan, E], err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	j = &Journal[Plan, E]{index: map[run.Key]place{}}
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
	return j, nil
}

// read makes the index, and removes a torn last line so that nothing is appended to it.
func (j *Journal[Plan, E]) read() error {
	r := bufio.NewReaderSize(j.file, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(line) == 0 {
			return nil
		}
		complete := line[len(line)-1] == '\n'
		if !complete || !j.note(line) {
			j.damaged++
		}
		if !complete {
			return j.file.Truncate(j.size)
		}
		j.size += int64(len(line))
	}
}

// note records a line at the end of the part that has been read, and reports whether the line is complete.
func (j *Journal[Plan, E]) note(line []byte) bool {
	if text, ok := verifyLine(line); ok && bytes.HasPrefix(text, aHeading) {
		var head heading[Plan]
		if ok = json.Unmarshal(text, &head) == nil; ok {
			j.plan = head.Plan
		}
		return ok
	}
	e, ok := parse[E](line)
	if ok {
		j.index[e.ID()] = place{j.size, len(line)}
	}
	return ok
}

// parse returns the entry of a line, and reports whether it is whole.
func parse[E run.Result](line []byte) (e E, ok bool) {
	text, ok := verifyLine(line)
	return e, ok && json.Unmarshal(text, &e) == nil
}

// verifyLine returns the JSON of a line, and reports whether it is the JSON that was written.
func verifyLine(line []byte) (text []byte, ok bool) {
	line = bytes.TrimSuffix(line, []byte{'\n'})
	if len(line) <= sumSize || line[sumSize] != ' ' {
		return nil, false
	}
	text = line[sumSize+1:]
	return text, string(line[:sumSize]) == sum(text)
}

func sum(text []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
}

// Begin sets the plan for the entries appended from here on. If the journal already has this plan, Begin
// writes nothing.
func (j *Journal[Plan, E]) Begin(p *Plan) error {
	text, err := json.Marshal(heading[Plan]{p})
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if before, err := json.Marshal(heading[Plan]{j.plan}); err == nil && bytes.Equal(before, text) {
		return nil
	}
	j.plan = p
	return j.write(text)
}

// Plan returns the plan of the last heading, or nil.
func (j *Journal[Plan, E]) Plan() *Plan {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.plan
}

// Damaged returns the number of lines that were damaged or not completely written.
func (j *Journal[Plan, E]) Damaged() int { return j.damaged }

// Path returns the name of the file.
func (j *Journal[Plan, E]) Path() string { return j.file.Name() }

// Append writes an entry. It survives the end of this process once Append has returned, and that
// of the machine a second later.
func (j *Journal[Plan, E]) Append(e E) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	start := j.size
	if err := j.write(text); err != nil {
		return err
	}
	j.index[e.ID()] = place{start, int(j.size - start)}
	return nil
}

// write appends a line. j.mu is held.
func (j *Journal[Plan, E]) write(text []byte) error {
	if j.err != nil {
		return j.err
	}
	line := fmt.Appendf(nil, "%s %s\n", sum(text), text)
	if _, err := j.file.Write(line); err != nil {
		j.err = fmt.Errorf("writing the journal: %w", err)
		return j.err
	}
	j.size += int64(len(line))
	if !j.dirty {
		j.dirty = true
		time.AfterFunc(syncDelay, func() { _ = j.Sync() }) // the next call of Append returns the error
	}
	return nil
}

// Has reports whether there is a result under a key.
func (j *Journal[Plan, E]) Has(k run.Key) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.index[k]
	return ok
}

// Entry returns the entry under a key.
func (j *Journal[Plan, E]) Entry(k run.Key) (e E, ok bool, err error) {
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
	if e, ok = parse[E](line); !ok {
		return e, false, fmt.Errorf("%s: the line at byte %d has changed", j.file.Name(), p.at)
	}
	return e, true, nil
}

// syncDelay is the time after which an appended line is written to the disk, together with all later lines.
const syncDelay = time.Second

// Sync writes all appended lines to the disk. It returns the first error in writing.
func (j *Journal[Plan, E]) Sync() error {
	j.syncing.Lock()
	defer j.syncing.Unlock()
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

// Close writes everything to the disk and unlocks the directory.
func (j *Journal[Plan, E]) Close() error {
	return errors.Join(j.Sync(), j.file.Close(), j.lock.Close())
}

// Whole returns a copy of the first plan of journals that are the shards of one kind of work, in any order
// and repeated. names are the names of the journals. shard returns the shard of a plan, and differs names the
// first difference between two plans. The error names the shards that are missing or have another plan.
func Whole[Plan any, E run.Result](shards []*Journal[Plan, E], names []string, kind string,
	shard func(*Plan) *run.Shard, differs func(x, y *Plan) string) (*Plan, error) {
	var wrong, missing []error
	found := map[int]bool{}
	for i, j := range shards {
		p := j.Plan()
		if p == nil {
			return nil, fmt.Errorf("%s: want the journal of a %s, found none", names[i], kind)
		}
		if differs := differs(shards[0].Plan(), p); differs != "" {
			wrong = append(wrong, fmt.Errorf("%s: want a shard of the same %s as %s, found other %s", names[i], kind,
				names[0], differs))
		}
		found[shard(p).I] = true
	}
	whole := *shards[0].Plan()
	n := shard(&whole).N
	for i := 1; i <= n; i++ {
		if !found[i] {
			missing = append(missing, fmt.Errorf("%s is missing", run.Shard{I: i, N: n}))
		}
	}
	*shard(&whole) = run.Shard{}
	return &whole, cmp.Or(errors.Join(wrong...), errors.Join(missing...))
}

// Merge begins the plan of the whole in a journal, and appends the entries of shards that the journal lacks.
// keys returns the keys of a plan, in the same order for a shard and for the whole. setKey sets the key of an
// entry.
func Merge[Plan any, E run.Result](into *Journal[Plan, E], shards []*Journal[Plan, E], whole *Plan,
	keys func(*Plan) []run.Key, setKey func(*E, run.Key)) error {
	if err := into.Begin(whole); err != nil {
		return err
	}
	all := keys(whole)
	for _, from := range shards {
		for i, old := range keys(from.Plan()) {
			if into.Has(all[i]) {
				continue
			}
			e, known, err := from.Entry(old)
			if err == nil && known {
				setKey(&e, all[i])
				err = into.Append(e)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
