package problem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// The file NAME.ans of a case holds standard output, if that is what is judged. Where files are judged it is a txtar archive of
// those that the case wants, whose comment has a line "chomp FILE" for each file without a newline at its end.
const chomp = "chomp "

// packed returns the answer file of the files of an answer, of which some are wanted.
func packed(outputs []string, files map[string][]byte) []byte {
	if onlyStdout(outputs) {
		return files[Stdout]
	}
	a := new(txtar.Archive)
	for _, name := range outputs {
		text, ok := files[name]
		if !ok {
			continue
		}
		if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
			a.Comment = append(a.Comment, chomp+name+"\n"...)
		}
		a.Files = append(a.Files, txtar.File{Name: name, Data: text})
	}
	return txtar.Format(a)
}

// lacking returns the files that others want in a package and that are not there: inputs that rules make, and answers of the
// reference.
func (p *Package) lacking(ctx context.Context) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := p.makeCases(ctx)
	for _, c := range p.cases {
		name := "data/" + c.name
		if !p.isFile(name + ".in") {
			files[name+".in"] = c.input
		}
		if err == nil && c.answer == nil {
			var right map[string][]byte
			right, err = p.of(ctx, c).right(ctx)
			files[name+".ans"] = packed(p.extra.outputs, right)
		}
	}
	return files, err
}

// onlyStdout reports whether standard output is all that is judged.
func onlyStdout(outputs []string) bool { return slices.Equal(outputs, []string{Stdout}) }

// readAnswers reads the files of the answers.
func (p *Package) readAnswers() error {
	var wrong []error
	for _, c := range slices.Concat(p.cases, p.checks) {
		if c.answer == nil {
			continue
		}
		var err error
		if c.wanted, err = p.filesOf(c.answer); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", p.where("data/"+c.name+".ans"), err))
		}
	}
	return errors.Join(wrong...)
}

// filesOf returns the files of an answer file.
func (p *Package) filesOf(packed []byte) (map[string][]byte, error) {
	if onlyStdout(p.extra.outputs) {
		return map[string][]byte{Stdout: packed}, nil
	}
	files := map[string][]byte{}
	a := txtar.Parse(packed)
	for _, f := range a.Files {
		if !slices.Contains(p.extra.outputs, f.Name) {
			return nil, fmt.Errorf("want the files %s in the answer, found %s", strings.Join(p.extra.outputs, ", "), f.Name)
		}
		files[f.Name] = f.Data
		if strings.Contains("\n"+string(a.Comment), "\n"+chomp+f.Name+"\n") {
			files[f.Name] = bytes.TrimSuffix(f.Data, []byte("\n"))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("want files in the answer, as a txtar archive (-- %s --), found none", p.extra.outputs[0])
	}
	return files, nil
}
