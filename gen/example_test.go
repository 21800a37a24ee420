package gen_test

import (
	"context"
	"fmt"
	"log"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

func ExampleRequest_Make() {
	request := gen.Request{Assignment: &mancala.Assignment, Seed: 7, Cover: []string{"capture"}, MaxLog: 64 << 10, Small: true}
	made, err := request.Make(context.Background(), 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(made.Problem)
	// Output:
	// 2
	// 1
	// 2
	// 2 1 0
	// 1 2 2
	// 11
	// 11
}
