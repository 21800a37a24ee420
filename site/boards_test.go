package main

import (
	"fmt"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// drawn counts the places for boards within what a selector finds, and those with a board, once those in sight have theirs.
func drawn(b *pagetest.Tab, within string) (places, boards int) {
	b.Helper()
	found := pagetest.Eval[[]int](b, fmt.Sprintf(`new Promise((done) => {
		const count = (what) => document.querySelectorAll(%q + " " + what).length;
		const look = (left, before) => {
			const now = count(".thumb svg.board");
			if (left === 0 || now > 0 && now === before) {
				done([count(".thumb"), now]);
			} else {
				setTimeout(() => look(left - 1, now), 400);
			}
		};
		look(60, -1);
	})`, within))
	return found[0], found[1]
}

// In lists each case shows its board once it is in sight, and not before.
func TestBoards(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b := open(t, "")
			fault := faultOf(b, a)
			if places, boards := drawn(b, "#learned"); places < 20 || boards == 0 || boards == places {
				t.Errorf("of %d mistakes %d have a board", places, boards)
			}
			b.Shoot("site-mistakes-" + a.Name)
			visit(b, a.Name+"/cases")
			if places, boards := drawn(b, "#learned"); places != 0 || boards != 0 {
				t.Errorf("lists that are closed have %d places for boards", places)
			}
			click(b, "#learned details summary")
			listed := pagetest.Eval[int](b, `document.querySelectorAll("#learned details[open] li").length`)
			if places, boards := drawn(b, "#learned details[open]"); places != listed || boards == 0 {
				t.Errorf("of %d cases of a situation %d have a place for a board, and %d one", listed, places, boards)
			}
			b.Shoot("site-situation-" + a.Name)
			visit(b, a.Name+"/check")
			dropFile(b, answersOf(t, a, fault))
			pagetest.Eval[bool](b, `(document.querySelector("#checked tr[data-case]").scrollIntoView(), true)`)
			if places, boards := drawn(b, "#checked"); places == 0 || boards == 0 {
				t.Errorf("of %d verdicts %d have a board", places, boards)
			}
			b.Shoot("site-verdicts-" + a.Name)
		})
	}
}
