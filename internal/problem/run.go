package problem

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A builtProgram is a program of a package, ready to run.
type builtProgram struct {
	*program.Program
	workers *sandbox.Pool
	room    chan struct{} // for as many as run at a time
}

// anyProgram is what program finds programs for: any file, or a folder with one.
var anyProgram = &oracle.Assignment{Name: "a package", Run: homework.Run{AnyName: true}}

// program builds a program of the package, once.
func (p *Package) program(ctx context.Context, name string) (*builtProgram, error) {
	return once(&p.programs, name, func() (*builtProgram, error) {
		return p.build(context.WithoutCancel(ctx), name)
	})
}

// once returns what a map has made for a name, once.
func once[V any](m *sync.Map, name string, make func() (V, error)) (V, error) {
	first, _ := m.LoadOrStore(name, sync.OnceValues(make))
	return first.(func() (V, error))()
}

// sources returns where the sources of a program are: what lies beside a file may be a part of it.
func (p *Package) sources(name string) string {
	if p.isFolder(name) {
		return name
	}
	return path.Dir(name)
}

// An unbuilt is the error for a program of the package that cannot be built here.
type unbuilt struct{ error }

func (p *Package) build(ctx context.Context, name string) (*builtProgram, error) {
	of, memory := *anyProgram, p.manifest.programs.Memory
	of.Run = p.manifest.programs
	if !strings.HasPrefix(name, "submissions/") {
		of.Run.Code, memory = 0, p.manifest.checks.Memory
	}
	built, err := program.FromPath(ctx, &of, p.on(name), nil, sandbox.Policy{})
	if err != nil {
		return nil, unbuilt{fmt.Errorf("%s: %w", p.where(name), err)}
	}
	if err := p.unchanged(p.sources(name)); err != nil {
		return nil, errors.Join(err, built.Close())
	}
	policy, err := answers.Guard(sandbox.Policy{Memory: memory}, built.Needs())
	return &builtProgram{built, sandbox.NewPool(policy), make(chan struct{}, runtime.NumCPU())}, err
}

// closePrograms removes what was built.
func (p *Package) closePrograms() (err error) {
	for _, build := range p.programs.Range {
		if b, failed := build.(func() (*builtProgram, error))(); failed == nil {
			b.workers.Close()
			err = errors.Join(err, b.Close())
		}
	}
	p.programs.Clear()
	p.digests.Clear()
	return err
}

// digestOf returns a digest of a file, or of all files in a folder, which are read once.
func (p *Package) digestOf(name string) (string, error) {
	return once(&p.digests, name, func() (string, error) { return p.readDigest(name) })
}

// unchanged checks that files still are what answers are kept by.
func (p *Package) unchanged(name string) error {
	was, _ := p.digestOf(name)
	now, err := p.readDigest(name)
	if err == nil && now != was {
		err = fmt.Errorf("%s: want files that stay as they are, found them changed", p.where(name))
	}
	return err
}

func (p *Package) readDigest(name string) (string, error) {
	var texts [][]byte
	err := fs.WalkDir(p.root.FS(), name, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := p.text(file)
		texts = append(texts, []byte(strings.TrimPrefix(file, name)), text)
		return err
	})
	return digest(texts...), err
}

// A job is a run of a program of the package.
type job struct {
	args     []string
	stdin    []byte
	input    string // the name of the input's file; "" is standard input
	lay      func(folder string) error
	beside   int64    // bytes that lay puts into the folder
	leaves   []string // files that it is to leave, without standard output
	optional bool     // it need not leave them
	limits   sandbox.Limits
}

// An answer is what a run of a program left.
type answer struct {
	Files   map[string][]byte // with standard output as stdoutName
	Errors  []byte            // the end of standard error
	Exit    int
	Ended   string // how
	Verdict verdict.Verdict
	CPU     time.Duration
	hurried bool // another time it may end otherwise
}

// The names of the files in the working folder of a run that become standard input and output.
const (
	stdinFile  = ".stdin"
	stdoutFile = ".stdout"
)

// runOnce returns what a run of a program leaves, which is kept: where all is known, nothing is built. beside
// is what lies in its folder besides.
func (p *Package) runOnce(ctx context.Context, name string, j job, beside ...[]byte) (answer, error) {
	sum, err := p.digestOf(p.sources(name))
	if err != nil {
		return answer{}, err
	}
	return p.answers.get(j.key(sum+name, beside), func() (answer, error) {
		b, err := p.program(ctx, name)
		if err != nil {
			return answer{}, err
		}
		return b.run(ctx, j)
	})
}

// key tells a run of a program from all others.
func (j job) key(program string, beside [][]byte) string {
	return digest(append(beside, []byte(program), j.stdin,
		fmt.Appendf(nil, "%q %q %q %v", j.args, j.input, j.leaves, j.limits))...)
}

// run runs a program. The error is never the program's fault.
func (b *builtProgram) run(ctx context.Context, j job) (a answer, err error) {
	select {
	case b.room <- struct{}{}:
		defer func() { <-b.room }()
	case <-ctx.Done():
		return a, ctx.Err()
	}
	w, err := b.workers.Get()
	if err != nil {
		return a, err
	}
	if a, err = b.runOn(ctx, w, j); err == nil {
		b.workers.Put(w)
	} else {
		w.Close()
	}
	return a, err
}

func (b *builtProgram) runOn(ctx context.Context, w *sandbox.Worker, j job) (a answer, err error) {
	room := j.limits
	room.Output = sandbox.Room(room.Output, int64(len(j.stdin))+j.beside)
	f, err := w.Folder(room.Output)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, f.Remove()) }()
	input := cmp.Or(j.input, stdinFile)
	err = os.WriteFile(filepath.Join(f.Host, input), j.stdin, 0o644)
	if err == nil && j.lay != nil {
		err = j.lay(f.Host)
	}
	if err == nil {
		err = b.Furnish(f.Host, append(j.leaves, input))
	}
	if err != nil {
		return a, err
	}
	task := sandbox.Job{Path: b.Path, Args: b.Command(j.args), Env: b.Environment(f.Path), Limits: room,
		Stdout: stdoutFile}
	if j.input == "" {
		task.Stdin = stdinFile
	}
	o, err := w.Run(ctx, f, task)
	if err != nil {
		return a, err
	}
	a = answer{Files: map[string][]byte{}, Errors: b.Shown(o.Errors), Exit: o.Exit, CPU: o.CPU}
	o.StartError = string(b.Shown([]byte(o.StartError)))
	a.Verdict, a.Ended = ended(o), o.Ended()
	a.hurried = o.Stopped == sandbox.StoppedWall || o.StartError != ""
	for _, name := range append(j.leaves, stdoutFile) {
		var text []byte
		left, err := regular.OpenLeft(f.Host, name, j.limits.Output)
		if err == nil {
			text, err = io.ReadAll(left)
			left.Close()
		}
		fault := (*regular.Fault)(nil)
		switch {
		case err != nil && !errors.As(err, &fault):
			return a, err
		case fault != nil && fault.Kind == regular.TooLarge:
			a.Verdict, a.Ended = verdict.Output, sandbox.Outcome{Stopped: sandbox.StoppedDisk}.Ended()
		case fault != nil && a.Verdict == verdict.Pass && !j.optional:
			a.Verdict, a.Ended = verdict.Missing, name+": "+fault.Reason
		case name == stdoutFile:
			a.Files[stdoutName] = text
		case fault == nil:
			a.Files[name] = text
		}
	}
	return a, nil
}

// ended returns the verdict on how a program ended.
func ended(o sandbox.Outcome) verdict.Verdict {
	switch {
	case o.Stopped != sandbox.NotStopped:
		return verdict.OfStop(o.Stopped)
	case o.Failed():
		return verdict.Crash
	}
	return verdict.Pass
}

// An answerStore keeps answers by their keys in a folder that programs do not see: in the user's cache, or
// where there is none in a temporary folder. So no answer is made twice.
type answerStore struct {
	folder string
	locks  [256]sync.Mutex // each of the keys that begin with a byte
	fresh  atomic.Int64    // bytes written since the last pruning
}

// open finds the folder of the answers, in the cache or a temporary one.
func (s *answerStore) open(temporary string) {
	s.folder = temporary
	if caches, err := scratch.Caches(); err == nil {
		s.folder = filepath.Join(caches, "touchstone", "answers")
	}
	prune(s.folder, mostStored)
}

// mostStored is how many bytes the folder of the answers has before the oldest half goes.
const mostStored = 1 << 30

// prune removes the oldest answers of a folder that has more bytes than it may, until it has half as many.
func prune(folder string, most int64) {
	entries, _ := os.ReadDir(folder) // what cannot be read is not removed
	var files []fs.FileInfo
	size := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
			size += info.Size()
		}
	}
	if size <= most {
		return
	}
	slices.SortFunc(files, func(x, y fs.FileInfo) int { return x.ModTime().Compare(y.ModTime()) })
	for _, info := range files {
		if size <= most/2 {
			return
		}
		if os.Remove(filepath.Join(folder, info.Name())) == nil {
			size -= info.Size()
		}
	}
}

// get returns the answer with a key, which is made if nobody has made it yet. One that could not be made is
// not kept, nor one of a run that could end otherwise.
func (s *answerStore) get(key string, make func() (answer, error)) (a answer, err error) {
	first, _ := strconv.ParseUint(key[:2], 16, 8) // keys are hexadecimal
	lock := &s.locks[first]
	lock.Lock()
	defer lock.Unlock()
	file := filepath.Join(s.folder, key)
	if text, err := regular.Read(file); err == nil && gob.NewDecoder(bytes.NewReader(text)).Decode(&a) == nil {
		return a, nil
	}
	if a, err = make(); err != nil {
		return answer{}, err
	}
	var text bytes.Buffer
	if !a.hurried && gob.NewEncoder(&text).Encode(a) == nil && os.MkdirAll(s.folder, 0o700) == nil {
		_ = output.WriteFile(file, text.Bytes()) // without it, it is made once more another time
	}
	if s.fresh.Add(int64(text.Len())) > mostStored/4 {
		s.fresh.Store(0)
		prune(s.folder, mostStored)
	}
	return a, nil
}
