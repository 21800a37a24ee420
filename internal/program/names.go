package program

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
)

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
