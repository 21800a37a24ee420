//go:build unix && (!linux || portable)

package sandbox

import (
	"slices"
	"testing"
	"time"
)

// Processes belong to a program by group, by session, through their parent, or because they
// did before; and what ended processes used still counts.
func TestTreeUpdate(t *testing.T) {
	tree := newTree(10)
	alive := tree.update([]psLine{
		{pid: 1, group: 1},
		{pid: 5, parent: 1, group: 5, memory: 1 << 40, cpu: time.Hour}, // somebody else's
		{pid: 13, parent: 12, group: 13, session: 13, memory: 8, cpu: 8 * time.Second},
		{pid: 10, parent: 5, group: 10, session: 10, memory: 1, cpu: time.Second},
		{pid: 11, parent: 1, group: 10, session: 10, memory: 2, cpu: 2 * time.Second},
		{pid: 12, parent: 10, group: 12, session: 12, memory: 4, cpu: 4 * time.Second},
		{pid: 14, parent: 1, group: 14, session: 10, dead: true, memory: 1 << 40},
	})
	slices.Sort(alive)
	if want := []int{10, 11, 12, 13}; !slices.Equal(alive, want) {
		t.Errorf("alive %v, want %v", alive, want)
	}
	if u := tree.used(); u.memory != 15 || u.cpu != 15*time.Second {
		t.Errorf("%+v", u)
	}
	alive = tree.update([]psLine{
		{pid: 5, parent: 1, group: 5},
		{pid: 13, parent: 1, group: 13, session: 13, memory: 3, cpu: 9 * time.Second}, // its parents are gone
		{pid: 20, parent: 13, group: 20, session: 20, cpu: time.Second},
		{pid: 21, parent: 1, group: 21, session: 21}, // the gap
	})
	slices.Sort(alive)
	if want := []int{13, 20}; !slices.Equal(alive, want) {
		t.Errorf("alive %v, want %v", alive, want)
	}
	if u := tree.used(); u.memory != 3 || u.cpu != 17*time.Second || tree.peak != 15 {
		t.Errorf("%+v, peak %d", u, tree.peak)
	}
}
