// Command mutants measures how many small changes of code the tests of each package find, for docs/testing.md:
//
//	go run ./bench/mutants                               # 20 changes of each package, in hours
//	go run ./bench/mutants -n 100 -seed 2 ./oracle/...   # more and other changes of some packages
//
// A change replaces an operator or a word, such as < by <=. It is killed if the tests of its package fail or
// reach their time limit. Standard error names the places of the changes that survive, some of which are
// equivalent to the code. Changes that do not compile are not counted. No source changes: the tests run with
// an overlay. Changed code may kill processes or remove files anywhere. So run it in a copy of the module that
// belongs to a user without files of value. On a machine without files of value, -root permits root; each run
// of tests then has a process namespace and a session of its own. TOUCHSTONE_TESTS=all also runs the tests
// that the default leaves out.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/sourcemutant"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

func main() {
	n := flag.Int("n", 20, "changes of each package")
	seed := flag.Uint64("seed", 1, "selects the changes")
	jobs := flag.Int("jobs", 2, "changes at a time")
	asRoot := flag.Bool("root", false, "allow root: changed code may remove all files of the machine")
	flag.Parse()
	if os.Getuid() == 0 && !*asRoot {
		fmt.Fprintln(os.Stderr, "mutants: want an ordinary user or -root, found root, whose files changed code could remove")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if err := measureAll(ctx, *n, *seed, *jobs, patterns); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// measureAll measures the packages that match patterns.
func measureAll(ctx context.Context, n int, seed uint64, jobs int, patterns []string) error {
	dir, err := os.MkdirTemp("", "touchstone-mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	const fields = "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles"
	list, err := exec.CommandContext(ctx, "go", append([]string{"list", fields}, patterns...)...).Output()
	if err != nil {
		return err
	}
	fmt.Println("| package | lines | seconds | coverage | killed |\n| --- | --- | --- | --- | --- |")
	for packages := json.NewDecoder(bytes.NewReader(list)); packages.More(); {
		p := &measured{scratch: dir}
		if err := packages.Decode(p); err != nil {
			return err
		}
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		if err := p.measure(ctx, n, seed, jobs); err != nil {
			return err
		}
		fmt.Println(p)
	}
	return nil
}

// A measured is a package with its figures.
type measured struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string

	scratch  string
	lines    int
	duration time.Duration // of the tests
	coverage string

	mu            sync.Mutex
	tried, killed int // numbers of changes that compile, and of those that the tests find
}

// String formats the package as a row of the table.
func (p *measured) String() string {
	_, name, _ := strings.Cut(p.ImportPath, "/touchstone/")
	killed := "-"
	if p.tried > 0 {
		killed = fmt.Sprintf("%d %% of %d", 100*p.killed/p.tried, p.tried)
	}
	return fmt.Sprintf("| `%s` | %d | %.1f | %s | %s |", name, p.lines, p.duration.Seconds(), p.coverage, killed)
}

// A change is a mutant of a file.
type change struct {
	file string
	sourcemutant.Mutant
}

// tested matches the time of tests that pass, and covered the coverage.
var (
	tested  = regexp.MustCompile(`\t([0-9.]+s)`)
	covered = regexp.MustCompile(`coverage: ([0-9.]+%)`)
)

// measure runs the tests on the code as it is, and then on n changes.
func (p *measured) measure(ctx context.Context, n int, seed uint64, jobs int) error {
	report, err := runTests(ctx, p.ImportPath)
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", p.ImportPath, err, report)
	}
	if match := tested.FindSubmatch(report); match != nil {
		p.duration, _ = time.ParseDuration(string(match[1])) // the pattern requires a duration
	}
	// These tests may fail: programs that run as another user cannot write their coverage.
	report, _ = runTests(ctx, "-cover", p.ImportPath)
	if match := covered.FindSubmatch(report); match != nil {
		p.coverage = string(match[1])
	}
	var changes []change
	for _, name := range p.GoFiles {
		file := filepath.Join(p.Dir, name)
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		p.lines += bytes.Count(source, []byte("\n"))
		for _, m := range sourcemutant.Mutants(file, source) {
			if m.From[0] < '0' || m.From[0] > '9' { // most numbers are sizes of buffers, and times
				changes = append(changes, change{file, m})
			}
		}
	}
	random.New(seed).Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
	return run.Each(ctx, jobs, len(changes), func(i int) error {
		p.mu.Lock()
		enough := p.tried >= n
		p.mu.Unlock()
		if enough {
			return nil
		}
		return p.try(ctx, changes[i], filepath.Join(p.scratch, fmt.Sprint(i)))
	})
}

// try runs the tests on a change, and records a result unless the change does not compile.
func (p *measured) try(ctx context.Context, c change, scratch string) error {
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {c.file: scratch + ".go"}})
	if err == nil {
		err = errors.Join(os.WriteFile(scratch+".go", c.Text, 0o600), os.WriteFile(scratch+".json", overlay, 0o600))
	}
	if err != nil {
		return err
	}
	limit := 10*time.Second + 5*p.duration
	report, err := runTests(ctx, "-vet=off", "-failfast", "-timeout="+limit.String(), "-overlay="+scratch+".json",
		p.ImportPath)
	if ctx.Err() != nil || err != nil && bytes.Contains(report, []byte("[build failed]")) {
		return ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tried++
	if err != nil {
		p.killed++
		return nil
	}
	fmt.Fprintf(os.Stderr, "%s/%s:%d: %s for %s survives\n", p.ImportPath, filepath.Base(c.file), c.Line, c.To, c.From)
	return nil
}

// runTests runs go test and returns its report.
func runTests(ctx context.Context, args ...string) ([]byte, error) {
	command := []string{"go", "test", "-count=1"}
	if os.Getuid() == 0 { // changed code must not kill this command, nor its process group
		command = append([]string{"unshare", "--fork", "--pid", "--mount-proc", "--kill-child", "setsid"},
			command...)
	}
	return exec.CommandContext(ctx, command[0], append(command[1:], args...)...).CombinedOutput()
}
