package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/suggest"
)

// programFile matches the names of files that interpreters run.
var programFile = regexp.MustCompile(`^[^-].*\.(?:py|[cm]?js|ts|jar|sh|bash|pl|rb|lua|php)$`)

// noFile matches flags of interpreters behind which no file stands: -c, -m, -e, -cp, -classpath.
var noFile = regexp.MustCompile(`^-(?:[a-zA-Z]*[cme]|cp|classpath|-eval|-print|-class-path)$`)

// MissingFile returns an error if a command, as typed in a folder, is to run a program file that is not
// there. The file is the first word that is no flag; what comes behind it is the program's affair.
func MissingFile(dir string, argv []string) error {
	i := slices.IndexFunc(argv[1:], func(word string) bool { return noFile.MatchString(word) || word == "" || word[0] != '-' })
	if i < 0 || !programFile.MatchString(argv[i+1]) {
		return nil
	}
	path := argv[i+1]
	whole := path
	if !filepath.IsAbs(path) {
		whole = filepath.Join(dir, path)
	}
	if _, err := os.Stat(whole); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	folder, name := filepath.Split(path)
	var names []string
	entries, _ := os.ReadDir(filepath.Dir(whole)) // a folder that cannot be read has nothing to suggest
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	hint := ""
	if meant := suggest.Of(name, names); meant != "" {
		hint = suggest.Hint(path, []string{folder + meant})
	}
	return fmt.Errorf("want a program to run: %s is to run %s, and there is no such file%s", argv[0], path, hint)
}
