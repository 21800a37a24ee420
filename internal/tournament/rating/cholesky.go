package rating

import "math"

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

// factor returns the Cholesky decomposition of a matrix, and reports whether there is one.
func (a symmetric) factor() (l cholesky, ok bool) {
	l = make(cholesky, len(a))
	for i := range a {
		l[i] = make([]float64, i+1)
		for j := range i + 1 {
			rest := a[i][j] - dot(l[i][:j], l[j])
			switch {
			case j < i:
				l[i][j] = rest / l[j][j]
			case rest > 0:
				l[i][i] = math.Sqrt(rest)
			default:
				return nil, false
			}
		}
	}
	return l, true
}

// dot returns the sum of the products of numbers, as many as x has. Each product is rounded, on processors that could
// do without, too: ratings are the same on all.
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
