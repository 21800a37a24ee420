package walk

import (
	"bytes"
	"hash/maphash"
)

// same says how a program's log compares with the right one. What lies above the first difference
// is the same in both; from there on, the columns "rowRight" and "rowGot" put their lines side by
// side, and "got" has the program's.
type same struct {
	Lines       int `json:"same"`        // that are equal at the top
	Rows        int `json:"rows"`        // from there on
	Differences int `json:"differences"` // of these rows
	First       int `json:"first"`       // the right file's line of the first difference, from 1; 0 if there is none
}

// beside writes the columns of a program's log beside the right one, whose lines have these hashes.
func beside(d *data, right []uint64, log []byte) *same {
	var lines [][]byte
	var hashes []uint64
	for line := range bytes.Lines(log) {
		if len(lines) > len(right)+window { // enough to show that it goes on
			break
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		lines, hashes = append(lines, line), append(hashes, maphash.Bytes(seed, line))
	}
	s := &same{}
	for s.Lines < min(len(right), len(hashes)) && right[s.Lines] == hashes[s.Lines] {
		s.Lines++
	}
	got, rowRight, rowGot := d.column("got"), d.column("rowRight"), d.column("rowGot")
	for _, line := range lines[s.Lines:] {
		got.put([]byte(show(line)))
		got.u8('\n')
	}
	align(right[s.Lines:], hashes[s.Lines:], func(i, j int, equal bool) {
		rowRight.i32(int32(i))
		rowGot.i32(int32(j))
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
	window = 200 // how far ahead a common run is sought after a difference
	run    = 3   // how many lines must be equal there
)

// align puts the lines of two logs side by side, by their hashes, and emits a row for each: the
// indexes of both lines, or -1 where one log has none. After a difference the logs go on side by
// side where they next have a few lines in common, with the fewest skipped. Where they have none
// within a window, line stands by line.
func align(right, got []uint64, emit func(i, j int, equal bool)) {
	i, j, blind := 0, 0, 0
	for i < len(right) && j < len(got) {
		if right[i] == got[j] {
			emit(i, j, true)
			i, j = i+1, j+1
			blind = max(0, blind-1)
			continue
		}
		a, b, found := 1, 1, false
		if blind == 0 {
			a, b, found = meet(right[i:], got[j:])
		}
		switch {
		case found:
		case blind == 0: // what was not found will not be near the next line either
			a, b, blind = 1, 1, window/2
		default:
			blind--
		}
		for k := range max(a, b) {
			row := [2]int{-1, -1}
			if k < a {
				row[0] = i + k
			}
			if k < b {
				row[1] = j + k
			}
			emit(row[0], row[1], false)
		}
		i, j = i+a, j+b
	}
	for ; i < len(right); i++ {
		emit(i, -1, false)
	}
	for ; j < len(got); j++ {
		emit(-1, j, false)
	}
}

// meet returns how many lines to skip of each log so that they have a run in common. Both skip the
// same number if they can.
func meet(right, got []uint64) (a, b int, found bool) {
	for total := 1; total <= 2*window; total++ {
		for d := total % 2; d <= total; d += 2 { // d is by how much a and b differ
			low, high := (total-d)/2, (total+d)/2
			if common(right, got, low, high) {
				return low, high, true
			}
			if common(right, got, high, low) {
				return high, low, true
			}
		}
	}
	return 0, 0, false
}

// common reports whether both logs have a run of equal lines there, or both end within it.
func common(right, got []uint64, a, b int) bool {
	if a >= len(right) || b >= len(got) {
		return a == len(right) && b == len(got)
	}
	for k := range run {
		switch {
		case a+k == len(right) && b+k == len(got):
			return true
		case a+k >= len(right) || b+k >= len(got) || right[a+k] != got[b+k]:
			return false
		}
	}
	return true
}
