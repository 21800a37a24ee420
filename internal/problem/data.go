package problem

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
	"go.yaml.in/yaml/v4"
)

// A testCase is a case of the data.
type testCase struct {
	name   string // its path below data, without .in: "secret/group1/03"
	group  *group // the nearest with settings, or nil
	input  []byte
	answer []byte            // nil where the reference makes it
	wanted map[string][]byte // the files of the answer
	output []byte            // one to be judged, of the checks
	config
}

// folder returns the folder of the data in which a case is.
func (c *testCase) folder() string {
	folder, _, _ := strings.Cut(c.name, "/")
	return folder
}

// flatName returns the name of the case in the assignment.
func (c *testCase) flatName() string { return strings.ReplaceAll(c.name, "/", "-") }

// Category returns the part of the grading that a case belongs to.
func (c *testCase) Category() string {
	if c.group != nil {
		return c.group.name
	}
	return c.folder()
}

// A group is a folder of cases with settings.
type group struct {
	name string // its path below data
	config
	maxScore    float64  // -1 if nothing is said
	aggregation string   // pass-fail, sum or min
	requirePass []string // groups and cases that must pass before the group counts
}

// A grader holds the settings of a legacy package for the grading of a directory.
type grader struct {
	onReject                 string   // break or continue
	flags                    []string // arguments of the grader
	rangeMin, rangeMax       float64  // the range of the score; 0 and 0 if there is none
	acceptScore, rejectScore float64  // of a case
}

// A config is what may be said of a case, or of all in a folder: where nothing is, it is what is said of the
// folder above.
type config struct {
	args, inputArgs, outputArgs []string
	hint, description           string // of one case alone
	grader                      grader // of a directory
}

// The folders of the data in which cases are.
const (
	sample        = "sample"
	secret        = "secret"
	invalidInput  = "invalid_input"
	invalidOutput = "invalid_output"
	validOutput   = "valid_output"
)

const groupFile = "test_group.yaml"

// readData reads the cases that programs run on.
func (p *Package) readData() error {
	known := []string{sample, secret, invalidInput, invalidOutput, validOutput}
	var wrong []error
	for _, name := range p.within["data"] {
		if p.isFolder(path.Join("data", name)) && !slices.Contains(known, name) {
			wrong = append(wrong,
				fmt.Errorf("%s: want sample, secret, invalid_input, invalid_output or valid_output, found %s",
					p.where("data"), name))
		}
	}
	wrong = append(wrong, p.optional("data/"+groupFile, func(src []byte) error {
		g, err := p.readGroup("", src, config{})
		p.top = g.config
		return err
	}))
	for _, folder := range known {
		wrong = append(wrong, p.readFolder(folder, nil, p.top))
	}
	if !slices.ContainsFunc(p.cases, func(c *testCase) bool { return c.folder() == secret }) {
		wrong = append(wrong, fmt.Errorf("%s: want at least one case (NAME.in with NAME.ans), found none",
			p.where("data/"+secret)))
	}
	return errors.Join(wrong...)
}

// readFolder reads the cases of a folder of the data and of those in it.
func (p *Package) readFolder(folder string, in *group, above config) error {
	wrong := []error{p.optional(path.Join("data", folder, groupFile), func(src []byte) error {
		g, err := p.readGroup(folder, src, above)
		if isBelow(folder, secret) {
			in, p.groups = g, append(p.groups, g)
		}
		above = g.config
		return err
	})}
	cases, groups := 0, 0
	for _, name := range p.within[path.Join("data", folder)] {
		name = path.Join(folder, name)
		switch file := path.Join("data", name); {
		case strings.HasSuffix(name, ".files"): // beside a case
		case p.within[file] != nil:
			groups++
			wrong = append(wrong, p.readFolder(name, in, above))
		case strings.HasSuffix(name, ".in"):
			cases++
			wrong = append(wrong, p.readCase(strings.TrimSuffix(name, ".in"), in, above))
		case strings.HasSuffix(name, ".ans") &&
			!p.isFile(path.Join("data", strings.TrimSuffix(name, ".ans")+".in")):
			wrong = append(wrong, fmt.Errorf("%s: want an input of the same name (.in), found none",
				p.where("data/"+name)))
		}
	}
	if folder == secret && cases > 0 && groups > 0 && len(p.groups) > 0 {
		wrong = append(wrong, fmt.Errorf("%s: want cases or groups, found both", p.where("data/"+folder)))
	}
	return errors.Join(wrong...)
}

// readCase reads a case by its name.
func (p *Package) readCase(name string, in *group, above config) (err error) {
	above.hint, above.description = "", ""
	c := &testCase{name: name, group: in, config: above}
	file := func(ending string) string { return path.Join("data", name+ending) }
	read := func(ending string, to *[]byte, needed bool) error {
		err := p.optional(file(ending), func(text []byte) error {
			*to = append([]byte{}, text...)
			return nil
		})
		if found := encoding(*to); err == nil && found != "" && ending != ".out" && c.folder() != invalidInput {
			err = fmt.Errorf("%s: want UTF-8 without a byte order mark, found %s", p.where(file(ending)), found)
		}
		if err == nil && needed && *to == nil {
			err = fmt.Errorf("%s: want %s beside it, found none", p.where(file(".in")), path.Base(name)+ending)
		}
		return err
	}
	_, ruled := p.rules[name]
	folder := c.folder()
	judged := folder == invalidOutput || folder == validOutput
	answered := judged || folder != invalidInput && !p.isFile(extraFile) && !ruled
	err = errors.Join(read(".in", &c.input, !ruled), read(".ans", &c.answer, answered),
		read(".out", &c.output, judged), p.unpartable(file(".in"), c.input))
	err = errors.Join(err, p.optional(file(".yaml"), func(src []byte) error {
		return settings.Parse(p.where(file(".yaml")), "the settings of a case", src,
			func(r *settings.Reader, root *yaml.Node) {
				r.Mapping(root, "a case", p.configKeys(r, &c.config)...)
			})
	}))
	if folder == sample || folder == secret {
		p.cases = append(p.cases, c)
	} else {
		p.checks = append(p.checks, c)
	}
	return err
}

// encoding names the encoding of a text that is not plain UTF-8 by its byte order mark, or by its zeros, or
// returns "".
func encoding(text []byte) string {
	for _, known := range []struct{ mark, name string }{
		{"\xef\xbb\xbf", "UTF-8 with one"}, {"\xff\xfe\x00\x00", "UTF-32 (little endian)"},
		{"\x00\x00\xfe\xff", "UTF-32 (big endian)"}, {"\xff\xfe", "UTF-16 (little endian)"},
		{"\xfe\xff", "UTF-16 (big endian)"},
	} {
		if bytes.HasPrefix(text, []byte(known.mark)) {
			return known.name
		}
	}
	var zeros [2]int // at even and at odd places
	for i, c := range text {
		if c == 0 {
			zeros[i%2]++
		}
	}
	half := len(text) / 2
	switch {
	case half < 2 || len(text)%2 != 0:
	case zeros == [2]int{0, half}:
		return "UTF-16 (little endian)"
	case zeros == [2]int{half, 0}:
		return "UTF-16 (big endian)"
	}
	return ""
}

// unpartable refuses an input that would fall apart among the files of a case.
func (p *Package) unpartable(file string, input []byte) error {
	if bytes.Contains(input, []byte("\n-- ")) || bytes.HasPrefix(input, []byte("-- ")) {
		return fmt.Errorf("%s: want an input without lines that begin with \"-- \", which part the files of "+
			"cases here, found one", p.where(file))
	}
	return nil
}

// readGroup reads the settings of a folder.
func (p *Package) readGroup(folder string, src []byte, above config) (*group, error) {
	g := &group{name: folder, maxScore: -1, config: above}
	file := p.where(path.Join("data", folder, groupFile))
	err := settings.Parse(file, "the settings of a group", src, func(r *settings.Reader, root *yaml.Node) {
		r.Mapping(root, "a group", append(p.configKeys(r, &g.config),
			settings.Key{Name: "max_score", Of: "a score", To: &g.maxScore, Max: 1e9},
			settings.Key{Name: "score_aggregation", Of: "a way to add scores up", To: &g.aggregation,
				Words: []string{"pass-fail", "sum", "min"}},
			settings.NewKey("require_pass", func(n *yaml.Node) {
				if g.requirePass = []string{n.Value}; n.Kind != yaml.ScalarNode {
					g.requirePass = r.Texts(n, "groups and cases", "a group or a case")
				}
			}),
			settings.NewKey("static_validation",
				func(n *yaml.Node) { r.Fail(n, "want no static validation: it is not done here") }))...)
	})
	return g, err
}

// configKeys are the keys that cases and groups share.
func (p *Package) configKeys(r *settings.Reader, c *config) []settings.Key {
	read := func(n *yaml.Node, to *[]string) {
		*to = []string{}
		if n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
			*to = strings.Fields(n.Value)
			return
		}
		r.List(n, "arguments", func(n *yaml.Node) {
			if n.Kind != yaml.ScalarNode {
				r.Fail(n, "want an argument, found %s", settings.Found(n))
			}
			*to = append(*to, n.Value)
		})
	}
	list := func(name string, to *[]string) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) { read(n, to) })
	}
	return []settings.Key{
		list("args", &c.args), list("input_validator_args", &c.inputArgs),
		settings.NewKey("output_validator_args", func(n *yaml.Node) {
			read(n, &c.outputArgs)
			if _, err := compare.ParseWordOptions(c.outputArgs); err != nil && p.outputCheck == "" {
				r.Fail(n, "%v", err)
			}
		}),
		{Name: "hint", Of: "a hint", To: &c.hint},
		{Name: "description", Of: "a description", To: &c.description},
		{Name: "full_feedback", Of: "whether all feedback is given", To: new(bool)},
	}
}

// Furnish copies what belongs beside the input of a case into a folder.
func (in *input) Furnish(folder string) error {
	for name, file := range in.files() {
		text, err := in.p.text(file)
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755)); err == nil {
			err = os.WriteFile(to, text, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", in.p.where(file), err)
		}
	}
	return nil
}

// files returns the files in NAME.files of a case, by their names below it.
func (in *input) files() map[string]string {
	files := map[string]string{}
	for _, file := range in.p.files {
		if name, beside := strings.CutPrefix(file, "data/"+in.name+".files/"); beside {
			files[name] = file
		}
	}
	return files
}

// digest returns a digest of texts and their lengths.
func digest(texts ...[]byte) string {
	h := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(h, "%d\n", len(text))
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// The sizes that a generator is called with: small ones to search for mistakes, and such as cases have.
const (
	mostSmall = 10
	mostSize  = 100
)

// generator returns the makers of inputs, which call the package's generator with a seed and a size.
func (p *Package) generator(ctx context.Context) homework.Generator {
	of := func(least, most int) func(*random.Rand) homework.Problem {
		return func(r *random.Rand) homework.Problem {
			in, err := p.generate(ctx, r.Uint64()>>1, r.Between(least, most))
			if err != nil {
				in = p.other(ctx, nil)
				in.failed = err
			}
			return in
		}
	}
	return homework.Generator{
		Small: of(1, mostSmall), Course: of(mostSmall, mostSize), GradedSize: len(p.cases),
		Shrink: func(of homework.Problem) (simpler []homework.Problem) {
			for _, text := range shrink.Text(of.String()) {
				in := p.other(of.(*input).ctx, []byte(text))
				in.unasked = true
				simpler = append(simpler, in)
			}
			return simpler
		},
	}
}

// generate makes the input of a seed and a size, which the validators accept.
func (p *Package) generate(ctx context.Context, seed uint64, size int) (*input, error) {
	if p.extra.generator == "" {
		return nil, fmt.Errorf("%s: want \"assignment: {generator: ...}\" for inputs, found none",
			p.where(extraFile))
	}
	return p.generated(ctx, p.extra.generator, seeded(seed, size))
}

// seeded returns the arguments of a generator.
func seeded(seed uint64, size int) []string {
	return []string{strconv.FormatUint(seed, 10), strconv.Itoa(size)}
}

// generated returns the input that a program prints, which the validators accept.
func (p *Package) generated(ctx context.Context, program string, args []string) (*input, error) {
	a, err := p.runOnce(ctx, program, job{args: args, limits: p.manifest.checks})
	if err != nil {
		return nil, err
	}
	call := strings.Join(append([]string{p.where(program)}, args...), " ")
	if a.Verdict != verdict.Pass {
		return nil, fmt.Errorf("%s: want an input of the generator, found none: %s\n%s", call, a.Ended, a.Errors)
	}
	in := p.other(ctx, a.Files[stdoutName])
	_, fault, err := p.valid(ctx, in.testCase)
	if err == nil && fault != "" {
		err = fmt.Errorf("%s: %s\nthe input:\n%s", call, fault, excerpt(in.input))
	}
	return in, err
}
