// Package answers hides the answers that exist on a machine from the programs that are checked on it: it
// finds the answers in the directories that a program may read, and makes the sandbox hide them.
//
// The files of the running check are not the only ones. Answers are also in
//
//   - executables that link this module, under whatever name: touchstone itself, a
//     copy or a hard link of it, or a test binary (file.go);
//   - cases, whether they are named *.txtar or only begin like one;
//   - checkouts of this module, recognised by their go.mod, and its copies in a module
//     cache or a vendor directory;
//   - Go build caches, which keep compiled packages.
//
// A sandbox shows nothing but the system, an interpreter, the program's own files and the files that the user
// allows. Only the last two are searched, down to the last file (place.go): a program's directory may be a
// checkout, or contain one. Only an administrator can add files to the system's directories and to the
// installations of interpreters. There Guard hides only touchstone itself, by its name and by its file
// (programs).
//
// Guard combines both into the policy of a sandbox. It returns an Error, and nothing runs, if it cannot hide
// an answer because the program needs that very file or the user asked for it to be readable.
package answers

import (
	"bufio"
	"bytes"
	"debug/buildinfo"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// module is the path of this module: an executable that links it holds the oracle and the cases.
const module = "github.com/touchstone-suite/touchstone"

// Descriptions of findings, to be read after "it is".
const (
	isSelf     = "touchstone itself"
	isProgram  = "a program that links touchstone"
	isCase     = "a case with its answers"
	isCheckout = "a checkout of touchstone"
	isModule   = "touchstone in a module cache or a vendor directory"
	isCache    = "a cache of Go builds"
	isSecret   = "files hidden by the check"
)

// magics are the first bytes of executables: ELF, Mach-O in both byte orders and for several processors, PE.
var magics = []string{
	"\x7fELF", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe",
	"\xca\xfe\xba\xbe",
	"MZ",
}

// firstLine matches the first line of a case.
var firstLine = regexp.MustCompile(`^# [a-z]+: `)

// maxCase is the maximum number of bytes read of a file that begins like a case: the goldens follow the
// input, which is small, and a hostile directory may hold many such files.
const maxCase = 1 << 20

// judgeFile returns the kind of answers in a regular file, or "". It reads no more than it needs. self is the
// running program's file, or nil.
func judgeFile(path string, self fs.FileInfo) string {
	if strings.EqualFold(filepath.Ext(path), ".txtar") {
		return isCase
	}
	f, err := regular.Open(path)
	if err != nil {
		return "" // nor can the program open it
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && self != nil && os.SameFile(info, self) {
		return isSelf
	}
	var start [64]byte
	n, _ := io.ReadFull(f, start[:])
	switch {
	case isExecutable(start[:n]):
		return judgeExecutable(f)
	case firstLine.Match(start[:n]) && hasGolden(io.MultiReader(bytes.NewReader(start[:n]), f)):
		return isCase
	}
	return ""
}

func isExecutable(start []byte) bool {
	return slices.ContainsFunc(magics, func(magic string) bool { return bytes.HasPrefix(start, []byte(magic)) })
}

// judgeExecutable looks for this module in the build information of a Go program. The
// examples belong to the module but use nothing of it.
func judgeExecutable(f io.ReaderAt) string {
	info, err := buildinfo.Read(&limitedReaderAt{f, maxProgram})
	if err != nil {
		return ""
	}
	if strings.HasPrefix(info.Path, module+"/examples/") {
		return ""
	}
	if info.Main.Path == module || strings.HasPrefix(info.Path+"/", module+"/") || dependsOn(info) {
		return isProgram
	}
	return ""
}

// maxProgram is the maximum number of bytes read of an executable, which may claim any size. Build
// information is at the place given in the section table; otherwise all writable data are read.
const maxProgram = 256 << 20

// A limitedReaderAt reader fails once too much has been read from it.
type limitedReaderAt struct {
	io.ReaderAt
	left int64
}

func (b *limitedReaderAt) ReadAt(p []byte, off int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return b.ReaderAt.ReadAt(p, off)
}

// Imports reports whether an executable was built from packages of this module, not
// counting its main package.
func Imports(path string) bool {
	info, err := buildinfo.ReadFile(path)
	return err == nil && dependsOn(info)
}

func dependsOn(info *buildinfo.BuildInfo) bool {
	return slices.ContainsFunc(info.Deps, func(dep *debug.Module) bool {
		return dep.Path == module || dep.Replace != nil && dep.Replace.Path == module
	})
}

// hasGolden reports whether a line of a text begins the answer of a case.
func hasGolden(text io.Reader) bool {
	r := bufio.NewReader(io.LimitReader(text, maxCase))
	for begin := true; ; {
		line, err := r.ReadSlice('\n')
		if begin && bytes.HasPrefix(line, []byte("-- golden/")) {
			return true
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return false
		}
		begin = err == nil
	}
}

// maxModule is the maximum number of bytes read of a go.mod.
const maxModule = 64 << 10

var moduleLine = regexp.MustCompile(`(?m)^[ \t]*module[ \t]*\(?\s*["` + "`" + `]?([^\s"` + "`" + `)]+)`)

// isOwnModule reports whether a go.mod belongs to this module.
func isOwnModule(path string) bool {
	text, _ := regular.ReadHead(path, maxModule)
	m := moduleLine.FindSubmatch(text)
	return m != nil && string(m[1]) == module
}

// cacheReadme is the text that Go writes into the README of a build cache.
const cacheReadme = "This directory holds cached build artifacts from the Go build system."

// isBuildCache reports whether a directory is a Go build cache.
func isBuildCache(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "00")); err != nil { // its first part
		return false
	}
	start, _ := regular.ReadHead(filepath.Join(dir, "README"), int64(len(cacheReadme)))
	return string(start) == cacheReadme
}

// systemDirs returns the directories of the system's programs. They are determined once.
var systemDirs = sync.OnceValue(func() []string {
	return RealPaths(append(filepath.SplitList(os.Getenv("PATH")), "/usr/local/bin", "/usr/bin"))
})

// installed returns where touchstone is among the system's programs: the running one by any name, and others
// by theirs. It is determined once.
var installed = sync.OnceValue(func() (found []Finding) {
	for _, dir := range systemDirs() {
		found = append(found, programs(dir)...)
	}
	return found
})

// programs finds touchstone among the entries of a directory of programs, by its file and by its name. It
// does not search the contents of files there.
func programs(dir string) (found []Finding) {
	self := ownFile()
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch info, err := e.Info(); {
		case err != nil || !info.Mode().IsRegular():
		case self != nil && os.SameFile(info, self):
			found = append(found, Finding{path, isSelf})
		case strings.HasPrefix(e.Name(), "touchstone"):
			found = append(found, Finding{path, isProgram})
		}
	}
	return found
}
