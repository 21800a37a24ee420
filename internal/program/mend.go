package program

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// mostHints is how many suggestions there are for a submission without a program.
const mostHints = 3

// hint adds what would make a program of what is in a folder.
func (w *walk) hint(dir string, entries []fs.DirEntry) {
	for _, e := range entries {
		if len(w.hints) == mostHints {
			return
		}
		path := filepath.Join(dir, e.Name())
		if e.Name()[0] == '.' || !isRegular(path) {
			continue
		}
		if text := mendName(w.a, path); text != "" {
			name, _ := filepath.Rel(w.top, path)
			w.hints = append(w.hints, escape.Line(filepath.ToSlash(name))+": "+text)
		}
	}
}

// mendName says how a file that is no program by its name would be one, or returns "".
func mendName(a *oracle.Assignment, path string) string {
	base := filepath.Base(path)
	known := names(a)
	if i := slices.IndexFunc(known, func(n name) bool { return strings.EqualFold(n.file, base) }); i >= 0 {
		return "the name is " + known[i].file + ", in these letters"
	}
	if base == "Makefile" { // with all targets it would have been found
		return "it has no target " + strings.Join(missingTargets(path), " and no target ")
	}
	if unpack.Is(path) {
		return "an archive in a submission is not unpacked: hand in what is in it"
	}
	var offers []string
	of := extensionOf(base)
	for _, n := range known {
		if of != nil && slices.Contains(of.alike, n.language) && !slices.ContainsFunc(offers, func(o string) bool { return strings.HasSuffix(o, " for "+n.language.Name) }) {
			offers = append(offers, n.file+" for "+n.language.Name)
		}
	}
	if len(offers) == 0 {
		return ""
	}
	return "to be found it is named " + strings.Join(offers, ", or ")
}

// unreadable matches what Python says of what it cannot read.
var unreadable = regexp.MustCompile(`(?m)^(Syntax|Indentation|Tab)Error: `)

// mend tries a program that does not compile in the other versions of its language, and says
// what would help: how the file is to be named. Of a Makefile that fails it says which sources lie
// beside it: nothing else is checked in its place. It returns "" if nothing is known to help.
func (s Source) mend(ctx context.Context, a *oracle.Assignment, t Tools, policy sandbox.Policy, failed *BuildError) string {
	if s.Language == makefile {
		entries, _ := os.ReadDir(s.dir())
		if found := findSources(a, s.dir(), entries); len(found) > 0 {
			return fmt.Sprintf("the Makefile counts, not what lies beside it (%s): check that by its own path", listSources(found))
		}
	}
	file := filepath.Base(s.File)
	for _, other := range s.Language.otherwise {
		try := s
		try.Language = other
		if (other == python2 || other == python3) && !unreadable.MatchString(failed.Output) {
			continue
		}
		p, err := try.Build(ctx, t, policy)
		if err != nil {
			continue // also if its compiler is missing
		}
		_ = p.Close() // anything left is swept at the next start
		switch other {
		case python2, python3:
			return s.hints(a)[0].text
		case cxx:
			return fmt.Sprintf("%s is compiled as %s by its name, and would compile as later C++: write it in C++11, the latest that there is a name for", file, s.Language.Name)
		}
		return fmt.Sprintf("%s is compiled as %s by its name, and would compile as %s: name it %s", file, s.Language.Name, other.Name, nameFor(a, other))
	}
	for _, h := range s.hints(a) { // there may be no interpreter to try
		if h.on.MatchString(failed.Output) {
			return h.text
		}
	}
	return ""
}

// nameFor returns the first of an assignment's file names for a language.
func nameFor(a *oracle.Assignment, l *Language) string {
	for _, n := range names(a) {
		if n.language == l {
			return n.file
		}
	}
	return ""
}
