// Package problem reads problem packages, the format 2025-09 that judges share, and makes assignments of
// them. A package names programs, validators, a reference, a generator and wrong submissions, which are run,
// confined like any submission.
//
// Programs of interactive problems run together with the validator, those of multi-pass problems several times
// (interactive.go). Scoring problems have groups (scoring.go).
//
// Refused by name are: the type submit-answer, static validators, input validators in VIVA and Checktestdata,
// constants, and other versions of the format.
package problem

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/memo"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"go.yaml.in/yaml/v4"
)

// A Package is a problem package on disk.
type Package struct {
	Name string // the base name of its folder
	Path string // as the user named it

	full     string       // that, from the root
	dir      string       // where it lies, unpacked
	unpacked bool         // dir is temporary
	root     *os.Root     // dir
	scratch  *scratch.Dir // of what is unpacked, and of answers where there is no other place
	files    []string     // that count, in their order
	within   folders      // them, and what rules make
	manifest *manifest
	extra    *extra          // of touchstone.yaml
	cases    []*testCase     // that programs run on
	checks   []*testCase     // of invalid_input, invalid_output and valid_output
	rules    map[string]rule // by the names of cases
	salt     string          // of their seeds
	groups   []*group
	top      config // of all cases, and of inputs that are in none

	statement   string   // in Markdown, or ""
	inputCheck  []string // programs, as paths below the package
	outputCheck string   // a program, or ""
	submissions []*submission
	executor    executor.Executor  // of the package's programs; while it is nil none of them runs
	called      string             // the name of the assignment
	assignment  *oracle.Assignment // for this package
	limit       time.Duration      // of CPU time for a submission; 0 until it is measured
	programs    sync.Map           // functions that build them, once each, by their names
	digests     sync.Map           // functions that read files or folders, once each, by their names
	answers     memo.Store[answer]
	judged      []homework.Submission // by the last verification
}

// Is reports whether a path is a problem package: a folder with problem.yaml, or an archive by its name.
func Is(name string) bool {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		_, err = os.Stat(filepath.Join(name, manifestFile))
		return err == nil
	}
	return err == nil && slices.Contains(archives, strings.ToLower(filepath.Ext(name))) && unpack.IsArchive(name)
}

const manifestFile = "problem.yaml"

// archives are the endings of packages in one file.
var archives = []string{".zip", ".kpp"}

// readPackage reads a package, without running anything. Its error is all that is wrong with what its files
// say, each with file and line.
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

// open makes the folders of a package, and unpacks it if it is an archive.
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

// Reopen opens a package again that was closed, for the assignment that was made of it. Nobody may use it
// meanwhile.
func (p *Package) Reopen(ctx context.Context) error {
	if err := p.open(ctx); err != nil {
		return err
	}
	answers.Hide(p.dir, p.answers.Dir, p.answers.Failed)
	return nil
}

// The limits of a package, unpacked or not.
const (
	mostFiles = 100_000
	mostBytes = 4 << 30
	mostDepth = 100
)

// numbered matches the ending of the name of a file that was downloaded again.
var numbered = regexp.MustCompile(` ?\(\d+\)$`)

// unpack unpacks an archive, which holds the package in one folder or at its top. The folder's name is the
// package's, or else the archive's.
func (p *Package) unpack(ctx context.Context) error {
	p.unpacked = true
	to := filepath.Join(p.scratch.Path, "unpacked")
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	if err := unpack.File(ctx, p.dir, to, unpack.Limits{Entries: mostFiles, Bytes: mostBytes,
		Depth: mostDepth}); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	p.Name, p.dir = numbered.ReplaceAllString(strings.TrimSuffix(p.Name, filepath.Ext(p.Name)), ""), to
	if Is(to) {
		return nil
	}
	entries, err := os.ReadDir(to)
	found := slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !Is(filepath.Join(to, e.Name())) })
	if err != nil || len(found) != 1 {
		return errors.Join(err, fmt.Errorf("%s: want %s at the top of the archive or in one folder there, "+
			"found it in %d", p.Path, manifestFile, len(found)))
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

// where returns the name of a file of the package for messages.
func (p *Package) where(name string) string {
	if p.unpacked {
		return p.Name + "/" + name
	}
	return filepath.Join(p.Path, filepath.FromSlash(name))
}

// on returns the path of a file of the package.
func (p *Package) on(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

// read reads everything, and returns all that is wrong.
func (p *Package) read() error {
	if err := checkName(p.Name); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	if err := p.scan(); err != nil {
		return err
	}
	var wrong []error
	src, err := p.text(manifestFile)
	if err == nil {
		p.manifest, err = readManifest(p.where(manifestFile), src)
	}
	wrong = append(wrong, err)
	for _, read := range []func() error{p.readStatement, p.readRules, p.readPrograms, p.readData,
		p.readSubmissions, p.readExtra, p.readAnswers} {
		wrong = append(wrong, read())
	}
	return errors.Join(wrong...)
}

// names are those that count: others are as if they were not there.
var packageName = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}$`)

// checkName refuses a name that a package cannot have.
func checkName(name string) error {
	if !packageName.MatchString(name) {
		return fmt.Errorf("want a name of letters, digits, dots, dashes and underscores for a package, found %s",
			scan.Show(name))
	}
	return nil
}

// folders are the names of what is in folders, in their order, by the paths of the folders.
type folders map[string][]string

// add adds what is at a path, and the folders around it.
func (f folders) add(name string) {
	folder, base := path.Dir(name), path.Base(name)
	if i, there := slices.BinarySearch(f[folder], base); !there && name != "." {
		f[folder] = slices.Insert(f[folder], i, base)
		f.add(folder)
	}
}

// scan finds the files and folders that count, and refuses links that lead out of the package, or to a
// folder.
func (p *Package) scan() error {
	p.within = folders{}
	return fs.WalkDir(p.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case d.IsDir() && (!packageName.MatchString(d.Name()) || regular.IsHidden(d.Name())):
			return fs.SkipDir
		case !packageName.MatchString(d.Name()):
			return nil
		case len(p.files) == mostFiles:
			return fmt.Errorf("%s: want a package of at most %d files, found more", p.Path, mostFiles)
		}
		info, err := p.root.Stat(name)
		switch {
		case err != nil:
			return fmt.Errorf("%s: want a file, a folder or a link to a file in the package, found a link that "+
				"leads elsewhere or nowhere", p.where(name))
		case info.IsDir() && !d.IsDir():
			return fmt.Errorf("%s: want a link to a file, found one to a folder", p.where(name))
		case info.Mode().IsRegular():
			p.files = append(p.files, name)
		}
		p.within.add(name)
		return nil
	})
}

// DigestSize is the length of the digest of a package, in characters.
const DigestSize = 32

// digest returns a digest of the files that count, the same for a folder and its archive.
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
	if where := (*fs.PathError)(nil); errors.As(err, &where) {
		err = fmt.Errorf("%s: %w", p.where(name), where.Err)
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

// isFolder and isFile report what a name in the package is, through links.
func (p *Package) isFolder(name string) bool {
	info, err := p.root.Stat(name)
	return err == nil && info.IsDir()
}

func (p *Package) isFile(name string) bool {
	info, err := p.root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// readStatement finds the text of the problem: in English before other languages, in Markdown before others.
func (p *Package) readStatement() error {
	found := slices.DeleteFunc(slices.Clone(p.within["statement"]),
		func(name string) bool { return !statementName.MatchString(name) })
	if len(found) == 0 {
		return fmt.Errorf("%s: want problem.en.md, or one in another language or in .tex or .pdf, found none",
			p.where("statement"))
	}
	for _, name := range append([]string{"problem.en.md"}, found...) {
		if slices.Contains(found, name) && strings.HasSuffix(name, ".md") {
			text, err := p.text(path.Join("statement", name))
			p.statement = string(text)
			return err
		}
	}
	return nil
}

var statementName = regexp.MustCompile(`^problem\.[a-zA-Z-]+\.(md|tex|pdf)$`)

// A manifest is what problem.yaml says.
type manifest struct {
	title string

	scoring, interactive, multiPass bool

	legacy bool // the version is legacy, legacy-icpc, or missing

	validationPasses int // maximum number of passes of a multi-pass problem

	programs   homework.Run // how they are run; no CPU time is a limit to be derived
	acToLimit  float64
	limitToTLE float64
	resolution time.Duration
	checks     sandbox.Limits // of validators and generators
}

// formatVersion is the version of the format that is read.
const formatVersion = "2025-09"

// types are the types of problems. The type submit-answer is refused.
var types = []string{"pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"}

// readManifest reads problem.yaml.
func readManifest(name string, src []byte) (*manifest, error) {
	m := &manifest{
		acToLimit: 2, limitToTLE: 1.5, resolution: time.Second, validationPasses: 2,
		programs: homework.Run{ExitCounts: true, AnyName: true, Memory: 2048 << 20, Output: 8 << 20},
		checks:   sandbox.Limits{CPU: time.Minute, Memory: 2048 << 20, Output: 8 << 20},
	}
	err := settings.Parse(name, "the settings of a problem package", src,
		func(r *settings.Reader, root *yaml.Node) {
			p := &manifestReader{r, m}
			p.Mapping(root, "a problem package", p.keys()...)
			p.Needs(root, "a problem package", "problem_format_version", "name", "uuid")
		})
	m.checks.Wall = 2*m.checks.CPU + patience
	return m, err
}

type manifestReader struct {
	*settings.Reader
	m *manifest
}

func (p *manifestReader) keys() []settings.Key {
	keys := []settings.Key{
		settings.NewKey("problem_format_version", func(n *yaml.Node) {
			if n.Value != formatVersion {
				p.Fail(n, "want the format %s of problem packages, found %s, which is not read here", formatVersion,
					settings.Found(n))
			}
		}),
		settings.NewKey("name", p.title),
		settings.NewKey("uuid", p.uuid),
		settings.NewKey("type", p.types),
		settings.NewKey("limits", p.limits),
		settings.NewKey("allow_file_writing", func(n *yaml.Node) { p.Yes(n, "whether programs may write files") }),
		settings.NewKey("constants", func(n *yaml.Node) {
			p.Fail(n, "want no constants: they are not replaced here")
		}),
	}
	// What is here can be used in all languages; the others decide nothing.
	for _, name := range []string{"languages", "license", "rights_owner", "embargo_until", "credits", "source",
		"keywords", "version"} {
		keys = append(keys, settings.NewKey(name, nil))
	}
	return keys
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// title reads a name, or that in the first of several languages, of which English comes first.
func (p *manifestReader) title(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		p.m.title = p.Text(n, "a name, or one for each language")
		return
	}
	p.Entries(n, "the names in languages", func(language, n *yaml.Node) {
		if name := p.Text(n, "a name"); p.m.title == "" || language.Value == "en" {
			p.m.title = name
		}
	})
	if len(n.Content) == 0 {
		p.Fail(n, "want a name, found none")
	}
}

func (p *manifestReader) uuid(n *yaml.Node) {
	text := p.Text(n, "a uuid")
	if text != "" && !uuid.MatchString(text) {
		p.Fail(n, "want a uuid of its own, such as 123e4567-e89b-42d3-a456-426614174000 (uuidgen makes one), "+
			"found %s", scan.Show(text))
	}
}

// types reads one type, or several.
func (p *manifestReader) types(n *yaml.Node) {
	all := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		all = n.Content
	}
	if len(all) == 0 {
		p.Fail(n, "want a type (%s), found none", strings.Join(types, ", "))
	}
	var of []string
	for _, n := range all {
		one := p.Word(n, "a type", types)
		if of = append(of, one); one == "submit-answer" {
			p.Fail(n, "want a problem of the types %s, found %s, which cannot be judged here",
				strings.Join(types[:4], ", "), one)
		}
	}
	if slices.Contains(of, "pass-fail") && slices.Contains(of, "scoring") {
		p.Fail(n, "want pass-fail or scoring, found both")
	}
	p.m.scoring = slices.Contains(of, "scoring")
	p.m.interactive = slices.Contains(of, "interactive")
	p.m.multiPass = slices.Contains(of, "multi-pass")
}

// The largest limits that are taken.
const (
	mostSeconds = 24 * 60 * 60
	mostMiB     = 1 << 20
	mostOutput  = 256 // MiB, which are read into memory
	maxPasses   = 1000
)

func (p *manifestReader) limits(n *yaml.Node) {
	m := p.m
	seconds := func(name string, to *time.Duration) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) {
			x := p.Number(n, name+", in seconds", 0.001, mostSeconds)
			*to = time.Duration(math.Round(x*1000)) * time.Millisecond
		})
	}
	size := func(name string, unit int64, to *int64) settings.Key {
		most := mostMiB
		if strings.HasSuffix(name, "output") {
			most = mostOutput
		}
		return settings.NewKey(name, func(n *yaml.Node) { *to = int64(p.Whole(n, name, 1, most)) * unit })
	}
	p.Mapping(n, "limits",
		seconds("time_limit", &m.programs.CPU), seconds("time_resolution", &m.resolution),
		settings.NewKey("time_multipliers", func(n *yaml.Node) {
			p.Mapping(n, "time_multipliers",
				settings.NewKey("ac_to_time_limit",
					func(n *yaml.Node) { m.acToLimit = p.Number(n, "a factor", 1, 1000) }),
				settings.NewKey("time_limit_to_tle",
					func(n *yaml.Node) { m.limitToTLE = p.Number(n, "a factor", 1, 1000) }),
			)
		}),
		size("memory", 1<<20, &m.programs.Memory), size("output", 1<<20, &m.programs.Output),
		size("code", 1<<10, &m.programs.Code),
		seconds("compilation_time", &m.programs.BuildCPU),
		size("compilation_memory", 1<<20, &m.programs.BuildMemory),
		seconds("validation_time", &m.checks.CPU), size("validation_memory", 1<<20, &m.checks.Memory),
		size("validation_output", 1<<20, &m.checks.Output), settings.NewKey("validation_passes",
			func(n *yaml.Node) { m.validationPasses = p.Whole(n, "validation_passes", 1, maxPasses) }),
	)
}

// limitOf returns the limit of time for programs of which the slowest one that is right takes so long: the
// smallest multiple of the resolution that is at least that many times as much.
func (m *manifest) limitOf(slowest time.Duration) time.Duration {
	least := float64(slowest) * m.acToLimit
	return max(1, time.Duration(math.Ceil(least/float64(m.resolution)))) * m.resolution
}
