package cases_test

import (
	"fmt"
	"log"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

func ExampleEmbedded() {
	all, err := cases.Embedded(&reversi.Assignment)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range all {
		if c.Name == "handout-start" {
			fmt.Println(c.Title)
			fmt.Print(string(c.Input()))
		}
	}
	// Output:
	// the handout's example, the start position at depth 2
	// X
	// 2
	// ********
	// ********
	// ********
	// ***OX***
	// ***XO***
	// ********
	// ********
	// ********
}
