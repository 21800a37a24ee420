package command

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/oracle"
)

// One case never settles a mistake, be it the only one that fits: what is said of it is what it is, and that check has more
// cases.
func TestKnown(t *testing.T) {
	faults := []diagnosis.Fault{{Name: "one", About: "does one", Explains: "Your program does one."}, {Name: "other", About: "does other"}}
	const alone, more = "  one case alone shows no more than that it fits: a program with this mistake ", "\n  touchstone explain --fault NAME tells more of it, touchstone check whether all cases fit\n"
	for want, k := range map[string]*diagnosis.Known{
		"fits this case: one\n    does one\n    \n" + alone + "writes just the same" + more:          diagnosis.NewKnown(faults[:1], diagnosis.Equals),
		"or: other\n    does other\n    \n" + alone + "writes just the same" + more:                  diagnosis.NewKnown(faults, diagnosis.Equals),
		"fits this case: one\n    does one\n    \n" + alone + "has the same first wrong line" + more: diagnosis.NewKnown(faults[:1], diagnosis.Fits),
	} {
		var text strings.Builder
		if printKnown(&text, k); !strings.HasSuffix(text.String(), want) {
			t.Errorf("%q, want %q at its end", text.String(), want)
		}
	}
}

// The page of a search names the mistake that fits the log, as explain does.
func TestKnownOnPage(t *testing.T) {
	var f traceFlags
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.findCase(a, "both-sides-pass-at-root")
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := catalog.Second(a).Solve("", c.Input(), "pass-in-capitals")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "log", wrong["output.txt"])
	f.against = filepath.Join(dir, "log")
	page, at := walk.Page{}, &target{a: a, c: c}
	result, err := f.read(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.fill(t.Context(), &page, at, result); err != nil {
		t.Fatal(err)
	}
	if known := page.Program.Known; len(known) != 3 || !strings.Contains(known[0], "pass-in-capitals: ") || !strings.Contains(known[0], "(touchstone rules reversi ") {
		t.Errorf("the page says %q of known mistakes", known)
	}
}
