package desk

import (
	"archive/zip"
	"bytes"
	"context"
	"embed"
	"errors"
	"path"
	"strings"
	"time"
)

// runners are the programs in cases.zip that run a student's own program on each case. All make answers.zip.
//
//go:embed bundle
var runners embed.FS

// Bundle is the file of a reply that holds the cases.
const bundleFile = "cases.zip"

// zipped is the time of all files of a zip: the first that the format knows. So the same cases make the same bytes.
var zipped = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// bundle returns a zip with the inputs of all cases and what runs a program on each.
func bundle(_ context.Context, q *question) (Reply, error) {
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	folder := q.a.Name + "-cases"
	add := func(name string, executable bool, data []byte) error {
		head := &zip.FileHeader{Name: path.Join(folder, name), Method: zip.Deflate, Modified: zipped}
		head.SetMode(0o644)
		if executable {
			head.SetMode(0o755)
		}
		w, err := z.CreateHeader(head)
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	var wrong []error
	for _, c := range q.cases {
		wrong = append(wrong, add(path.Join("cases", c.Name, q.a.Run.InputName()), false, c.Input()))
	}
	for _, name := range []string{"run.py", "run.sh", "run.bat", "README.txt"} {
		src, err := runners.ReadFile("bundle/" + name)
		script := strings.NewReplacer("{ASSIGNMENT}", q.a.Name, "{ARGS}", strings.Join(q.a.Args, " ")).Replace(string(src))
		if name == "run.bat" {
			script = strings.ReplaceAll(script, "\n", "\r\n")
		}
		wrong = append(wrong, err, add(name, name != "README.txt", []byte(script)))
	}
	err := errors.Join(append(wrong, z.Close())...)
	return Reply{Value: len(q.cases), Files: map[string][]byte{q.a.Name + "-" + bundleFile: text.Bytes()}}, err
}
