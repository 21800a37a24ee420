package program

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A shim of pyenv takes longer to find its interpreter than most programs take to run. So the path that it
// finds is stored in the user's cache, under a digest of everything that pyenv decides by: the environment,
// the files that choose a version, and the installed versions. The same holds for rustup. The shims of other
// managers, and scripts of users, are started each time.

// pyenvShim is in each shim that pyenv makes.
const pyenvShim = `pyenv" exec "$program" "$@"`

// dependencies returns the files by which a shim that starts in a directory chooses its interpreter. The
// files need not exist. It returns nil if the shim is of an unknown kind.
func dependencies(shim, dir string) (files []string) {
	text, _ := head(shim, maxShim) // a shim that cannot be read is of no known kind
	target, _ := filepath.EvalSymlinks(shim)
	var choices []string
	from := []string{dir}
	switch root := filepath.Dir(filepath.Dir(shim)); {
	case filepath.Base(filepath.Dir(shim)) == "shims" && bytes.Contains(text, []byte(pyenvShim)):
		versions, _ := filepath.Glob(filepath.Join(root, "versions", "*"))
		for _, version := range versions {
			files = append(files, version, filepath.Join(version, "bin"))
		}
		for _, folder := range filepath.SplitList(os.Getenv("PATH")) { // for the version "system"
			files = append(files, filepath.Join(folder, filepath.Base(shim)))
		}
		files = append(files, filepath.Join(root, "version"), filepath.Join(root, "versions"))
		choices, from = []string{".python-version"}, append(from, os.Getenv("PYENV_DIR"))
	case filepath.Base(target) == "rustup":
		home, _ := os.UserHomeDir()
		root := cmp.Or(os.Getenv("RUSTUP_HOME"), filepath.Join(home, ".rustup"))
		files = append(files, filepath.Join(root, "settings.toml"), filepath.Join(root, "toolchains"))
		choices = []string{"rust-toolchain", "rust-toolchain.toml"}
	default:
		return nil
	}
	for _, at := range from {
		for ; filepath.IsAbs(at); at = filepath.Dir(at) {
			for _, name := range choices {
				files = append(files, filepath.Join(at, name))
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	return append(files, shim, target)
}

// maxShim is the maximum number of bytes of a shim that are read.
const maxShim = 4 << 10

// volatile are the variables that differ from one shell to the next and that no manager depends on.
var volatile = []string{"PWD", "OLDPWD", "SHLVL", "_"}

// shimDigest identifies the answer of a shim to a command, or is "" if the shim is of an unknown kind.
func shimDigest(shim, dir string, args []string) string {
	files := dependencies(shim, dir)
	if files == nil {
		return ""
	}
	env := slices.DeleteFunc(os.Environ(), func(word string) bool {
		name, _, _ := strings.Cut(word, "=")
		return slices.Contains(volatile, name)
	})
	slices.Sort(env)
	digest := sha256.New()
	fmt.Fprintf(digest, "%q %q %q\n", dir, args, env)
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			fmt.Fprintf(digest, "%q %v %d %d\n", file, info.Mode(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return fmt.Sprintf("%x", digest.Sum(nil))
}

// An answer is where a shim leads, or why it leads nowhere.
type answer struct{ Path, Failure string }

// maxAnswers is the maximum number of answers in the cache.
const maxAnswers = 500

// cacheMutex guards the file of the cache against other goroutines. Other processes replace it as a whole.
var cacheMutex sync.Mutex

// readAnswers returns the answers in a file. A file that cannot be read holds none.
func readAnswers(file string) map[string]answer {
	known := map[string]answer{}
	text, _ := os.ReadFile(file)
	_ = json.Unmarshal(text, &known)
	return known
}

// recall returns the stored result for a shim, or calls ask and stores its result. The only error that it
// stores is a notInstalledError, since other errors may be temporary.
func recall(digest string, ask func() (string, error)) (string, error) {
	caches, err := scratch.Caches()
	if digest == "" || err != nil {
		return ask()
	}
	file := filepath.Join(caches, "touchstone", "shims.json")
	switch found := readAnswers(file)[digest]; {
	case found.Failure != "":
		return "", notInstalledError{errors.New(found.Failure)}
	case isRegular(found.Path):
		return found.Path, nil
	}
	path, err := ask()
	found := answer{Path: path}
	if err != nil {
		found.Failure = err.Error()
	}
	if err == nil && filepath.IsAbs(path) || errors.As(err, new(notInstalledError)) {
		store(file, digest, found)
	}
	return path, err
}

// store adds an answer to a file. If that fails, the shim is asked again.
func store(file, digest string, found answer) {
	cacheMutex.Lock()
	defer cacheMutex.Unlock()
	known := readAnswers(file)
	if len(known) >= maxAnswers {
		clear(known)
	}
	known[digest] = found
	if text, err := json.Marshal(known); err == nil && os.MkdirAll(filepath.Dir(file), 0o700) == nil {
		_ = output.WriteFile(file, text)
	}
}
