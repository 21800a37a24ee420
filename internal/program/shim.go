package program

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/memo"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
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
	text, _ := regular.ReadHead(shim, maxShim) // a shim that cannot be read is of no known kind
	target, _ := filepath.EvalSymlinks(shim)
	var choices []string
	from := []string{dir}
	switch root := filepath.Dir(filepath.Dir(shim)); {
	case filepath.Base(filepath.Dir(shim)) == "shims" && bytes.Contains(text, []byte(pyenvShim)):
		versions, _ := filepath.Glob(filepath.Join(root, "versions", "*"))
		for _, version := range versions {
			files = append(files, version, filepath.Join(version, "bin"))
		}
		for _, parent := range filepath.SplitList(os.Getenv("PATH")) { // for the version "system"
			files = append(files, filepath.Join(parent, filepath.Base(shim)))
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
	for _, path := range from {
		for ; filepath.IsAbs(path); path = filepath.Dir(path) {
			for _, name := range choices {
				files = append(files, filepath.Join(path, name))
			}
			if path == filepath.Dir(path) {
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

// maxAnswers is the maximum size of the answers in the cache, in bytes. An answer has about 150.
const maxAnswers = 64 << 10

// cachedAnswer returns the stored result for a shim, or calls ask and stores its result. The only error that it
// stores is a notInstalledError, since other errors may be temporary.
func cachedAnswer(digest string, ask func() (string, error)) (string, error) {
	caches, err := scratch.Caches()
	if digest == "" || err != nil {
		return ask()
	}
	store := memo.Store[answer]{Dir: filepath.Join(caches, "touchstone", "shims")}
	isUsable := func(a answer) bool { return a.Failure != "" || filepath.IsAbs(a.Path) && isRegular(a.Path) }
	found, err := store.Get(digest, isUsable, func() (answer, error) {
		memo.Prune(store.Dir, maxAnswers)
		path, err := ask()
		if errors.As(err, new(notInstalledError)) {
			return answer{Failure: err.Error()}, nil
		}
		return answer{Path: path}, err
	})
	if found.Failure != "" {
		err = notInstalledError{errors.New(found.Failure)}
	}
	return found.Path, err
}
