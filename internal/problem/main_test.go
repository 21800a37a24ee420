package problem

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// For poorer environments: -tier 2 -as-nobody.
func TestMain(m *testing.M) { tier.Main(m) }
