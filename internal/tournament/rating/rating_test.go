package rating

import (
	"math"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

func fit(t *testing.T, players int, scores []Score) []Rating {
	t.Helper()
	return must.Get(Fit(players, scores))(t)
}

func near(x, y float64) bool { return math.Abs(x-y) < 1e-6*max(1, math.Abs(x), math.Abs(y)) }

// The American League East of 1987, every two of seven teams thirteen times: Agresti, Categorical Data
// Analysis, fits these strengths to it, the last being 0, without a prior. With a million times as many games
// the prior has no weight.
func TestBaseball(t *testing.T) {
	won := [][]float64{ // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	}
	var scores []Score
	for y := range won {
		for x := range y {
			scores = append(scores, Score{X: x, Y: y, Points: 1e6 * won[x][y], Games: 1e6 * (won[x][y] + won[y][x])})
		}
	}
	got := fit(t, len(won), scores)
	for i, want := range []float64{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, .6839, 0} {
		strength := (got[i].Elo - got[len(won)-1].Elo) / perUnit
		expect.True(t, math.Abs(strength-want) <= .00006, "team", i, "has", strength, "want", want)
	}
}

// With the prior, two players are where the points beyond those expected are what it takes away: the points
// that belong to a difference are known in closed form, and so is its variance, 1 / (n p q + half of 1 / the
// variance of the prior).
func TestTwoPlayers(t *testing.T) {
	const games = 20.0
	for _, elo := range []float64{0, 30, 200, 700} { // above the mean
		x, sd := elo/perUnit, prior/perUnit
		points := games/(1+math.Exp(-2*x)) + x/(sd*sd)
		got := fit(t, 2, []Score{{X: 1, Y: 0, Points: points, Games: games}})
		p := 1 / (1 + math.Exp(-2*x))
		wide := 1.959963984540054 * perUnit / math.Sqrt(games*p*(1-p)+1/(2*sd*sd)) / 2 // of one: half the difference
		elos := near(got[1].Elo, elo) && near(got[0].Elo, -elo)
		expect.True(t, elos && near(got[0].Error, wide) && near(got[1].Error, wide), got, elo, wide)
	}
}

// simulate plays games between all pairs of players of these strengths.
func simulate(r *random.Rand, elo []float64, games int) (scores []Score) {
	for y := range elo {
		for x := range y {
			won := 0
			for range games {
				if float64(r.Uint64()>>11)/(1<<53) < 1/(1+math.Pow(10, (elo[y]-elo[x])/400)) {
					won++
				}
			}
			scores = append(scores, Score{X: x, Y: y, Points: float64(won), Games: float64(games)})
		}
	}
	return scores
}

// Over many tournaments drawn from known strengths, the intervals contain these as often as they should.
func TestIntervalsCover(t *testing.T) {
	elo := []float64{-260, -180, -90, -20, 10, 40, 150, 350} // of mean 0
	r := random.New(1952)
	const rounds = 400
	inside := 0
	for range rounds {
		for i, got := range fit(t, len(elo), simulate(r, elo, 15)) {
			if math.Abs(got.Elo-elo[i]) <= got.Error {
				inside++
			}
		}
	}
	share := float64(inside) / float64(rounds*len(elo))
	expect.True(t, share >= .935 && share <= .965, "intervals have the strength:", share)
}

// The ratings depend neither on the order of players and scores, nor on roles, nor on groups of games.
func TestOrder(t *testing.T) {
	r := random.New(3)
	scores := simulate(r, []float64{0, 50, 100, 200, -50}, 9)
	want := fit(t, 5, scores)
	sum := 0.0
	for range 20 {
		place := []int{0, 1, 2, 3, 4}
		r.Shuffle(5, func(i, j int) { place[i], place[j] = place[j], place[i] })
		var other []Score
		for _, s := range scores {
			half := Score{X: place[s.X], Y: place[s.Y], Points: s.Points / 3, Games: s.Games / 3}
			rest := Score{X: place[s.Y], Y: place[s.X], Points: (s.Games - s.Points) * 2 / 3, Games: s.Games * 2 / 3}
			other = append(other, half, rest)
		}
		r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		got := fit(t, 5, other)
		for i := range want {
			g := got[place[i]]
			expect.True(t, near(g.Elo, want[i].Elo) && near(g.Error, want[i].Error), i, g, want[i])
		}
	}
	for _, one := range want {
		sum += one.Elo
	}
	expect.True(t, near(sum, 0), "the sum is 0:", sum)
}

// A player who wins or loses everything has a rating under the prior, more extreme with more games.
func TestAllWins(t *testing.T) {
	last := 0.0
	for _, games := range []float64{1, 5, 50, 500} {
		all := []Score{{X: 0, Y: 1, Points: games, Games: games}, {X: 0, Y: 2, Points: games, Games: games}, {X: 1, Y: 2, Points: games / 2, Games: games}}
		got := fit(t, 3, all)
		expect.True(t, got[0].Elo > last && got[0].Elo <= 3000 && got[0].Error >= 100, games, got)
		expect.True(t, near(got[1].Elo, got[2].Elo), games, got)
		last = got[0].Elo
	}
}

// So do groups that never meet, and a player without games, whose rating is the mean with a large error.
func TestApart(t *testing.T) {
	got := fit(t, 5, []Score{{X: 0, Y: 1, Points: 3, Games: 4}, {X: 2, Y: 3, Points: 1, Games: 4}})
	expect.True(t, near(got[0].Elo, got[3].Elo) && near(got[1].Elo, got[2].Elo), got)
	expect.True(t, near(got[4].Elo, 0) && got[4].Error >= 1000, got[4])
	sorted := slices.IsSortedFunc(got[:2], func(x, y Rating) int { return int(y.Elo - x.Elo) })
	expect.True(t, sorted, got)
	expect.Equal(t, 0, len(fit(t, 0, nil)), "ratings of nobody")
}

// A step that is too long is halved until the likelihood does not fall.
func TestAdvance(t *testing.T) {
	m := &model{n: 2, scores: []Score{{X: 0, Y: 1, Points: 3, Games: 4}}}
	expect.Equal(t, []float64{1, -1}, m.advance([]float64{0, 0}, []float64{64, -64}))
}
