package judge

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A crashReport is the format in which a language, or a checker of its programs, reports on standard error
// where a program failed.
type crashReport struct {
	// begin matches the line with which a report begins, if it has one. Without it the frames
	// that are left of a long report are not the innermost ones.
	begin *regexp.Regexp
	// frame matches a call. Its groups are file, line and, if a frame's function shows its owner, function.
	frame   *regexp.Regexp
	last    bool           // the innermost call is the last one
	foreign *regexp.Regexp // functions of the language's library
	// main matches a function in the program's own directory. File names in reports are relative to that
	// directory.
	main *regexp.Regexp
}

// crashReports is built when a program crashes, because that takes longer than the rest of touchstone's
// start.
var crashReports = sync.OnceValue(func() []crashReport {
	return []crashReport{
		{ // Python
			frame: regexp.MustCompile(`(?m)^ +File "(?P<file>[^"\n]+)", line (?P<line>\d+)`),
			last:  true,
		},
		{ // Java
			begin: regexp.MustCompile(`(?m)^(?:Exception in thread |Caused by: )`),
			frame: regexp.MustCompile(
				`(?m)^\s+at (?:[^\s(/]*/)*(?P<function>[^\s(/]+)\((?P<file>[^\s():]+\.java):(?P<line>\d+)\)`),
			foreign: regexp.MustCompile(`^(?:java|javax|jdk|sun|com\.sun)\.`),
		},
		{ // Go
			begin: regexp.MustCompile(`(?m)^(?:goroutine \d+.* \[running|fatal error: )`),
			frame: regexp.MustCompile(
				`(?m)^(?P<function>\S+)\(.*\)\n\t(?P<file>.+\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?(?: fp=.*)?$`),
			foreign: regexp.MustCompile(`^(?:panic$|(?:` + goLibrary + `)[./])`),
			main:    regexp.MustCompile(`^main\.`),
		},
		{ // Node: an uncaught exception, or a file that does not compile
			frame: regexp.MustCompile(`(?m)^ +at (?:.*\()?(?P<file>[^\s()][^()\n]*?):(?P<line>\d+):\d+\)?$`),
		},
		{
			frame: regexp.MustCompile(`(?m)^(?P<file>\S.*\.[cm]?js):(?P<line>\d+)$`),
		},
		{ // sanitizers: the call, the summary that ends a long report, and undefined behaviour
			begin: regexp.MustCompile(`(?m)^==\d+==\s*ERROR: `),
			frame: regexp.MustCompile(`(?m)^ +#\d+ 0x[0-9a-f]+ in .+ (?P<file>\S+?):(?P<line>\d+)(?::\d+)?$`),
		},
		{
			frame: regexp.MustCompile(`(?m)^SUMMARY: \w+Sanitizer: \S+ (?P<file>\S+?):(?P<line>\d+)(?::\d+)? in `),
		},
		{
			frame: regexp.MustCompile(`(?m)^(?P<file>\S+\.\w+):(?P<line>\d+):\d+: runtime error: `),
		},
		{ // assertions of C, with GNU's library and with others
			frame: regexp.MustCompile(
				`(?m)^(?:[^:\n]+: )?(?P<file>[^:\s]+\.\w+):(?P<line>\d+): .*Assertion .* failed`),
		},
		{
			frame: regexp.MustCompile(`(?m)^Assertion failed: .*, file (?P<file>[^,\n]+), line (?P<line>\d+)\.?$`),
		},
	}
})

// goLibrary matches the beginnings of the paths of Go's own packages. A module may also have a path without a
// dot, so only these names distinguish library packages from packages of a program.
const goLibrary = `archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|` +
	`encoding|errors|expvar|flag|golang\.org|hash|html|image|index|internal|io|iter|` +
	`log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|strconv|strings|structs|` +
	`sync|syscall|testing|text|time|unicode|unique|unsafe|vendor|weak`

// notOwn matches files that come with an interpreter, a compiler or a package manager.
var notOwn = regexp.MustCompile(`^<|^node:|/lib/python[0-9]|/site-packages/|/node_modules/|@v[0-9]|` +
	`libsanitizer/|^\.\./(?:sysdeps|csu)/`)

// maxPlace limits the name of a file in a place, which a program may have made up.
const maxPlace = 100

// Place returns the line of its own source at which a program failed, such as "solver.py:12", if the end of
// its standard error names it, or "". The program controls this text, which may be anything.
func Place(stderr []byte) string {
	text := strings.ReplaceAll(string(stderr), "\r\n", "\n")
	for _, r := range crashReports() {
		if place := r.place(text); place != "" {
			return place
		}
	}
	return ""
}

// place returns the place in the last report of this kind. If all calls in it are in the library, place
// examines the previous report, which is the cause of the last one.
func (r *crashReport) place(text string) string {
	if r.begin == nil {
		return r.innermost(text)
	}
	begins := r.begin.FindAllStringIndex(text, -1)
	for i := len(begins) - 1; i >= 0; i-- {
		if place := r.innermost(text[begins[i][0]:]); place != "" {
			return place
		}
	}
	return ""
}

// innermost returns the place of the innermost call of the program's own in one report.
func (r *crashReport) innermost(text string) (place string) {
	frames := r.frame.FindAllStringSubmatch(text, -1)
	root := r.root(frames)
	for _, m := range frames {
		file := filepath.ToSlash(r.group(m, "file"))
		if r.foreign != nil && r.foreign.MatchString(r.group(m, "function")) || notOwn.MatchString(file) ||
			regular.InSystem(file) {
			continue
		}
		file, below := strings.CutPrefix(strings.TrimPrefix(file, "file://"), root)
		// Go's begin with the name of the module
		if path.IsAbs(file) || filepath.IsAbs(file) || r.main != nil && (root == "" || !below) {
			file = path.Base(file)
		}
		if len(file) > maxPlace {
			continue
		}
		place = file + ":" + r.group(m, "line")
		if !r.last {
			return place
		}
	}
	return place
}

// root returns the program's directory with a trailing slash, or "" if no frame shows it.
func (r *crashReport) root(frames [][]string) string {
	for _, m := range frames {
		if r.main != nil && r.main.MatchString(r.group(m, "function")) {
			dir, _ := path.Split(filepath.ToSlash(r.group(m, "file")))
			return dir
		}
	}
	return ""
}

// group returns the text that a group of frame matched, or "" if it has no such group.
func (r *crashReport) group(match []string, name string) string {
	if i := r.frame.SubexpIndex(name); i >= 0 {
		return match[i]
	}
	return ""
}

// enoughTimeouts is the number of earlier cases of a category that must run out of time, all of them, before
// later cases need no run.
const enoughTimeouts = 3

// Loops finds cases on which a program that loops need not run, because each would take all of its time. A
// case needs no run if those before it in its category are three or more, all of them ran out of time, and
// its answer is no shorter than the answer of one of these. So a program that ends in time in some case of a
// category runs on all later cases, and a slow program runs on the cases with shorter answers. If the first
// timeout settles the points of a category, one timeout is enough, whatever its answer. Results are added in
// the order of the cases. The zero value is ready for use.
type Loops struct {
	// Settles reports whether a case settles the points of its category if it fails. It may be nil.
	Settles func(*cases.Case) bool
	// All makes all cases run, except cases whose points are settled.
	All bool

	kinds map[string]*loopKind
	order []string // the categories of cases that are spared
}

// A loopKind holds the state of one category.
type loopKind struct {
	runs     bool // all cases: some case did not run out of time
	settled  bool // its points
	timeouts []string
	shortest int64 // answer of these
	spared   int
	before   int // how many had run out of time when the first was spared
}

func (l *Loops) kind(c *cases.Case) *loopKind {
	if l.kinds == nil {
		l.kinds = map[string]*loopKind{}
	}
	k := l.kinds[c.Problem.Category()]
	if k == nil {
		k = &loopKind{}
		l.kinds[c.Problem.Category()] = k
	}
	return k
}

// Skips reports whether the next case needs no run.
func (l *Loops) Skips(c *cases.Case) bool {
	k := l.kind(c)
	loops := !l.All && len(k.timeouts) >= enoughTimeouts && c.AnswerSize() >= k.shortest
	if k.runs || !loops && !k.settled {
		return false
	}
	if k.spared == 0 {
		l.order, k.before = append(l.order, c.Problem.Category()), len(k.timeouts)
	}
	k.spared++
	return true
}

// Add takes the verdict on the next case, which is one that runs; "" if it is not known yet.
func (l *Loops) Add(c *cases.Case, v verdict.Verdict) {
	k := l.kind(c)
	if v != verdict.Timeout {
		k.runs = true
		return
	}
	if size := c.AnswerSize(); len(k.timeouts) == 0 || size < k.shortest {
		k.shortest = size
	}
	k.timeouts = append(k.timeouts, c.Name)
	k.settled = k.settled || l.Settles != nil && l.Settles(c)
}

// SkipReason returns the reason why a case is skipped.
func (l *Loops) SkipReason(c *cases.Case) string { return l.kind(c).skipReason() }

func (k *loopKind) skipReason() string {
	reason := fmt.Sprintf("not run: the program ran out of time in all %d before, such as %s", k.before,
		k.timeouts[0])
	if k.before < enoughTimeouts {
		reason = fmt.Sprintf("not run: the program ran out of time in %s, and all must pass for points",
			k.timeouts[0])
	}
	return reason
}

// SkippedLines returns a line for each category with the number of skipped cases and the reason. Each line ends
// with so, the consequence.
func (l *Loops) SkippedLines(so string) (lines []string) {
	for _, category := range l.order {
		k := l.kinds[category]
		lines = append(lines, fmt.Sprintf("%s of %s %s; %s", prose.Count(k.spared, "case"), category, k.skipReason(), so))
	}
	return lines
}
