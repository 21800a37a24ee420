package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// compile runs a compiler in the folder of what is built, the policy's Work. tidy then removes from
// that folder, wherever it is, what is not to be kept. If the compiler fails, the error is a *BuildError with
// its output, in which files have the names that they have in the submission.
func (p *Program) compile(ctx context.Context, argv []string, job sandbox.Job, policy sandbox.Policy, tidy func(dir string) error) error {
	job.Path, job.Args = argv[0], argv
	policy.Memory = job.Limits.Memory
	w, err := sandbox.NewWorker(policy)
	if err != nil {
		return err
	}
	defer w.Close()
	dir, err := w.Folder(job.Limits.Output)
	if err != nil {
		return err
	}
	defer dir.Remove() //nolint:errcheck // anything left is swept at the next start
	if dir.Host != policy.Work {
		if _, err := copyFolder(policy.Work, dir.Host); err != nil {
			return err
		}
	}
	o, err := w.Run(ctx, dir, job)
	if err != nil {
		return err
	}
	if reason := failure(o); reason != "" {
		printed := p.Shown(slices.Concat(trimmed(o.Output), trimmed(o.Errors)))
		failed := uncompiled(fmt.Sprintf("%s%s: %s", printed, filepath.Base(argv[0]), reason))
		failed.exited = o.Stopped == sandbox.NotStopped && o.StartError == "" && o.Signal == ""
		return failed
	}
	if err := tidy(dir.Host); err != nil {
		return err
	}
	return errors.Join(bringBack(dir.Host, policy.Work), sandbox.Share(policy.Work))
}

// bringBack replaces a folder on disk by the copy of it in memory on which a compiler has worked.
func bringBack(from, to string) error {
	if from == to {
		return nil
	}
	fresh := to + ".new"
	if _, err := copyFolder(from, fresh); errors.As(err, new(tooLarge)) {
		return uncompiled(fmt.Sprintf("want a build to leave at most %d files and %d MB, found more", mostFiles, mostBytes>>20))
	} else if err != nil {
		return blamed(err)
	}
	return errors.Join(scratch.RemoveAll(to), os.Rename(fresh, to))
}

// failure says how a compiler failed, or returns "".
func failure(o sandbox.Outcome) string {
	if o.Stopped == sandbox.NotStopped && !o.Failed() {
		return ""
	}
	return o.Ended()
}

// shownLines is how many lines of a compiler's output are shown, from its end.
const shownLines = 40

// trimmed returns the end of a compiler's output, in whole lines.
func trimmed(printed []byte) []byte {
	printed = bytes.TrimSpace(printed)
	if len(printed) == 0 {
		return nil
	}
	lines := bytes.Split(printed, []byte("\n"))
	if over := len(lines) - shownLines; over > 0 {
		lines = append([][]byte{[]byte("...")}, lines[over:]...)
	}
	return append(bytes.Join(lines, []byte("\n")), '\n')
}

// takeCargo finds the program that Cargo has built in a folder that code of the submission could
// write to: nothing is followed out of it. What else Cargo leaves is not kept.
func (p *Program) takeCargo(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	const release = "target/release"
	entries, err := fs.ReadDir(root.FS(), release)
	if err != nil {
		return uncompiled("want a program of Cargo's, found none in " + release)
	}
	var found []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); (ext == "" || ext == ".exe") && e.Type().IsRegular() {
			found = append(found, e.Name())
		}
	}
	if len(found) != 1 {
		return uncompiled("want one program of Cargo's, found " + strings.Join(append(found, "none")[:max(1, len(found))], ", "))
	}
	if err := root.Rename(path.Join(release, found[0]), filepath.Base(p.executable())); err != nil {
		return uncompiled(err.Error())
	}
	return scratch.RemoveAll(filepath.Join(dir, "target"))
}
