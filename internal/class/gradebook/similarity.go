package gradebook

import "math"

// bySimilarity orders rows of equal lengths so that those that are alike stand together: each is followed
// by the one, of those left, that differs from it in the fewest places. It begins with the first.
func bySimilarity(rows []string) []int {
	order := make([]int, 0, len(rows))
	left := make([]int, len(rows))
	for i := range rows {
		left[i] = i
	}
	for at := 0; len(left) > 0; {
		i := left[at]
		order = append(order, i)
		left = append(left[:at], left[at+1:]...)
		fewest := math.MaxInt
		for k, j := range left {
			if d := distance(rows[i], rows[j], fewest); d < fewest {
				at, fewest = k, d
			}
		}
	}
	return order
}

// distance counts the places in which two rows differ, as far as most.
func distance(x, y string, most int) (n int) {
	for i := range len(x) {
		if x[i] != y[i] {
			if n++; n >= most {
				break
			}
		}
	}
	return n
}
