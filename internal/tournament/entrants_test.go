package tournament

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
)

// A list has built-in agents, paths from its own directory and commands, whose arguments may be such paths.
func TestList(t *testing.T) {
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	must.WriteFile(t, filepath.Join(dir, "ann", "Makefile"), "run:\n")
	must.WriteFile(t, filepath.Join(dir, "my agent.py"), "pass\n")
	must.WriteFile(t, filepath.Join(dir, "sh"), "not the shell\n")
	must.WriteFile(t, filepath.Join(dir, "greedy"), "a file\n")
	list := filepath.Join(dir, "agents")
	must.WriteFile(t, list, "\ufeff# all of them\n\n strong : greedy # built in\r\nann: ann\n\to'neil: sh -c 'exit 1' # a command\nben: sh \"my agent.py\" --fast '' x#y sh\nfile: ./greedy\nleo: sh \"my agent.py\" x#y --fast '' sh\n")
	got := must.Get(Entrants(list))(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	want := []Entrant{
		{Name: "strong", Agent: "greedy", Words: []string{"greedy"}},
		{Name: "ann", Agent: "ann", Words: []string{at("ann")}},
		{Name: "o'neil", Agent: "sh -c exit 1", Words: []string{"sh", "-c", "exit 1"}},
		{Name: "ben", Agent: "sh my agent.py --fast  x#y sh", Words: []string{"sh", at("my agent.py"), "--fast", "", "x#y", at("sh")}},
		{Name: "file", Agent: "./greedy", Words: []string{at("greedy")}},
		{Name: "leo", Agent: "sh my agent.py x#y --fast  sh", Words: []string{"sh", at("my agent.py"), "x#y", "--fast", "", at("sh")}},
	}
	for _, file := range []string{"my agent.py", "sh"} {
		expect.Equal(t, "ben", FindOwner(got, at(file)), "owner of", file)
	}
	expect.Equal(t, "", FindOwner(got, dir), "owner of the directory")
	digests := map[string]bool{}
	for i := range got {
		digests[got[i].Digest] = true
		got[i].Digest, got[i].Files = "", nil
	}
	expect.Equal(t, want, got)
	expect.Equal(t, false, len(digests) != len(want) || digests[""], "digests", digests)
}

// All errors of a list are reported at once, each with its line.
func TestListErrors(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "agents")
	must.WriteFile(t, list, "ann: greedy\ngreedy\n: greedy\nben:\nann: greedy\ncy: no/such/agent\ndan: 'sh\neve: minimax:x\nflo: greedy more\ngus: gredy\n\x1b[31mhal greedy\n\xffian: greedy\njan: sh nosuch.sh x\n")
	_, err := Entrants(list)
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
		expect.Error(t, err, list+":"+number+": ")
		expect.Error(t, err, want)
	}
	expect.Equal(t, 12, strings.Count(err.Error(), "\n")+1, "errors")
	must.WriteFile(t, list, "ann: greedy\n")
	_, err = Entrants(list)
	expect.Error(t, err, list+": want two agents or more, found 1")
}

// The entrants of a directory are its entries. A digest is of the contents alone, wherever they are.
func TestDir(t *testing.T) {
	var digests []string
	for range 2 {
		dir := t.TempDir()
		must.WriteFile(t, filepath.Join(dir, "ann", "Makefile"), "run:\n")
		must.WriteFile(t, filepath.Join(dir, "ben.py"), "pass\n")
		must.WriteFile(t, filepath.Join(dir, ".hidden"), "")
		got := must.Get(Entrants(dir))(t)
		expect.Equal(t, 2, len(got), "entrants")
		expect.Equal(t, "ann ben ben.py", got[0].Name+" "+got[1].Name+" "+got[1].Agent)
		digests = append(digests, got[0].Digest+got[1].Digest)
		must.Do(t, got[0].checkUnchanged())
		must.WriteFile(t, filepath.Join(dir, "ann", "Makefile"), "run:\n\ttrue\n")
		expect.Error(t, got[0].checkUnchanged(), "found that its files have changed")
		command := &Entrant{Words: []string{"testdata", "x"}} // a directory that does not belong to the agent
		expect.Equal(t, "false true true",
			fmt.Sprint(got[0].runsInPlace(), got[1].runsInPlace(), command.runsInPlace()))
		expect.Equal(t, "ann", FindOwner(got, filepath.Join(dir, "ann", "notes")), "owner of a file")
		must.WriteFile(t, filepath.Join(dir, "Makefile"), "run:\n")
		_, err := Entrants(dir)
		expect.Error(t, err, "found one that is an agent itself")
		must.Do(t, os.RemoveAll(filepath.Join(dir, "ann")))
		expect.Error(t, got[0].checkUnchanged(), "the agent of ann: lstat ")
	}
	expect.Equal(t, digests[0], digests[1], "digests of the same files elsewhere")
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
		{3, []Entrant{odd[1], odd[0]}, `want names in UTF-8, found b\xff`},
	} {
		_, err := NewPlan(All, test.games, 1, test.entrants, Conditions{})
		expect.Error(t, err, test.want)
	}
	sorted := must.Get(NewPlan(All, 1, 1, many[1:], Conditions{}))(t)
	expect.Equal(t, "10 2", sorted.Entrants[1].Name+" "+many[2].Name, "entrants of the plan, and as they were")
}

// The existing games that are played again are reported, with the reasons.
func TestChanges(t *testing.T) {
	before := planOf(t, All, 3, "ann", "ben", "cy")
	const anew = "its games were played with another seed, assignment, size, clock, depth, number of " +
		"nodes, confinement or version of touchstone, and all are played again"
	for _, test := range []struct {
		change func(*Plan)
		want   string
	}{
		{func(*Plan) {}, ""},
		{func(p *Plan) { p.Mode, p.Games, p.Entrants = Knockout, 5, p.Entrants[1:] }, ""},
		{func(p *Plan) { p.Entrants[0].Name = "eve" }, ""},
		{func(p *Plan) { p.Entrants[0].Digest, p.Entrants[2].Digest = "another", "third" }, "ann has changed, and plays its games again|cy has changed, and plays its games again"},
		{func(p *Plan) { p.Seed = 6 }, anew},
		{func(p *Plan) { p.Touchstone = "v2" }, anew},
		{func(p *Plan) { p.Nodes = 9 }, anew},
	} {
		p := planOf(t, All, 3, "ann", "ben", "cy")
		test.change(p)
		expect.Equal(t, test.want, strings.Join(p.Changes(before), "|"))
	}
}

// A plan is described in one line, without the settings that are zero.
func TestPlanInOneLine(t *testing.T) {
	p := planOf(t, Knockout, 1, "a", "b")
	p.Shard, p.Conditions = run.Shard{I: 2, N: 3}, Conditions{Assignment: "x", Depth: 4, Clock: time.Minute}
	expect.Equal(t, "x: 2 agents, knockout, 1 game a match, depth 4, 1m0s of CPU time a game, shard 2 of 3, "+
		"seed 5", p.String())
}
