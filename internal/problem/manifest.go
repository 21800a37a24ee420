package problem

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"go.yaml.in/yaml/v4"
)

// A manifest holds the settings of problem.yaml.
type manifest struct {
	title  string
	legacy bool // the version is legacy, legacy-icpc, or missing
	custom bool // the output validators of the package judge

	scoring, interactive, multiPass bool

	validationPasses int // maximum number of passes of a multi-pass problem

	outputArgs []string          // arguments of every output validator, before the arguments of a case
	constants  map[string]string // values by name
	expansion  error             // of a text that became too large

	programs   homework.Run // limits of programs; without CPU time it follows from the accepted submissions
	acToLimit  float64
	limitToTLE float64
	resolution time.Duration
	checks     sandbox.Limits // of validators and generators
}

// The versions of the format. Their drafts are read as the versions themselves.
const (
	versionLegacy  = "legacy"
	version2023    = "2023-07"
	version2025    = "2025-09"
	versionICPC    = "legacy-icpc"
	versionDraft   = "draft" // an early name of 2023-07
	suffixForDraft = "-draft"
)

// types are the types of problems. The type submit-answer is refused.
var types = []string{"pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"}

// readManifest reads problem.yaml, and the time limit that a judge has elsewhere.
func (p *Package) readManifest() error {
	src, err := p.text(manifestFile)
	err = errors.Join(err, p.parseManifest(src))
	if p.manifest.programs.CPU == 0 {
		p.manifest.programs.CPU = p.timeLimitOfJudge()
	}
	return err
}

// parseManifest reads the text of problem.yaml. It converts the settings of a legacy package to settings of
// the current version.
func (p *Package) parseManifest(src []byte) error {
	m := &manifest{
		acToLimit: 2, limitToTLE: 1.5, resolution: time.Second, validationPasses: 2, legacy: true,
		programs: homework.Run{ExitCounts: true, AnyName: true, Memory: 2048 << 20, Output: 8 << 20},
		checks:   sandbox.Limits{CPU: time.Minute, Memory: 2048 << 20, Output: 8 << 20},
	}
	p.manifest = m
	err := p.parseSettings(manifestFile, "a problem package", src, func(r *settings.Reader, root *yaml.Node) {
		k := &manifestReader{r, m}
		if version := settings.Value(root, "problem_format_version"); version != nil {
			k.version(version)
		}
		if m.legacy {
			m.acToLimit, m.limitToTLE = 5, 2
		} else {
			k.expect(root, "name", "uuid")
		}
		r.Mapping(root, "a problem package", k.keys()...)
	})
	for i, arg := range m.outputArgs {
		m.outputArgs[i] = m.substitute(arg)
	}
	m.custom = m.custom || !m.legacy || m.interactive || m.multiPass
	m.checks.Wall = 2*m.checks.CPU + patience
	return err
}

// timeLimitFiles are the files in which judges keep a time limit in seconds, each with a pattern for it.
var timeLimitFiles = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"domjudge-problem.ini", regexp.MustCompile(`(?m)^\s*timelimit\s*=\s*["']?([0-9.]+)["']?\s*$`)},
	{".timelimit", regexp.MustCompile(`^\s*([0-9.]+)\s*$`)},
}

// timeLimitOfJudge returns the time limit that a file of a judge gives, or 0.
func (p *Package) timeLimitOfJudge() time.Duration {
	for _, file := range timeLimitFiles {
		text, err := p.text(file.name)
		if err != nil {
			continue
		}
		if found := file.pattern.FindSubmatch(text); found != nil {
			seconds, err := strconv.ParseFloat(string(found[1]), 64)
			if err == nil && seconds >= minSeconds && seconds <= maxSeconds {
				return inSeconds(seconds)
			}
		}
		p.warn("%s: want a time limit from %g to %d seconds, found none", p.where(file.name), minSeconds, maxSeconds)
	}
	return 0
}

type manifestReader struct {
	*settings.Reader
	m *manifest
}

// keys are the keys of problem.yaml.
func (k *manifestReader) keys() []settings.Key {
	keys := []settings.Key{
		settings.NewKey("problem_format_version", func(*yaml.Node) {}),
		settings.NewKey("name", k.title),
		settings.NewKey("type", k.types),
		settings.NewKey("validation", k.validation),
		settings.NewKey("validator_flags", func(n *yaml.Node) { k.m.outputArgs = readArguments(k.Reader, n) }),
		settings.NewKey("limits", k.limits),
		settings.NewKey("constants", k.constants),
	}
	return append(keys, settings.Ignored("uuid", "languages", "allow_file_writing", "license", "rights_owner",
		"embargo_until", "credits", "source", "source_url", "keywords", "version", "author", "authors", "contributors",
		"grading", "libraries", "on_reject", "verified", "ground_truth")...)
}

// expect warns about missing keys.
func (k *manifestReader) expect(root *yaml.Node, names ...string) {
	for _, name := range names {
		if settings.Value(root, name) == nil {
			k.Warn(fmt.Errorf("%s:%d: want \"%s:\" in a problem package, found none", k.Path, root.Line, name))
		}
	}
}

// version reads the version of the format.
func (k *manifestReader) version(n *yaml.Node) {
	version := strings.TrimSuffix(n.Value, suffixForDraft)
	known := []string{versionLegacy, versionICPC, version2023, version2025}
	switch {
	case n.Kind == yaml.ScalarNode && (slices.Contains(known, version) || version == versionDraft):
		k.m.legacy = version == versionLegacy || version == versionICPC
	default:
		k.Fail(n, "want a version of the format of problem packages (%s), found %s", strings.Join(known, ", "),
			settings.Found(n))
	}
}

// title reads a name, or a map from language to name. It prefers the English name, and else takes the first
// one.
func (k *manifestReader) title(n *yaml.Node) {
	switch {
	case n.Kind == yaml.ScalarNode:
		k.m.title = n.Value
		return
	case len(n.Content) == 0:
		k.Fail(n, "want a name, found none")
	}
	k.Entries(n, "the names in languages", func(language, n *yaml.Node) {
		if name := k.Text(n, "a name"); k.m.title == "" || language.Value == "en" {
			k.m.title = name
		}
	})
}

// types reads one type, or several.
func (k *manifestReader) types(n *yaml.Node) {
	all, _ := settings.Items(n)
	if len(all) == 0 {
		k.Fail(n, "want a type (%s), found none", strings.Join(types, ", "))
	}
	var found []string
	for _, n := range all {
		one := k.Word(n, "a type", types)
		if found = append(found, one); one == "submit-answer" {
			k.Fail(n, "want a problem of the types %s, found %s, which cannot be judged here",
				strings.Join(types[:4], ", "), one)
		}
	}
	if slices.Contains(found, "pass-fail") && slices.Contains(found, "scoring") {
		k.Fail(n, "want pass-fail or scoring, found both")
	}
	has := func(one string) bool { return slices.Contains(found, one) }
	m := k.m
	m.scoring, m.interactive, m.multiPass = m.scoring || has("scoring"), has("interactive"), has("multi-pass")
}

// validation reads the types of older versions: words in a text, in a list, or as keys.
func (k *manifestReader) validation(n *yaml.Node) {
	m := k.m
	for _, word := range wordsBelow(n) {
		switch strings.ReplaceAll(word, "_", "-") {
		case "default", "":
		case "custom":
			m.custom = true
		case "score":
			m.scoring = true
		case "interactive":
			m.interactive = true
		case "multi-pass", "multipass":
			m.multiPass = true
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
func (k *manifestReader) constants(n *yaml.Node) {
	k.m.constants = map[string]string{}
	k.Entries(n, "constants", func(name, n *yaml.Node) {
		value := settings.Value(n, "value") // a map may also have values for other formats
		if n.Kind == yaml.ScalarNode {
			value = n
		}
		if !constantName.MatchString(name.Value) || value == nil || value.Kind != yaml.ScalarNode {
			k.Fail(name, "want a name of letters, digits and underscores with a number or a text, found %s with %s",
				scan.Show(name.Value), settings.Found(n))
			return
		}
		k.m.constants[name.Value] = value.Value
	})
}

var (
	constantName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.-]*$`)
	constantUse  = regexp.MustCompile(`\{\{\s*([a-zA-Z_][a-zA-Z0-9_.-]*)\s*\}\}`)
)

// maxExpanded is the maximum size of a text with its constants replaced, beyond its own size.
const maxExpanded = 16 << 20

// substitute is expand for the texts of settings. It keeps the error for the end of the reading.
func (m *manifest) substitute(text string) string {
	text, err := m.expand(text)
	m.expansion = cmp.Or(m.expansion, err)
	return text
}

// expand replaces {{name}} by the value of the constant name. It does so once: values are not replaced.
func (m *manifest) expand(text string) (string, error) {
	if len(m.constants) == 0 || !strings.Contains(text, "{{") {
		return text, nil
	}
	more := 0
	expanded := constantUse.ReplaceAllStringFunc(text, func(use string) string {
		value, ok := m.constants[constantUse.FindStringSubmatch(use)[1]]
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

// inSeconds returns a duration of whole milliseconds.
func inSeconds(x float64) time.Duration {
	return time.Duration(math.Round(x*1000)) * time.Millisecond
}

// limits reads limits. An unknown one is an error: a verdict could depend on it.
func (k *manifestReader) limits(n *yaml.Node) {
	if n.Tag == "!!null" {
		return
	}
	m, warn := k.m, k.Warn
	seconds := func(name string, to *time.Duration) settings.Key {
		return settings.NewKey(name,
			func(n *yaml.Node) { *to = inSeconds(k.Number(n, name+", in seconds", minSeconds, maxSeconds)) })
	}
	size := func(name string, unit int64, to *int64) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) {
			x := k.Whole(n, name, 1, maxMiB)
			if strings.HasSuffix(name, "output") && x > maxOutput {
				warn(fmt.Errorf("%s:%d: read %s as %d MiB, the maximum here, found %d", k.Path, n.Line, name, maxOutput, x))
				x = maxOutput
			}
			*to = int64(x) * unit
		})
	}
	factor := func(name string, to *float64) settings.Key {
		return settings.Key{Name: name, Of: "a factor", To: to, Min: 1, Max: 1000}
	}
	keys := []settings.Key{
		seconds("time_limit", &m.programs.CPU), seconds("time_resolution", &m.resolution),
		{Name: "time_multipliers", Of: "time_multipliers", Keys: []settings.Key{
			factor("ac_to_time_limit", &m.acToLimit), factor("time_limit_to_tle", &m.limitToTLE)}},
		factor("time_multiplier", &m.acToLimit), factor("time_safety_margin", &m.limitToTLE), // of legacy
		size("memory", 1<<20, &m.programs.Memory), size("output", 1<<20, &m.programs.Output),
		size("code", 1<<10, &m.programs.Code),
		seconds("compilation_time", &m.programs.BuildCPU),
		size("compilation_memory", 1<<20, &m.programs.BuildMemory),
		seconds("validation_time", &m.checks.CPU), size("validation_memory", 1<<20, &m.checks.Memory),
		size("validation_output", 1<<20, &m.checks.Output),
		{Name: "validation_passes", Of: "validation_passes", To: &m.validationPasses, Min: 1, Max: maxPasses},
	}
	k.Warn = nil
	k.Mapping(n, "limits", append(keys, settings.Ignored("generator_time", "visualizer_time", "generation_time",
		"validation_filesize")...)...)
	k.Warn = warn
}

// limitOf returns the time limit that follows from the CPU time of the slowest accepted submission.
func (m *manifest) limitOf(slowest time.Duration) time.Duration {
	least := float64(slowest) * m.acToLimit
	return max(1, time.Duration(math.Ceil(least/float64(m.resolution)))) * m.resolution
}
