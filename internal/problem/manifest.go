package problem

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A manifest is what problem.yaml says.
type manifest struct {
	title   string
	scoring bool

	programs   homework.Run // how they are run; no CPU time is a limit to be derived
	acToLimit  float64
	limitToTLE float64
	resolution time.Duration
	checks     sandbox.Limits // of validators and generators
}

// Version is the version of the format that is read.
const Version = "2025-09"

// The types of problems, and those of them that are known here.
var (
	types = []string{"pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"}
	known = []string{"pass-fail", "scoring"}
)

// readManifest reads problem.yaml.
func readManifest(name string, src []byte) (*manifest, error) {
	m := &manifest{
		acToLimit: 2, limitToTLE: 1.5, resolution: time.Second,
		programs: homework.Run{ExitCounts: true, AnyName: true, Memory: 2048 << 20, Output: 8 << 20},
		checks:   sandbox.Limits{CPU: time.Minute, Memory: 2048 << 20, Output: 8 << 20},
	}
	err := settings.Parse(name, "the settings of a problem package", src, func(r *settings.Reader, root *yaml.Node) {
		p := &manifestReader{r, m}
		p.Mapping(root, "a problem package", p.keys()...)
		p.Needs(root, "a problem package", "problem_format_version", "name", "uuid")
	})
	m.checks.Wall = 2*m.checks.CPU + patience
	return m, err
}

type manifestReader struct {
	*settings.Reader
	m *manifest
}

func (p *manifestReader) keys() []settings.Key {
	keys := []settings.Key{
		settings.NewKey("problem_format_version", func(n *yaml.Node) {
			if n.Value != Version {
				p.Fail(n, "want the format %s of problem packages, found %s, which is not read here", Version, settings.Found(n))
			}
		}),
		settings.NewKey("name", p.title),
		settings.NewKey("uuid", p.uuid),
		settings.NewKey("type", p.types),
		settings.NewKey("limits", p.limits),
		settings.NewKey("allow_file_writing", func(n *yaml.Node) { p.Yes(n, "whether programs may write files") }),
		settings.NewKey("constants", func(n *yaml.Node) { p.Fail(n, "want no constants: they are not replaced here") }),
	}
	// What is here can be used in all languages; the others decide nothing.
	for _, name := range []string{"languages", "license", "rights_owner", "embargo_until", "credits", "source", "keywords", "version"} {
		keys = append(keys, settings.NewKey(name, nil))
	}
	return keys
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// title reads a name, or that in the first of several languages, of which English comes first.
func (p *manifestReader) title(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		p.m.title = p.Text(n, "a name, or one for each language")
		return
	}
	p.Entries(n, "the names in languages", func(language, n *yaml.Node) {
		if name := p.Text(n, "a name"); p.m.title == "" || language.Value == "en" {
			p.m.title = name
		}
	})
	if len(n.Content) == 0 {
		p.Fail(n, "want a name, found none")
	}
}

func (p *manifestReader) uuid(n *yaml.Node) {
	text := p.Text(n, "a uuid")
	if text != "" && !uuid.MatchString(text) {
		p.Fail(n, "want a uuid of its own, such as 123e4567-e89b-42d3-a456-426614174000 (uuidgen makes one), found %s", scan.Show(text))
	}
}

// types reads one type, or several.
func (p *manifestReader) types(n *yaml.Node) {
	all := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		all = n.Content
	}
	if len(all) == 0 {
		p.Fail(n, "want a type (%s), found none", strings.Join(types, ", "))
	}
	var of []string
	for _, n := range all {
		one := p.Word(n, "a type", types)
		if of = append(of, one); one != "" && !slices.Contains(known, one) {
			p.Fail(n, "want a problem of the types %s, found %s, which cannot be judged here", strings.Join(known, " and "), one)
		}
	}
	if slices.Contains(of, "pass-fail") && slices.Contains(of, "scoring") {
		p.Fail(n, "want pass-fail or scoring, found both")
	}
	p.m.scoring = slices.Contains(of, "scoring")
}

// The largest limits that are taken.
const (
	mostSeconds = 24 * 60 * 60
	mostMiB     = 1 << 20
	mostOutput  = 256 // MiB, which are read into memory
)

func (p *manifestReader) limits(n *yaml.Node) {
	m := p.m
	seconds := func(name string, to *time.Duration) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) {
			x := p.Number(n, name+", in seconds", 0.001, mostSeconds)
			*to = time.Duration(math.Round(x*1000)) * time.Millisecond
		})
	}
	size := func(name string, unit int64, to *int64) settings.Key {
		most := mostMiB
		if strings.HasSuffix(name, "output") {
			most = mostOutput
		}
		return settings.NewKey(name, func(n *yaml.Node) { *to = int64(p.Whole(n, name, 1, most)) * unit })
	}
	p.Mapping(n, "limits",
		seconds("time_limit", &m.programs.CPU), seconds("time_resolution", &m.resolution),
		settings.NewKey("time_multipliers", func(n *yaml.Node) {
			p.Mapping(n, "time_multipliers",
				settings.NewKey("ac_to_time_limit", func(n *yaml.Node) { m.acToLimit = p.Number(n, "a factor", 1, 1000) }),
				settings.NewKey("time_limit_to_tle", func(n *yaml.Node) { m.limitToTLE = p.Number(n, "a factor", 1, 1000) }),
			)
		}),
		size("memory", 1<<20, &m.programs.Memory), size("output", 1<<20, &m.programs.Output), size("code", 1<<10, &m.programs.Code),
		seconds("compilation_time", &m.programs.BuildCPU), size("compilation_memory", 1<<20, &m.programs.BuildMemory),
		seconds("validation_time", &m.checks.CPU), size("validation_memory", 1<<20, &m.checks.Memory),
		size("validation_output", 1<<20, &m.checks.Output), settings.NewKey("validation_passes", nil),
	)
}

// limitOf returns the limit of time for programs of which the slowest one that is right takes so long: the smallest
// multiple of the resolution that is at least that many times as much.
func (m *manifest) limitOf(slowest time.Duration) time.Duration {
	least := float64(slowest) * m.acToLimit
	return max(1, time.Duration(math.Ceil(least/float64(m.resolution)))) * m.resolution
}
