package evaluation

// prime is the modulus of the linear algebra, whose results are tried on the leaves in exact arithmetic.
const prime = 1<<31 - 1

// A system is a set of linear equations modulo prime, in echelon form: row i has its first 1 at i, if there is such a row.
// The last column is the right side.
type system struct {
	n    int
	rows [][]int64
	rank int
}

func newSystem(unknowns int) *system { return &system{n: unknowns, rows: make([][]int64, unknowns)} }

// add adds an equation, which it may change. ok is false if it contradicts those before it.
func (s *system) add(row []int64) (ok bool) {
	for i := range row {
		row[i] = (row[i]%prime + prime) % prime
	}
	for i := range s.n {
		if row[i] == 0 {
			continue
		}
		if s.rows[i] == nil {
			inverse := power(row[i], prime-2)
			for j := i; j <= s.n; j++ {
				row[j] = row[j] * inverse % prime
			}
			s.rows[i] = row
			s.rank++
			return true
		}
		factor := prime - row[i]
		for j := i; j <= s.n; j++ {
			row[j] = (row[j] + factor*s.rows[i][j]) % prime
		}
	}
	return row[s.n] == 0
}

// solution returns the unknowns, as numbers near 0, if there is exactly one solution.
func (s *system) solution() (x []int64, ok bool) {
	x = make([]int64, s.n)
	for i := s.n - 1; i >= 0; i-- {
		if s.rows[i] == nil {
			return nil, false
		}
		x[i] = s.rows[i][s.n]
		for j := i + 1; j < s.n; j++ {
			x[i] = (x[i] + (prime-s.rows[i][j])*x[j]) % prime
		}
	}
	for i := range x {
		if x[i] > prime/2 {
			x[i] -= prime
		}
	}
	return x, true
}

// power returns base to an exponent.
func power(base, exponent int64) int64 {
	result := int64(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = result * base % prime
		}
		base = base * base % prime
	}
	return result
}
