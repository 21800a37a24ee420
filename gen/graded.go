package gen

import "github.com/touchstone-suite/touchstone/oracle/homework"

// gradedSizes are the sizes of the sets that the courses graded with ("Grading" in
// docs/rules/ASSIGNMENT.md); reversi's is not known.
var gradedSizes = map[string]int{
	"squirrel": 100,
	"gangwars": 50,
	"reversi":  50,
	"mancala":  30,
	"mapcolor": 100,
}

// GradedSize is the number of cases of a set like the one that the course of an
// assignment graded with.
func GradedSize(assignment string) int { return gradedSizes[assignment] }

// graded gives a random input in the i-th place of such a set, which has the
// course's shares of tasks.
func graded(assignment string, i int, r *Rand) homework.Problem {
	switch assignment {
	case "squirrel":
		return squirrelTask(r, i*10/gradedSizes[assignment]%10)
	case "mancala":
		return mancalaTask(r, mancalaTasks[i*len(mancalaTasks)/gradedSizes[assignment]%len(mancalaTasks)])
	}
	return Course(assignment, r)
}
