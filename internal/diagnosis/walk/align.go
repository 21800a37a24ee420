package walk

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// same describes how a program's log compares with the right one. The logs are equal up to the first
// difference. From there on, the columns "rowRight" and "rowGot" pair their lines, and "got" holds the
// program's lines.
type same struct {
	Lines       int `json:"same"`        // number of equal lines at the top
	Rows        int `json:"rows"`        // number of rows from there on
	Differences int `json:"differences"` // number of these rows that differ
	// First is the line of the first difference in the right file, from 1, or 0 if the logs are equal.
	First int `json:"first"`
}

// compareLogs writes the columns that show a program's log next to the right one. right holds the hashes of the
// right lines. If more is set, the right log continues after them, and no row reports that the program's log
// continues.
func compareLogs(d *page.Data, right []uint64, more bool, log []byte) *same {
	var lines [][]byte
	var hashes []uint64
	for line := range bytes.Lines(log) {
		if len(lines) > len(right)+farther { // enough to show that the log continues
			break
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		lines, hashes = append(lines, line), append(hashes, maphash.Bytes(seed, line))
	}
	s := &same{}
	for s.Lines < min(len(right), len(hashes)) && right[s.Lines] == hashes[s.Lines] {
		s.Lines++
	}
	got, rowRight, rowGot := d.Column("got"), d.Column("rowRight"), d.Column("rowGot")
	for _, line := range lines[s.Lines:] {
		got.Put([]byte(show(line)))
		got.U8('\n')
	}
	rest := len(right) - s.Lines // lines of the right log that have no row yet
	align(right[s.Lines:], hashes[s.Lines:], func(i, j int, equal bool) {
		if i >= 0 {
			rest--
		} else if more && rest == 0 {
			return
		}
		rowRight.I32(int32(i))
		rowGot.I32(int32(j))
		s.Rows++
		if !equal {
			if s.Differences++; s.Differences == 1 {
				s.First = s.Lines + max(i, 0) + 1
			}
		}
	})
	return s
}

const (
	window  = 100    // how far ahead a common run is sought after a difference
	run     = 3      // how many lines must be equal there
	farther = 50_000 // how far ahead a longer run is sought if no run is that near
	longRun = 8
	blindly = 50_000 // maximum number of rows that are skipped after a search without a result
)

// align pairs the lines of two logs by their hashes, and emits a row for each pair: the indexes of both
// lines, or -1 if one log has no line there. After a difference, the pairs continue where the logs next have
// a few lines in common, with the fewest lines skipped. A subtree that only one log has may be long. Without
// common lines, align pairs the lines in order.
func align(right, got []uint64, emit func(i, j int, equal bool)) {
	a := aligner{right: right, got: got, emit: emit}
	blind, vain, equal := 0, window/2, 0
	for a.i < len(right) && a.j < len(got) {
		if right[a.i] == got[a.j] {
			a.pair(1, 1, true)
			if equal++; equal == longRun {
				blind, vain = 0, window/2
			}
			continue
		}
		equal = 0
		if blind > 0 {
			blind--
			a.pair(1, 1, false)
			continue
		}
		x, y, found := compare.Resynchronize(2*window, a.common)
		if !found {
			x, y, found = a.findDistantRun()
		}
		if found {
			a.pair(x, y, false)
			continue
		}
		blind, vain = vain, min(2*vain, blindly) // the next line has no match nearby either
	}
	a.pair(len(right)-a.i, len(got)-a.j, false)
}

// An aligner holds a position in each of two logs.
type aligner struct {
	right, got []uint64
	emit       func(i, j int, equal bool)
	i, j       int
	index      []runAt // the long runs of the right log, in the order of their hashes
}

// A runAt is a long run and where it begins.
type runAt struct {
	hash uint64
	at   int
}

func (r runAt) compare(other runAt) int {
	return cmp.Or(cmp.Compare(r.hash, other.hash), r.at-other.at)
}

// pair emits x lines of the right log and y lines of the program's side by side, and moves past them.
func (a *aligner) pair(x, y int, equal bool) {
	for k := range max(x, y) {
		row := [2]int{-1, -1}
		if k < x {
			row[0] = a.i + k
		}
		if k < y {
			row[1] = a.j + k
		}
		a.emit(row[0], row[1], equal)
	}
	a.i, a.j = a.i+x, a.j+y
}

// common reports whether both logs have a run of equal lines after x and y lines, or both end within it.
func (a *aligner) common(x, y int) bool {
	right, got := a.right[min(a.i+x, len(a.right)):], a.got[min(a.j+y, len(a.got)):]
	if a.i+x > len(a.right) || a.j+y > len(a.got) {
		return false
	}
	if len(right) < run || len(got) < run {
		return slices.Equal(right, got)
	}
	return slices.Equal(right[:run], got[:run])
}

// findDistantRun seeks the next common long run, by an index of the long runs.
func (a *aligner) findDistantRun() (x, y int, found bool) {
	if a.index == nil {
		for pos := range max(0, len(a.right)-longRun+1) {
			a.index = append(a.index, runAt{longHash(a.right[pos:]), pos})
		}
		slices.SortFunc(a.index, runAt.compare)
	}
	fewest := farther
	for skip := 0; skip < fewest && a.j+skip+longRun <= len(a.got); skip++ {
		hash := longHash(a.got[a.j+skip:])
		n, _ := slices.BinarySearchFunc(a.index, runAt{hash, a.i}, runAt.compare)
		if n == len(a.index) || a.index[n].hash != hash {
			continue
		}
		if total := a.index[n].at - a.i + skip; total < fewest {
			x, y, found, fewest = a.index[n].at-a.i, skip, true, total
		}
	}
	return x, y, found
}

// longHash returns the hash of the long run at the start of lines.
func longHash(lines []uint64) (hash uint64) {
	for _, line := range lines[:longRun] {
		hash = (hash ^ line) * 0x9E3779B97F4A7C15
		hash ^= hash >> 29
	}
	return hash
}
