package problem

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Open reads a package and makes an assignment of it, whose second solver are the wrong submissions. What the package
// holds is hidden from all programs from then on. ctx ends what the assignment's functions without a context run.
func Open(ctx context.Context, name string) (*Package, catalog.Game, error) {
	p, err := Read(ctx, name)
	if err != nil {
		return nil, catalog.Game{}, err
	}
	answers.Hide(p.dir, p.answers.folder)
	game, err := p.game(ctx)
	if err != nil {
		return nil, game, errors.Join(err, p.Close())
	}
	return p, game, nil
}

// game returns the assignment and its second solver.
func (p *Package) game(ctx context.Context) (catalog.Game, error) {
	if err := p.makeCases(ctx); err != nil {
		return catalog.Game{}, err
	}
	limit, err := p.measure(ctx)
	if err != nil {
		return catalog.Game{}, err
	}
	corpus, clash := p.corpus(ctx)
	sum, err := p.digest()
	if err := errors.Join(clash, err); err != nil {
		return catalog.Game{}, err
	}
	a := &homework.Assignment{
		Name:         p.assignmentName(),
		Path:         p.full,
		Digest:       sum,
		Course:       "a problem package",
		Title:        p.manifest.title,
		Editions:     homework.OneEdition,
		FinalNewline: true,
		Grading:      p.grading(),
		Situations:   p.extra.situations,
		Parse:        func(name string, src []byte) (homework.Problem, error) { return p.parse(ctx, name, src) },
		Generator:    p.generator(ctx),
		Rules:        p.statement,
		Cases:        corpus,
		Run:          p.manifest.programs,
		Verify:       func(ctx context.Context, step func()) ([]string, error) { return p.verify(ctx, limit, step) },
	}
	a.Run.Stdin, a.Run.Input, a.Run.CPU = p.extra.input == "", p.extra.input, limit
	if slices.Contains(p.extra.outputs, Stdout) {
		a.Run.Stdout = Stdout
	}
	return catalog.Game{Assignment: a, Second: p.second(ctx, a.Name)}, nil
}

// assignmentName is the package's name, but for one that is taken.
func (p *Package) assignmentName() string {
	if slices.ContainsFunc(oracle.Names(), func(name string) bool { return strings.EqualFold(name, p.Name) }) {
		return p.Name + "-package"
	}
	return p.Name
}

// corpus returns the cases as a file system of such files as the built-in cases are.
func (p *Package) corpus(ctx context.Context) (fs.FS, error) {
	corpus := fstest.MapFS{}
	names := map[string]string{}
	for _, c := range p.cases {
		name := strings.ReplaceAll(c.name, "/", "-")
		if other := names[name]; other != "" {
			return nil, fmt.Errorf("%s: want names of cases that differ in more than dashes, found %s and %s", p.where("data"), other, c.name)
		}
		names[name] = c.name
		corpus[name+".txtar"] = &fstest.MapFile{Data: p.caseFile(p.of(ctx, c))}
	}
	return corpus, nil
}

// caseFile returns the file of a case, without goldens: the package knows what is right.
func (p *Package) caseFile(in *input) []byte {
	var b bytes.Buffer
	title := cmp.Or(in.description, in.hint, in.name)
	fmt.Fprintf(&b, "# %s: %s\n#\n# profiles: %s\n# origin: %s\n", p.assignmentName(), strings.Join(strings.Fields(title), " "), cases.ProfileCore, in.name)
	if len(in.input) > 0 && !bytes.HasSuffix(in.input, []byte("\n")) {
		fmt.Fprintf(&b, "%s %s\n", cases.CmdChomp, oracle.InputFile)
	}
	fmt.Fprintf(&b, "%s %s\n", cases.CmdSubmit, oracle.InputFile)
	for _, name := range in.Files() {
		fmt.Fprintf(&b, "%s %s\n", cases.CmdGolden, name)
	}
	fmt.Fprintf(&b, "-- %s --\n%s", oracle.InputFile, in.input)
	return b.Bytes()
}

// grading makes shares of the groups that have a score. Samples are worth nothing beside them.
func (p *Package) grading() (g homework.Grading) {
	sum := 0.0
	for _, group := range p.groups {
		sum += max(0, group.maxScore)
	}
	if !p.manifest.scoring || sum == 0 {
		return g
	}
	for _, group := range p.groups {
		if group.maxScore >= 0 && slices.ContainsFunc(p.cases, func(c *testCase) bool { return c.group == group }) {
			g.Shares = append(g.Shares, homework.Share{Category: group.name, Points: homework.FullMarks * group.maxScore / sum, All: group.aggregation != "sum"})
		}
	}
	for _, c := range p.cases {
		if !slices.ContainsFunc(g.Shares, func(s homework.Share) bool { return s.Category == c.Category() }) {
			g.Shares = append(g.Shares, homework.Share{Category: c.Category()})
		}
	}
	return g
}

// measure runs the right solutions on the cases, where the package does not say what follows from it: the limit of time, from
// the slowest one, and the reference, the fastest one. Those that cannot be built here are passed over.
func (p *Package) measure(ctx context.Context) (limit time.Duration, err error) {
	if limit = p.manifest.programs.CPU; limit > 0 && p.extra.named {
		return limit, nil
	}
	slowest, fastest := time.Duration(0), time.Duration(0)
	for _, s := range p.submissions {
		if !s.right() {
			continue
		}
		name := path.Join("submissions", s.name)
		sum, most, answers, err := p.times(ctx, name)
		if errors.As(err, new(unbuilt)) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if s.timing == "lower" {
			slowest = max(slowest, most)
		}
		if !p.extra.named && answers && (fastest == 0 || sum < fastest) {
			p.extra.reference, fastest = name, sum
		}
	}
	return cmp.Or(limit, p.manifest.limitOf(slowest)), nil
}

// times returns the CPU time of a program on all cases and the most on one, and whether it answers all.
func (p *Package) times(ctx context.Context, name string) (sum, most time.Duration, answers bool, err error) {
	answers = true
	for _, c := range p.cases {
		a, err := p.ask(ctx, name, p.of(ctx, c))
		if err != nil {
			return 0, 0, false, err
		}
		sum, most, answers = sum+a.CPU, max(most, a.CPU), answers && a.Verdict == verdict.Pass
	}
	return sum, most, answers, nil
}

// A solution is a program of the package, and the number of mistakes that are asked of it.
type solution struct {
	program string
	wrong   int
}

// second returns a solver that is the reference, or with a fault one of the wrong submissions.
func (p *Package) second(ctx context.Context, name string) *mutant.Solver {
	right := cmp.Or(p.extra.second, p.extra.reference)
	return mutant.New(mutant.Program[solution]{
		Name:  name,
		Right: func(bool) *solution { return &solution{program: right} },
		Mutations: func() (all []mutant.Mutation[solution]) {
			for _, m := range p.mistakes() {
				all = append(all, mutant.Mutation[solution]{
					Fault: m.Fault,
					Break: func(s *solution) { s.program, s.wrong = path.Join("submissions", m.name), s.wrong+1 },
				})
			}
			return all
		},
		Solve: func(s *solution, _ string, text []byte) (map[string]string, error) {
			if s.wrong > 1 {
				panic(mutant.ErrGaveUp) // two programs do not make one with both mistakes
			}
			of, err := p.parse(ctx, oracle.InputFile, text)
			if err != nil {
				return nil, err
			}
			a, err := p.answerOf(ctx, s.program, of.(*input))
			files := map[string]string{}
			switch {
			case err != nil:
				return nil, err
			case a.Verdict == verdict.Crash:
				return files, nil
			case a.Verdict != verdict.Pass && a.Verdict != verdict.Missing:
				panic(mutant.ErrGaveUp)
			}
			for _, name := range of.Files() {
				if text, left := a.Files[name]; left {
					files[name] = string(text)
				}
			}
			return files, nil
		},
	})
}

// mistakes are the wrong submissions: those that the package explains, and the others.
func (p *Package) mistakes() []mistake {
	all := slices.Clone(p.extra.mistakes)
	for _, s := range p.submissions {
		known := slices.ContainsFunc(all, func(m mistake) bool { return m.name == s.name })
		if folder, _, _ := strings.Cut(s.name, "/"); !known && slices.Contains([]string{"wrong_answer", "run_time_error", "rejected"}, folder) {
			m := newMistake(s.name)
			m.About = "the same as " + s.name
			m.Explains = "Your program answers as a wrong one of the package does, " + s.name + ". The package does not say what that does wrong."
			all = append(all, m)
		}
	}
	return all
}
