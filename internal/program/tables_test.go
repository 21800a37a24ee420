package program_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/oracle"
)

// The documents' tables of assignments say what the assignments say of themselves.
func TestTablesOfAssignments(t *testing.T) {
	about := "| assignment | what it is | course run |\n| --- | --- | --- |\n"
	names := "| assignment | names of the handout |\n| --- | --- |\n"
	for _, a := range oracle.Assignments() {
		about += fmt.Sprintf("| `%s` | %s | %s |\n", a.Name, a.Title, a.Course)
		names += fmt.Sprintf("| %s | `%s` |\n", a.Name, strings.Join(program.HandoutNames(a), "`, `"))
	}
	for path, table := range map[string]string{"README.md": about, "docs/submissions.md": names} {
		text, err := os.ReadFile("../../" + path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.ReplaceAll(string(text), "\r\n", "\n"), table+"\n") {
			t.Errorf("%s: want the table\n%s", path, table)
		}
	}
}
