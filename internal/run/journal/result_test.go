package journal

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Packing preserves a result except for the case and the fields that are specific to one machine. A new field
// must be in one of these groups.
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
		Enforced: []string{"limits"},
	}
	data, err := PackResult(r)
	must.Do(t, err)
	got, err := UnpackResult(data, 1<<10)
	must.Do(t, err)
	if diff := cmp.Diff(r, got); diff != "" {
		t.Errorf("(-packed +unpacked):\n%s", diff)
	}
	for v := reflect.ValueOf(r); ; {
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Field(i).IsZero() && !strings.Contains(" Case Before SameAs Dir Answer Err ", " "+name+" ") {
				t.Errorf("want something in the field %s", name)
			}
		}
		if v.Type() == reflect.TypeFor[outcome.Outcome]() {
			break
		}
		v = reflect.ValueOf(r.Outcome)
	}
}

// The program's text is omitted only if it is too large to send. The other fields stay.
func TestPackedTexts(t *testing.T) {
	random, noise := rand.NewChaCha8([32]byte{1}), make([]byte, maxPacked)
	_, _ = random.Read(noise)
	for _, c := range []struct {
		size int
		kept bool
	}{{maxPacked - 1024, true}, {maxPacked, false}} {
		r := verdict.Result{Verdict: verdict.Wrong, Files: []verdict.File{{Name: "a", Text: []byte("x")}, {Name: "b", Text: noise[:c.size]}}}
		data, err := PackResult(r)
		must.Do(t, err)
		got, err := UnpackResult(data, maxPacked)
		must.Do(t, err)
		if len(got.Files) != 2 || got.Files[1].Name != "b" || (len(got.Files[0].Text) == 1) != c.kept || (len(got.Files[1].Text) == c.size) != c.kept {
			t.Errorf("of %d bytes %d are kept, want them: %t", c.size, len(got.Files[1].Text), c.kept)
		}
	}
}

// A result that is larger than a run permits is rejected, whichever part is too large. So is data that
// expands too much.
func TestTooLarge(t *testing.T) {
	const maxSize = 1 << 20
	for _, c := range []struct {
		what  string
		r     verdict.Result
		right bool
	}{
		{"as much text as is kept", verdict.Result{Files: []verdict.File{{}, {Text: make([]byte, maxSize)}}}, true},
		{"more text", verdict.Result{Files: []verdict.File{{}, {Text: make([]byte, maxSize+1)}}}, false},
		{"more than some files beside it", verdict.Result{Reason: strings.Repeat("x", 8*maxSize)}, false},
		{"nine such files", verdict.Result{Files: slices.Repeat([]verdict.File{{Text: make([]byte, maxSize)}}, 9)}, false},
	} {
		data, err := Pack(newPackedResult(c.r))
		must.Do(t, err)
		if _, err := UnpackResult(data, maxSize); (err == nil) != c.right {
			t.Errorf("%s: %v, want it right: %t", c.what, err, c.right)
		}
	}
	if _, err := UnpackResult([]byte("no result"), maxSize); err == nil {
		t.Error("what is no result is unpacked")
	}
}
