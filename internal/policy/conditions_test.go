package policy

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Conditions hold all that decides a verdict: a run gets the options that they were made of.
func TestOptions(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	want := testscript.Options{
		Edition: a.Editions[1].Name, Course: true, CPU: 3 * time.Second, Wall: 20 * time.Second, SameCPU: true, Memory: 1 << 28,
		Sandbox: sandbox.None, AllowRead: []string{"/opt/data"}, Text: 99,
	}
	c, err := NewConditions(a, want, nil, "v1")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Options(99); !reflect.DeepEqual(got, want) {
		t.Errorf("found %+v\nwant %+v", got, want)
	}
	want.Edition = ""
	if c, err = NewConditions(a, want, nil, "v1"); err != nil || c.Edition != a.Editions[0].Name || c.Options(99).Edition != "" {
		t.Errorf("without a choice the edition is %q, for runs %q, %v", c.Edition, c.Options(99).Edition, err)
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

// Others are told of conditions without what this machine decides for itself, of which only a digest is left: it changes with
// every part of it, and with nothing else. Back under a policy the keys are the same.
func TestPortable(t *testing.T) {
	c := Conditions{
		Assignment: "own@1234", Package: "/home/x/own", Edition: "first", CPU: 3, Memory: 4, Mode: sandbox.None, Sandbox: []string{"limits"}, AllowRead: []string{"/data"}, Tools: map[string]string{"java": "/opt/java"}, Touchstone: "v1",
	}
	if c.Name() != "own" || (Conditions{Assignment: "reversi"}).Name() != "reversi" {
		t.Errorf("the name is %q", c.Name())
	}
	told := c.Portable()
	want := c
	want.Local, want.Mode, want.AllowRead, want.Tools, want.Package = told.Local, "", nil, nil, ""
	if !reflect.DeepEqual(told, want) || told.Local == "" || told.IsPortable() != nil {
		t.Errorf("told is %+v, want %+v", told, want)
	}
	if again := told.Portable(); !reflect.DeepEqual(again, told) {
		t.Errorf("told twice is %+v, want %+v", again, told)
	}
	under := told.Under(Local{Mode: sandbox.Require, AllowRead: []string{"/mine"}, Tools: testscript.Tools{"rust": "rustc"}})
	if under.Mode != sandbox.Require || !slices.Equal(under.AllowRead, []string{"/mine"}) || under.Tools["rust"] != "rustc" || !reflect.DeepEqual(under.Portable(), told) {
		t.Errorf("under a policy they are %+v", under)
	}
	for name, change := range map[string]func(*Conditions){
		"mode":       func(c *Conditions) { c.Mode = sandbox.Require },
		"allow-read": func(c *Conditions) { c.AllowRead = []string{"/other"} },
		"tools":      func(c *Conditions) { c.Tools = map[string]string{"java": "java"} },
	} {
		other := c
		change(&other)
		if other.Portable().Local == told.Local {
			t.Errorf("with another %s the digest is the same", name)
		}
		other = told
		change(&other)
		if other.IsPortable() == nil {
			t.Errorf("a plan that says %s is taken", name)
		}
	}
	elsewhere := c
	elsewhere.Package = "/home/y/own"
	if elsewhere.Portable().Local != told.Local {
		t.Error("where a package lies changes the digest")
	}
	if packaged := (Conditions{Package: "/x", Local: "digest"}); packaged.IsPortable() == nil {
		t.Error("a plan that names a folder is taken")
	}
	if none := (Conditions{}); none.IsPortable() == nil {
		t.Error("a plan without a digest is taken")
	}
}

// A machine must have all mechanisms of the one that leads; what it lacks is told.
func TestFit(t *testing.T) {
	c := Conditions{Mode: sandbox.None}
	active, err := c.Fit()
	if err != nil {
		t.Fatal(err)
	}
	c.Sandbox = active
	if again, err := c.Fit(); err != nil || !slices.Equal(again, active) {
		t.Errorf("%q fits with %q, %v", active, again, err)
	}
	c.Sandbox = append([]string{"moat"}, append(slices.Clone(active), "drawbridge")...)
	if _, err := c.Fit(); err == nil || !strings.HasSuffix(err.Error(), "found no moat, no drawbridge here") {
		t.Errorf("error %v, want the mechanisms that are lacking", err)
	}
}

// What was built with tools of somebody's own is told of, and a package by its key and its folder.
func TestNewConditions(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	own := *a
	own.Path = "/home/x/own"
	tools := testscript.Tools{"java": "/opt/java"}
	c, err := NewConditions(&own, testscript.Options{Sandbox: sandbox.None}, tools, "v1")
	if err != nil {
		t.Fatal(err)
	}
	tools["java"] = "changed"
	if c.Assignment != own.Key() || c.Package != own.Path || c.Tools["java"] != "/opt/java" || c.Touchstone != "v1" || !c.AnyEdition || c.Lenient || c.CPU == 0 || c.Memory == 0 {
		t.Errorf("found %+v", c)
	}
	if _, err := NewConditions(a, testscript.Options{Sandbox: sandbox.None, Edition: "none"}, nil, "v1"); err == nil {
		t.Error("an edition that there is none of is taken")
	}
}
