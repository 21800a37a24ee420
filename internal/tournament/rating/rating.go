// Package rating estimates the strengths of players from their games.
//
// The model is the one of Bradley and Terry (Biometrika 39, 1952): a player of strength x beats a player of
// strength y with probability 1 / (1 + exp(y-x)). As in Elo's system, a draw counts as half a win for each
// player. Davidson's extension (JASA 65, 1970) has another parameter for the probability of draws. The few
// draws of most games do not determine it, and the strengths are nearly the same. With many draws the
// intervals are too wide rather than too narrow.
//
// The strengths maximize the likelihood under a weak prior. Newton's method finds them. The prior is a normal
// distribution about the mean. Without it, a player that wins all games would have no finite strength, nor
// would two groups of players that never meet. So the information matrix is always positive definite. The
// intervals are computed from a normal distribution whose covariance is the inverse of the information
// matrix, restricted to strengths whose sum is 0.
package rating

import (
	"fmt"
	"math"
)

// Method describes the method in one line.
const Method = "Bradley-Terry by maximum likelihood (Newton), a draw as half a win for each, with a normal " +
	"prior of 800 Elo about the mean; 95 % intervals from the inverse information matrix"

// perUnit is the unit of strength in Elo: 400 points more mean odds of 10 to 1.
const perUnit = 400 / math.Ln10

// prior is the standard deviation of the prior in Elo, and pull is 1 / its variance in units of strength.
const (
	prior = 800.0
	pull  = perUnit * perUnit / (prior * prior)
)

// z is the quantile of the normal distribution that excludes 2.5 % on each side.
const z = 1.959963984540054

// A Score is the result of games between the players X and Y, which are numbered from 0. Points are the
// points of X, with half a point for a draw. Two players may have several scores.
type Score struct {
	X, Y   int
	Points float64
	Games  float64
}

// A Rating is the strength of a player on Elo's scale. The mean of all ratings is 0. With a probability of
// 95 % the strength differs from Elo by at most Error.
type Rating struct{ Elo, Error float64 }

// Fit returns the ratings of a number of players.
func Fit(players int, scores []Score) ([]Rating, error) {
	m := &model{n: players, scores: scores}
	strengths, err := m.climb()
	if err != nil {
		return nil, err
	}
	sums := m.factor(strengths)
	// Subtract the variance of the sum of strengths, which factor adds.
	common := 1 / (float64(players) * (pull + 1))
	ratings := make([]Rating, players)
	for i := range ratings {
		variance := max(0, sums.inverseDiagonal(i)-common)
		ratings[i] = Rating{strengths[i] * perUnit, z * math.Sqrt(variance) * perUnit}
	}
	return ratings, nil
}

// A model is a likelihood with its prior.
type model struct {
	n      int
	scores []Score
}

// logWin returns the logarithm of the probability to beat a player that is weaker by d.
func logWin(d float64) float64 {
	if d < 0 {
		return d - math.Log1p(math.Exp(d))
	}
	return -math.Log1p(math.Exp(-d))
}

// likelihood returns the logarithm of the likelihood of strengths.
func (m *model) likelihood(s []float64) (sum float64) {
	for _, score := range m.scores {
		d := s[score.X] - s[score.Y]
		sum += score.Points*logWin(d) + (score.Games-score.Points)*logWin(-d)
	}
	for _, x := range s {
		sum -= pull * x * x / 2
	}
	return sum
}

// gradient returns the points of each player above the expected points, and the largest absolute value.
func (m *model) gradient(s []float64) (g []float64, largest float64) {
	g = make([]float64, m.n)
	for i, x := range s {
		g[i] = -pull * x
	}
	for _, score := range m.scores {
		over := score.Points - score.Games/(1+math.Exp(s[score.Y]-s[score.X]))
		g[score.X] += over
		g[score.Y] -= over
	}
	for _, x := range g {
		largest = max(largest, math.Abs(x))
	}
	return g, largest
}

// factor returns the Cholesky factor of the information matrix, including the prior. It adds information on
// the sum of all strengths, which games do not have, so that the matrix has an inverse.
func (m *model) factor(s []float64) triangle {
	a := make(triangle, m.n)
	for i := range m.n {
		a[i] = make([]float64, i+1)
		a.add(i, i, pull)
		for j := range i + 1 {
			a.add(i, j, 1/float64(m.n))
		}
	}
	for _, score := range m.scores {
		p := 1 / (1 + math.Exp(s[score.Y]-s[score.X]))
		information := score.Games * p * (1 - p)
		a.add(score.X, score.X, information)
		a.add(score.Y, score.Y, information)
		a.add(score.X, score.Y, -information)
	}
	a.factor()
	return a
}

// climb returns the strengths of maximum likelihood.
func (m *model) climb() ([]float64, error) {
	const (
		maxSteps  = 100   // Newton's method needs about 10
		tolerance = 1e-10 // for the points of a player above the expected points, for each game
	)
	games := 1.0
	for _, score := range m.scores {
		games += score.Games
	}
	s := make([]float64, m.n)
	for range maxSteps {
		g, largest := m.gradient(s)
		if largest <= tolerance*games {
			return s, nil
		}
		s = m.advance(s, m.factor(s).solve(g))
	}
	return nil, fmt.Errorf("rating: not found in %d steps", maxSteps)
}

// advance takes a step, or a part of it, such that the likelihood does not fall by more than rounding
// errors.
func (m *model) advance(s, step []float64) []float64 {
	from := m.likelihood(s)
	next := make([]float64, m.n)
	for part := 1.0; part > 1e-9; part /= 2 {
		for i := range next {
			next[i] = s[i] + part*step[i]
		}
		if m.likelihood(next) >= from-1e-12*math.Abs(from) {
			break
		}
	}
	return next
}

// A triangle is the lower triangle of a matrix: row i has the columns 0 to i. It represents a symmetric
// matrix or, once factored, its Cholesky factor L, whose product with its transpose is the matrix.
type triangle [][]float64

// add adds to an element of a symmetric matrix.
func (a triangle) add(i, j int, v float64) { a[max(i, j)][min(i, j)] += v }

// factor replaces a symmetric matrix, which must be positive definite, by its Cholesky factor.
func (a triangle) factor() {
	for i, row := range a {
		for j := range i {
			row[j] = (row[j] - dot(row[:j], a[j])) / a[j][j]
		}
		row[i] = math.Sqrt(row[i] - dot(row[:i], row))
	}
}

// dot returns the inner product of x and the beginning of y. It rounds each product, so that ratings do not
// depend on whether a processor fuses additions and multiplications.
func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// forward solves Ly = b for y.
func (l triangle) forward(b []float64) []float64 {
	y := make([]float64, len(l))
	for i, row := range l {
		y[i] = (b[i] - dot(row[:i], y)) / row[i]
	}
	return y
}

// solve solves Ax = b for x, where l is the factor of A.
func (l triangle) solve(b []float64) []float64 {
	x := l.forward(b)
	for i := len(l) - 1; i >= 0; i-- {
		x[i] /= l[i][i]
		for j := range i {
			x[j] -= float64(l[i][j] * x[i])
		}
	}
	return x
}

// inverseDiagonal returns a diagonal element of the inverse of the matrix whose factor l is.
func (l triangle) inverseDiagonal(i int) float64 {
	unit := make([]float64, len(l))
	unit[i] = 1
	y := l.forward(unit)
	return dot(y, y)
}
