package program

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
)

// A name is a file name that tells what a file holds.
type name struct {
	file     string
	language *Language
}

// endings make names in the way of the handouts that take several languages, which ask
// for a stem with the first five. Other assignments took Python alone; their own names
// with these endings are for programs in other languages.
var endings = []name{
	{".py", python2},
	{"3.py", python3},
	{".cpp", cxx98},
	{"11.cpp", cxx11},
	{".java", java},
	{".js", javascript},
}

// stems are what the endings and an executable are put to.
func stems(a *oracle.Assignment) []string {
	if a.Stem != "" {
		return []string{a.Stem, a.Name}
	}
	return []string{a.Name}
}

// names are all names of sources for an assignment, the handout's own first.
func names(a *oracle.Assignment) (all []name) {
	if a.SourceFile != "" {
		all = append(all, name{a.SourceFile, python2})
	}
	for _, stem := range stems(a) {
		for _, e := range endings {
			all = append(all, name{stem + e.file, e.language})
		}
	}
	return all
}

// languageOf tells the language of a file that the user points at: by the
// assignment's names, else by its extension.
func languageOf(a *oracle.Assignment, file string) *Language {
	base := filepath.Base(file)
	known := names(a)
	if i := slices.IndexFunc(known, func(n name) bool { return n.file == base }); i >= 0 {
		return known[i].language
	}
	switch strings.ToLower(filepath.Ext(base)) {
	case ".py":
		return python3
	case ".cpp", ".cc", ".cxx":
		return cxx
	case ".java":
		return java
	case ".js", ".mjs", ".cjs":
		return javascript
	case ".go":
		return golang
	}
	return nil
}

// hasOwnName reports whether the user points at a file whose name is none of the
// assignment's, and so says nothing of versions.
func (s Source) hasOwnName(a *oracle.Assignment) bool {
	return s.file != "" && !slices.ContainsFunc(names(a), func(n name) bool { return n.file == s.file })
}

// HandoutNames are the file names that an assignment's handout asks for.
func HandoutNames(a *oracle.Assignment) (files []string) {
	if a.SourceFile != "" {
		return []string{a.SourceFile}
	}
	for _, e := range endings {
		if e.language != javascript {
			files = append(files, stems(a)[0]+e.file)
		}
	}
	return files
}

// OtherNames are the file names by which a program for any assignment is found,
// too, with NAME for the assignment's name.
func OtherNames() (files []string) {
	for _, e := range endings {
		files = append(files, "NAME"+e.file)
	}
	return files
}
