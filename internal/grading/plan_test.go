package grading

import (
	"reflect"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A key changes with everything that decides a result: each setting that has a name in JSON, and the
// conditions.
func TestKeys(t *testing.T) {
	base := Conditions{Assignment: "reversi", Confined: []string{"limits"}, Touchstone: "v1"}
	keyOf := func(c Conditions) key {
		return (&Plan{Conditions: c}).runKey("s", cases.Listed{Digest: "c", Name: "any"})
	}
	first := &Plan{Conditions: base, Package: "/somewhere"}
	seen := map[key]string{first.runKey("s", cases.Listed{Digest: "c"}): "nothing"}
	if seen[keyOf(base)] == "" {
		t.Error("the same conditions have another key")
	}
	tried := func(what string, c Conditions) {
		if as := seen[keyOf(c)]; as != "" {
			t.Errorf("%s has the same key as %s", what, as)
		}
		seen[keyOf(c)] = what
	}
	var s testscript.Options
	for i, v := 0, reflect.ValueOf(&s).Elem(); i < v.NumField(); i++ {
		c, field := base, v.Type().Field(i)
		v.Set(reflect.Zero(v.Type()))
		set(v.Field(i))
		c.Settings = s
		if field.Tag.Get("json") == "-" {
			if keyOf(c) != keyOf(base) {
				t.Errorf("%s decides the key", field.Name)
			}
			continue
		}
		tried(field.Name, c)
	}
	for what, change := range map[string]func(*Conditions){
		"assignment": func(c *Conditions) { c.Assignment = "mancala" },
		"mechanisms": func(c *Conditions) { c.Confined = []string{"limits", "seccomp"} },
		"touchstone": func(c *Conditions) { c.Touchstone = "v2" },
	} {
		c := base
		change(&c)
		tried(what, c)
	}
	for _, other := range []key{first.runKey("t", cases.Listed{Digest: "c"}), first.runKey("s", cases.Listed{Digest: "d"}), first.buildKey("s")} {
		if seen[other] != "" {
			t.Error("another submission, case or kind has the same key")
		}
	}
}

// set gives a setting a value that is not the default.
func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(2)
	case reflect.Slice:
		v.Set(reflect.ValueOf([]string{"x"}))
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"cxx": "x"}))
	default:
		v.SetInt(7)
	}
}

// A plan in a journal restores the cases, whether they are built in or not, with the mistakes that they
// catch.
func TestPlanLoads(t *testing.T) {
	a := must.Get(oracle.Lookup("squirrel"))(t)
	all := must.Get(cases.Embedded(a))(t)
	own := must.Get(cases.Parse("own", "own", all[1].Text()))(t)
	own.Kills = []string{"last-tie-at-root"}
	p, err := NewPlan(Terms{Assignment: a, Cases: []*cases.Case{all[0], own}, Settings: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, []submissions.Student{{Name: "ann"}})
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

// A run has the settings of the plan, the text limit of the diagnosis, and the hidden paths of the grader.
func TestGraderOptions(t *testing.T) {
	var want testscript.Options
	for i, v := 0, reflect.ValueOf(&want).Elem(); i < v.NumField(); i++ {
		if v.Type().Field(i).Tag.Get("json") != "-" {
			set(v.Field(i))
		}
	}
	g := &Grader{Plan: &Plan{Conditions: Conditions{Settings: want}}, Hide: []string{"/roster"}}
	want.Text, want.Hide = maxText, g.Hide
	if got := g.options(); !reflect.DeepEqual(got, want) {
		t.Errorf("found %+v\nwant %+v", got, want)
	}
}

// Conditions have the default limits, a package by its key, and an edition that exists.
func TestNewConditions(t *testing.T) {
	a := must.Get(oracle.Lookup("reversi"))(t)
	own := *a
	own.Path = "/home/x/own"
	c := must.Get(newConditions(&own, testscript.Options{Sandbox: sandbox.None}, "v1"))(t)
	if c.Assignment != own.Key() || c.Name() != own.Name || c.Touchstone != "v1" || c.Settings.CPU == 0 || c.Settings.Memory == 0 {
		t.Errorf("found %+v", c)
	}
	if _, err := newConditions(a, testscript.Options{Sandbox: sandbox.None, Edition: "none"}, "v1"); err == nil {
		t.Error("an unknown edition is accepted")
	}
}

// The keys of a journal stay the same from one version to the next, or every class would run again.
func TestKeysStay(t *testing.T) {
	p := Plan{Conditions: Conditions{
		Assignment: "reversi", Confined: []string{"landlock", "seccomp"}, Touchstone: "v1",
		Settings: testscript.Options{CPU: 10 * time.Second, Memory: 1 << 30, Sandbox: sandbox.Separate, AllowRead: []string{"/opt"}, Tools: map[string]string{"cxx": "clang++"}},
	}}
	if got, want := p.runKey("s", cases.Listed{Digest: "c"}), key("cd91cd31fcf36415dca79249f10289e3"); got != want {
		t.Errorf("the key of a run is %s, want %s", got, want)
	}
	if got, want := p.buildKey("s"), key("d18209bee4feffdd04aad0d2773edacf"); got != want {
		t.Errorf("the key of a build is %s, want %s", got, want)
	}
}

// A time of submission needs a zone only if late days count.
func TestArrivalTime(t *testing.T) {
	berlin := time.FixedZone("", 3600)
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text string
		late course.Late
		want time.Time // zero for an error
	}{
		{"2026-03-01 12:00", course.Late{}, noon},
		{"2026-03-01 13:00", course.Late{Rule: true, Zone: berlin}, noon},
		{"2026-03-01 12:00", course.Late{Rule: true}, time.Time{}},
		{"2026-03-01T13:00:00+01:00", course.Late{Rule: true}, noon},
	} {
		s := submissions.Student{Columns: map[string]string{submissions.Submitted: c.text}, Table: "roster.csv", Line: 2}
		got, err := arrivalTime(s, &course.File{Late: c.late})
		if (err != nil) != c.want.IsZero() || err == nil && !got.Equal(c.want) {
			t.Errorf("%s, %+v: %v, %v; want %v", c.text, c.late, got, err, c.want)
		}
	}
}
