package class

import (
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A key changes with everything that decides a result.
func TestKeys(t *testing.T) {
	base := func() policy.Conditions {
		return policy.Conditions{Assignment: "reversi", Edition: "final", CPU: 1, Wall: 2, Memory: 3, Sandbox: []string{"limits"}, Tools: map[string]string{"cxx": "g++"}, Touchstone: "v1"}
	}
	first := Plan{Conditions: base()}
	seen := map[key]bool{first.runKey("s", cases.Listed{Digest: "c"}): true}
	again := Plan{Conditions: base()}
	if !seen[again.runKey("s", cases.Listed{Digest: "c", Name: "renamed"})] {
		t.Error("the same conditions have another key")
	}
	for what, change := range map[string]func(*policy.Conditions){
		"assignment": func(c *policy.Conditions) { c.Assignment = "mancala" },
		"edition":    func(c *policy.Conditions) { c.Edition = "first" },
		"comparison": func(c *policy.Conditions) { c.Lenient = true },
		"same CPU":   func(c *policy.Conditions) { c.SameCPU = true },
		"CPU":        func(c *policy.Conditions) { c.CPU++ },
		"wall":       func(c *policy.Conditions) { c.Wall++ },
		"memory":     func(c *policy.Conditions) { c.Memory++ },
		"mode":       func(c *policy.Conditions) { c.Mode = "none" },
		"sandbox":    func(c *policy.Conditions) { c.Sandbox = append(c.Sandbox, "seccomp") },
		"read":       func(c *policy.Conditions) { c.AllowRead = []string{"/x"} },
		"tools":      func(c *policy.Conditions) { c.Tools["cxx"] = "clang++" },
		"touchstone": func(c *policy.Conditions) { c.Touchstone = "v2" },
	} {
		c := base()
		change(&c)
		k := (&Plan{Conditions: c}).runKey("s", cases.Listed{Digest: "c"})
		if seen[k] {
			t.Errorf("%s does not decide the key", what)
		}
		seen[k] = true
	}
	if seen[first.runKey("t", cases.Listed{Digest: "c"})] || seen[first.runKey("s", cases.Listed{Digest: "d"})] || seen[first.buildKey("s")] {
		t.Error("another submission, case or kind has the same key")
	}
}

// A plan in a journal brings back the cases, whether they are built in or not, with what they kill.
func TestPlanLoads(t *testing.T) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	own, err := cases.Parse("own", "own", all[1].Text())
	if err != nil {
		t.Fatal(err)
	}
	own.Kills = []string{"last-tie-at-root"}
	p, err := NewPlan(t.Context(), Terms{Assignment: a, Cases: []*cases.Case{all[0], own}, Options: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, []submissions.Student{{Name: "ann"}})
	if err != nil {
		t.Fatal(err)
	}
	if p.Cases[0].Text != "" || p.Cases[1].Text == "" {
		t.Errorf("the plan has %d and %d bytes of the cases", len(p.Cases[0].Text), len(p.Cases[1].Text))
	}
	_, loaded, err := p.load()
	if err != nil {
		t.Fatal(err)
	}
	if loaded[0] != all[0] || string(loaded[1].Text()) != string(own.Text()) || len(loaded[1].Kills) != 1 || loaded[1].Name != "own" {
		t.Errorf("loaded %v", loaded)
	}
	p.Cases[0].Digest = "of another touchstone"
	if _, _, err := p.load(); err == nil {
		t.Error("a case that is not there is loaded")
	}
}
