package command

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// What is remembered of failures is bounded: so many programs, and so many names of each.
const (
	mostRemembered = 200
	mostFailed     = 10_000
)

// A failures is the name of a file in the user's cache folder, which the sandbox hides from
// programs. It has the names of the cases in which a program failed when they last ran, as a
// list in JSON. Without a cache folder it is "", and nothing is remembered.
type failures string

// failuresOf returns the file of a program: of what is found at a path, or of a command as typed in this folder.
func failuresOf(a *oracle.Assignment, edition string, command []string, typed bool) failures {
	caches, err := scratch.Caches()
	if err != nil {
		return ""
	}
	of := "."
	if !typed {
		of, command = cmp.Or(source(a, command, typed), command[0]), nil // the same program, wherever it is called from, and by its folder
	}
	if of, err = filepath.Abs(of); err != nil {
		return ""
	}
	key, _ := json.Marshal([]any{a.Name, edition, of, command}) // strings can be encoded
	return failures(filepath.Join(caches, "touchstone", "failed", fmt.Sprintf("%x", sha256.Sum256(key))))
}

// read returns the names.
func (f failures) read() (map[string]bool, error) {
	text, err := regular.Read(string(f))
	if err != nil {
		return nil, err
	}
	var list []string
	err = json.Unmarshal(text, &list)
	names := map[string]bool{}
	for _, name := range list {
		names[name] = true
	}
	return names, err
}

// update remembers how the cases ended that ran, and takes those that were left for failed. What
// touchstone failed on is as it was. That a file cannot be written says nothing about the program:
// then there is none.
func (f failures) update(start report.Start, results []testscript.Result, left ...*cases.Case) {
	if f == "" {
		return
	}
	names, err := f.read()
	if err != nil { // there is none, or none that can be read
		names = map[string]bool{}
	}
	for _, r := range results {
		switch {
		case r.Verdict == testscript.Internal:
		case start.AsExpected(r):
			delete(names, r.Case.Name)
		default:
			names[r.Case.Name] = true
		}
	}
	for _, c := range left {
		names[c.Name] = true
	}
	if f.write(names) != nil {
		os.Remove(string(f))
	}
}

// write writes the file, whole or not at all.
func (f failures) write(names map[string]bool) error {
	if len(names) > mostFailed {
		return fmt.Errorf("want at most %d names, found %d", mostFailed, len(names))
	}
	text, err := json.Marshal(append([]string{}, slices.Sorted(maps.Keys(names))...))
	if err != nil {
		return err
	}
	dir := filepath.Dir(string(f))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	err = output.WriteFile(string(f), text)
	forget(dir)
	return err
}

// forget removes the files of the programs that were not checked for longest, if there are too
// many. What cannot be removed stays.
func forget(dir string) {
	entries, _ := os.ReadDir(dir)
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(x, y fs.FileInfo) int {
		return cmp.Or(y.ModTime().Compare(x.ModTime()), strings.Compare(x.Name(), y.Name()))
	})
	for _, old := range files[min(mostRemembered, len(files)):] {
		os.Remove(filepath.Join(dir, old.Name()))
	}
}

// lastFailed returns those of the chosen cases that failed the last time, or all of them, which is
// said, if none is known to have.
func (f failures) lastFailed(chosen []*cases.Case, stderr io.Writer) []*cases.Case {
	names, err := f.read()
	failed := slices.DeleteFunc(slices.Clone(chosen), func(c *cases.Case) bool { return !names[c.Name] })
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "touchstone: no earlier check of this program is known: all cases run")
	case len(names) == 0:
		fmt.Fprintln(stderr, "touchstone: no case failed the last time: all cases run")
	case len(failed) == 0:
		fmt.Fprintln(stderr, "touchstone: of these cases none failed the last time: all of them run")
	default:
		return failed
	}
	return chosen
}
