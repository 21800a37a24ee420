// Package problem reads problem packages in the format that Kattis, DOMjudge and BAPCtools share, and turns
// each into an assignment. A package has validators, generators and submissions, which run confined like any
// submission.
//
// A program of an interactive problem runs together with the validator. A program of a multi-pass problem
// runs several times. Both are in interactive.go. Scoring problems have groups (scoring.go).
//
// The reader (package.go, manifest.go, data.go, rules.go, programs.go, submissions.go) accepts the versions
// legacy, legacy-icpc, 2023-07 and 2025-09 of the format, and converts the older ones to the model of
// 2025-09. A setting that could change a verdict is an error if it is unknown or wrong. Anything else is a
// warning.
package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/memo"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Package is a problem package on disk.
type Package struct {
	Name string // the base name of its directory
	Path string // as the user named it

	full     string       // that, from the root
	dir      string       // where it lies, unpacked
	unpacked bool         // dir is temporary
	root     *os.Root     // dir
	scratch  *scratch.Dir // for unpacked files, and for answers without a cache directory
	files    []string     // the regular files that count, in their order, also through links
	within   dirs         // them, and those that rules make
	entries  int          // number of files and directories, also through links
	links    []string     // the links that count
	outside  []string     // links that lead nowhere or out of the package
	warnings []string
	reported int // number of warnings that NewWarnings has returned
	manifest *manifest.Manifest
	extra    *extra                     // of touchstone.yaml
	cases    []*testCase                // that programs run on
	checks   []*testCase                // of invalid_input, invalid_output and valid_output
	rules    map[string]*caserules.Rule // by the names of cases
	made     map[string][]byte          // files that rules give and that are not on disk
	parts    map[string][]string        // files of the generators that several files form
	solution string                     // the submission that generators.yaml names for the answers, or ""
	groups   []*group
	top      config // of all cases, and of inputs that are in none

	statement    string   // in Markdown or TeX, or ""
	inputChecks  []string // input validators, as paths below the package
	skipped      []string // input validators that do not run here
	outputChecks []string // output validators, which must all accept; without any, words are compared
	// surroundings is a digest of the constants and of the files that are included, or "".
	surroundings string
	submissions  []*submission
	executor     executor.Executor  // of the package's programs; while it is nil none of them runs
	name         string             // the name of the assignment
	assignment   *oracle.Assignment // for this package
	limit        time.Duration      // of CPU time for a submission; 0 until it is measured
	programs     sync.Map           // functions that build them, once each, by their names
	digests      sync.Map           // functions that read a file or directory once, by its name
	measuring    sync.Mutex         // of measurement
	measurement  *measurement       // nil until measured has run
	answers      memo.Store[answer]
	judged       []homework.Submission // by the last verification
	mu           sync.Mutex            // of warnings and skipped once programs run
}

// Is reports whether a path is a problem package: a directory with problem.yaml, or an archive by its name.
func Is(name string) bool {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		_, err = os.Stat(filepath.Join(name, manifest.File))
		return err == nil
	}
	return err == nil && slices.Contains(archives, strings.ToLower(filepath.Ext(name))) && unpack.IsArchive(name)
}

// archives are the endings of packages in one file.
var archives = []string{".zip", ".kpp"}

// readPackage reads a package without running its programs. Its error lists all mistakes in the files, each
// with file and line.
func readPackage(ctx context.Context, name string) (p *Package, err error) {
	p = &Package{Path: name}
	if p.full, err = filepath.Abs(name); err != nil {
		return nil, err
	}
	if err := p.open(ctx); err != nil {
		return nil, err
	}
	if err := p.read(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// maxWarnings is the maximum number of warnings about a package.
const maxWarnings = 50

// NewWarnings returns the warnings that it has not returned before: remarks on settings, links and programs
// that are ignored, and on missing parts, each with the name of a file. Programs that run may add some.
func (p *Package) NewWarnings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := p.reported
	p.reported = len(p.warnings)
	return p.warnings[from:]
}

func (p *Package) warn(format string, args ...any) {
	if len(p.warnings) < maxWarnings {
		p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
	}
}

// parseSettings reads a file of settings with a function. Keys without an effect become warnings.
func (p *Package) parseSettings(file, subject string, src []byte,
	read func(*settings.Reader, *yaml.Node)) error {
	return settings.ParseLenient(p.displayPath(file), subject, src, func(w error) { p.warn("%v", w) }, read)
}

// readManifest reads problem.yaml, and the time limit that a judge has elsewhere.
func (p *Package) readManifest() error {
	src, err := p.text(manifest.File)
	m, wrong := manifest.Parse(p.displayPath(manifest.File), src, func(w error) { p.warn("%v", w) })
	if p.manifest = m; m.Programs.CPU == 0 {
		m.Programs.CPU = manifest.JudgeTimeLimit(p.text,
			func(name, text string) { p.warn("%s: %s", p.displayPath(name), text) })
	}
	return errors.Join(err, wrong)
}

// open makes the temporary directories of a package, and unpacks it if it is an archive.
func (p *Package) open(ctx context.Context) (err error) {
	p.dir, p.Name = p.full, filepath.Base(p.full)
	if p.scratch, err = scratch.Make("", "package"); err != nil {
		return err
	}
	p.answers.Open(filepath.Join(p.scratch.Path, "answers"))
	if info, missing := os.Stat(p.dir); missing == nil && !info.IsDir() {
		err = p.unpack(ctx)
	}
	if err == nil {
		p.root, err = os.OpenRoot(p.dir)
	}
	if err != nil {
		return errors.Join(err, p.Close())
	}
	return nil
}

// Reopen opens a closed package again for its assignment. The caller must not use the package during the
// call.
func (p *Package) Reopen(ctx context.Context) error {
	if err := p.open(ctx); err != nil {
		return err
	}
	answers.Hide(p.dir, p.answers.Dir, p.answers.Failed)
	return nil
}

// The limits of a package, unpacked or not.
const (
	maxFiles = 100_000
	maxBytes = 4 << 30
	maxDepth = 100
)

// numbered matches the ending of the name of a file that was downloaded again.
var numbered = regexp.MustCompile(` ?\(\d+\)$`)

// unpack unpacks an archive, which holds the package in one directory or at its top. The directory's name is
// the package's, or else the archive's.
func (p *Package) unpack(ctx context.Context) error {
	p.unpacked = true
	to := filepath.Join(p.scratch.Path, "unpacked")
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	if err := unpack.File(ctx, p.dir, to, unpack.Limits{Entries: maxFiles, Bytes: maxBytes,
		Depth: maxDepth, Links: true}); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	p.Name, p.dir = numbered.ReplaceAllString(strings.TrimSuffix(p.Name, filepath.Ext(p.Name)), ""), to
	if Is(to) {
		return nil
	}
	entries, err := os.ReadDir(to)
	found := slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() || !Is(filepath.Join(to, e.Name()))
	})
	if err != nil || len(found) != 1 {
		return errors.Join(err, fmt.Errorf("%s: want %s at the top of the archive or in one directory there, "+
			"found it in %d", p.Path, manifest.File, len(found)))
	}
	p.Name = found[0].Name()
	p.dir = filepath.Join(to, p.Name)
	return nil
}

// Close removes what was unpacked and built.
func (p *Package) Close() error {
	err := errors.Join(p.closePrograms(), p.scratch.Remove())
	if p.root != nil {
		err = errors.Join(err, p.root.Close())
	}
	return err
}

// displayPath returns the name of a file of the package for messages.
func (p *Package) displayPath(name string) string {
	if p.unpacked {
		return p.Name + "/" + name
	}
	return filepath.Join(p.Path, filepath.FromSlash(name))
}

// on returns the path of a file of the package.
func (p *Package) on(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

// read reads everything, and returns all that is wrong.
func (p *Package) read() error {
	p.Name = strings.TrimLeft(notInName.ReplaceAllString(p.Name, "-"), ".-")
	if err := newpackage.CheckName(p.Name); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	p.within = dirs{}
	if err := p.scan(".", nil); err != nil {
		return err
	}
	var wrong []error
	for _, read := range []func() error{p.readManifest, p.readStatement, p.readRules, p.readPrograms, p.readData,
		p.readSurroundings, p.readSubmissions, p.readExtra, p.readAnswers} {
		wrong = append(wrong, read())
	}
	if err := p.manifest.Expansion; err != nil {
		wrong = append(wrong, fmt.Errorf("%s: %w", p.displayPath(manifest.File), err))
	}
	return errors.Join(wrong...)
}

// notInName matches the characters that the name of a package cannot have.
var notInName = regexp.MustCompile(`[^a-zA-Z0-9_.-]+`)

// dirs holds the sorted names of the entries of directories, by the paths of the directories.
type dirs map[string][]string

// add adds an entry and its parent directories.
func (f dirs) add(name string) {
	dir, base := path.Dir(name), path.Base(name)
	if i, found := slices.BinarySearch(f[dir], base); !found && name != "." {
		f[dir] = slices.Insert(f[dir], i, base)
		f.add(dir)
	}
}

// scan finds the files below a directory that count. It follows links inside the package. A link that leads
// elsewhere, or back to a directory above it, is a warning. above are the directories above the entries.
func (p *Package) scan(dir string, above []fs.FileInfo) error {
	info, err := p.root.Stat(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", p.displayPath(dir), err)
	}
	entries, err := fs.ReadDir(p.root.FS(), dir)
	if err != nil {
		return fmt.Errorf("%s: %w", p.displayPath(dir), err)
	}
	above = append(slices.Clip(above), info)
	for _, e := range entries {
		if regular.IsHidden(e.Name()) || e.Name() == "__pycache__" {
			continue
		}
		if !caserules.IsPackageName(e.Name()) {
			if dir != "." && !slices.Contains(statements, dir) {
				p.warn("%s: ignored; want a name of letters, digits, dots, dashes and underscores",
					p.displayPath(path.Join(dir, e.Name())))
			}
			continue
		}
		if err := p.scanEntry(path.Join(dir, e.Name()), e.Type()&fs.ModeSymlink != 0, above); err != nil {
			return err
		}
	}
	return nil
}

// scanEntry adds a file or a directory.
func (p *Package) scanEntry(name string, link bool, above []fs.FileInfo) error {
	if p.entries++; p.entries > maxFiles {
		return fmt.Errorf("%s: want a package of at most %d files, found more", p.Path, maxFiles)
	}
	if link {
		p.links = append(p.links, name)
	}
	info, err := p.root.Stat(name)
	switch {
	case err != nil && link:
		p.outside = append(p.outside, name)
		p.warn("%s: ignored a link that leads out of the package or nowhere; replace it by a copy of the file",
			p.displayPath(name))
	case err != nil:
		return fmt.Errorf("%s: %w", p.displayPath(name), err)
	case info.Mode().IsRegular():
		p.files = append(p.files, name)
		p.within.add(name)
	case !info.IsDir():
		p.warn("%s: ignored %s; want a file or a directory", p.displayPath(name), regular.Kind(info.Mode()))
	case slices.ContainsFunc(above, func(up fs.FileInfo) bool { return os.SameFile(up, info) }):
		p.warn("%s: ignored a link to a directory above it; remove it", p.displayPath(name))
	case len(above) > maxDepth:
		return fmt.Errorf("%s: want directories at most %d deep in a package, found more", p.displayPath(name), maxDepth)
	default:
		p.within.add(name)
		return p.scan(name, above)
	}
	return nil
}

// DigestSize is the length of the digest of a package, in characters.
const DigestSize = 32

// digest returns a digest of the files that count. A directory and its archive have the same digest.
func (p *Package) digest() (string, error) {
	var all [][]byte
	for _, name := range p.files {
		sum, err := p.readDigest(name)
		if err != nil {
			return "", err
		}
		all = append(all, []byte(name), []byte(sum))
	}
	return digest(all...)[:DigestSize], nil
}

// text returns a file of the package.
func (p *Package) text(name string) ([]byte, error) {
	text, err := regular.ReadIn(p.root, name)
	if made, ok := p.made[name]; ok && errors.Is(err, fs.ErrNotExist) {
		return made, nil
	}
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		err = fmt.Errorf("%s: %w", p.displayPath(name), pathErr.Err)
	}
	return text, err
}

// optional reads a file of the package with a function, unless it is not there.
func (p *Package) optional(name string, read func(src []byte) error) error {
	src, err := p.text(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return read(src)
}

// isDir and isFile report what a name in the package is, through links.
func (p *Package) isDir(name string) bool {
	info, err := p.root.Stat(name)
	return err == nil && info.IsDir()
}

func (p *Package) isFile(name string) bool {
	info, err := p.root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// isProgram reports whether a name is the name of a file or a directory in the package.
func (p *Package) isProgram(name string) bool {
	return fs.ValidPath(name) && (p.isFile(name) || p.isDir(name))
}

// statements are the directories of statements, the current one first, with the names of the statements.
var (
	statements    = []string{"statement", "problem_statement"}
	statementName = regexp.MustCompile(`^problem(\.[a-zA-Z_-]+)?\.(md|tex|pdf)$`)
	problemName   = regexp.MustCompile(`\\problemname\s*\{([^}]*)\}`)
)

// statementRank returns the rank of a statement in the order of preference. A name without a language is English.
func statementRank(name string) int {
	english := []string{"problem.en.md", "problem.md", "problem.en.tex", "problem.tex"}
	if i := slices.Index(english, path.Base(name)); i >= 0 {
		return i
	}
	return len(english) + slices.Index([]string{".md", ".tex", ".pdf"}, path.Ext(name))
}

// readStatement finds the statement: in English before other languages, in Markdown before TeX. Without a
// name in problem.yaml it also finds the name of the problem.
func (p *Package) readStatement() error {
	p.manifest.Title = cmp.Or(p.manifest.Title, p.Name)
	var found []string
	for _, dir := range statements {
		for _, name := range p.within[dir] {
			if statementName.MatchString(name) {
				found = append(found, path.Join(dir, name))
			}
		}
	}
	if len(found) == 0 {
		p.warn("%s: want a statement such as problem.en.md, found none", p.displayPath(statements[0]))
		return nil
	}
	best := slices.MinFunc(found, func(a, b string) int { return statementRank(a) - statementRank(b) })
	if strings.HasSuffix(best, ".pdf") {
		return nil
	}
	text, err := p.text(best)
	p.statement = p.manifest.Substitute(string(text))
	if name := problemName.FindStringSubmatch(p.statement); name != nil && p.manifest.Title == p.Name {
		p.manifest.Title = name[1]
	}
	return err
}
