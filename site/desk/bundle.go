package desk

import (
	"archive/zip"
	"bytes"
	"context"
	"embed"
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/pack"
)

// runners are the programs in cases.zip that run a student's own program on each case. All make answers.zip.
//
//go:embed bundle
var runners embed.FS

// bundleFile is the file of a reply that holds the cases.
const bundleFile = "cases.zip"

// bundle returns a zip with the inputs of all cases and what runs a program on each.
func bundle(_ context.Context, q *question) (Reply, error) {
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	folder := q.a.Name + "-cases"
	add := func(name string, mode fs.FileMode, data []byte) error {
		return pack.File(z, path.Join(folder, name), mode, data)
	}
	var wrong []error
	for _, c := range q.cases {
		wrong = append(wrong, add(path.Join("cases", c.Name, q.a.Run.InputName()), 0o644, c.Given()))
	}
	for _, name := range []string{"run.py", "run.sh", "run.bat", "README.txt"} {
		src, err := runners.ReadFile("bundle/" + name)
		script := strings.NewReplacer("{ASSIGNMENT}", q.a.Name, "{ARGS}", strings.Join(q.a.Args, " "), "{SECONDS}", q.desk.course.seconds()).Replace(string(src))
		if name == "run.bat" {
			script = strings.ReplaceAll(script, "\n", "\r\n")
		}
		mode := fs.FileMode(0o755)
		if name == "README.txt" {
			mode = 0o644
		}
		wrong = append(wrong, err, add(name, mode, []byte(script)))
	}
	err := errors.Join(append(wrong, z.Close())...)
	return Reply{Value: len(q.cases), Files: map[string][]byte{q.a.Name + "-" + bundleFile: text.Bytes()}}, err
}

// seconds returns how long a program has for a case.
func (c *Course) seconds() string {
	if c == nil || c.Seconds == 0 {
		return "10"
	}
	return strconv.FormatFloat(c.Seconds, 'f', -1, 64)
}
