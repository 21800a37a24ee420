package problem

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/testscript/compare"
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

// dir returns the directory below data that holds a case.
func (c *testCase) dir() string {
	dir, _, _ := strings.Cut(c.name, "/")
	return dir
}

// flatName returns the name of the case in the assignment.
func (c *testCase) flatName() string { return strings.ReplaceAll(c.name, "/", "-") }

// Category returns the part of the grading that a case belongs to.
func (c *testCase) Category() string {
	if c.group != nil {
		return c.group.name
	}
	return c.dir()
}

// A group is a directory of cases with settings.
type group struct {
	name string // its path below data
	config
	maxScore    float64  // -1 means no maximum
	aggregation string   // pass-fail, sum or min
	requirePass []string // groups and cases that must pass before the group counts
}

// maxScore is the maximum score of a group or a case.
const maxScore = 1e9

// A config holds the settings of a case, or of all cases in a directory. A case or a directory inherits the
// settings of its parent directory.
type config struct {
	args, inputArgs, outputArgs []string
	// argsByName holds the arguments of single validators by their names. They replace inputArgs and outputArgs.
	argsByName        map[string][]string
	hint, description string        // of one case alone
	grader            groups.Grader // of a legacy package, for a directory
}

// argsOf returns the arguments of a validator, whose name may stand without its extension: those for the
// name, or else those for all. dir is inputDir or outputDir.
func (c *config) argsOf(dir, validator string, all []string) []string {
	base := path.Base(validator)
	for _, name := range []string{base, strings.TrimSuffix(base, path.Ext(base))} {
		if args, ok := c.argsByName[path.Join(dir, name)]; ok {
			return args
		}
	}
	return all
}

// The directories of the data in which cases are.
const (
	sample        = "sample"
	secret        = "secret"
	invalidInput  = "invalid_input"
	invalidOutput = "invalid_output"
	validOutput   = "valid_output"
)

// checkDirs are the directories of the data with cases that only validators see.
var checkDirs = []string{invalidInput, invalidOutput, validOutput, "invalid_answer", "testing_tool_test"}

// readData reads the cases that programs run on.
func (p *Package) readData() error {
	known := append([]string{sample, secret}, checkDirs...)
	var wrong []error
	for _, name := range p.within["data"] {
		switch {
		case !p.isDir(path.Join("data", name)) || slices.Contains(known, name):
		case suggest.Of(name, known[:2]) != "":
			wrong = append(wrong, fmt.Errorf("%s: want %s, found %s%s", p.displayPath("data"), strings.Join(known, ", "), name,
				suggest.Hint(name, known[:2])))
		default:
			p.warn("%s: ignored a directory of data of an unknown kind%s", p.displayPath("data/"+name),
				suggest.Hint(name, known))
		}
	}
	above := config{grader: groups.Grader{Break: true, Accept: 1}}
	g, err := p.readGroup("", above)
	wrong = append(wrong, err)
	if g != nil {
		above = g.config
	}
	p.top = above
	for _, dir := range known[:5] { // the others decide nothing here
		wrong = append(wrong, p.readDir(dir, nil, above))
	}
	if !slices.ContainsFunc(p.cases, func(c *testCase) bool { return c.dir() == secret }) {
		p.warn("%s: want at least one case (NAME.in with NAME.ans), found none", p.displayPath("data/"+secret))
	}
	return errors.Join(wrong...)
}

// readDir reads the cases of a directory of the data and of those in it.
func (p *Package) readDir(dir string, in *group, above config) error {
	g, err := p.readGroup(dir, above)
	wrong := []error{err}
	if g != nil {
		if above = g.config; expectation.IsBelow(dir, secret) {
			in, p.groups = g, append(p.groups, g)
		}
	}
	cases, groups := 0, 0
	for _, name := range p.within[path.Join("data", dir)] {
		name = path.Join(dir, name)
		input := "data/" + strings.TrimSuffix(name, ".ans") + ".in"
		switch {
		case strings.HasSuffix(name, ".files"): // of a case
		case p.within["data/"+name] != nil:
			groups++
			wrong = append(wrong, p.readDir(name, in, above))
		case strings.HasSuffix(name, ".in"):
			cases++
			wrong = append(wrong, p.readCase(strings.TrimSuffix(name, ".in"), in, above))
		case strings.HasSuffix(name, ".ans") && !p.hasFile(input) && !slices.Contains(p.outside, input):
			wrong = append(wrong, fmt.Errorf("%s: want an input of the same name (.in), found none",
				p.displayPath("data/"+name)))
		}
	}
	if dir == secret && cases > 0 && groups > 0 && len(p.groups) > 0 && p.manifest.Scoring && !p.manifest.Legacy {
		wrong = append(wrong, fmt.Errorf("%s: want cases or groups, found both", p.displayPath("data/"+dir)))
	}
	return errors.Join(wrong...)
}

// hasFile reports whether the package has a file, or a rule makes it.
func (p *Package) hasFile(name string) bool {
	_, found := slices.BinarySearch(p.within[path.Dir(name)], path.Base(name))
	return found
}

// readCase reads a case by its name.
func (p *Package) readCase(name string, in *group, above config) (err error) {
	above.hint, above.description = "", ""
	c := &testCase{name: name, group: in, config: above}
	file := func(ending string) string { return path.Join("data", name+ending) }
	rule, dir := p.rules[name], c.dir()
	read := func(ending string, to *[]byte, needed bool) error {
		text, err := p.text(file(ending))
		if err == nil {
			*to = append([]byte{}, text...)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if found := regular.Encoding(*to); found != "" && ending != ".out" && dir != invalidInput {
			return fmt.Errorf("%s: want UTF-8 without a byte order mark, found %s", p.displayPath(file(ending)), found)
		}
		if needed && *to == nil {
			return fmt.Errorf("%s: want %s as well, found none", p.displayPath(file(".in")), path.Base(name)+ending)
		}
		return nil
	}
	if slices.Contains(p.outside, file(".ans")) {
		return nil // scan has warned about the answer
	}
	judged := dir == invalidOutput || dir == validOutput
	_, made := p.made[file(".in")]
	answered := judged || dir != invalidInput && !p.isFile(newpackage.ExtraFile) && rule == nil && !made &&
		!p.isConducted()
	err = errors.Join(read(".in", &c.input, rule == nil), read(".ans", &c.answer, answered),
		read(".out", &c.output, judged), p.readNotes(c))
	if c.answer == nil && p.isConducted() {
		c.answer = []byte{}
	}
	if dir == sample || dir == secret {
		p.cases = append(p.cases, c)
	} else {
		p.checks = append(p.checks, c)
	}
	return err
}

// readNotes reads the settings of a case: NAME.yaml, and in older packages NAME.hint, NAME.desc and
// NAME.args.
func (p *Package) readNotes(c *testCase) error {
	for ending, to := range map[string]*string{".hint": &c.hint, ".desc": &c.description} {
		if text, err := p.text("data/" + c.name + ending); err == nil {
			*to = strings.TrimSpace(string(text))
		}
	}
	if text, err := p.text("data/" + c.name + ".args"); err == nil {
		c.args = append([]string{}, strings.Fields(p.manifest.Substitute(string(text)))...)
	}
	name := "data/" + c.name + ".yaml"
	return p.optional(name, func(src []byte) error {
		return p.parseSettings(name, "a case", src, func(r *settings.Reader, root *yaml.Node) {
			r.Mapping(root, "a case", p.configKeys(r, &c.config)...)
		})
	})
}

// outputArgsOf returns the arguments of an output validator, or of the default validator if its name is "":
// first the arguments for all cases, then the arguments of the case.
func (p *Package) outputArgsOf(c *testCase, check string) []string {
	return slices.Concat(p.manifest.OutputArgs, c.argsOf(outputDir, check, c.outputArgs))
}

// readGroup reads the settings of a directory. It returns nil if the directory has no settings.
func (p *Package) readGroup(dir string, above config) (g *group, err error) {
	name := path.Join("data", dir, caserules.GroupFile)
	if !p.hasFile(name) && p.hasFile(path.Join("data", dir, caserules.OldGroupFile)) {
		name = path.Join("data", dir, caserules.OldGroupFile)
	}
	return g, p.optional(name, func(src []byte) error {
		g, err = p.parseGroup(name, dir, src, above)
		return err
	})
}

// parseGroup reads the text of the settings of a directory.
func (p *Package) parseGroup(file, dir string, src []byte, above config) (*group, error) {
	g := &group{name: dir, maxScore: -1, config: above}
	from := &g.config.grader
	score := func(name string, to *float64) settings.Key {
		return settings.Key{Name: name, Noun: "a score", To: to, Min: -maxScore, Max: maxScore}
	}
	err := p.parseSettings(file, "a group", src, func(r *settings.Reader, root *yaml.Node) {
		r.Mapping(root, "a group", append(p.configKeys(r, &g.config),
			settings.NewKey("max_score", func(n *yaml.Node) {
				if n.Value != "unbounded" {
					g.maxScore = r.Number(n, "a score", 0, maxScore)
				}
			}),
			settings.Key{Name: "score_aggregation", Noun: "a way to add scores up", To: &g.aggregation,
				Words: []string{"pass-fail", "sum", "min"}},
			settings.NewKey("require_pass", func(n *yaml.Node) {
				if g.requirePass = []string{n.Value}; n.Kind != yaml.ScalarNode {
					g.requirePass = r.Texts(n, "groups and cases", "a group or a case")
				}
			}),
			settings.NewKey("static_validation", func(n *yaml.Node) {
				if n.Value != "false" {
					p.warn("%s:%d: ignored static_validation; static validators do not run", p.displayPath(file), n.Line)
				}
			}),
			settings.Key{Name: "on_reject", Noun: "what follows a failure",
				To:    func(word string) { from.Break = word == "break" },
				Words: []string{"break", "continue", "first_error", "worst_error", "grade"}},
			settings.NewKey("grading", func(n *yaml.Node) {
				if n.Value != "default" {
					p.warn("%s:%d: ignored grading; the default grader runs", p.displayPath(file), n.Line)
				}
			}),
			settings.NewKey("grader_flags", func(n *yaml.Node) { from.Flags = manifest.ReadArguments(r, n) }),
			settings.NewKey("range", func(n *yaml.Node) { readRange(r, n, from) }),
			score("accept_score", &from.Accept), score("reject_score", &from.Reject))...)
		g.convertGrader(root)
	})
	return g, err
}

// readRange reads the least and the greatest score of a group: two numbers in a text.
func readRange(r *settings.Reader, n *yaml.Node, g *groups.Grader) {
	var low, high float64
	if _, err := fmt.Sscan(n.Value, &low, &high); n.Kind != yaml.ScalarNode || err != nil || !(low <= high) {
		r.Fail(n, "want a range of scores, such as \"0 40\", found %s", settings.DescribeNode(n))
	}
	g.MaxScore = high
}

// convertGrader converts the settings of a legacy grader to settings of the group, except inherited ones.
func (g *group) convertGrader(root *yaml.Node) {
	from := &g.config.grader
	for _, way := range []string{"min", "sum"} {
		if settings.Value(root, "grader_flags") != nil && slices.Contains(from.Flags, way) {
			g.aggregation = way
		}
	}
	switch {
	case g.maxScore >= 0:
	case settings.Value(root, "range") != nil && from.MaxScore > 0 && from.MaxScore <= maxScore:
		g.maxScore = from.MaxScore
	case settings.Value(root, "accept_score") != nil && from.Accept > 0:
		g.maxScore = from.Accept
	}
}

// configKeys are the keys that cases and groups share.
func (p *Package) configKeys(r *settings.Reader, c *config) []settings.Key {
	list := func(n *yaml.Node) []string {
		args := manifest.ReadArguments(r, n)
		for i, arg := range args {
			args[i] = p.manifest.Substitute(arg)
		}
		return args
	}
	// validator reads the arguments of validators in a directory: for all, or by their names.
	validator := func(key, dir string, to *[]string) settings.Key {
		return settings.NewKey(key, func(n *yaml.Node) {
			if flags := settings.Value(n, "flags"); n.Kind == yaml.MappingNode && flags != nil {
				n = flags
			}
			own := map[string][]string{}
			if n.Kind != yaml.MappingNode {
				*to = list(n)
			} else {
				r.Entries(n, "arguments by the names of validators", func(name, n *yaml.Node) {
					own[path.Join(dir, name.Value)] = list(n)
				})
			}
			c.argsByName = maps.Collect(maps.All(c.argsByName)) // a copy, since the parent directory has the same map
			maps.DeleteFunc(c.argsByName, func(name string, _ []string) bool {
				_, nearer := own[strings.TrimSuffix(name, path.Ext(name))]
				return nearer || n.Kind != yaml.MappingNode && path.Dir(name) == dir
			})
			maps.Copy(c.argsByName, own)
			if _, err := compare.ParseWordOptions(*to); err != nil && dir == outputDir && len(p.outputChecks) == 0 {
				r.Fail(n, "%v", err)
			}
		})
	}
	text := func(key string, to *string) settings.Key {
		return settings.NewKey(key, func(n *yaml.Node) {
			if *to = n.Value; n.Kind != yaml.ScalarNode {
				r.Fail(n, "want a %s, found %s", key, settings.DescribeNode(n))
			}
		})
	}
	return append([]settings.Key{
		settings.NewKey("args", func(n *yaml.Node) { c.args = list(n) }),
		validator("input_validator_args", inputDir, &c.inputArgs),
		validator("input_validator_flags", inputDir, &c.inputArgs),
		validator("output_validator_args", outputDir, &c.outputArgs),
		validator("output_validator_flags", outputDir, &c.outputArgs),
		text("hint", &c.hint), text("description", &c.description),
	}, settings.Ignored("full_feedback", "output_visualizer_args", "input_visualizer_args", "static_validator_args",
		"answer_validator_args", "output_visualizer_flags", "input_visualizer_flags", "name")...)
}

// AddFiles copies the additional files of a case into a directory.
func (in *input) AddFiles(dir string) error {
	for name, file := range in.files() {
		text, err := in.p.text(file)
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755)); err == nil {
			err = os.WriteFile(to, text, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", in.p.displayPath(file), err)
		}
	}
	return nil
}

// files returns the files in NAME.files of a case, by their names below it.
func (in *input) files() map[string]string {
	files := map[string]string{}
	for _, file := range in.p.files {
		if name, found := strings.CutPrefix(file, "data/"+in.name+".files/"); found {
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
