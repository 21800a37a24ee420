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
	"strconv"
	"strings"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Open reads a package as an assignment whose second solver consists of the wrong submissions. It hides the
// files of the package from all programs. No program of the package runs before Prepare. Until then,
// generated inputs are empty, generated answers are missing, and a measured time limit is 0. ctx applies to
// the functions of the assignment that have no context.
func Open(ctx context.Context, name string) (*Package, catalog.Game, error) {
	p, err := readPackage(ctx, name)
	if err != nil {
		return nil, catalog.Game{}, err
	}
	answers.Hide(p.dir, p.answers.Dir, p.answers.Failed)
	game, err := p.game(ctx)
	if err != nil {
		return nil, game, errors.Join(err, p.Close())
	}
	return p, game, nil
}

// Prepare decides how the programs of the package are confined, makes the inputs that are not there, and
// measures the time limit if the package does not set it. The error is sandbox.ErrUnconfined if this system
// lacks a mechanism that the settings require. Then no program has run. Only the settings that confine
// programs apply, since the package has its own limits.
func (p *Package) Prepare(ctx context.Context, s outcome.Settings) error {
	s.Memory, s.Tools = p.manifest.Checks.Memory, nil
	if s.Sandbox == sandbox.Require || s.Sandbox == sandbox.Separate {
		if _, err := executor.Mechanisms(s); err != nil {
			return err
		}
	}
	p.executor = executor.Confined(s)
	if err := p.makeCases(ctx); err != nil {
		return err
	}
	if p.limit = p.manifest.Programs.CPU; p.limit == 0 {
		m, err := p.measure(ctx)
		if err != nil {
			return err
		}
		p.limit = m.limit
	}
	p.assignment.Run.CPU = p.limit
	var err error
	p.assignment.Cases, err = p.corpus(ctx)
	cases.Forget(p.assignment)
	return err
}

// IsPrepared reports whether Prepare was called.
func (p *Package) IsPrepared() bool { return p.executor != nil }

// game returns the assignment and its second solver.
func (p *Package) game(ctx context.Context) (catalog.Game, error) {
	p.limit, p.name = p.manifest.Programs.CPU, p.assignmentName()
	corpus, clash := p.corpus(ctx)
	sum, err := p.digest()
	if err := errors.Join(clash, err); err != nil {
		return catalog.Game{}, err
	}
	a := &homework.Assignment{
		Name:         p.name,
		Path:         p.full,
		Digest:       sum,
		Course:       "a problem package",
		Title:        p.manifest.Title,
		Editions:     homework.OneEdition,
		FinalNewline: true,
		Grading:      p.grading(),
		Situations:   p.extra.situations,
		Parse:        func(name string, src []byte) (homework.Problem, error) { return p.parse(ctx, name, src) },
		Generator:    p.generator(ctx),
		Rules:        p.statement,
		Cases:        corpus,
		Run:          p.manifest.Programs,
		Verify: func(ctx context.Context, step func()) ([]string, error) {
			return p.verify(ctx, p.limit, step)
		},
		Submissions: func() []homework.Submission { return p.judged },
	}
	a.Run.Stdin, a.Run.Input, a.Run.CPU = p.extra.input == "", p.extra.input, p.limit
	if slices.Contains(p.extra.outputs, stdoutName) {
		a.Run.Stdout = stdoutName
	}
	p.assignment = a
	return catalog.Game{Assignment: a, Second: p.newSecondSolver(ctx, a.Name)}, nil
}

// assignmentName returns the package's name, with an ending if it is taken.
func (p *Package) assignmentName() string {
	name := p.Name
	isTaken := func(other string) bool { return strings.EqualFold(other, name) }
	for n := 1; slices.ContainsFunc(oracle.Names(), isTaken); n++ {
		if name = p.Name + "-package"; n > 1 {
			name += strconv.Itoa(n)
		}
	}
	return name
}

// corpus returns the cases as a file system of such files as the built-in cases are.
func (p *Package) corpus(ctx context.Context) (fs.FS, error) {
	corpus := fstest.MapFS{}
	names := map[string]string{}
	for _, c := range p.cases {
		name := c.flatName()
		if other := names[name]; other != "" {
			return nil, fmt.Errorf("%s: want names of cases that differ in more than dashes, found %s and %s",
				p.displayPath("data"), other, c.name)
		}
		names[name] = c.name
		corpus[name+".txtar"] = &fstest.MapFile{Data: p.caseFile(p.of(ctx, c))}
	}
	return corpus, nil
}

// caseFile returns the file of a case, without goldens, since the package judges outputs itself.
func (p *Package) caseFile(in *input) []byte {
	var b bytes.Buffer
	title := cmp.Or(in.description, in.hint, in.name)
	fmt.Fprintf(&b, "# %s: %s\n#\n# profiles: %s\n# origin: %s\n", p.name,
		strings.Join(strings.Fields(title), " "), cases.ProfileCore, in.name)
	commands, file := cases.PackInput(in.input)
	fmt.Fprintf(&b, "%s%s %s\n", commands, cases.CmdSubmit, oracle.InputFile)
	for _, name := range in.Files() {
		fmt.Fprintf(&b, "%s %s\n", cases.CmdGolden, name)
	}
	return txtar.Format(&txtar.Archive{Comment: b.Bytes(), Files: []txtar.File{file}})
}

// A measurement is the result of running the right solutions on all cases.
type measurement struct {
	limit     time.Duration // the time limit that follows from the slowest solution
	reference string        // the fastest solution that answers all cases, or else the first solution
}

// measure runs the right solutions on all cases, once. It ignores solutions that cannot be built here. If
// the output validator fails, it measures no more of them: the results of the cases report the failure.
func (p *Package) measure(ctx context.Context) (m measurement, err error) {
	p.measuring.Lock()
	defer p.measuring.Unlock()
	if p.measurement != nil {
		return *p.measurement, nil
	}
	m.reference = p.extra.reference
	slowest, fastest := time.Duration(0), time.Duration(0)
	for _, s := range p.submissions {
		if !s.IsRight() {
			continue
		}
		name := path.Join("submissions", s.name)
		sum, maxTime, answers, err := p.measureTimes(ctx, name)
		if errors.As(err, new(*judgeError)) {
			break
		}
		if errors.As(err, new(buildFailure)) {
			continue
		}
		if err != nil {
			return m, err
		}
		if s.Timing == "lower" {
			slowest = max(slowest, maxTime)
		}
		if answers && (fastest == 0 || sum < fastest) {
			m.reference, fastest = name, sum
		}
	}
	m.limit = p.manifest.LimitOf(slowest)
	p.measurement = &m
	return m, nil
}

// reference returns the solution whose answers are right: the one that the package chooses, or else the
// fastest one.
func (p *Package) reference(ctx context.Context) (string, error) {
	if p.extra.named || p.executor == nil {
		return p.extra.reference, nil
	}
	m, err := p.measure(ctx)
	return m.reference, err
}

// measureTimes returns the CPU time of a program on all cases and the most on one, and whether it answers all.
func (p *Package) measureTimes(ctx context.Context, name string) (sum, maxTime time.Duration, answers bool, err error) {
	answers = true
	for _, c := range p.cases {
		a, err := p.runOnInput(ctx, name, p.of(ctx, c))
		if err != nil {
			return 0, 0, false, err
		}
		sum, maxTime, answers = sum+a.CPU, max(maxTime, a.CPU), answers && a.Verdict == verdict.Pass
	}
	return sum, maxTime, answers, nil
}

// A solution is a program of the package, and the number of mistakes that are asked of it.
type solution struct {
	program string // "" is the reference
	wrong   int
}

// newSecondSolver returns a solver that is the reference, or with a fault one of the wrong submissions.
func (p *Package) newSecondSolver(ctx context.Context, name string) *mutant.Solver {
	return mutant.New(mutant.Program[solution]{
		Name:  name,
		Right: func(bool) *solution { return &solution{program: p.extra.second} },
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
			problem, err := p.parse(ctx, oracle.InputFile, text)
			if err != nil {
				return nil, err
			}
			name := s.program
			if name == "" {
				if name, err = p.reference(ctx); err != nil {
					return nil, err
				}
			}
			a, err := p.answerOf(ctx, name, problem.(*input))
			files := map[string]string{}
			switch {
			case err != nil:
				return nil, err
			case a.Verdict != verdict.Pass && a.Verdict != verdict.Missing:
				return files, nil // whatever ended it, it left no right answer
			}
			for _, name := range problem.Files() {
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
		if dir, _, _ := strings.Cut(s.name, "/"); !known &&
			slices.Contains([]string{"wrong_answer", "run_time_error", "rejected"}, dir) {
			m := newMistake(s.name)
			m.Undescribed = true
			m.Title = "the same as " + s.name
			m.Explanation = "Your program answers as a wrong one of the package does, " + s.name +
				". The package does not say what that does wrong."
			all = append(all, m)
		}
	}
	for i, m := range all { // a name without its directory may occur twice
		if slices.ContainsFunc(all[:i], func(other mistake) bool { return other.ID == m.ID }) {
			all[i].ID = strings.NewReplacer("/", "-", ".", "-").Replace(m.name)
		}
	}
	return all
}

// An extra holds the part "assignment:" of touchstone.yaml, with settings that the format lacks.
type extra struct {
	outputs    []string // judged files; stdoutName is standard output
	input      string   // the name of the input's file, or "" for standard input
	exact      bool     // files are compared byte by byte
	reference  string   // path of the chosen reference below the package, or of the first right solution
	named      bool     // the package chooses the reference, or has one right solution
	second     string   // or ""
	generator  string   // or ""
	mistakes   []mistake
	situations []homework.Situation
}

// A mistake is a wrong submission, explained to a student.
type mistake struct {
	name string // below submissions
	mutant.Fault
}

// newMistake returns a mistake without a description.
func newMistake(name string) mistake {
	base := path.Base(name)
	return mistake{name, mutant.Fault{
		ID: strings.TrimSuffix(base, path.Ext(base)), Kind: "game",
		Rule: mutant.Rule{Page: "the", Heading: "statement"},
	}}
}

// stdoutName is the name of standard output among the files of an answer.
const stdoutName = newpackage.Stdout

// CourseFile returns the path of the course file in the package, as users write it, and its text. Both are
// empty if the package has no course file. readExtra reads its part "assignment:".
func (p *Package) CourseFile() (name string, text []byte, err error) {
	err = p.optional(newpackage.ExtraFile, func(src []byte) error {
		name, text = p.displayPath(newpackage.ExtraFile), src
		return nil
	})
	return name, text, err
}

// readExtra reads touchstone.yaml, if it is there.
func (p *Package) readExtra() error {
	p.extra = &extra{outputs: []string{stdoutName}}
	right := 0
	for _, s := range p.submissions {
		if name := path.Join("submissions", s.name); s.IsRight() && !p.extra.named {
			p.extra.reference, p.extra.named = name, s.model || name == p.solution
			right++
		}
	}
	p.extra.named = p.extra.named || right == 1
	err := errors.Join(p.optional(newpackage.ExtraFile, p.parseExtra), p.checkGroups())
	if p.isConducted() && (len(p.outputChecks) != 1 || !newpackage.OnlyStdout(p.extra.outputs) || p.extra.input != "") {
		err = errors.Join(err, fmt.Errorf("%s: want one output validator, and no files, for an interactive or a multi-pass "+
			"problem, found others", p.displayPath(manifest.File)))
	}
	return err
}

// parseExtra reads the text of touchstone.yaml.
func (p *Package) parseExtra(src []byte) error {
	return settings.Parse(p.displayPath(newpackage.ExtraFile), "settings", src, func(r *settings.Reader, root *yaml.Node) {
		if !r.CheckLegible(root) {
			return
		}
		if root.Kind != yaml.MappingNode {
			r.Fail(root, "want keys and values, found %s", settings.DescribeNode(root))
			return
		}
		// A text names the assignment, as in any course file.
		if n := settings.Value(root, "assignment"); n != nil && n.Tag != "!!str" {
			p.readAssignment(r, n)
		}
	})
}

// readAssignment reads the part "assignment:".
func (p *Package) readAssignment(r *settings.Reader, n *yaml.Node) {
	x := p.extra
	r.Mapping(n, "an assignment",
		settings.NewKey("outputs", func(n *yaml.Node) {
			if x.outputs = r.Texts(n, "the files of an answer", "a file's name"); len(x.outputs) == 0 {
				r.Fail(n, "want at least one file of an answer, or %s, found none", stdoutName)
				x.outputs = []string{stdoutName}
			}
			for _, name := range x.outputs {
				p.plainName(r, n, name)
			}
		}),
		settings.NewKey("input", func(n *yaml.Node) {
			x.input = r.Text(n, "the name of the input's file")
			p.plainName(r, n, x.input)
		}),
		settings.Key{Name: "compare", Noun: "a comparison", Words: []string{"bytes", "validator"},
			To: func(word string) { x.exact = word == "bytes" }},
		settings.NewKey("reference", func(n *yaml.Node) { x.reference, x.named = p.submissionAt(r, n, ""), true }),
		settings.NewKey("second", func(n *yaml.Node) { x.second = p.submissionAt(r, n, "") }),
		settings.NewKey("generator", func(n *yaml.Node) { x.generator = p.programAt(r, n, "") }),
		settings.NewKey("mistakes", func(n *yaml.Node) {
			r.Entries(n, "mistakes", func(name, n *yaml.Node) { p.readMistake(r, name, n) })
		}),
		settings.NewKey("situations", func(n *yaml.Node) {
			add := func(name, title string) {
				x.situations = append(x.situations, homework.Situation{Name: name, Title: title})
			}
			if n.Kind == yaml.MappingNode {
				r.Entries(n, "situations", func(name, n *yaml.Node) {
					add(name.Value, r.Text(n, "a line on the situation"))
				})
			} else {
				for _, name := range r.Texts(n, "situations, or a line on each", "a situation") {
					add(name, "what the package calls "+name)
				}
			}
			if len(x.situations) > homework.MaxSituations {
				r.Fail(n, "want at most %d situations, found %d", homework.MaxSituations, len(x.situations))
			}
		}),
	)
	if slices.Contains(x.outputs, x.input) {
		r.Fail(n, "want other files of an answer than the input, found %s", x.input)
	}
}

// readMistake reads a mistake.
func (p *Package) readMistake(r *settings.Reader, name, n *yaml.Node) {
	m := newMistake(strings.TrimPrefix(p.submissionAt(r, name, "submissions"), "submissions/"))
	if slices.ContainsFunc(p.submissions, func(s *submission) bool { return s.name == m.name && s.IsRight() }) {
		r.Fail(name, "want a wrong submission, found one that is to be accepted")
	}
	r.Mapping(n, "a mistake",
		settings.Key{Name: "about", Noun: "a line on the mistake", To: &m.Title},
		settings.Key{Name: "explains", Noun: "a paragraph for a student", To: &m.Explanation},
		settings.Key{Name: "rule", Noun: "the number of a rule", Min: 1, Max: 1000,
			To: func(rule int) { m.Rule = mutant.Page("statement").Rule(rule) }},
	)
	if n.Kind == yaml.MappingNode && (m.Title == "" || m.Explanation == "") {
		r.Fail(name, "want about: and explains: of a mistake, found only one, or none")
	}
	p.extra.mistakes = append(p.extra.mistakes, m)
}

// programAt returns the path of a program: the text of a node, below a directory of the package. A missing
// program is an error.
func (p *Package) programAt(r *settings.Reader, n *yaml.Node, dir string) string {
	name := path.Join(dir, n.Value)
	if n.Kind != yaml.ScalarNode || n.Value == "" || !p.isProgram(name) {
		r.Fail(n, "want a program in the package, found %s, where nothing is", settings.DescribeNode(n))
	}
	return name
}

// submissionAt is programAt for one of the submissions.
func (p *Package) submissionAt(r *settings.Reader, n *yaml.Node, dir string) string {
	before := r.ErrorCount()
	name := p.programAt(r, n, dir)
	matches := func(s *submission) bool { return path.Join("submissions", s.name) == name }
	if r.ErrorCount() == before && !slices.ContainsFunc(p.submissions, matches) {
		r.Fail(n, "want a submission, such as submissions/accepted/ref.py, found %s", settings.DescribeNode(n))
	}
	return name
}

// plainName checks the name of a file in the working directory of a program.
func (p *Package) plainName(r *settings.Reader, n *yaml.Node, name string) {
	if name != "" && !caserules.IsPackageName(name) {
		r.Fail(n, "want a name of letters, digits, dots, dashes and underscores, found %q", name)
	}
}
