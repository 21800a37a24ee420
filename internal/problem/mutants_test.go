package problem

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// The cases of a package catch most mutants of a solution. A gap in the cases is a survivor with its line.
func TestMutants(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const ref = "a, b = map(int, input().split())\nif a < 10:\n    print(a + b)\nelse:\n    print(a + b)\n"
	p := open(t, lay(t, sum(map[string]string{"submissions/accepted/ref.py": ref})))
	steps := 0
	r, err := p.Mutants(t.Context(), 20, func() { steps++ })
	must.Do(t, err)
	slices.Sort(r.Survivors)
	want := []string{"accepted/ref.py:2: 11 for 10", "accepted/ref.py:2: <= for <", "accepted/ref.py:5: - for +"}
	if r.Program != "accepted/ref.py" || r.Tried != 4 || r.Killed != 1 || steps != 4 || !slices.Equal(r.Survivors, want) {
		t.Errorf("found %+v in %d steps", r, steps)
	}
	if r, err := p.Mutants(t.Context(), 1, func() {}); err != nil || r.Tried != 1 {
		t.Errorf("found %+v, %v, want one mutant", r, err)
	}
}

// Mutants skips solutions in unsupported languages, and mutants that do not compile.
func TestMutantsOfLanguages(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	files := sum(map[string]string{
		"submissions/accepted/ref.py": "-",
		"submissions/accepted/a/run":  "#!/bin/sh\nread a b\necho $((a + b))\n",
	})
	if r, err := open(t, lay(t, files)).Mutants(t.Context(), 5, func() {}); err != nil || r.Program != "" || r.Tried != 0 {
		t.Errorf("found %+v, %v", r, err)
	}
	delete(files, "submissions/accepted/a/run")
	files["submissions/accepted/ref.cpp"] = "#include <cstdio>\nint main() { char a[1]; int x, y; scanf(\"%d%d\", &x, &y); static_assert(sizeof a == 1, \"\"); printf(\"%d\\n\", x + y); }\n"
	r, err := open(t, lay(t, files)).Mutants(t.Context(), 9, func() {})
	if err != nil || r.Program != "accepted/ref.cpp" || r.Tried != 1 || r.Killed != 1 {
		t.Errorf("found %+v, %v, want one mutant that is caught", r, err)
	}
}
