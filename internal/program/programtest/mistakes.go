package programtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// A Program is a program with mistakes, and the replacements that remove them. It is an archive, named
// ASSIGNMENT-NAME.txtar: a comment that describes each mistake in a paragraph "MISTAKE: words", the source,
// and for each replacement the sections "MISTAKE/old" and "MISTAKE/new".
type Program struct {
	Name, Assignment string
	file, text       string // the source
	fixes            []fix
}

// A fix replaces a piece of a program that is part of a mistake.
type fix struct{ mistake, wrong, right string }

// ReadProgram reads the archive of a program.
func ReadProgram(file string) (*Program, error) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	p := &Program{Name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
	p.Assignment, _, _ = strings.Cut(p.Name, "-")
	if len(archive.Files) < 3 || len(archive.Files)%2 == 0 {
		return nil, fmt.Errorf("%s: want a source and pairs of sections, found %d sections", file,
			len(archive.Files))
	}
	p.file, p.text = archive.Files[0].Name, string(archive.Files[0].Data)
	for pair := range slices.Chunk(archive.Files[1:], 2) {
		m, err := newFix(pair[0], pair[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		p.fixes = append(p.fixes, m)
	}
	for _, mistake := range p.Mistakes() {
		if !strings.Contains("\n\n"+string(archive.Comment), "\n\n"+mistake+": ") {
			return nil, fmt.Errorf("%s: no paragraph %s", file, mistake)
		}
	}
	return p, nil
}

// newFix returns the replacement in two sections. It replaces whole lines, unless the old text begins
// without a blank.
func newFix(before, after txtar.File) (fix, error) {
	mistake, isOld := strings.CutSuffix(before.Name, "/old")
	if !isOld || after.Name != mistake+"/new" {
		return fix{}, fmt.Errorf("want the sections old and new, found %s and %s", before.Name, after.Name)
	}
	m := fix{mistake, string(before.Data), string(after.Data)}
	if strings.TrimLeft(m.wrong, " \t") == m.wrong {
		m.wrong, m.right = strings.TrimSuffix(m.wrong, "\n"), strings.TrimSuffix(m.right, "\n")
	}
	return m, nil
}

// Mistakes returns the names of the program's mistakes.
func (p *Program) Mistakes() (names []string) {
	for _, m := range p.fixes {
		if !slices.Contains(names, m.mistake) {
			names = append(names, m.mistake)
		}
	}
	return names
}

// Write writes the program's source to a directory, with all mistakes fixed except some.
func (p *Program) Write(dir string, except ...string) error {
	text := p.text
	for _, m := range p.fixes {
		if slices.Contains(except, m.mistake) {
			continue
		}
		if !strings.Contains(text, m.wrong) {
			return fmt.Errorf("%s: %s: %q is not in the program", p.Name, m.mistake, m.wrong)
		}
		text = strings.ReplaceAll(text, m.wrong, m.right)
	}
	return os.WriteFile(filepath.Join(dir, p.file), []byte(text), 0o644)
}
