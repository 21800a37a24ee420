package tournament

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// A list has built-in agents, paths from its own directory and commands, whose arguments may be such paths.
func TestList(t *testing.T) {
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	must.WriteFile(t, filepath.Join(dir, "ann", "Makefile"), "run:\n")
	must.WriteFile(t, filepath.Join(dir, "my agent.py"), "pass\n")
	must.WriteFile(t, filepath.Join(dir, "sh"), "not the shell\n")
	must.WriteFile(t, filepath.Join(dir, "greedy"), "a file\n")
	list := filepath.Join(dir, "agents")
	must.WriteFile(t, list, "\ufeff# all of them\n\n strong : greedy # built in\r\nann: ann\n\to'neil: sh -c 'exit 1' # a command\nben: sh \"my agent.py\" --fast '' x#y\nfile: ./greedy\n")
	got := must.Get(Entrants(list))(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	want := []Entrant{
		{Name: "strong", Agent: "greedy", Words: []string{"greedy"}},
		{Name: "ann", Agent: "ann", Words: []string{at("ann")}},
		{Name: "o'neil", Agent: "sh -c exit 1", Words: []string{"sh", "-c", "exit 1"}},
		{Name: "ben", Agent: "sh my agent.py --fast  x#y", Words: []string{"sh", at("my agent.py"), "--fast", "", "x#y"}},
		{Name: "file", Agent: "./greedy", Words: []string{at("greedy")}},
	}
	digests := map[string]bool{}
	for i := range got {
		digests[got[i].Digest] = true
		got[i].Digest, got[i].Files = "", nil
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(digests) != len(want) || digests[""] {
		t.Errorf("digests %v", digests)
	}
}

// All errors of a list are reported at once, each with its line.
func TestListErrors(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "agents")
	must.WriteFile(t, list, "ann: greedy\ngreedy\n: greedy\nben:\nann: greedy\ncy: no/such/agent\ndan: 'sh\neve: minimax:x\nflo: greedy more\ngus: gredy\n\x1b[31mhal greedy\n\xffian: greedy\njan: sh nosuch.sh x\n")
	_, err := Entrants(list)
	if err == nil {
		t.Fatal("no error")
	}
	for number, want := range map[string]string{
		"2":  `want a line such as "ann: ann/agent" or "strong: alphabeta:4", found greedy`,
		"3":  `want a line such as`,
		"4":  "want an agent of ben after the colon, found none",
		"5":  "want each name once, found ann as in line 1",
		"6":  "want a built-in agent, a path from " + dir + " or a command, found no/such/agent",
		"7":  "want a closing ', found none",
		"8":  "want minimax with a depth",
		"9":  "want nothing after the built-in agent greedy, found more",
		"10": "found gredy; did you mean greedy?",
		"11": `found \x1b[31mhal greedy`,
		"13": "want a program to run: sh is to run nosuch.sh, and there is no such file",
		"12": `want UTF-8, found \xffian: greedy`,
	} {
		if !strings.Contains(err.Error(), list+":"+number+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("line %s: want %q in\n%v", number, want, err)
		}
	}
	if lines := strings.Count(err.Error(), "\n") + 1; lines != 12 {
		t.Errorf("%d errors:\n%v", lines, err)
	}
	must.WriteFile(t, list, "ann: greedy\n")
	if _, err := Entrants(list); err == nil || err.Error() != list+": want two agents or more, found 1" {
		t.Error(err)
	}
}

// The entrants of a directory are its entries; a digest is of the contents, wherever they are, and changes
// with them.
func TestDir(t *testing.T) {
	var digests []string
	for range 2 {
		dir := t.TempDir()
		must.WriteFile(t, filepath.Join(dir, "ann", "Makefile"), "run:\n")
		must.WriteFile(t, filepath.Join(dir, "ben.py"), "pass\n")
		must.WriteFile(t, filepath.Join(dir, ".hidden"), "")
		got, err := Entrants(dir)
		if err != nil || len(got) != 2 || got[0].Name != "ann" || got[1].Name != "ben" || got[1].Agent != "ben.py" {
			t.Fatalf("%v, %v", got, err)
		}
		digests = append(digests, got[0].Digest+got[1].Digest)
		if err := got[0].checkUnchanged(); err != nil {
			t.Error(err)
		}
		must.WriteFile(t, filepath.Join(dir, "ann", "Makefile"), "run:\n\ttrue\n")
		if err := got[0].checkUnchanged(); err == nil {
			t.Error("a file of it has changed, and it stays")
		}
	}
	if digests[0] != digests[1] {
		t.Errorf("the same files have other digests elsewhere: %v", digests)
	}
}

// A plan that could not be played, or that would be different in a journal, is rejected.
func TestNoPlan(t *testing.T) {
	of := func(n int) (entrants []Entrant) {
		for i := range n {
			entrants = append(entrants, Entrant{Name: strconv.Itoa(i), Digest: "built-in greedy"})
		}
		return entrants
	}
	many, odd := of(maxEntrants+1), of(2)
	odd[1].Name = "b\xff"
	for _, test := range []struct {
		games    int
		entrants []Entrant
		want     string
	}{
		{2, of(2), "want an odd number of games in a match, found 2"},
		{3, of(1), "want two entrants or more, found 1"},
		{3, many, "want at most 1000 entrants, found 1001"},
		{3, odd, `want names in UTF-8, found b\xff`},
	} {
		if _, err := NewPlan(All, test.games, 1, test.entrants, Conditions{}); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	if _, err := NewPlan(All, 1, 1, of(maxEntrants), Conditions{}); err != nil {
		t.Error(err)
	}
}

// The existing games that are played again are reported, with the reasons.
func TestChanges(t *testing.T) {
	before := planOf(t, All, 3, "ann", "ben", "cy")
	for _, test := range []struct {
		change func(*Plan)
		want   string
	}{
		{func(*Plan) {}, ""},
		{func(p *Plan) { p.Mode, p.Games, p.Entrants = Knockout, 5, p.Entrants[1:] }, ""},
		{func(p *Plan) { p.Entrants[0].Name = "eve" }, ""},
		{func(p *Plan) { p.Entrants[0].Digest, p.Entrants[2].Digest = "another", "third" }, "ann has changed, and plays its games again|cy has changed, and plays its games again"},
		{func(p *Plan) { p.Seed = 6 }, "its games were played with another seed, assignment, size, clock, depth, number of nodes, confinement or version of touchstone, and all are played again"},
		{func(p *Plan) { p.Touchstone = "v2" }, "its games were played with another seed, assignment, size, clock, depth, number of nodes, confinement or version of touchstone, and all are played again"},
		{func(p *Plan) { p.Nodes = 9 }, "its games were played with another seed, assignment, size, clock, depth, number of nodes, confinement or version of touchstone, and all are played again"},
	} {
		p := planOf(t, All, 3, "ann", "ben", "cy")
		test.change(p)
		if got := strings.Join(p.Changes(before), "|"); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
