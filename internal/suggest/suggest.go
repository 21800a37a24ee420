// Package suggest finds what somebody meant who wrote a name that is none.
package suggest

import "strings"

// Of finds the name that a word may have been meant for, or "": one that begins
// with it, or the one which the fewest changes of a letter make of it. Of addresses
// at the same place, it is what stands before the "@" that differs.
func Of(word string, names []string) (best string) {
	word = strings.ToLower(word)
	person, place := word, ""
	if at := strings.LastIndex(word, "@"); at >= 0 {
		person, place = word[:at], word[at:]
	}
	fewest := 3
	for _, name := range names {
		lower := strings.ToLower(name)
		meant, other := word, lower
		if before, same := strings.CutSuffix(lower, place); same {
			meant, other = person, before
		}
		changes := distance(meant, other)
		if len(meant) > 1 && strings.HasPrefix(other, meant) {
			changes = 0
		}
		if changes < min(fewest, most(meant)) {
			best, fewest = name, changes
		}
	}
	return best
}

// most returns from how many changes on anything can be made of a word.
func most(word string) int {
	if len(word) < 5 {
		return 2
	}
	return 3
}

// distance is the number of letters to be added, removed or replaced, or of neighbours
// to be exchanged, to make one word of another. Of words that differ by more than two letters in length it is
// at least the 3 that it returns.
func distance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
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
