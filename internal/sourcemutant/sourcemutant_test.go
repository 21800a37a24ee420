package sourcemutant_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/sourcemutant"
)

// Mutants change words outside comments and texts, each in one place.
func TestMutants(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"a.py": {"x = 1 # 2 < 3\nprint('4 < 5', x // 6)\n\"\"\"\n7\n\"\"\"\nif x <= y and True: break\n",
			"1: 1 2, 2: 6 7, 6: <= <, 6: and or, 6: True False, 6: break continue"},
		"a.cpp": {"#include <map>\nstd::map<int, std::vector<int>> m; // 1\nfor (int i = 0; i<n; i++) /* 2\n3 */ x -= '5' * \"6\\\"7\" - 1.5;\n",
			"3: 0 1, 3: < <=, 3: ++ --, 4: -= +=, 4: * +, 4: - +"},
		"a.hs":   {"f x' | x' > 9 = g -- 8\n", "1: > >=, 1: 9 10"},
		"a.go":   {"x <- c; y := a1 << 2 | 0x10\n", "1: 2 3"},
		"a.lisp": {"(if (< a 1) b) ; 2\n", "1: < <=, 1: 1 2"},
		"a.txt":  {"1 < 2\n", ""},
		"a.c":    {"", ""},
	} {
		var found []string
		for _, m := range sourcemutant.Mutants(name, []byte(c.source)) {
			found = append(found, fmt.Sprintf("%d: %s %s", m.Line, m.From, m.To))
			was, is := strings.Split(c.source, "\n"), strings.Split(string(m.Text), "\n")
			was[m.Line-1], is[m.Line-1] = "", ""
			expect.True(t, slices.Equal(was, is) && string(m.Text) != c.source, name, "the mutant is", m.Text)
		}
		expect.Equal(t, c.want, strings.Join(found, ", "), name)
	}
}
