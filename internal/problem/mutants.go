package problem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sourcemutant"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Mutants is the result of running mutants of a solution: copies of its source, each with a small change.
type Mutants struct {
	Program   string   `json:"program"`   // the changed solution, below submissions, or ""
	Tried     int      `json:"tried"`     // number of mutants that compile
	Killed    int      `json:"killed"`    // number of mutants that are not accepted on some case
	Survivors []string `json:"survivors"` // the others: "a.py:3: <= for <"
}

// Mutants tries n mutants of the reference, or of another right solution with one source, on all cases. The
// choice of mutants depends on the source alone. A mutant that survives may do the same as the solution. step
// is called for each mutant.
func (p *Package) Mutants(ctx context.Context, n int, step func()) (r Mutants, err error) {
	r.Survivors = []string{}
	name, file, err := p.mutable(ctx)
	if name == "" || err != nil {
		return r, err
	}
	r.Program = name
	source, err := os.ReadFile(file)
	if err != nil {
		return r, err
	}
	all := sourcemutant.Mutants(file, source)
	random.New(1).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, m := range all {
		if r.Tried == n || i == 2*n { // many do not compile
			break
		}
		killed, err := p.kills(ctx, path.Join("submissions", name), filepath.Base(file), m.Text)
		if errors.As(err, new(*program.BuildError)) {
			continue
		}
		if err != nil {
			return r, err
		}
		if r.Tried++; killed {
			r.Killed++
		} else {
			r.Survivors = append(r.Survivors, fmt.Sprintf("%s:%d: %s for %s", name, m.Line, m.To, m.From))
		}
		step()
	}
	return r, nil
}

// mutable returns the reference, or else the first right solution, that has one source and can be built here.
// file is its source.
func (p *Package) mutable(ctx context.Context) (name, file string, err error) {
	reference, err := p.reference(ctx)
	if err != nil {
		return "", "", err
	}
	for _, s := range append([]*submission{p.submissionOf(reference)}, p.submissions...) {
		name := path.Join("submissions", s.name)
		if !s.IsRight() || !p.isFile(name) {
			continue
		}
		_, err := p.program(ctx, name)
		if errors.As(err, new(buildFailure)) {
			continue
		}
		file, missing := p.sourcePath(name)
		if err = errors.Join(err, missing); err != nil || sourcemutant.Supports(file) {
			return s.name, file, err
		}
	}
	return "", "", nil
}

// kills reports whether some case rejects a changed source of a program.
func (p *Package) kills(ctx context.Context, name, base string, source []byte) (killed bool, err error) {
	dir := filepath.Join(p.scratch.Path, "mutant")
	file := filepath.Join(dir, base)
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(file, source, 0o644)); err != nil {
		return false, err
	}
	b, err := p.buildFrom(ctx, name, file)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	for _, c := range p.cases {
		in := p.of(ctx, c)
		j := in.job(true)
		j.limits.CPU = min(j.limits.CPU, time.Duration(float64(p.limit)*p.manifest.LimitToTLE))
		j.limits.Wall = 2*j.limits.CPU + manifest.Patience
		a, err := b.run(ctx, j)
		if err != nil || a.Verdict != verdict.Pass || a.CPU > p.limit {
			return err == nil, err
		}
		fault, _, err := (&verification{Package: p, ctx: ctx}).judgeFiles(in, a.Files)
		if err != nil || fault != "" {
			return err == nil, err
		}
	}
	return false, nil
}
