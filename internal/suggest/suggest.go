// Package suggest finds the name that a user probably meant by a misspelled word.
package suggest

import "strings"

// Of returns the name that a user probably meant by a word, or "": a name that begins with the word, or the
// name that differs from it in the fewest letters. If the word is an address and a name has the same host, Of
// compares only the parts before the "@".
func Of(word string, names []string) (best string) {
	word = strings.ToLower(word)
	person, place := word, ""
	if index := strings.LastIndex(word, "@"); index >= 0 {
		person, place = word[:index], word[index:]
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
		if changes < min(fewest, maxDistance(meant)) {
			best, fewest = name, changes
		}
	}
	return best
}

// maxDistance returns the number of changes at which a name is no longer similar to a word.
func maxDistance(word string) int {
	if len(word) < 5 {
		return 2
	}
	return 3
}

// distance returns the number of changes that turn one word into another. A change adds, removes or replaces
// a letter, or swaps two adjacent ones. For words whose lengths differ by more than two, distance returns 3
// without counting: the true number is at least 3.
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

// Hint returns the end of an error message about an unknown word: a question that names the most similar
// name, or "" if no name is similar.
func Hint(word string, names []string) string {
	if name := Of(word, names); name != "" {
		return "; did you mean " + name + "?"
	}
	return ""
}
