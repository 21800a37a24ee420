package expectation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// An expectation applies to the cases below its name. All their judgements must be permitted, and one of the
// required judgements must occur.
func TestFault(t *testing.T) {
	got := map[string]string{"sample/1": groups.Accepted, "secret/a/1": groups.Wrong, "secret/ab": groups.TooSlow}
	for _, c := range []struct {
		e    expectation.Expectation
		want string
	}{
		{expectation.Expectation{}, ""},
		{expectation.Expectation{Permitted: []string{groups.Accepted, groups.Wrong, groups.TooSlow}, Required: []string{groups.TooSlow}}, ""},
		{expectation.Expectation{Permitted: []string{groups.Accepted, groups.TooSlow}}, "want AC or TLE on every case, found WA on secret/a/1"},
		{expectation.Expectation{Required: []string{groups.RunFailed}}, "want RTE on some case, found none"},
		{expectation.Expectation{Required: []string{groups.RunFailed, groups.Accepted}}, ""},
		{expectation.Expectation{Below: "secret/a", Permitted: []string{groups.Wrong}, Required: []string{groups.Wrong}}, ""},
		{expectation.Expectation{Below: "secret/a", Required: []string{groups.TooSlow, groups.Accepted}}, "want TLE or AC on some case, found none"},
		{expectation.Expectation{Below: "sample/1", Permitted: []string{groups.Wrong}}, "want WA on every case, found AC on sample/1"},
		{expectation.Expectation{Below: "s*/a", Permitted: []string{groups.TooSlow}}, "want TLE on every case, found WA on secret/a/1"},
		{expectation.Expectation{Below: "{", Permitted: []string{groups.TooSlow}}, ""},
		{expectation.Expectation{Below: "sample/2", Required: []string{groups.Accepted}}, "want AC on some case, found none"},
	} {
		expect.Equal(t, c.want, c.e.Fault(got), c.e)
	}
}

// A pattern matches a whole name, or a directory above it.
func TestGlob(t *testing.T) {
	for pattern, names := range map[string][2]string{
		"wrong_answer/*.py": {"wrong_answer/a.py wrong_answer/.py wrong_answer/a.py/b.c", "wrong_answer/a.pyc wrong_answer/a/b.py x/wrong_answer/a.py wrong_answer/a"},
		"{a,b}/{x,y}.c":     {"a/x.c b/y.c", "a/z.c c/x.c a/xyc"},
		"accepted":          {"accepted/a.py accepted/b/c.py accepted", "accepted2/a.py"},
		"{a},b}":            {"a,b}", "a b}"},
		"*":                 {"a a/b", ""},
	} {
		whole, err := expectation.Glob(pattern)
		must.Do(t, err)
		for i, some := range names {
			for _, name := range strings.Fields(some) {
				expect.Equal(t, i == 0, whole.MatchString(name), pattern, "matches", name)
			}
		}
	}
	for pattern, want := range map[string]string{
		"{a": `found "{a"`, "{": `found "{"`, "{}}{": `found "{}}{"`, strings.Repeat("*a", 500): "", strings.Repeat("{a,", 100_000): "want a pattern of at most 1000 bytes",
	} {
		if _, err := expectation.Glob(pattern); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v, want %q", pattern, err, want)
		}
	}
}

// The directory of a submission promises its judgements. In legacy packages it promises nothing on other cases.
func TestOf(t *testing.T) {
	for dir, want := range map[string]string{
		"accepted": "AC [AC] lower true, AC [AC]", "rejected": "RTE or TLE or WA []  false, RTE or TLE or WA []", "wrong_answer": "WA [AC WA]  false, WA []",
		"time_limit_exceeded": "TLE [AC TLE] upper false, TLE []", "run_time_error": "RTE [AC RTE]  false, RTE []", "mine": " []  false,  []",
		"brute_force": "RTE or TLE [AC RTE TLE]  false, RTE or TLE []", "partially_accepted": " []  false, less than the full score []",
	} {
		e, legacy := expectation.Of(dir, false, false), expectation.Of(dir, true, true)
		expect.Equal(t, want, fmt.Sprintf("%v %v %s %v, %v %v", &e, e.Permitted, e.Timing, e.IsRight(), &legacy, legacy.Permitted), dir)
	}
}
