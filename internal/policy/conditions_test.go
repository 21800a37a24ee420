package policy

import (
	"reflect"
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
