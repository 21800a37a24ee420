package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

var (
	javaPackage = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)
	javaTypes   = regexp.MustCompile(`(?m)^((?:(?:public|final|abstract|sealed|non-sealed|strictfp)\s+)*)` +
		`(?:class|interface|enum|record)\s+([\pL_$][\pL\pN_$]*)|\bvoid\s+(main)\s*\(`)
)

// javaClass returns the class to run, which has the file's name and package, and the directory that holds
// that package.
func javaClass(file string) (class, root string, err error) {
	text, err := regular.ReadHead(file, maxSource)
	class, root = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), filepath.Dir(file)
	if m := javaPackage.FindSubmatch(text); m != nil {
		in := string(m[1])
		below := string(filepath.Separator) + strings.ReplaceAll(in, ".", string(filepath.Separator))
		class, root = in+"."+class, strings.TrimSuffix(root, below)
	}
	return class, root, err
}

// javaWords returns the words of javaClass.
func javaWords(s Source) (map[string][]string, error) {
	class, root, err := javaClass(s.File)
	return map[string][]string{"{class}": {class}, "{root}": {root}}, err
}

// javaRoot returns the root of the packages of a source, or "" if the file leads out of its directory.
func javaRoot(s Source) string {
	dir, err := os.OpenRoot(s.dir())
	if err != nil {
		return ""
	}
	defer dir.Close()
	if _, err := dir.Stat(filepath.Base(s.File)); err != nil {
		return ""
	}
	_, root, err := javaClass(s.File)
	if err != nil {
		return ""
	}
	return root
}

// mainClass returns the class that determines the name of the source file: the public one, or else the last
// one before the function main. It returns "" if the file has no class. It parses no more of Java than that.
func mainClass(text []byte) (class string) {
	last := ""
	for _, m := range javaTypes.FindAllSubmatch(text, -1) {
		switch {
		case strings.Contains(string(m[1]), "public"):
			return string(m[2])
		case len(m[3]) > 0 && class == "":
			class = last
		case len(m[2]) > 0:
			last = string(m[2])
		}
	}
	return class
}

// nameForClass gives the copy of a source the only name under which Java takes it.
func nameForClass(file string) (string, error) {
	text, err := regular.ReadHead(file, maxSource)
	if err != nil {
		return "", err
	}
	class := mainClass(text)
	named := filepath.Join(filepath.Dir(file), class+".java")
	if _, err := os.Lstat(named); class == "" || !errors.Is(err, fs.ErrNotExist) {
		return file, nil //nolint:nilerr // the compiler reports the error
	}
	return named, os.Rename(file, named)
}

// scalaObject matches an object of Scala that may be a program.
var scalaObject = regexp.MustCompile(`(?m)^\s*object\s+(\w+)`)

// scalaWords returns the object in which a program in Scala begins.
func scalaWords(s Source) (map[string][]string, error) {
	text, err := regular.ReadHead(s.File, maxSource)
	class := "Main"
	if m := scalaObject.FindSubmatch(text); m != nil {
		class = string(m[1])
	}
	return map[string][]string{"{class}": {class}}, err
}
