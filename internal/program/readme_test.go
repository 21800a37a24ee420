package program_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/oracle"
)

// The README's tables of assignments say what the assignments say of themselves.
func TestReadmeTables(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.ReplaceAll(string(text), "\r\n", "\n")
	about := "| assignment | what it is | course run |\n| --- | --- | --- |\n"
	names := "| assignment | names of the handout |\n| --- | --- |\n"
	for _, a := range oracle.Assignments() {
		about += fmt.Sprintf("| `%s` | %s | %s |\n", a.Name, a.Title, a.Course)
		names += fmt.Sprintf("| %s | `%s` |\n", a.Name, strings.Join(program.HandoutNames(a), "`, `"))
	}
	for _, table := range []string{about, names} {
		if !strings.Contains(readme, table+"\n") {
			t.Errorf("README.md: want the table\n%s", table)
		}
	}
}
