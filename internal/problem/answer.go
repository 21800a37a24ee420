package problem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// The file NAME.ans of a case holds standard output, if that is what is judged. Where files are judged it is a txtar archive of
// them, whose comment has a line "chomp FILE" for each file without a newline at its end.
const chomp = "chomp "

// onlyStdout reports whether standard output is all that is judged.
func (p *Package) onlyStdout() bool { return slices.Equal(p.extra.outputs, []string{Stdout}) }

// packed returns the answer file of the files of an answer.
func (p *Package) packed(files map[string][]byte) []byte {
	if p.onlyStdout() {
		return files[Stdout]
	}
	a := new(txtar.Archive)
	for _, name := range p.extra.outputs {
		if text := files[name]; len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
			a.Comment = append(a.Comment, chomp+name+"\n"...)
		}
		a.Files = append(a.Files, txtar.File{Name: name, Data: files[name]})
	}
	return txtar.Format(a)
}

// filesOf returns the files of an answer file.
func (p *Package) filesOf(packed []byte) (map[string][]byte, error) {
	if p.onlyStdout() {
		return map[string][]byte{Stdout: packed}, nil
	}
	files := map[string][]byte{}
	a := txtar.Parse(packed)
	for _, f := range a.Files {
		files[f.Name] = f.Data
		if strings.Contains("\n"+string(a.Comment), "\n"+chomp+f.Name+"\n") {
			files[f.Name] = bytes.TrimSuffix(f.Data, []byte("\n"))
		}
	}
	for _, name := range p.extra.outputs {
		if files[name] == nil {
			return nil, fmt.Errorf("want the files %s in the answer, as a txtar archive (-- %s --), found no %s", strings.Join(p.extra.outputs, ", "), p.extra.outputs[0], name)
		}
	}
	return files, nil
}
