package parcel

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// What is packed comes back whole, but for the case and what is of one machine alone: a new field of a result is one or the other.
func TestPack(t *testing.T) {
	d := &compare.Difference{Kind: compare.Content, Line: 3, GotLine: 4, Column: 5, Want: []string{"a\n"}, Got: []string{"b\n"}, Before: []string{"c\n"}, From: 6}
	r := verdict.Result{
		Verdict: verdict.Wrong, Reason: "reason", Beyond: "beyond", Edition: "first", At: "x.py:1", Hint: "hint", Otherwise: "otherwise", Allowed: time.Second,
		Files: []verdict.File{{Name: "log.txt", Verdict: verdict.Wrong, Reason: "why", Left: []string{"other.txt"}, Text: []byte("b\n"), Cut: true,
			Report: compare.Report{Grade: compare.Different, First: d, Form: d}}},
		Outcome: outcome.Outcome{
			Stopped: outcome.StoppedCPU, Exit: 1, Signal: "SIGKILL", StartError: "start", CPU: 2, Wall: 3, System: 4, Peak: 5, Printed: 6, First: []byte("f"),
			Output: []byte("o"), Errors: []byte("e"), Left: true,
		},
		Enforced: []string{"limits"}, Refused: []outcome.Refusal{{Act: outcome.ActRead, Path: "/x"}},
	}
	data, err := PackResult(r)
	if err != nil {
		t.Fatal(err)
	}
	got, err := UnpackResult(data, 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, got); diff != "" {
		t.Errorf("(-packed +unpacked):\n%s", diff)
	}
	for v := reflect.ValueOf(r); ; {
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Field(i).IsZero() && !strings.Contains(" Case Excused Before SameAs Folder Answer Err Refused ", " "+name+" ") {
				t.Errorf("want something in the field %s", name)
			}
		}
		if v.Type() == reflect.TypeFor[outcome.Outcome]() {
			break
		}
		v = reflect.ValueOf(r.Outcome)
	}
}
