package newpackage

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// The file NAME.ans of a case holds standard output if only that is judged. Otherwise it is a txtar archive
// of the judged files. Its comment has a line "chomp FILE" for each file without a newline at its end.
const chomp = "chomp "

// PackAnswer returns the answer file for the files of an answer that are among the outputs.
func PackAnswer(outputs []string, files map[string][]byte) []byte {
	if OnlyStdout(outputs) {
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

// OnlyStdout reports whether standard output is all that is judged.
func OnlyStdout(outputs []string) bool { return slices.Equal(outputs, []string{Stdout}) }

// UnpackAnswer returns the files of an answer file, of those that answers may have.
func UnpackAnswer(outputs []string, packed []byte) (map[string][]byte, error) {
	if OnlyStdout(outputs) {
		return map[string][]byte{Stdout: packed}, nil
	}
	files := map[string][]byte{}
	a := txtar.Parse(packed)
	for _, f := range a.Files {
		if !slices.Contains(outputs, f.Name) {
			return nil, fmt.Errorf("want the files %s in the answer, found %s", strings.Join(outputs, ", "),
				f.Name)
		}
		files[f.Name] = f.Data
		if strings.Contains("\n"+string(a.Comment), "\n"+chomp+f.Name+"\n") {
			files[f.Name] = bytes.TrimSuffix(f.Data, []byte("\n"))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("want files in the answer, as a txtar archive (-- %s --), found none",
			outputs[0])
	}
	return files, nil
}
