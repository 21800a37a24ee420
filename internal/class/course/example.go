package course

import (
	_ "embed"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
)

//go:embed example.yaml
var example string

// Example returns a course file for an assignment, with comments that explain each setting. What
// is commented out is an example.
func Example(a *oracle.Assignment) string {
	return strings.NewReplacer("ASSIGNMENT", a.Name, "EDITION", a.Editions[0].Name).Replace(example)
}
