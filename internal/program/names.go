package program

import (
	"path/filepath"
	"slices"
	"strings"
)

// A name is a file name that tells what a file holds.
type name struct {
	file     string
	language *Language
}

// handoutNames are the names that the handouts of the assignments in Python ask
// for.
var handoutNames = map[string]name{
	"squirrel": {"hw1cs561s16.py", python2},
	"reversi":  {"hw1cs561s2017.py", python2},
	"mapcolor": {"hw2cs561s17.py", python2},
}

// endings make names in the way of the handouts of mancala and gangwars. These
// ask for "mancala" and "homework" with the first five. The other assignments
// took Python alone; their own names with these endings are for programs in other
// languages.
var endings = []name{
	{".py", python2},
	{"3.py", python3},
	{".cpp", cxx98},
	{"11.cpp", cxx11},
	{".java", java},
	{".js", javascript},
}

// stems are what the endings and an executable are put to.
func stems(assignment string) []string {
	if assignment == "gangwars" {
		return []string{"homework", assignment}
	}
	return []string{assignment}
}

// names are all names of sources for an assignment, the handout's own first.
func names(assignment string) (all []name) {
	if n, ok := handoutNames[assignment]; ok {
		all = append(all, n)
	}
	for _, stem := range stems(assignment) {
		for _, e := range endings {
			all = append(all, name{stem + e.file, e.language})
		}
	}
	return all
}

// languageOf tells the language of a file that the user points at: by the
// assignment's names, else by its extension.
func languageOf(assignment, file string) *Language {
	base := filepath.Base(file)
	known := names(assignment)
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
func (s Source) hasOwnName(assignment string) bool {
	return s.file != "" && !slices.ContainsFunc(names(assignment), func(n name) bool { return n.file == s.file })
}

// HandoutNames are the file names that an assignment's handout asks for.
func HandoutNames(assignment string) (files []string) {
	if n, ok := handoutNames[assignment]; ok {
		return []string{n.file}
	}
	for _, e := range endings {
		if e.language != javascript {
			files = append(files, stems(assignment)[0]+e.file)
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
