// Package manifest reads problem.yaml, the settings of a problem package. It converts the settings of older
// versions of the format to settings of the version 2025-09.
package manifest

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A Manifest holds the settings of problem.yaml.
type Manifest struct {
	Title  string
	Legacy bool // the version is legacy, legacy-icpc, or missing
	Custom bool // the output validators of the package judge

	Scoring, Interactive, MultiPass bool

	ValidationPasses int // maximum number of passes of a multi-pass problem

	OutputArgs []string          // arguments of every output validator, before the arguments of a case
	Constants  map[string]string // values by name
	Expansion  error             // of a text that became too large

	Programs   homework.Run // limits of programs; without CPU time it follows from the accepted submissions
	ACToLimit  float64      // factor from the CPU time of the slowest accepted submission to the time limit
	LimitToTLE float64      // factor from the time limit to the CPU time of programs that are too slow
	Resolution time.Duration
	Checks     sandbox.Limits // of validators and generators
}

// types are the types of problems.
var types = []string{"pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"}

// Patience is the elapsed time that a program may take beyond twice its CPU time.
const Patience = 5 * time.Second

// File is the name of the file of the settings.
const File = "problem.yaml"

// Parse reads the text of problem.yaml. name is its name in errors. Keys without an effect, and missing keys,
// are warnings.
func Parse(name string, src []byte, warn func(error)) (*Manifest, error) {
	m := &Manifest{
		Legacy: true, ACToLimit: 5, LimitToTLE: 2, // also if the text is empty
		Resolution: time.Second, ValidationPasses: 2,
		Programs: homework.Run{ExitCounts: true, AnyName: true, Memory: 2048 << 20, Output: 8 << 20},
		Checks:   sandbox.Limits{CPU: time.Minute, Memory: 2048 << 20, Output: 8 << 20},
	}
	err := settings.ParseLenient(name, "a problem package", src, warn, func(r *settings.Reader, root *yaml.Node) {
		k := &reader{r, m}
		if version := settings.Value(root, "problem_format_version"); version != nil {
			k.version(version)
		}
		if !m.Legacy {
			m.ACToLimit, m.LimitToTLE = 2, 1.5
			k.expect(root, "name", "uuid")
		}
		r.Mapping(root, "a problem package", k.keys()...)
	})
	for i, arg := range m.OutputArgs {
		m.OutputArgs[i] = m.Substitute(arg)
	}
	m.Custom = m.Custom || !m.Legacy || m.Interactive || m.MultiPass
	m.Checks.Wall = 2*m.Checks.CPU + Patience
	return m, err
}

// timeLimitFiles are the files in which judges keep a time limit in seconds, each with a pattern for it.
var timeLimitFiles = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"domjudge-problem.ini", regexp.MustCompile(`(?m)^\s*timelimit\s*=\s*["']?([0-9.]+)["']?\s*$`)},
	{".timelimit", regexp.MustCompile(`^\s*([0-9.]+)\s*$`)},
}

// JudgeTimeLimit returns the time limit that a file of a judge gives, or 0. read reads a file of the package,
// and warn gets a warning about a file without a limit.
func JudgeTimeLimit(read func(name string) ([]byte, error), warn func(name, text string)) time.Duration {
	for _, file := range timeLimitFiles {
		text, err := read(file.name)
		if err != nil {
			continue
		}
		if found := file.pattern.FindSubmatch(text); found != nil {
			seconds, err := strconv.ParseFloat(string(found[1]), 64)
			if err == nil && seconds >= minSeconds && seconds <= maxSeconds {
				return roundToMilliseconds(seconds)
			}
		}
		warn(file.name, fmt.Sprintf("want a time limit from %g to %d seconds, found none", minSeconds, maxSeconds))
	}
	return 0
}

type reader struct {
	*settings.Reader
	m *Manifest
}

// keys are the keys of problem.yaml.
func (k *reader) keys() []settings.Key {
	keys := []settings.Key{
		settings.NewKey("problem_format_version", func(*yaml.Node) {}),
		settings.NewKey("name", k.title),
		settings.NewKey("type", k.types),
		settings.NewKey("validation", k.validation),
		settings.NewKey("validator_flags", func(n *yaml.Node) { k.m.OutputArgs = ReadArguments(k.Reader, n) }),
		settings.NewKey("limits", k.limits),
		settings.NewKey("constants", k.constants),
	}
	return append(keys, settings.Ignored("uuid", "languages", "allow_file_writing", "license", "rights_owner",
		"embargo_until", "credits", "source", "source_url", "keywords", "version", "author", "authors", "contributors",
		"grading", "libraries", "on_reject", "verified", "ground_truth")...)
}

// expect warns about missing keys.
func (k *reader) expect(root *yaml.Node, names ...string) {
	for _, name := range names {
		if settings.Value(root, name) == nil {
			k.Warn(fmt.Errorf("%s:%d: want \"%s:\" in a problem package, found none", k.Path, root.Line, name))
		}
	}
}

// version reads the version of the format. Drafts are read as the versions themselves.
func (k *reader) version(n *yaml.Node) {
	known := []string{"legacy", "legacy-icpc", "2023-07", "2025-09"}
	version := strings.TrimSuffix(n.Value, "-draft")
	if n.Kind != yaml.ScalarNode || version != "draft" && !slices.Contains(known, version) { // an early name of 2023-07
		k.Fail(n, "want a version of the format of problem packages (%s), found %s", strings.Join(known, ", "),
			settings.DescribeNode(n))
	}
	k.m.Legacy = strings.HasPrefix(version, "legacy")
}

// title reads a name, or a map from language to name. It prefers the English name, and else takes the first
// one.
func (k *reader) title(n *yaml.Node) {
	switch {
	case n.Kind == yaml.ScalarNode:
		k.m.Title = n.Value
		return
	case len(n.Content) == 0:
		k.Fail(n, "want a name, found none")
	}
	k.Entries(n, "the names in languages", func(language, n *yaml.Node) {
		if name := k.Text(n, "a name"); k.m.Title == "" || language.Value == "en" {
			k.m.Title = name
		}
	})
}

// types reads one type, or several.
func (k *reader) types(n *yaml.Node) {
	all, _ := settings.Items(n)
	if len(all) == 0 {
		k.Fail(n, "want a type (%s), found none", strings.Join(types, ", "))
	}
	var found []string
	for _, n := range all {
		found = append(found, k.Word(n, "a type", types))
	}
	hasType := func(name string) bool { return slices.Contains(found, name) }
	if hasType("pass-fail") && hasType("scoring") {
		k.Fail(n, "want pass-fail or scoring, found both")
	}
	m := k.m
	m.Programs.Answers = hasType("submit-answer")
	if m.Programs.Answers && (hasType("interactive") || hasType("multi-pass")) {
		k.Fail(n, "want submit-answer without interactive and multi-pass, since no program runs")
	}
	m.Scoring, m.Interactive, m.MultiPass = hasType("scoring"), hasType("interactive"), hasType("multi-pass")
}

// validation reads the types of older versions: words in a text, in a list, or as keys.
func (k *reader) validation(n *yaml.Node) {
	m := k.m
	for _, word := range wordsBelow(n) {
		switch strings.ReplaceAll(word, "_", "-") {
		case "default", "":
		case "custom":
			m.Custom = true
		case "score":
			m.Scoring = true
		case "interactive":
			m.Interactive = true
		case "multi-pass", "multipass":
			m.MultiPass = true
		default:
			k.Fail(n, "want default or custom, with score, interactive or multi_pass, found %s", scan.Show(word))
		}
	}
}

// wordsBelow returns the words of the texts of a node: of keys, but not of those that are false, and of
// items.
func wordsBelow(n *yaml.Node) (words []string) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			switch value := n.Content[i+1]; {
			case value.Tag == "!!bool" && value.Value == "false":
			case value.Tag == "!!bool" || value.Tag == "!!null":
				words = append(words, n.Content[i].Value)
			default:
				words = append(append(words, n.Content[i].Value), wordsBelow(value)...)
			}
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			words = append(words, wordsBelow(item)...)
		}
	default:
		words = strings.Fields(n.Value)
	}
	return words
}

// constants reads the values that replace {{name}}.
func (k *reader) constants(n *yaml.Node) {
	k.m.Constants = map[string]string{}
	k.Entries(n, "constants", func(name, n *yaml.Node) {
		value := settings.Value(n, "value") // a map may also have values for other formats
		if n.Kind == yaml.ScalarNode {
			value = n
		}
		if !constantName.MatchString(name.Value) || value == nil || value.Kind != yaml.ScalarNode {
			k.Fail(name, "want a name of letters, digits and underscores with a number or a text, found %s with %s",
				scan.Show(name.Value), settings.DescribeNode(n))
			return
		}
		k.m.Constants[name.Value] = value.Value
	})
}

var (
	constantName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.-]*$`)
	constantUse  = regexp.MustCompile(`\{\{\s*([a-zA-Z_][a-zA-Z0-9_.-]*)\s*\}\}`)
)

// maxExpanded is the maximum size of a text with its constants replaced, beyond its own size.
const maxExpanded = 16 << 20

// Substitute is Expand for the texts of settings. It keeps the error for the end of the reading.
func (m *Manifest) Substitute(text string) string {
	text, err := m.Expand(text)
	m.Expansion = cmp.Or(m.Expansion, err)
	return text
}

// Expand replaces {{name}} by the value of the constant name. It does so once: values are not replaced.
func (m *Manifest) Expand(text string) (string, error) {
	if len(m.Constants) == 0 || !strings.Contains(text, "{{") {
		return text, nil
	}
	more := 0
	expanded := constantUse.ReplaceAllStringFunc(text, func(use string) string {
		value, ok := m.Constants[constantUse.FindStringSubmatch(use)[1]]
		if more += len(value); !ok || more > maxExpanded {
			return use
		}
		return value
	})
	if more > maxExpanded {
		return text, fmt.Errorf("want constants that add at most %d MiB to a text, found more", maxExpanded>>20)
	}
	return expanded, nil
}

// The limits of limits.
const (
	minSeconds = 0.001
	maxSeconds = 24 * 60 * 60
	maxMiB     = 1 << 20
	maxOutput  = 256 // MiB, which are read into memory
	maxPasses  = 1000
)

// roundToMilliseconds returns a duration of whole milliseconds.
func roundToMilliseconds(x float64) time.Duration {
	return time.Duration(math.Round(x*1000)) * time.Millisecond
}

// limits reads limits. An unknown one is an error: a verdict could depend on it.
func (k *reader) limits(n *yaml.Node) {
	if n.Tag == "!!null" {
		return
	}
	m, warn := k.m, k.Warn
	seconds := func(name string, to *time.Duration) settings.Key {
		return settings.NewKey(name,
			func(n *yaml.Node) {
				*to = roundToMilliseconds(k.Number(n, name+", in seconds", minSeconds, maxSeconds))
			})
	}
	size := func(name string, unit int64, to *int64) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) {
			x := k.Int(n, name, 1, maxMiB)
			if strings.HasSuffix(name, "output") && x > maxOutput {
				warn(fmt.Errorf("%s:%d: read %s as %d MiB, the maximum here, found %d", k.Path, n.Line, name, maxOutput, x))
				x = maxOutput
			}
			*to = int64(x) * unit
		})
	}
	factor := func(name string, to *float64) settings.Key {
		return settings.Key{Name: name, Noun: "a factor", To: to, Min: 1, Max: 1000}
	}
	keys := []settings.Key{
		seconds("time_limit", &m.Programs.CPU), seconds("time_resolution", &m.Resolution),
		{Name: "time_multipliers", Noun: "time_multipliers", Keys: []settings.Key{
			factor("ac_to_time_limit", &m.ACToLimit), factor("time_limit_to_tle", &m.LimitToTLE)}},
		factor("time_multiplier", &m.ACToLimit), factor("time_safety_margin", &m.LimitToTLE), // of legacy
		size("memory", 1<<20, &m.Programs.Memory), size("output", 1<<20, &m.Programs.Output),
		size("code", 1<<10, &m.Programs.Code),
		seconds("compilation_time", &m.Programs.BuildCPU),
		size("compilation_memory", 1<<20, &m.Programs.BuildMemory),
		seconds("validation_time", &m.Checks.CPU), size("validation_memory", 1<<20, &m.Checks.Memory),
		size("validation_output", 1<<20, &m.Checks.Output),
		{Name: "validation_passes", Noun: "validation_passes", To: &m.ValidationPasses, Min: 1,
			Max: maxPasses},
	}
	k.Warn = nil
	k.Mapping(n, "limits", append(keys, settings.Ignored("generator_time", "visualizer_time", "generation_time",
		"validation_filesize")...)...)
	k.Warn = warn
}

// LimitOf returns the time limit that follows from the CPU time of the slowest accepted submission.
func (m *Manifest) LimitOf(slowest time.Duration) time.Duration {
	minSeconds := float64(slowest) * m.ACToLimit
	return max(1, time.Duration(math.Ceil(minSeconds/float64(m.Resolution)))) * m.Resolution
}

// ReadArguments reads arguments: a text or a number, which is split at blanks, or a list of these.
func ReadArguments(r *settings.Reader, n *yaml.Node) []string {
	args := []string{}
	if n.Kind == yaml.ScalarNode {
		return append(args, strings.Fields(n.Value)...)
	}
	r.List(n, "arguments", func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode {
			r.Fail(n, "want an argument, found %s", settings.DescribeNode(n))
		}
		args = append(args, n.Value)
	})
	return args
}
