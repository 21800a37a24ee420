package program

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// SourceFile returns the file that a person opens to see the program of a submission, or "" if
// there is none, or none in particular. Its path begins with that of the submission.
func SourceFile(a *oracle.Assignment, path string) string {
	if unpack.IsArchive(path) {
		return ""
	}
	s, err := Find(a, path, nil)
	if err != nil {
		return ""
	}
	file := s.File
	if isFolder(file) {
		file = firstFile(s.Language, file)
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	relative, err := filepath.Rel(whole, file)
	if err != nil || file == "" {
		return ""
	}
	return filepath.Join(path, relative)
}

// firstFile returns the file of a folder of sources with which a person begins, or "".
func firstFile(l *Language, dir string) string {
	names := []string{"Makefile"}
	switch l {
	case golang:
		return goMainFile(dir)
	case cargo:
		names = []string{filepath.Join("src", "main.rs"), cargoFile}
	}
	for _, name := range names {
		if file := filepath.Join(dir, name); isRegular(file) {
			return file
		}
	}
	return ""
}

// goMainFile returns the file of a Go program that has the function main, or "".
func goMainFile(dir string) string {
	entries, _ := os.ReadDir(dir) // a folder that cannot be read has none
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		if !isGo(e) {
			continue
		}
		if text, err := head(file, mostSource); err == nil && bytes.Contains(text, []byte("\nfunc main()")) {
			return file
		}
	}
	return ""
}

// SourceOfCommand returns the file that a person opens to see the program of a command, or "".
func SourceOfCommand(words ...string) string {
	for _, word := range words {
		switch {
		case isRegular(word):
			return filepath.Clean(word)
		case isFolder(word):
			return goMainFile(word)
		}
	}
	return ""
}
