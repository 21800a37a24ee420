// Package suggest finds what somebody meant who wrote a name that is none.
package suggest

import "strings"

// Of finds the name that a word may have been meant for, or "": one that begins
// with it, or the one which the fewest changes of a letter make of it.
func Of(word string, names []string) (best string) {
	word = strings.ToLower(word)
	fewest := 3 // from there on anything can be made of anything
	if len(word) < 5 {
		fewest = 2
	}
	for _, name := range names {
		lower := strings.ToLower(name)
		changes := distance(word, lower)
		if len(word) > 1 && strings.HasPrefix(lower, word) {
			changes = 0
		}
		if changes < fewest {
			best, fewest = name, changes
		}
	}
	return best
}

// distance is the number of letters to be added, removed or replaced, or of neighbours
// to be exchanged, to make one word of another.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := range len(a) {
		for j := range len(b) {
			replaced := rows[i][j]
			if a[i] != b[j] {
				replaced++
			}
			rows[i+1][j+1] = min(replaced, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				rows[i+1][j+1] = min(rows[i+1][j+1], rows[i-1][j-1]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// Hint returns the end of an error about a word that is none of the names: a question
// whether the nearest was meant, or "" if none is near.
func Hint(word string, names []string) string {
	if name := Of(word, names); name != "" {
		return "; did you mean " + name + "?"
	}
	return ""
}
