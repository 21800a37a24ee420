package cases

import (
	"context"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Make returns a new case, with its goldens, that is in no file.
func Make(ctx context.Context, a *oracle.Assignment, p homework.Problem, name, title string) (*Case, error) {
	text, err := Compose(ctx, a, p, title)
	if err != nil {
		return nil, err
	}
	return parse(name, name, text)
}

// Compose returns the file of a new case, with its goldens. lines are additional header
// lines.
func Compose(ctx context.Context, a *oracle.Assignment, p homework.Problem, title string, lines ...string) ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n#\n", a.Name, title)
	for _, line := range lines {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	fmt.Fprintf(&b, "%s %s\n", CmdSubmit, oracle.InputFile)
	for _, f := range p.Files() {
		fmt.Fprintf(&b, "%s %s\n", CmdGolden, f)
	}
	bare := txtar.Format(&txtar.Archive{
		Comment: []byte(b.String()),
		Files:   []txtar.File{{Name: oracle.InputFile, Data: []byte(p.String())}},
	})
	c, err := parse("new case", title, bare)
	if err != nil {
		return nil, err
	}
	return c.Update(ctx)
}
