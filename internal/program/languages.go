package program

import (
	"cmp"
	"context"
	_ "embed"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Language describes how programs of one kind are named, built and run. To add a language, add an entry to
// languages, and one to tools for each compiler or interpreter that is not there yet.
//
// In commands, these words are replaced:
//
//	{python2} ...  a tool
//	{file} {dir}   the source and its directory, in the copy of the submission
//	{sources}      all sources of the language in its directory, the source first
//	{stem}         the name of the source without its extension
//	{out}          the directory for the output of the compiler
//	{program}      an executable in {out}
//	{class} {root} the Java class of the source, and the directory of its packages
//	{packages}     the Go package or files to build
//	{syntax}       a Python program that checks the syntax of a file
//	{types}        a JavaScript program that removes the types from TypeScript
//	{build}        a shell command that runs the program "build" of a directory
//	{answer}       a shell command that prints the answer of a case from a file or a directory
type Language struct {
	Name    string
	version version
	// ending makes a file name of an assignment's name. It is "" if an assignment has no name for the language.
	ending  string
	handout bool // the handouts that accept several languages ask for this ending
	// extensions identify files whose names do not belong to the assignment.
	extensions []string
	project    project

	compile, run string   // commands; compile may be ""
	uses         []string // tools that a command finds by name
	calls        bool     // a command may start a script, which finds interpreters by name
	inPlace      bool     // the program runs in the directory of its files, with its arguments in ARGS

	// words returns more words for the commands.
	words func(s Source) (map[string][]string, error)
	// rename gives a file that the user named the name that the compiler demands.
	rename func(file string) (string, error)
	// linked are the extensions of the sources that are compiled together in a directory.
	linked []string
	// root returns the directory around a source that holds its module or its packages, or "".
	root func(s Source) string
	// manifest lists the files that describe the module in root. If root is large, only these are copied.
	manifest []string
	// build replaces the usual way to start the compiler.
	build func(ctx context.Context, x executor.Executor, s Source, p *Program, argv []string, held int64) error
	// tidy removes intermediate files from a build directory.
	tidy func(p *Program, dir string) error
	// check checks the directory of the source after a build.
	check func(p *Program, dir string) error
}

// A project describes how a directory is recognized as one program.
type project struct {
	listed string // name of such a program in a list
	// file is a file that such a directory has.
	file string
	// targets are those that the file must have, a Makefile.
	targets []string
	// precedes reports whether the file hides all other programs in its directory.
	precedes bool
	// anyName reports whether the file counts only for assignments without file names.
	anyName bool
	// isProgram reports whether a directory below the submission's own is a program rather than a library.
	isProgram func(dir string) bool
}

// A version describes one of several versions of a language.
type version struct {
	family string // name of the language without the version
	// python is the value of PythonFlag that selects the version.
	python string
	// newer replaces the version for assignments that do not accept Python 2.
	newer *Language
	// others are versions to try if a program does not compile. They are tried after errors that unreadable
	// matches, or after all if it is nil.
	others     []*Language
	unreadable *regexp.Regexp
	// unnamed ends the suggestion of this version if an assignment has no name for it.
	unnamed string
	// foreign matches error messages that show that the program is written for the first of others; looks
	// describes this to the user.
	foreign *regexp.Regexp
	looks   string
	// orElse is an alternative to another file name, if the user chose it.
	orElse string
}

var (
	python2 = &Language{Name: "Python 2.7", ending: ".py", handout: true, extensions: []string{".py2"},
		compile: "{python2} -S -c {syntax} {file}", run: "{python2} -B {file}",
		version: version{family: "Python", python: "2", unreadable: unreadable, foreign: newPython,
			looks: isNewPython, orElse: ", or leave --tool python2 out"}}
	python3 = &Language{Name: "Python 3", ending: "3.py", handout: true, extensions: []string{".py", ".py3"},
		compile: "{python3} -S -c {syntax} {file}", run: "{python3} -B {file}",
		version: version{family: "Python", python: "3", unreadable: unreadable, foreign: oldPython,
			looks: isOldPython, orElse: ", or point to it with --tool python2=python2.7"}}
	// Only the first error is shown, so that it does not get lost among its consequences.
	cxx98 = &Language{Name: "C++98", ending: ".cpp", handout: true, linked: cxxSources,
		compile: "{cxx} -O2 -std=gnu++98 -w -Wfatal-errors -o {program} {file}", run: "{program}",
		version: version{family: "C++", others: []*Language{cxx11, cxx}}}
	cxx11 = &Language{Name: "C++11", ending: "11.cpp", handout: true, linked: cxxSources,
		compile: "{cxx} -O2 -std=c++11 -w -Wfatal-errors -o {program} {file}", run: "{program}",
		version: version{family: "C++", others: []*Language{cxx}}}
	cxx = &Language{Name: "C++", extensions: cxxSources, linked: cxxSources,
		compile: "{cxx} -O2 -w -Wfatal-errors -o {program} {file}", run: "{program}",
		version: version{family: "C++",
			unnamed: "later C++: write it in C++11, the latest that there is a name for"}}
	golang = &Language{Name: "Go", extensions: []string{".go"},
		compile: "{go} build -C {dir} -trimpath -buildvcs=false -o {program} {packages}", run: "{program}",
		words: goPackages, root: func(s Source) string { return moduleAround(s.dir(), "") },
		manifest: []string{"go.mod", "go.sum"}, build: compileGo,
		project: project{listed: "Go source", isProgram: hasMain}}
	// Perl has the same extension.
	prolog = &Language{Name: "Prolog", extensions: []string{".pro", ".prolog"},
		run: "{swipl} -q -O -g main -t halt {file}"}
	// Validators of problem packages read the input from a file.
	checktestdata = &Language{Name: "Checktestdata", extensions: []string{".ctd"}, run: "{checktestdata} {file}"}
	viva          = &Language{Name: "VIVA", extensions: []string{".viva"}, run: "{viva} {file}", calls: true}
	executable    = &Language{Name: "executable", run: "{file}", calls: true}
	// The argument of a run is the name of the case.
	answerFiles = &Language{Name: "answers", run: "{sh} -c {answer} {file}"}
)

// languages are all languages, in the order in which their file names are listed.
var languages = []*Language{
	python2, python3, cxx98, cxx11,
	{Name: "Java", ending: ".java", handout: true, extensions: []string{".java"},
		compile: "{javac} -J-XX:-UsePerfData -encoding UTF-8 -nowarn -Xmaxerrs 5 -sourcepath {root} -d {out} " +
			"{file}", run: "{java} -XX:-UsePerfData -Djava.io.tmpdir=. -cp {out} {class}",
		words: javaWords, rename: nameForClass, root: javaRoot},
	{Name: "C", ending: ".c", extensions: cSources, linked: cSources,
		compile: "{cc} -O2 -w -Wfatal-errors -o {program} {file} -lm", run: "{program}"},
	{Name: "JavaScript", ending: ".js", extensions: []string{".js", ".mjs", ".cjs"},
		compile: "{node} --check {file}", run: "{node} {file}"},
	{Name: "TypeScript", ending: ".ts", extensions: []string{".ts"},
		compile: "{node} -e {types} {tsc} {dir} {out}/js", run: "{node} {out}/js/{stem}.js"},
	{Name: "Rust", ending: ".rs", extensions: []string{".rs"},
		compile: "{rust} -O --edition 2021 --cap-lints allow -o {program} {file}", run: "{program}"},
	{Name: "C#", ending: ".cs", extensions: []string{".cs"},
		compile: "{mcs} -o+ -warn:0 -out:{out}/program.exe {sources}", run: "{mono} {out}/program.exe",
		calls: true},
	{Name: "Kotlin", ending: ".kt", extensions: []string{".kt"},
		compile: "{kotlin} -nowarn -include-runtime -d {out}/program.jar {sources}",
		run:     "{java} -XX:-UsePerfData -Djava.io.tmpdir=. -jar {out}/program.jar", calls: true},
	{Name: "Bash", extensions: []string{".sh"}, run: "{bash} {file}", calls: true},
	{Name: "Haskell", extensions: []string{".hs"}, calls: true,
		compile: "{ghc} -v0 -O2 -i{dir} -outputdir {out}/hs -o {program} {file}", run: "{program}"},
	{Name: "Lisp", extensions: []string{".lisp", ".cl"}, run: "{sbcl} --script {file}"},
	{Name: "OCaml", extensions: []string{".ml"}, calls: true,
		compile: "{ocaml} -I {dir} -o {program} {file}", run: "{program}"},
	{Name: "Pascal", extensions: []string{".pas"}, calls: true,
		compile: "{fpc} -v0 -O2 -FE{out} -o{program} {file}", run: "{program}"},
	{Name: "Perl", extensions: []string{".pl", ".pm"}, compile: "{perl} -c {file}", run: "{perl} {file}"},
	{Name: "PHP", extensions: []string{".php"}, compile: "{php} -l {file}", run: "{php} {file}"},
	prolog,
	{Name: "Ruby", extensions: []string{".rb"}, compile: "{ruby} -c {file}", run: "{ruby} {file}"},
	{Name: "Scala", extensions: []string{".scala"}, calls: true, words: scalaWords,
		compile: "{scalac} -d {out} {sources}", run: "{scala} -cp {out} {class}"},
	checktestdata, viva,
	cxx, golang,
	{Name: "Rust with Cargo", project: project{listed: "Cargo", file: "Cargo.toml"},
		compile: "{cargo} build --release --offline --quiet --manifest-path {dir}/Cargo.toml --target-dir " +
			"{out}/target", run: "{program}", uses: []string{"rust"}, tidy: (*Program).takeCargo},
	{Name: "Makefile", project: project{listed: "a Makefile", file: "Makefile", precedes: true,
		targets: []string{"agent", "run"}},
		compile: "{make} -s --no-print-directory -C {dir} agent", run: "{make} -s run", calls: true,
		inPlace: true, check: (*Program).checkMade},
	{Name: "build and run", project: project{listed: "build and run", file: "build", precedes: true, anyName: true},
		compile: "{sh} -c {build} {dir}", run: "{dir}/run", calls: true, check: (*Program).checkBuilt},
	executable,
}

func init() { // each is in the other
	python2.version.newer, python2.version.others = python3, []*Language{python3}
	python3.version.others = []*Language{python2}
}

// Interpreters do not compile first. These small programs check the syntax before the first run.

// pythonSyntax is a program for any version of Python that fails if that version cannot parse a file. It
// starts without the packages of the installation, which take long to load, unless the file needs a codec
// from them.
//
//go:embed syntax.py
var pythonSyntax string

// typesOut is a program for Node that converts the TypeScript in a directory to JavaScript with the library
// of tsc. It does not check types, since submissions lack the declarations.
//
//go:embed types.js
var typesOut string

// family returns the name of the language, whatever its version.
func (l *Language) family() string { return cmp.Or(l.version.family, l.Name) }

// prologClause matches a line of Prolog that is not Perl.
var prologClause = regexp.MustCompile(`(?m)^\s*:-|^[a-z]\w*(\(.*\))?\s*:-`)

// byExtension returns the language that the extension of a file identifies, or nil. If two languages have the
// same extension and the file exists, it examines the contents.
func byExtension(file string) *Language {
	extension := filepath.Ext(file)
	if extension != ".C" { // that is C++
		extension = strings.ToLower(extension)
	}
	if extension == ".pl" {
		if text, err := regular.ReadHead(file, maxSource); err == nil && prologClause.Match(text) {
			return prolog
		}
	}
	return findLanguage(func(l *Language) bool { return slices.Contains(l.extensions, extension) })
}

// byFile returns the language of the directory in which there is a file of this name, or nil.
func byFile(name string) *Language {
	return findLanguage(func(l *Language) bool { return l.project.file == name && !l.project.anyName })
}

func findLanguage(matches func(*Language) bool) *Language {
	if i := slices.IndexFunc(languages, matches); i >= 0 {
		return languages[i]
	}
	return nil
}

// languageNames lists the languages that extensions identify.
func languageNames() string {
	var extensions, names []string
	for _, l := range languages {
		if l != checktestdata && l != viva && l != python2 {
			extensions = append(extensions, l.extensions[:min(1, len(l.extensions))]...)
		}
	}
	slices.Sort(extensions)
	for _, extension := range extensions {
		names = append(names, byExtension(extension).family())
	}
	return strings.Join(names, ", ")
}

// A name is a file name that determines the language.
type name struct {
	file     string
	language *Language
}

// stems returns the file names without extension. An executable has the stem alone as its name.
func stems(a *oracle.Assignment) []string {
	switch {
	case a.Run.AnyName:
		return []string{"run"}
	case a.Stem != "":
		return []string{a.Stem, a.Name}
	}
	return []string{a.Name}
}

// names returns all names of sources for an assignment, the handout's own first.
func names(a *oracle.Assignment) (all []name) {
	if a.Run.AnyName {
		return nil
	}
	if a.SourceFile != "" {
		all = append(all, name{a.SourceFile, python2})
	}
	for _, stem := range stems(a) {
		for _, l := range languages {
			file := stem + l.ending
			if newer := l.version.newer; newer != nil && !a.Python2 {
				l = newer
			}
			if l.ending != "" {
				all = append(all, name{file, l})
			}
		}
	}
	return all
}

// languageOf returns the language of a file that the user named: by the assignment's names or else by its
// extension. The assignment may set the language.
func languageOf(a *oracle.Assignment, file string) *Language {
	if l := byCode(a.Run.Language); l != nil {
		return l
	}
	base := filepath.Base(file)
	known := names(a)
	if i := slices.IndexFunc(known, func(n name) bool { return n.file == base }); i >= 0 {
		return known[i].language
	}
	return byExtension(file)
}

// hasOwnName reports whether the user named a file whose name is not one of the assignment's names. Such a
// name does not determine a version.
func (s Source) hasOwnName(a *oracle.Assignment) bool {
	return s.file != "" && !slices.ContainsFunc(names(a), func(n name) bool { return n.file == s.file })
}

// nameFor returns the first of an assignment's file names for a language, or "".
func nameFor(a *oracle.Assignment, l *Language) string {
	for _, n := range names(a) {
		if n.language == l {
			return n.file
		}
	}
	return ""
}

// HandoutNames returns the file names that an assignment's handout requires.
func HandoutNames(a *oracle.Assignment) (files []string) {
	if a.SourceFile != "" {
		return []string{a.SourceFile}
	}
	for _, l := range languages {
		if l.handout {
			files = append(files, stems(a)[0]+l.ending)
		}
	}
	return files
}

// OtherNames returns the other file names by which a program for any assignment is found,
// with NAME for the assignment's name.
func OtherNames() (files []string) {
	for _, l := range languages {
		if l.ending != "" {
			files = append(files, "NAME"+l.ending)
		}
	}
	return files
}

// IsLinked reports whether a file is a source that is compiled together with the other sources of its
// directory.
func IsLinked(file string) bool {
	l := byExtension(file)
	return l != nil && l.linked != nil
}

// byCode returns the language with a code, or nil.
func byCode(code string) *Language {
	return findLanguage(func(l *Language) bool { return l.extensions != nil && l.Code() == code })
}

// IsCode reports whether a language has a code.
func IsCode(code string) bool { return byCode(code) != nil }

// Code returns the name of the language in problem packages, such as cpp or python3.
func (l *Language) Code() string {
	if l.version.python != "" {
		return "python" + l.version.python
	}
	return strings.NewReplacer("++", "pp", "#", "sharp", " ", "").Replace(strings.ToLower(l.family()))
}
