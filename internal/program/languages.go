package program

import (
	"context"
	_ "embed"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Language is how programs of one kind are built and run. The words of its commands in braces are replaced:
//
//	{python2} ...  a tool
//	{file} {dir}   the source and its folder, in the copy of the submission
//	{out}          the folder for what is built
//	{program}      an executable in that
//	{class} {root} the Java class of the source, and the folder of its packages
//	{packages}     what of Go is to be built
//	{syntax}       a program in Python that tells whether another can be read
//	{types}        one in JavaScript that takes the types out of TypeScript
//	{script}       what that has made of the source
//	{build}        a command of the shell that calls a folder's own "build" there
type Language struct {
	Name    string
	compile string // a command, or ""
	run     string
	calls   bool // what it starts may be a script, which calls interpreters by name
	// otherwise are the languages in which a program is tried that does not compile, to tell what would mend it.
	otherwise []*Language
}

var (
	python2 = &Language{Name: "Python 2.7", compile: "{python2} -c {syntax} {file}", run: "{python2} -B {file}"}
	python3 = &Language{Name: "Python 3", compile: "{python3} -c {syntax} {file}", run: "{python3} -B {file}"}
	// Only the first error is shown, so that it does not get lost among its consequences.
	cxx = &Language{Name: "C++", compile: "{cxx} -O2 -w -Wfatal-errors -o {program} {file}",
		run: "{program}"}
	cxx98 = &Language{Name: "C++98",
		compile: "{cxx} -O2 -std=gnu++98 -w -Wfatal-errors -o {program} {file}", run: "{program}"}
	cxx11 = &Language{Name: "C++11", compile: "{cxx} -O2 -std=c++11 -w -Wfatal-errors -o {program} {file}",
		run: "{program}"}
	c = &Language{Name: "C", compile: "{cc} -O2 -w -Wfatal-errors -o {program} {file} -lm",
		run: "{program}"}
	java = &Language{Name: "Java",
		compile: "{javac} -J-XX:-UsePerfData -encoding UTF-8 -nowarn -Xmaxerrs 5 -sourcepath {root} -d {out} " +
			"{file}", run: "{java} -XX:-UsePerfData -Djava.io.tmpdir=. -cp {out} {class}"}
	javascript = &Language{Name: "JavaScript", compile: "{node} --check {file}", run: "{node} {file}"}
	rust       = &Language{Name: "Rust",
		compile: "{rust} -O --edition 2021 --cap-lints allow -o {program} {file}", run: "{program}"}
	cargo = &Language{Name: "Rust with Cargo",
		compile: "{cargo} build --release --offline --quiet --manifest-path {dir}/Cargo.toml --target-dir " +
			"{out}/target", run: "{program}"}
	csharp = &Language{Name: "C#", compile: "{mcs} -o+ -warn:0 -out:{out}/program.exe {file}",
		run: "{mono} {out}/program.exe", calls: true}
	kotlin = &Language{Name: "Kotlin",
		compile: "{kotlin} -nowarn -include-runtime -d {out}/program.jar {file}",
		run:     "{java} -XX:-UsePerfData -Djava.io.tmpdir=. -jar {out}/program.jar", calls: true}
	typescript = &Language{Name: "TypeScript", compile: "{node} -e {types} {tsc} {dir} {out}/js",
		run: "{node} {script}"}
	golang = &Language{Name: "Go",
		compile: "{go} build -C {dir} -trimpath -buildvcs=false -o {program} {packages}", run: "{program}"}
	makefile = &Language{Name: "Makefile", compile: "{make} -s --no-print-directory -C {dir} agent",
		run: "{make} -s run", calls: true}
	// buildAndRun is a folder whose program "build" makes the program "run".
	buildAndRun = &Language{Name: "build and run", compile: "{sh} -c {build} {dir}", run: "{dir}/run",
		calls: true}
	executable = &Language{Name: "executable", run: "{file}", calls: true}
)

func init() {
	cxx98.otherwise, cxx11.otherwise = []*Language{cxx11, cxx}, []*Language{cxx}
	python2.otherwise, python3.otherwise = []*Language{python3}, []*Language{python2}
}

// A Tool is a compiler or an interpreter.
type Tool struct {
	Flag  string // flag that names another one, or ""
	About string
	names []string // looked up on the PATH, in this order
	// windows lists additional names on Windows, each with the arguments that make it the
	// wanted tool: there "python" may be any version, and "py" starts all of them.
	windows []string
	// home names the tool whose flag also applies to this one: both are in the same
	// installation. One that is together with it is looked for nowhere else.
	home     string
	together bool
	// ask are arguments that make the tool print where it really is, and answer extracts that from the output.
	ask    []string
	answer func(printed string) string
}

var tools = map[string]*Tool{
	"python2": {Flag: "python2", About: "interpreter of Python 2.7", names: []string{"python2.7", "python2"},
		windows: []string{"python", "py -2"}, ask: askVersion("2"), answer: strings.TrimSpace},
	"python3": {Flag: "python3", About: "interpreter of Python 3", names: []string{"python3"},
		windows: []string{"python", "py -3"}, ask: askVersion("3"), answer: strings.TrimSpace},
	"node": {Flag: "node", About: "interpreter of JavaScript", names: []string{"node", "nodejs"},
		ask: []string{"-p", "process.execPath"}, answer: strings.TrimSpace},
	"cxx": {Flag: "cxx", About: "compiler of C++", names: []string{"g++", "c++", "clang++"}},
	"cc":  {names: []string{"gcc", "cc", "clang"}},
	"sh":  {names: []string{"sh"}},
	"java": {Flag: "java", About: "java of a JDK, beside its javac", names: []string{"java"},
		ask: []string{"-XshowSettings:properties", "-version"}, answer: javaHome("java")},
	"javac": {home: "java", names: []string{"javac"}, ask: []string{"-J-XshowSettings:properties", "-version"},
		answer: javaHome("javac")},
	"rust": {Flag: "rust", About: "rustc, the compiler of Rust, beside its cargo", names: []string{"rustc"},
		ask: []string{"--print", "sysroot"}, answer: inBin("rustc")},
	"cargo":  {home: "rust", together: true, names: []string{"cargo"}},
	"mono":   {Flag: "mono", About: "mono, which runs C#, beside its mcs", names: []string{"mono"}},
	"mcs":    {home: "mono", names: []string{"mcs"}},
	"kotlin": {Flag: "kotlin", About: "kotlinc, the compiler of Kotlin", names: []string{"kotlinc"}},
	"tsc":    {Flag: "tsc", About: "tsc, the compiler of TypeScript", names: []string{"tsc"}},
	"make":   {Flag: "make", About: "make", names: []string{"make", "gmake"}},
	"go":     {names: []string{"go"}, ask: []string{"env", "GOROOT"}, answer: inBin("go")},
}

// ToolNames returns the keys of Tools, in the order of a help text.
func ToolNames() []string {
	return []string{
		PythonFlag, "python2", "python3", "cxx", "java", "node", "rust", "mono", "kotlin", "tsc", "make",
	}
}

var askPython = []string{"-c", "import sys; print(sys.executable)"}

// askVersion returns arguments that make an interpreter of another version fail.
func askVersion(major string) []string {
	return []string{"-c", "import sys; sys.version_info[0] == " + major +
		" or sys.exit('it is of version %d' % sys.version_info[0]); print(sys.executable)"}
}

// Interpreters do not compile first. These small programs find out before the first run what
// can never run at all.

// pythonSyntax is a program for any version of Python that fails if a file is none in that.
//
//go:embed syntax.py
var pythonSyntax string

// typesOut is a program for Node that makes JavaScript of the TypeScript in a folder, with what
// tsc brings. Types are not checked: that needs declarations, which submissions lack.
//
//go:embed types.js
var typesOut string

// A name is a file name that determines the language.
type name struct {
	file     string
	language *Language
}

// endings are appended to a stem to make file names. The handouts that accept several
// languages use the first ofHandouts. Other assignments accepted only Python; for them these
// names are for programs in other languages.
var endings = []name{
	{".py", python2},
	{"3.py", python3},
	{".cpp", cxx98},
	{"11.cpp", cxx11},
	{".java", java},
	{".c", c},
	{".js", javascript},
	{".ts", typescript},
	{".rs", rust},
	{".cs", csharp},
	{".kt", kotlin},
}

const ofHandouts = 5

// cargoFile is the name of the file that describes a program of Rust's Cargo.
const cargoFile = "Cargo.toml"

// An extension tells the language of a file that has no name of the assignment's.
type extension struct {
	of       []string
	language *Language
	name     string      // of the language, whatever its version
	alike    []*Language // its versions, for which there are names
}

var extensions = []extension{
	{[]string{".c"}, c, "C", []*Language{c}},
	{[]string{".cpp", ".cc", ".cxx"}, cxx, "C++", []*Language{cxx98, cxx11}},
	{[]string{".cs"}, csharp, "C#", []*Language{csharp}},
	{[]string{".go"}, golang, "Go", nil},
	{[]string{".java"}, java, "Java", []*Language{java}},
	{[]string{".js", ".mjs", ".cjs"}, javascript, "JavaScript", []*Language{javascript}},
	{[]string{".kt"}, kotlin, "Kotlin", []*Language{kotlin}},
	{[]string{".py"}, python3, "Python", []*Language{python2, python3}},
	{[]string{".rs"}, rust, "Rust", []*Language{rust}},
	{[]string{".ts"}, typescript, "TypeScript", []*Language{typescript}},
}

// extensionOf returns what the extension of a file tells, or nil.
func extensionOf(file string) *extension {
	of := strings.ToLower(filepath.Ext(file))
	if i := slices.IndexFunc(extensions, func(e extension) bool { return slices.Contains(e.of, of) }); i >= 0 {
		return &extensions[i]
	}
	return nil
}

// languageNames lists the languages.
func languageNames() (list []string) {
	for _, e := range extensions {
		list = append(list, e.name)
	}
	return list
}

// A folder of a problem package may bring a program "build", which makes its program "run".
const (
	buildFile = "build"
	runFile   = "run"
)

// stems returns what the endings are appended to; an executable is named by the stem alone.
func stems(a *oracle.Assignment) []string {
	if a.Run.AnyName {
		return []string{runFile}
	}
	if a.Stem != "" {
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
		for _, e := range endings {
			if e.language == python2 && !a.Python2 {
				e.language = python3
			}
			all = append(all, name{stem + e.file, e.language})
		}
	}
	return all
}

// languageOf returns the language of a file that the user named: by the assignment's names
// or else by its extension.
func languageOf(a *oracle.Assignment, file string) *Language {
	base := filepath.Base(file)
	known := names(a)
	if i := slices.IndexFunc(known, func(n name) bool { return n.file == base }); i >= 0 {
		return known[i].language
	}
	if e := extensionOf(base); e != nil {
		return e.language
	}
	return nil
}

// hasOwnName reports whether the user named a file whose name is none of the assignment's,
// and so does not determine a version.
func (s Source) hasOwnName(a *oracle.Assignment) bool {
	return s.file != "" && !slices.ContainsFunc(names(a), func(n name) bool { return n.file == s.file })
}

// HandoutNames returns the file names that an assignment's handout asks for.
func HandoutNames(a *oracle.Assignment) (files []string) {
	if a.SourceFile != "" {
		return []string{a.SourceFile}
	}
	for _, e := range endings[:ofHandouts] {
		files = append(files, stems(a)[0]+e.file)
	}
	return files
}

// OtherNames returns the other file names by which a program for any assignment is found,
// with NAME for the assignment's name.
func OtherNames() (files []string) {
	for _, e := range endings {
		files = append(files, "NAME"+e.file)
	}
	return files
}

// A Tried remembers which languages lack a tool here.
type Tried map[*Language]string

// Lacks says which tool the program of a submission needs and is not here, and what would mend that, or
// returns "". Before it is unpacked, nothing is known of an archive.
func (known Tried) Lacks(ctx context.Context, a *oracle.Assignment, path string, t Tools) string {
	if path == "" || unpack.IsArchive(path) {
		return ""
	}
	s, err := Find(a, path, t)
	if err != nil {
		return ""
	}
	s.Language = s.spoken(a, t)
	text, tried := known[s.Language]
	if !tried {
		text = s.lacks(ctx, t)
		known[s.Language] = text
	}
	return text
}

// lacks returns what Lacks says of a language.
func (s Source) lacks(ctx context.Context, t Tools) string {
	_, err := s.toolWords(ctx, t)
	lacks := (*notFoundError)(nil)
	switch {
	case err == nil:
		return ""
	case s.Language == python2 && t[PythonFlag] == "" && errors.As(err, &lacks):
		return "named for Python 2.7, which is not here: --tool " + PythonFlag +
			`=3, or "python: 3" in the course file, runs them by Python 3`
	case errors.As(err, &lacks):
		return "written in " + s.Language.Name + ": " + lacks.want
	}
	return "written in " + s.Language.Name + ": " + err.Error()
}
