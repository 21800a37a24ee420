// Package rating estimates how strong players are from the games that they have played.
//
// The model is that of Bradley and Terry (Biometrika 39, 1952): a player of strength x beats one of
// strength y with probability 1 / (1 + exp(y-x)). A draw counts as half a win for each, as it does
// with Elo: in Davidson's extension (JASA 65, 1970) a further parameter says how likely draws are,
// which the few draws of most games do not determine, and the strengths are nearly the same. Where
// draws are many the intervals are too wide rather than too narrow.
//
// Strengths are those of the greatest likelihood under a weak prior, found by Newton's method. The prior is a
// normal distribution about the mean, without which a player that wins everything would have no strength, nor
// would two groups of players that never meet. So the information matrix is always positive definite.
// Intervals are those of the normal distribution with the inverse of the information matrix, restricted to
// strengths whose sum is 0, as its covariance.
package rating

import (
	"fmt"
	"math"
)

// Method describes in a line how ratings are found.
const Method = "Bradley-Terry by maximum likelihood (Newton), a draw as half a win for each, with a normal " +
	"prior of 800 Elo about the mean; 95 % intervals from the inverse information matrix"

// perUnit is how much Elo a unit of strength is: with 400 points more, the odds are 10 to 1.
const perUnit = 400 / math.Ln10

// prior is the standard deviation of the prior that Method names, in Elo, and pull is 1 / its variance in
// units of strength.
const (
	prior = 800.0
	pull  = perUnit * perUnit / (prior * prior)
)

// z is the quantile of the normal distribution that leaves out 2.5 % on either side.
const z = 1.959963984540054

// A Score is what two players have made of their games: X and Y are their numbers, from 0, and Points
// those of X, a draw being half a point. The games of two players may be in several scores.
type Score struct {
	X, Y   int
	Points float64
	Games  float64
}

// A Rating is the strength of a player on Elo's scale; the mean of all is 0. With a probability of
// 95 % it is no more than Error above or below.
type Rating struct{ Elo, Error float64 }

// Fit returns the ratings of a number of players.
func Fit(players int, scores []Score) ([]Rating, error) {
	m := &model{n: players, scores: scores}
	strengths, err := m.climb()
	if err != nil {
		return nil, err
	}
	sums := m.factor(strengths)
	// The sum is what factor adds: taken away again, it has no variance.
	common := 1 / (float64(players) * (pull + 1))
	ratings := make([]Rating, players)
	for i := range ratings {
		variance := max(0, sums.inverseAt(i)-common)
		ratings[i] = Rating{strengths[i] * perUnit, z * math.Sqrt(variance) * perUnit}
	}
	return ratings, nil
}

// A model is a likelihood, with its prior.
type model struct {
	n      int
	scores []Score
}

// logWin returns the logarithm of the probability to win against a player who is weaker by d.
func logWin(d float64) float64 {
	if d < 0 {
		return d - math.Log1p(math.Exp(d))
	}
	return -math.Log1p(math.Exp(-d))
}

// likelihood returns the logarithm of that of the strengths.
func (m *model) likelihood(s []float64) (sum float64) {
	for _, of := range m.scores {
		d := s[of.X] - s[of.Y]
		sum += of.Points*logWin(d) + (of.Games-of.Points)*logWin(-d)
	}
	for _, x := range s {
		sum -= pull * x * x / 2
	}
	return sum
}

// gradient returns the points that each player has above those expected, and the largest of them.
func (m *model) gradient(s []float64) (g []float64, largest float64) {
	g = make([]float64, m.n)
	for i, x := range s {
		g[i] = -pull * x
	}
	for _, of := range m.scores {
		over := of.Points - of.Games/(1+math.Exp(s[of.Y]-s[of.X]))
		g[of.X] += over
		g[of.Y] -= over
	}
	for _, x := range g {
		largest = max(largest, math.Abs(x))
	}
	return g, largest
}

// factor returns the information matrix, with the prior's, factored. It also has information on the
// sum of all strengths, of which games have none: with it there is an inverse.
func (m *model) factor(s []float64) cholesky {
	a := newSymmetric(m.n)
	for i := range m.n {
		a.add(i, i, pull)
		for j := range i + 1 {
			a.add(i, j, 1/float64(m.n))
		}
	}
	for _, of := range m.scores {
		p := 1 / (1 + math.Exp(s[of.Y]-s[of.X]))
		information := of.Games * p * (1 - p)
		a.add(of.X, of.X, information)
		a.add(of.Y, of.Y, information)
		a.add(of.X, of.Y, -information)
	}
	return a.factor()
}

// climb returns the strengths of the greatest likelihood.
func (m *model) climb() ([]float64, error) {
	const (
		most   = 100   // steps; Newton's method needs about 10
		enough = 1e-10 // points by which a player may differ from those expected, for each game
	)
	games := 1.0
	for _, of := range m.scores {
		games += of.Games
	}
	s := make([]float64, m.n)
	for range most {
		g, largest := m.gradient(s)
		if largest <= enough*games {
			return s, nil
		}
		s = m.advance(s, m.factor(s).solve(g))
	}
	return nil, fmt.Errorf("rating: not found in %d steps", most)
}

// advance goes a step, or a part of it, so that the likelihood does not fall by more than is rounded.
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

// A symmetric is a symmetric matrix, of which the lower triangle is kept: row i has the columns 0 to i.
type symmetric [][]float64

func newSymmetric(n int) symmetric {
	a := make(symmetric, n)
	for i := range a {
		a[i] = make([]float64, i+1)
	}
	return a
}

// add adds to an element.
func (a symmetric) add(i, j int, v float64) { a[max(i, j)][min(i, j)] += v }

// A cholesky is the lower triangle L of a matrix that is the product of L and its transpose.
type cholesky [][]float64

// factor returns the Cholesky decomposition of a matrix, which must be positive definite.
func (a symmetric) factor() cholesky {
	l := make(cholesky, len(a))
	for i := range a {
		l[i] = make([]float64, i+1)
		for j := range i + 1 {
			rest := a[i][j] - dot(l[i][:j], l[j])
			if j < i {
				l[i][j] = rest / l[j][j]
			} else {
				l[i][i] = math.Sqrt(rest)
			}
		}
	}
	return l
}

// dot returns the sum of the products of numbers, as many as x has. Each product is rounded, on processors
// that could do without, too: ratings are the same on all.
func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// forward returns the y of Ly = b.
func (l cholesky) forward(b []float64) []float64 {
	y := make([]float64, len(l))
	for i, row := range l {
		y[i] = (b[i] - dot(row[:i], y)) / row[i]
	}
	return y
}

// solve returns the x of Ax = b.
func (l cholesky) solve(b []float64) []float64 {
	x := l.forward(b)
	for i := len(l) - 1; i >= 0; i-- {
		x[i] /= l[i][i]
		for j := range i {
			x[j] -= float64(l[i][j] * x[i])
		}
	}
	return x
}

// inverseAt returns an element of the diagonal of the inverse of A.
func (l cholesky) inverseAt(i int) float64 {
	unit := make([]float64, len(l))
	unit[i] = 1
	y := l.forward(unit)
	return dot(y, y)
}
