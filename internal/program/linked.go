package program

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// A C or C++ program may consist of several files in one folder. The file with the assignment's
// name is linked with those beside it, except for those that are programs themselves or
// that another file includes.

var (
	cSources    = []string{".c"}
	cxxSources  = []string{".cpp", ".cc", ".cxx"}
	headers     = []string{".h", ".hh", ".hpp", ".hxx"}
	cxxComment  = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"`)
	cxxMain     = regexp.MustCompile(`\b(int|void|auto|signed)\s+main\s*\(`)
	cxxIncludes = regexp.MustCompile(`(?m)^\s*#\s*include\s*"([^"\n]+)"`)
)

// linked lists the sources that belong to a program besides its own file, and says why
// others beside it do not.
func (s Source) linked() (with, without []string) {
	dir := s.dir()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil
	}
	sources := cxxSources
	if s.Language == c {
		sources = cSources
	}
	includedBy := map[string]string{}
	texts := map[string][]byte{}
	for _, e := range entries {
		text, err := head(filepath.Join(dir, e.Name()), mostSource)
		if err != nil || !slices.Contains(slices.Concat(headers, sources), filepath.Ext(e.Name())) {
			continue
		}
		for _, m := range cxxIncludes.FindAllSubmatch(text, -1) {
			includedBy[filepath.Base(string(m[1]))] = e.Name()
		}
		texts[e.Name()] = cxxComment.ReplaceAll(text, nil)
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		switch {
		case name == filepath.Base(s.File) || !slices.Contains(sources, filepath.Ext(name)):
		case includedBy[name] != "":
			without = append(without, fmt.Sprintf("%s is left out, since %s includes it", name, includedBy[name]))
		case cxxMain.Match(texts[name]):
			without = append(without, fmt.Sprintf("%s is left out, since it has a main of its own", name))
		default:
			with = append(with, filepath.Join(dir, name))
		}
	}
	return with, without
}

// compileLinked compiles a program; for C and C++ in a folder, together with what is linked with
// it. If that fails but the file alone compiles, the other files do not belong to it.
func (s Source) compileLinked(ctx context.Context, p *Program, words map[string][]string, size int64, policy sandbox.Policy) error {
	alone := func() error { return s.compile(ctx, p, expand(s.Language.compile, words), size, policy) }
	if s.file != "" || !slices.Contains([]*Language{c, cxx, cxx98, cxx11}, s.Language) {
		return alone()
	}
	with, without := s.linked()
	own := filepath.Base(s.File)
	if len(with) > 0 {
		var names []string
		for _, path := range with {
			names = append(names, filepath.Base(path))
		}
		without = append([]string{fmt.Sprintf("%s is linked with %s", own, strings.Join(names, ", "))}, without...)
	}
	p.Note = strings.Join(without, "; ")
	words["{file}"] = append([]string{s.File}, with...)
	err := alone()
	failed := (*BuildError)(nil)
	if !errors.As(err, &failed) || p.Note == "" {
		return err
	}
	if words["{file}"] = []string{s.File}; len(with) > 0 && alone() == nil {
		p.Note = fmt.Sprintf("%s is compiled alone, since it does not compile with the other sources beside it:\n%s", own, failed.Output)
		p.Guessed = true
		return nil
	}
	failed.Output = p.Note + "\n" + failed.Output
	return failed
}
