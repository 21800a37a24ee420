package replay

import (
	"math"
	"slices"
)

// Graph lays out places as a graph, given the links between them: how far two of them lie apart is
// about how many links there are between them. Its places are as wide as can be, in X.
func Graph(names []string, links [][2]int) []Place {
	n := len(names)
	if n == 0 {
		return nil
	}
	far := distances(n, links)
	var best []complex128
	least := math.Inf(1)
	for _, stride := range []int{1, 2, 3, 5, 7} { // of several beginnings the best result
		points := circle(n, stride)
		relax(points, far)
		if s := stress(points, far); s < least-1e-6 {
			best, least = points, s
		}
	}
	widen(best)
	places := make([]Place, n)
	for i, name := range names {
		places[i] = Place{Name: name, X: round(real(best[i])), Y: round(imag(best[i]))}
	}
	return places
}

// distances returns the number of links between any two of n places, and a bit more than between
// those that are joined where no links lead from one to the other.
func distances(n int, links [][2]int) [][]float64 {
	near := make([][]int, n)
	for _, link := range links {
		near[link[0]], near[link[1]] = append(near[link[0]], link[1]), append(near[link[1]], link[0])
	}
	far := make([][]float64, n)
	for from := range far {
		row := slices.Repeat([]float64{math.Sqrt(float64(n)) + 1}, n)
		seen, queue := make([]bool, n), []int{from}
		seen[from], row[from] = true, 0
		for ; len(queue) > 0; queue = queue[1:] {
			for _, to := range near[queue[0]] {
				if !seen[to] {
					seen[to], row[to] = true, row[queue[0]]+1
					queue = append(queue, to)
				}
			}
		}
		far[from] = row
	}
	return far
}

// circle returns n points on a circle: of two in order, one is so many strides farther.
func circle(n, stride int) []complex128 {
	points, taken := make([]complex128, n), make([]bool, n)
	at := 0
	for i := range points {
		for taken[at] {
			at = (at + 1) % n
		}
		taken[at] = true
		angle := 2 * math.Pi * float64(at) / float64(n)
		points[i] = complex(math.Sin(angle), -math.Cos(angle)) * complex(math.Sqrt(float64(n))/2, 0)
		at = (at + stride) % n
	}
	return points
}

// relax moves each point in turn to where the others want it, until they are content (stress
// majorization, by Gansner, Koren and North).
func relax(points []complex128, far [][]float64) {
	const work = 4_000_000 // bounds the time for a large map
	for range min(300, work/(len(points)*len(points))+1) {
		moved := 0.0
		for i, p := range points {
			var sum complex128
			weights := 0.0
			for j, q := range points {
				if i == j {
					continue
				}
				weight, apart := 1/(far[i][j]*far[i][j]), p-q
				if length := math.Hypot(real(apart), imag(apart)); length > 1e-9 {
					q += apart * complex(far[i][j]/length, 0)
				}
				sum += q * complex(weight, 0)
				weights += weight
			}
			if weights > 0 {
				points[i] = sum / complex(weights, 0)
				moved = max(moved, math.Hypot(real(points[i]-p), imag(points[i]-p)))
			}
		}
		if moved < 1e-4 {
			return
		}
	}
}

// stress says how far the points are from where they should be.
func stress(points []complex128, far [][]float64) (sum float64) {
	for i, p := range points {
		for j, q := range points[:i] {
			off := (math.Hypot(real(p-q), imag(p-q)) - far[i][j]) / far[i][j]
			sum += off * off
		}
	}
	return sum
}

// widen turns the points about their middle so that they spread most from left to right.
func widen(points []complex128) {
	var middle, spread complex128
	for _, p := range points {
		middle += p / complex(float64(len(points)), 0)
	}
	for _, p := range points {
		spread += (p - middle) * (p - middle)
	}
	angle := math.Atan2(imag(spread), real(spread)) / 2
	for i, p := range points {
		points[i] = (p - middle) * complex(math.Cos(-angle), math.Sin(-angle))
	}
}

// round leaves out what differs from one kind of processor to another.
func round(v float64) float64 { return math.Round(v*1000)/1000 + 0 } // no -0
