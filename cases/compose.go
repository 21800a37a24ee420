package cases

import (
	"bytes"
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

// Parse returns a case called name from the text of its file; path is used in errors. It does not
// know what the case kills.
func Parse(path, name string, text []byte) (*Case, error) { return parse(path, name, text) }

// OnInput returns a case called name on an input of any origin, without goldens; path is used in
// errors. A program gets the bytes of src.
func OnInput(a *oracle.Assignment, name, path string, src []byte) (*Case, error) {
	problem, err := a.Parse(path, src)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: an input of your own\n", a.Name)
	if !bytes.HasSuffix(src, []byte("\n")) { // an archive ends every file with one
		fmt.Fprintf(&b, "%s %s\n", CmdChomp, oracle.InputFile)
		src = append(bytes.Clone(src), '\n')
	}
	fmt.Fprintf(&b, "%s %s\n", CmdSubmit, oracle.InputFile)
	for _, file := range problem.Files() {
		fmt.Fprintf(&b, "%s %s\n", CmdGolden, file)
	}
	archive := &txtar.Archive{Comment: []byte(b.String()), Files: []txtar.File{{Name: oracle.InputFile, Data: src}}}
	if read := txtar.Parse(txtar.Format(archive)); len(read.Files) != 1 || !bytes.Equal(read.Files[0].Data, src) {
		return nil, fmt.Errorf("%s: want an input without lines of the form \"-- NAME --\"", path)
	}
	return &Case{Assignment: a, Name: name, Title: "an input of your own", Points: 1, Problem: problem, archive: archive}, nil
}
