package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	javaPackage = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)
	javaTypes   = regexp.MustCompile(`(?m)^((?:(?:public|final|abstract|sealed|non-sealed|strictfp)\s+)*)(?:class|interface|enum|record)\s+([\pL_$][\pL\pN_$]*)|\bvoid\s+(main)\s*\(`)
)

// javaClass returns the class to run, which has the file's name and package, and the folder
// that holds that package.
func javaClass(file string) (class, root []string, err error) {
	text, err := head(file, mostSource)
	if err != nil {
		return nil, nil, err
	}
	name, dir := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), filepath.Dir(file)
	m := javaPackage.FindSubmatch(text)
	if m == nil {
		return []string{name}, []string{dir}, nil
	}
	below := string(filepath.Separator) + strings.ReplaceAll(string(m[1]), ".", string(filepath.Separator))
	return []string{string(m[1]) + "." + name}, []string{strings.TrimSuffix(dir, below)}, nil
}

// mainClass returns the class by which the file of a source is to be named: the public one, or else the last before the
// function main; "" if it has none. It reads no more of Java than that.
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
	text, err := head(file, mostSource)
	if err != nil {
		return "", err
	}
	class := mainClass(text)
	named := filepath.Join(filepath.Dir(file), class+".java")
	if _, err := os.Lstat(named); class == "" || !errors.Is(err, fs.ErrNotExist) {
		return file, nil //nolint:nilerr // the compiler tells what is wrong
	}
	return named, os.Rename(file, named)
}
