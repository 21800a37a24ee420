package desk_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// An explanation is told in parts, the first difference before all else. Of a log that is too long for it, it is said that no known
// mistakes are looked for.
func TestExplainInParts(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	d := stocked(t, nil, a)
	for _, c := range []struct{ depth, wrong, known string }{
		{"3", "Node,Depth,Value", ""},
		{"7", "root,0,-Infinity", "Known mistakes are looked for in files of at most 4 MB: traverse_log.txt has more."},
	} {
		input := fmt.Sprintf("3\n1\n%s\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", c.depth)
		p, err := a.Parse("input.txt", []byte(input))
		if err != nil {
			t.Fatal(err)
		}
		right := output.Memory{}
		if _, err := p.Solve(t.Context(), homework.Options{}, right); err != nil {
			t.Fatal(err)
		}
		right["traverse_log.txt"] = bytes.Replace(right["traverse_log.txt"], []byte(c.wrong), []byte("x,0,0"), 1)
		parts := askParts(t, d, desk.Request{Do: "explain", Assignment: a.Name, Input: input}, right)
		if len(parts) != 3 || !strings.Contains(parts[0].Text, "traverse_log.txt:") || parts[0].Walk || !parts[1].Walk || parts[1].Text != "" {
			t.Fatalf("depth %s: found %+v", c.depth, parts)
		}
		if known := strings.Join(parts[2].Known, "\n"); !strings.HasPrefix(known, c.known) || c.known == "" && known != "" {
			t.Errorf("depth %s: known mistakes are %q, want %q", c.depth, known, c.known)
		}
	}
}

// Of a program that crashed, the last words are told, however much it printed before them.
func TestExplainCrash(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	const name, words = "handout-sample", "ValueError: no move is left"
	printed := strings.Repeat("looking at a move\n", 2000) + words + "\n"
	parts := askParts(t, stocked(t, nil, a), desk.Request{Do: "explain", Assignment: a.Name, Case: name}, map[string][]byte{
		name + "/touchstone-ended.txt": []byte("exit 1\n"), name + "/touchstone-stderr.txt": []byte(printed),
	})
	if parts[0].Verdict != "crash" || !strings.Contains(parts[0].Text, words) {
		t.Errorf("found %+v, want %q", parts[0], words)
	}
}

// A part is one of an explanation.
type part struct {
	Verdict, Text string
	Known         []string
	Walk, More    bool
}

// askParts returns the values of all parts of an answer.
func askParts(t *testing.T, d *desk.Desk, r desk.Request, files map[string][]byte) (parts []part) {
	t.Helper()
	request, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	tell := func(value []byte, made map[string][]byte) {
		var one part
		if err := json.Unmarshal(value, &one); err != nil {
			t.Fatal(err)
		}
		if one.Walk != (len(made["walk.html"]) > 0) {
			t.Errorf("%s: found %d files", value, len(made))
		}
		parts = append(parts, one)
	}
	value, made, err := d.AskJSON(t.Context(), request, files, func(int, int) {}, tell)
	if err != nil {
		t.Fatal(err)
	}
	tell(value, made)
	return parts
}
