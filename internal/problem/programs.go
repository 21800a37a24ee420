package problem

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/shortage"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The directories of validators. Older packages use other names, in which each program is a validator.
const (
	inputDir  = "input_validators"
	outputDir = "output_validator"
)

var inputDirs = []string{inputDir, "input_format_validators"}

// grammars are the commands that interpret input validators, by the extensions of these.
var grammars = map[string]string{".ctd": "checktestdata", ".viva": "viva"}

// interpreterOf returns the command that interprets an input validator, or "". A directory with one file is
// like the file.
func (p *Package) interpreterOf(name string) string {
	if files := p.within[name]; len(files) == 1 {
		name = files[0]
	}
	return grammars[path.Ext(name)]
}

// readPrograms finds the validators.
func (p *Package) readPrograms() error {
	for _, dir := range inputDirs {
		for _, name := range p.programsIn(dir) {
			if command := p.interpreterOf(name); command != "" {
				if _, err := exec.LookPath(command); err != nil {
					p.warn("%s: this input validator does not run, since %s is not installed", p.displayPath(name), command)
					p.skipped = append(p.skipped, name)
					continue
				}
			}
			p.inputChecks = append(p.inputChecks, name)
		}
	}
	if len(p.inputChecks) == 0 {
		p.warn("%s: want at least one program that checks inputs, found none that runs: no input is checked",
			p.displayPath(inputDir))
	}
	if p.isDir("static_validator") {
		p.warn("%s: ignored: static validators do not run here", p.displayPath("static_validator"))
	}
	if !p.manifest.Custom {
		return nil
	}
	err := p.findOutputChecks()
	if len(p.outputChecks) == 0 && err == nil && p.needsOutputCheck() {
		err = fmt.Errorf("%s: want an output validator for this type of problem, found none", p.displayPath(outputDir))
	}
	return err
}

// needsOutputCheck reports whether the default validator cannot judge the problem.
func (p *Package) needsOutputCheck() bool {
	return p.manifest.Legacy || p.isConducted() ||
		slices.ContainsFunc(p.outside, func(link string) bool { return path.Dir(link) == outputDir })
}

// findOutputChecks finds the output validators: the program in output_validator, and those in the directory
// of older packages.
func (p *Package) findOutputChecks() (err error) {
	if files := p.within[outputDir]; len(files) > 0 || p.isFile(outputDir) {
		check := outputDir // a program in several files
		if len(files) == 1 {
			check = path.Join(outputDir, files[0])
		}
		p.outputChecks = append(p.outputChecks, check)
		err = p.checkStartable(check)
	}
	p.outputChecks = append(p.outputChecks, p.programsIn("output_validators")...)
	return err
}

// programsIn returns the programs in a directory. A directory with a file build or run is one program itself.
// A warning names each entry that is no program, but for headers of C and C++.
func (p *Package) programsIn(dir string) (programs []string) {
	if p.isFile(path.Join(dir, "build")) || p.isFile(path.Join(dir, "run")) {
		return []string{dir}
	}
	for _, name := range p.within[dir] {
		name = path.Join(dir, name)
		err := p.checkStartable(name)
		switch {
		case err == nil:
			programs = append(programs, name)
		case !slices.Contains([]string{".h", ".hpp", ".hh"}, path.Ext(name)):
			p.warn("%v", err)
		}
	}
	return programs
}

// checkStartable checks that a path is a program or a directory with a program.
func (p *Package) checkStartable(name string) error {
	if err := program.Check(p.assignmentFor(name), p.on(name)); err != nil {
		return fmt.Errorf("%s: %w", p.displayPath(name), err)
	}
	return nil
}

// includeDir holds files that are copied to submissions, in directories by language.
const includeDir = "include"

// sourcePath returns the path from which a program of the package is built. That is its path in the package,
// or a copy if the program differs from its files: there are links, constants, or files that form a
// generator.
func (p *Package) sourcePath(name string) (string, error) {
	dir, parts := p.sources(name), p.parts[name]
	isLinked := func(link string) bool { return expectation.IsBelow(link, dir) || expectation.IsBelow(dir, link) }
	if parts == nil && len(p.manifest.Constants) == 0 && !slices.ContainsFunc(p.links, isLinked) {
		return p.on(path.Join(name, p.entryPoint(name))), nil
	}
	to := filepath.Join(p.scratch.Path, "sources", digest([]byte(name)))
	if err := os.RemoveAll(to); err != nil {
		return "", err
	}
	files := map[string]string{}
	for _, file := range p.files {
		if below, ok := strings.CutPrefix(file, dir+"/"); ok && parts == nil {
			files[below] = file
		}
	}
	for _, file := range parts {
		files[strings.TrimPrefix(file, "generators/")] = file
	}
	for below, file := range files {
		if err := p.copySource(file, filepath.Join(to, filepath.FromSlash(below))); err != nil {
			return "", err
		}
	}
	below := strings.TrimPrefix(path.Join(strings.TrimPrefix(name, dir), p.entryPoint(name)), "/")
	if parts != nil && !program.IsLinked(parts[0]) { // which is built from its directory
		below = strings.TrimPrefix(parts[0], "generators/")
	}
	return filepath.Join(to, filepath.FromSlash(below)), nil
}

// entryPoint returns the file in the directory of a submission that submissions.yaml names, or "" if there is
// none or the directory is built as a whole.
func (p *Package) entryPoint(name string) string {
	entrypoint := p.submissionOf(name).entrypoint
	for _, file := range p.within[name] {
		if (file == entrypoint || strings.TrimSuffix(file, path.Ext(file)) == entrypoint) && !program.IsLinked(file) {
			return file
		}
	}
	return ""
}

// submissionOf returns the submission at a path of the package, or an empty one.
func (p *Package) submissionOf(name string) *submission {
	below, ok := strings.CutPrefix(name, "submissions/")
	if i := slices.IndexFunc(p.submissions, func(s *submission) bool { return ok && s.name == below }); i >= 0 {
		return p.submissions[i]
	}
	return new(submission)
}

// assignmentFor returns an assignment for which the package's program of this name is found: any file, or a
// directory with one. The language is that of submissions.yaml, if any. Some limits hold for submissions only.
func (p *Package) assignmentFor(name string) *oracle.Assignment {
	run := p.manifest.Programs
	run.Language = p.submissionOf(name).language
	if !strings.HasPrefix(name, "submissions/") {
		run.Code, run.Include, run.Answers, run.Memory = 0, nil, false, p.manifest.Checks.Memory
	}
	return &oracle.Assignment{Name: "a package", Run: run}
}

// copySource copies a file of a program, with its constants replaced.
func (p *Package) copySource(file, to string) error {
	text, err := p.text(file)
	if err != nil {
		return err
	}
	info, err := p.root.Stat(file)
	if err != nil {
		return err
	}
	if !bytes.Contains(text, []byte{0}) {
		expanded, err := p.manifest.Expand(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", p.displayPath(file), err)
		}
		text = []byte(expanded)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, info.Mode().Perm()|0o600)
}

// include copies the files that the package adds to a submission in a language into a directory. It reports
// whether there are any.
func (p *Package) include(language, dir string) (found bool, err error) {
	from := path.Join(includeDir, language)
	if !p.isDir(from) {
		from = path.Join(includeDir, "default")
	}
	for _, file := range p.files {
		if below, ok := strings.CutPrefix(file, from+"/"); ok {
			found = true
			err = errors.Join(err, p.copySource(file, filepath.Join(dir, filepath.FromSlash(below))))
		}
	}
	return found, err
}

// readSurroundings computes the digest of the constants and include/, on which programs of the package depend
// in addition to their own files. It also arranges that builds add the files of include/ to submissions.
func (p *Package) readSurroundings() error {
	var texts [][]byte
	for _, name := range sortedKeys(p.manifest.Constants) {
		texts = append(texts, []byte(name), []byte(p.manifest.Constants[name]))
	}
	for _, file := range p.files {
		if strings.HasPrefix(file, includeDir+"/") {
			text, err := p.text(file)
			if err != nil {
				return err
			}
			texts = append(texts, []byte(file), text)
		}
	}
	if len(texts) > 0 {
		p.surroundings = digest(texts...)
	}
	if len(p.within[includeDir]) > 0 {
		p.manifest.Programs.Include = p.include
	}
	return nil
}

// exitedWithError reports whether a program ended by itself with an exit status that is not 0.
func (a answer) exitedWithError(status int) bool {
	return a.Verdict == verdict.Crash && a.Exit == status
}

// valid runs the input validators on the input of a case. fault is the objection of one of them, and messages
// are the situations that they found: the lines "situation NAME" of their output. Validators that cannot be
// built are skipped, unless one is needed and none runs.
func (p *Package) valid(ctx context.Context, c *testCase) (messages []string, fault string, err error) {
	ran, unbuilt := false, error(nil)
	for _, name := range p.inputChecks {
		j := job{args: slices.Concat(c.argsOf(inputDir, name, c.inputArgs), c.args), stdin: c.input,
			limits: p.manifest.Checks}
		interpreted := p.interpreterOf(name) != ""
		if interpreted { // both programs read the input from a file
			j.args, j.input = []string{grammarInput}, grammarInput
		}
		a, err := p.runOnce(ctx, name, j)
		if p.skipUnbuilt(name, err) {
			unbuilt = cmp.Or(unbuilt, err)
			continue
		}
		if err != nil {
			return nil, "", err
		}
		ran = true
		if !a.exitedWithError(exitRight) && (!interpreted || a.Verdict != verdict.Pass) {
			return nil, strings.TrimRight(fmt.Sprintf("want an input that %s accepts (exit status %d), found %s\n%s%s",
				name, exitRight, a.Ended, excerpt(a.Files[stdoutName]), excerpt(a.Errors)), "\n"), nil
		}
		for line := range strings.Lines(string(a.Files[stdoutName])) {
			if situation, ok := strings.CutPrefix(strings.TrimSpace(line), "situation "); ok {
				messages = append(messages, situation)
			}
		}
	}
	if needed := c.dir() == invalidInput; needed && !ran {
		return nil, "", unbuilt
	}
	return messages, "", nil
}

// skipUnbuilt reports whether err means that an input validator cannot be built here. It warns once about
// each.
func (p *Package) skipUnbuilt(name string, err error) bool {
	if !errors.As(err, new(buildFailure)) || errors.As(err, new(shortage.Error)) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.skipped, name) {
		p.skipped = append(p.skipped, name)
		p.warn("this input validator does not run: %v", err)
	}
	return true
}

// Skipped returns the input validators that do not run, since a program is not installed or they do not
// compile.
func (p *Package) Skipped() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(slices.Values(p.skipped))
}

// grammarInput is the name of the input for a program that interprets a grammar.
const grammarInput = "test.in"
