package class

import (
	"reflect"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A key changes with everything that decides a result.
func TestKeys(t *testing.T) {
	base := func() Conditions {
		return Conditions{Assignment: "reversi", Edition: "final", CPU: 1, Wall: 2, Memory: 3, Sandbox: []string{"limits"}, Tools: map[string]string{"cxx": "g++"}, Touchstone: "v1"}
	}
	first := Plan{Conditions: base()}
	seen := map[key]bool{first.runKey("s", cases.Listed{Digest: "c"}): true}
	again := Plan{Conditions: base()}
	if !seen[again.runKey("s", cases.Listed{Digest: "c", Name: "renamed"})] {
		t.Error("the same conditions have another key")
	}
	for what, change := range map[string]func(*Conditions){
		"assignment": func(c *Conditions) { c.Assignment = "mancala" },
		"edition":    func(c *Conditions) { c.Edition = "first" },
		"comparison": func(c *Conditions) { c.Lenient = true },
		"same CPU":   func(c *Conditions) { c.SameCPU = true },
		"CPU":        func(c *Conditions) { c.CPU++ },
		"wall":       func(c *Conditions) { c.Wall++ },
		"memory":     func(c *Conditions) { c.Memory++ },
		"mode":       func(c *Conditions) { c.Mode = "none" },
		"sandbox":    func(c *Conditions) { c.Sandbox = append(c.Sandbox, "seccomp") },
		"read":       func(c *Conditions) { c.AllowRead = []string{"/x"} },
		"tools":      func(c *Conditions) { c.Tools["cxx"] = "clang++" },
		"touchstone": func(c *Conditions) { c.Touchstone = "v2" },
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
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	own, err := cases.Parse("own", "own", all[1].Text())
	must.Do(t, err)
	own.Kills = []string{"last-tie-at-root"}
	p, err := NewPlan(Terms{Assignment: a, Cases: []*cases.Case{all[0], own}, Options: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, []submissions.Student{{Name: "ann"}})
	must.Do(t, err)
	if p.Cases[0].Text != "" || p.Cases[1].Text == "" {
		t.Errorf("the plan has %d and %d bytes of the cases", len(p.Cases[0].Text), len(p.Cases[1].Text))
	}
	_, loaded, err := p.load()
	must.Do(t, err)
	if loaded[0] != all[0] || string(loaded[1].Text()) != string(own.Text()) || len(loaded[1].Kills) != 1 || loaded[1].Name != "own" {
		t.Errorf("loaded %v", loaded)
	}
	p.Cases[0].Digest = "of another touchstone"
	if _, _, err := p.load(); err == nil {
		t.Error("a case that is not there is loaded")
	}
}

// Runs get the options from which the conditions were made.
func TestConditionsOptions(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
	want := testscript.Options{
		Edition: a.Editions[1].Name, Course: true, CPU: 3 * time.Second, Wall: 20 * time.Second, SameCPU: true, Memory: 1 << 28,
		Sandbox: sandbox.None, AllowRead: []string{"/opt/data"}, Text: 99,
	}
	c, err := newConditions(a, want, nil, "v1")
	must.Do(t, err)
	if got := c.options(99); !reflect.DeepEqual(got, want) {
		t.Errorf("found %+v\nwant %+v", got, want)
	}
	want.Edition = ""
	if c, err = newConditions(a, want, nil, "v1"); err != nil || c.Edition != a.Editions[0].Name || c.options(99).Edition != "" {
		t.Errorf("without a choice the edition is %q, for runs %q, %v", c.Edition, c.options(99).Edition, err)
	}
	want.Edition = a.Editions[1].Name
	for i, v := 0, reflect.ValueOf(want); i < v.NumField(); i++ {
		switch name := v.Type().Field(i).Name; name {
		case "TimeFactor", "Hide", "Keep", "Answers": // a submission's, a machine's, and those of single checks
		default:
			if v.Field(i).IsZero() {
				t.Errorf("%s is not tried", name)
			}
		}
	}
}

// Conditions record the chosen tools, and a package by its key and its directory.
func TestNewConditions(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
	own := *a
	own.Path = "/home/x/own"
	tools := testscript.Tools{"java": "/opt/java"}
	c, err := newConditions(&own, testscript.Options{Sandbox: sandbox.None}, tools, "v1")
	must.Do(t, err)
	tools["java"] = "changed"
	if c.Assignment != own.Key() || c.Package != own.Path || c.Tools["java"] != "/opt/java" || c.Touchstone != "v1" || !c.AnyEdition || c.Lenient || c.CPU == 0 || c.Memory == 0 {
		t.Errorf("found %+v", c)
	}
	if _, err := newConditions(a, testscript.Options{Sandbox: sandbox.None, Edition: "none"}, nil, "v1"); err == nil {
		t.Error("an unknown edition is accepted")
	}
}

// Where a package lies does not change the keys, and the policy of the machine changes them by one digest.
func TestConditionsForKey(t *testing.T) {
	c := Conditions{Assignment: "own@1234", Package: "/home/x/own", Mode: sandbox.None, AllowRead: []string{"/data"}}
	if c.Name() != "own" || (Conditions{Assignment: "reversi"}).Name() != "reversi" {
		t.Errorf("the name is %q", c.Name())
	}
	moved := c
	moved.Package = "/home/y/own"
	if !reflect.DeepEqual(moved.forKey(), c.forKey()) {
		t.Error("the directory of a package changes the keys")
	}
	want := Conditions{Assignment: "own@1234", Local: c.forKey().Local}
	if got := c.forKey(); !reflect.DeepEqual(got, want) || got.Local == "" {
		t.Errorf("found %+v, want %+v", got, want)
	}
}

// The keys of a journal stay the same from one version to the next, or every class would run again.
func TestKeysStay(t *testing.T) {
	p := Plan{Conditions: Conditions{
		Assignment: "reversi", Edition: "final", AnyEdition: true, CPU: 10 * time.Second, Memory: 1 << 30,
		Mode: sandbox.Separate, Sandbox: []string{"landlock", "seccomp"}, AllowRead: []string{"/opt"},
		Tools: map[string]string{"cxx": "clang++"}, Touchstone: "v1",
	}}
	if got, want := p.runKey("s", cases.Listed{Digest: "c"}), key("458d38ed1decb1acc3844e4caf3d897b"); got != want {
		t.Errorf("the key of a run is %s, want %s", got, want)
	}
	if got, want := p.buildKey("s"), key("f0f60fa3c25ac7cf946dbcaa39d44aa2"); got != want {
		t.Errorf("the key of a build is %s, want %s", got, want)
	}
}
