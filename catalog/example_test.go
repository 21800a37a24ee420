package catalog_test

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

func ExampleFaults() {
	all := catalog.Faults(&reversi.Assignment)
	i := slices.IndexFunc(all, func(f mutant.Fault) bool { return f.Rule.Heading == "rule 4" })
	fmt.Println(all[i].ID)
	fmt.Println(all[i].Rule)
	// Output:
	// depth-one-too-deep
	// docs/rules/reversi.md rule 4
}
