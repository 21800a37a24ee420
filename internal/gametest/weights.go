package gametest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// finite is a number of a log that stands for a value or a window: those in the
// columns behind the depth.
var finite = regexp.MustCompile(`-?\d+`)

// MapValues changes the finite values and windows in a file. In a log they stand
// behind the first columns; a file without a log has none.
func MapValues(file string, separator string, columns int, change func(int) int) string {
	lines := strings.Split(file, "\n")
	for i, line := range lines {
		parts := strings.Split(line, separator)
		for j := columns; j < len(parts); j++ {
			if finite.FindString(parts[j]) == parts[j] && parts[j] != "" {
				n, _ := strconv.Atoi(parts[j])
				parts[j] = fmt.Sprint(change(n))
			}
		}
		lines[i] = strings.Join(parts, separator)
	}
	return strings.Join(lines, "\n")
}

// Doubled checks that values are sums: with all weights of an input doubled, every value doubles
// and no choice changes. change doubles the values of a file.
func Doubled(t *testing.T, a *oracle.Assignment, weights func(homework.Problem) [][]int32, change func(file string, double func(int) int) string) {
	t.Helper()
	Property(t, func(t *rapid.T, r *random.Rand) {
		p := a.Generator.Small(r)
		for _, values := range weights(p) {
			for i := range values {
				values[i] %= 400_000 // doubled it is a weight still
				values[i] += max(0, 1-values[i])
			}
		}
		want, got := map[string]string{}, map[string]string{}
		for name, file := range Answer(t, p, homework.Options{}) {
			want[name] = change(string(file), func(n int) int { return 2 * n })
		}
		for _, values := range weights(p) {
			for i := range values {
				values[i] *= 2
			}
		}
		for name, file := range Answer(t, p, homework.Options{}) {
			got[name] = string(file)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got)\n%s\non the doubled input\n%s", diff, p)
		}
	})
}
