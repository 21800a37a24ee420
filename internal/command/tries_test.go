package command

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
)

// Each input of a problem package starts several programs: fewer of them are tried, unless somebody says how many.
func TestTries(t *testing.T) {
	game, own := &oracle.Assignment{Name: "game"}, &oracle.Assignment{Name: "own", Path: "/own"}
	for _, c := range []struct {
		args []string
		a    *oracle.Assignment
		want int
	}{
		{nil, game, 2000},
		{nil, own, 200},
		{[]string{"--tries", "3000"}, own, 3000},
		{[]string{"--tries", "2000"}, own, 2000},
		{[]string{"--tries", "0"}, own, 0},
	} {
		cmd := newAudit()
		if err := cmd.ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
		if got := triesOf(cmd, c.a); got != c.want {
			t.Errorf("audit %s %q: %d inputs, want %d", c.a.Name, c.args, got, c.want)
		}
	}
}
