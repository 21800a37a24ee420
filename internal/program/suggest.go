package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// maxHints is the maximum number of suggestions for a submission without a program.
const maxHints = 3

// hint adds suggestions for turning the contents of a directory into a program.
func (w *walk) hint(dir string, entries []fs.DirEntry) {
	for _, e := range entries {
		if len(w.hints) == maxHints {
			return
		}
		path := filepath.Join(dir, e.Name())
		if !isRegular(path) {
			continue
		}
		if text := suggestName(w.a, path, w.tools); text != "" {
			name, _ := filepath.Rel(w.top, path)
			w.hints = append(w.hints, escape.Line(filepath.ToSlash(name))+": "+text)
		}
	}
}

// suggestName suggests a program's name for a file with another name. It returns "" without a suggestion.
func suggestName(a *oracle.Assignment, path string, t Tools) string {
	base := filepath.Base(path)
	known := names(a)
	if i := slices.IndexFunc(known, func(n name) bool { return strings.EqualFold(n.file, base) }); i >= 0 {
		text := "the name is " + known[i].file + ", in these letters"
		if known[i].language.rename != nil {
			text += ", and so is that of its public class; or check the file by its own path"
		}
		return text
	}
	if l := byFile(base); l != nil { // with all targets it would have been found
		return "it has no target " + strings.Join(l.project.missingTargets(path), " and no target ")
	}
	if unpack.IsArchive(path) {
		return "an archive in a submission is not unpacked: submit its contents"
	}
	byEnding := byExtension(base)
	if byEnding == nil {
		return ""
	}
	var offers []string
	var offered []*Language
	for _, n := range known {
		l := t.python(n.language)
		if l.family() == byEnding.family() && !slices.Contains(offered, l) {
			offers, offered = append(offers, n.file+" for "+l.Name), append(offered, l)
		}
	}
	if len(offers) == 0 {
		return ""
	}
	return "to be found it is named " + strings.Join(offers, ", or ")
}

// unreadable matches Python's error messages about source that it cannot parse.
var unreadable = regexp.MustCompile(`(?m)^(Syntax|Indentation|Tab)Error: `)

// suggestFix tries to compile a program that does not compile in the other versions of its language, and returns a
// suggestion: the required file name. For a Makefile that fails, it names the sources in the same directory,
// since nothing else is checked instead. It returns "" if it has no suggestion.
func (s Source) suggestFix(ctx context.Context, x executor.Executor, a *oracle.Assignment,
	failed *BuildError) string {
	if s.Language.inPlace {
		entries, _ := os.ReadDir(s.dir())
		if found := findSources(a, s.dir(), entries); len(found) > 0 {
			return fmt.Sprintf("the Makefile decides, not the sources in its directory (%s): check one by its own path",
				listSources(found))
		}
	}
	v := s.Language.version
	for _, other := range v.others {
		if v.unreadable != nil && !v.unreadable.MatchString(failed.Output) {
			break
		}
		try := s
		try.Language = other
		p, err := try.Build(ctx, x)
		if err != nil {
			continue // also if its compiler is missing
		}
		_ = p.Close() // anything left is swept at the next start
		if h := s.hint(a, x.Settings().Tools); h.text != "" {
			return h.text
		}
		would := cmp.Or(other.version.unnamed, other.Name+": name it "+nameFor(a, other))
		return fmt.Sprintf("%s is compiled as %s by its name, and would compile as %s", filepath.Base(s.File),
			s.Language.Name, would)
	}
	return s.hint(a, x.Settings().Tools).match([]byte(failed.Output)) // there may be no interpreter to try
}

// oldPython matches error messages of Python 3 that are caused by programs in Python 2, the language that the
// handouts require.
var oldPython = regexp.MustCompile(`Missing parentheses in call to '(print|exec)'|` +
	`multiple exception types must be parenthesized|inconsistent use of tabs|leading zeros in decimal integer|` +
	`name '(raw_input|xrange|unicode|unichr|long|basestring|reduce|cmp|execfile)' is not defined|` +
	`'dict' object has no attribute '(has_key|iteritems|itervalues|iterkeys)'|` +
	`No module named '(Queue|StringIO|cPickle|cStringIO|sets)'`)

// newPython matches error messages of Python 2 that are caused by programs in Python 3.
var newPython = regexp.MustCompile(
	`No module named (queue|dataclasses|enum|pathlib|typing|statistics|concurrent)\b|` +
		`'encoding' is an invalid keyword argument|super\(\) takes at least 1 argument|` +
		`'list' object has no attribute '(clear|copy)'`)

const (
	isOldPython = "this looks like Python 2, and Python 3 runs it: to have Python 2.7, "
	isNewPython = "this looks like Python 3, and Python 2.7 runs it: to have Python 3, "
)

// A hint is a suggestion for a program that fails with certain last words. The zero hint suggests nothing.
type hint struct {
	on   *regexp.Regexp
	text string
}

// match returns the suggestion for a program that fails with these last words, or "".
func (h hint) match(printed []byte) string {
	if h.on == nil || !h.on.Match(printed) {
		return ""
	}
	return h.text
}

// hint returns the suggestion for a source.
func (s Source) hint(a *oracle.Assignment, t Tools) hint {
	v, forced := s.Language.version, t[PythonFlag]
	if v.foreign == nil {
		return hint{}
	}
	text := v.looks + "call the file " + nameFor(a, v.others[0])
	switch {
	case forced != "":
		text = v.looks + "leave --tool " + PythonFlag + "=" + forced + " out, and \"python: " + forced +
			"\" in the course file"
	case s.hasOwnName(a):
		text += v.orElse
	}
	return hint{v.foreign, text}
}

// Hint returns a suggestion for a program that crashed with these last words, or "".
func (p *Program) Hint(errors []byte) string { return p.hint.match(errors) }

// A C or C++ program may consist of several files in one directory. The file with the assignment's name is
// linked with the others, except for files that are programs themselves or that another file includes.

var (
	cSources    = []string{".c"}
	cxxSources  = []string{".cpp", ".cc", ".cxx", ".c++", ".C"}
	headers     = []string{".h", ".hh", ".hpp", ".hxx"}
	cxxComment  = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"`)
	cxxMain     = regexp.MustCompile(`\b(int|void|auto|signed)\s+main\s*\(`)
	cxxIncludes = regexp.MustCompile(`(?m)^\s*#\s*include\s*"([^"\n]+)"`)
)

// linked lists the sources that belong to a program in addition to its own file, and the reasons why other
// sources in its directory do not.
func (s Source) linked() (with, without []string) {
	dir := s.dir()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil
	}
	sources := s.Language.linked
	includedBy := map[string]string{}
	texts := map[string][]byte{}
	for _, e := range entries {
		text, err := regular.ReadHead(filepath.Join(dir, e.Name()), maxSource)
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
		case cxxMain.Match(texts[name]) && !s.included: // else the assignment's main may call the submission
			without = append(without, fmt.Sprintf("%s is left out, since it has a main of its own", name))
		default:
			with = append(with, filepath.Join(dir, name))
		}
	}
	return with, without
}

// compileLinked compiles a program; for C and C++ in a directory, together with the files linked with it. If
// that fails but the file alone compiles, the other files do not belong to it.
func (s Source) compileLinked(ctx context.Context, x executor.Executor, p *Program,
	words map[string][]string, size int64) error {
	alone := func() error { return s.compile(ctx, x, p, expand(s.Language.compile, words), size) }
	if s.file != "" && !s.included || s.Language.linked == nil {
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
		p.Note = fmt.Sprintf("%s is compiled alone, since it does not compile with the other sources next to "+
			"it:\n%s", own, failed.Output)
		p.Guessed = true
		return nil
	}
	failed.Output = p.Note + "\n" + failed.Output
	return failed
}

// missingTargets returns the required targets that a Makefile lacks. It reads only the
// rules in the file itself.
func (p *project) missingTargets(file string) (missing []string) {
	text, _ := regular.ReadHead(file, maxSource) // a missing file has no targets
	found := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		targets, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "\t") || strings.HasPrefix(rest, "=") ||
			strings.ContainsAny(targets, "=#") {
			continue
		}
		for _, target := range strings.Fields(targets) {
			found[target] = true
		}
	}
	for _, target := range p.targets {
		if !found[target] {
			missing = append(missing, target)
		}
	}
	return missing
}
