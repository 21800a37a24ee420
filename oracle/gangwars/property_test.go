package gangwars_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Values are sums (gangwars rule 5).
func TestWeightsDoubled(t *testing.T) {
	weights := func(p homework.Problem) [][]int32 { return [][]int32{p.(*gangwars.Input).Values} }
	gametest.DoubledWeights(t, &gangwars.Assignment, weights, func(file string, double func(int) int) string {
		return file // there is no log
	})
}
