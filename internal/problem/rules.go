package problem

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/settings"
	"go.yaml.in/yaml/v4"
)

// A rule makes the input of a case by a program and its arguments.
type rule struct {
	program string // a path below the package
	text    string // the command, with words in braces
	count   string // the value of {count} if there are several cases, or ""
	salt    string // of the seeds
	retries int    // further seeds to try if the program fails or its input is invalid
}

// rulesFile makes cases, in the format of BAPCtools. A rule that is a program becomes a rule of the package.
// The files of all others become files of the package that exist only in memory (Package.made).
const rulesFile = "generators/generators.yaml"

// A rulesReader reads rulesFile.
type rulesReader struct {
	*settings.Reader
	p        *Package
	width    int                 // of the numbers of cases in lists
	numbered int                 // cases in lists so far
	names    map[string][]string // the cases of rules by their base names, and by these without a number
	includes []include
	total    int
}

// An include adds the cases of a name to a directory.
type include struct {
	*yaml.Node
	folder string
}

// An inherited setting holds for all rules of a directory that do not replace it.
type inherited struct {
	salt    string
	retries int
}

// maxCount is the maximum number of cases that one rule makes, and maxRuled that of all rules.
const (
	maxCount      = 1000
	maxCountValue = 1 << 30
	maxRuled      = 20_000
	maxRetries    = 100
)

// readRules reads generators.yaml, if it is there.
func (p *Package) readRules() error {
	p.rules, p.parts, p.made = map[string]*rule{}, map[string][]string{}, map[string][]byte{}
	return p.optional(rulesFile, func(src []byte) error {
		return p.parseSettings(rulesFile, "rules for cases", src, func(r *settings.Reader, root *yaml.Node) {
			k := &rulesReader{Reader: r, p: p, names: map[string][]string{}}
			k.width = len(strconv.Itoa(countNumbered(root)))
			if n := settings.Value(root, "generators"); n != nil {
				k.readGenerators(n)
			}
			k.readDirectory(root, "", inherited{},
				settings.NewKey("solution", func(n *yaml.Node) { p.solution = strings.TrimPrefix(n.Value, "/") }),
				settings.NewKey("generators", func(*yaml.Node) {}), settings.NewKey("version", nil))
			k.resolveIncludes()
		})
	})
}

// countNumbered returns the number of cases in lists below a rule.
func countNumbered(n *yaml.Node) (count int) {
	data := settings.Value(n, "data")
	if n.Kind != yaml.MappingNode || data == nil {
		return 0
	}
	items, listed := itemsOf(data)
	for _, item := range items {
		for i := 1; i < len(item.Content); i += 2 {
			rule := item.Content[i]
			if isDirectory(rule) {
				count += countNumbered(rule)
			} else if listed {
				values, _ := countsOf(settings.Value(rule, "count"))
				count += max(1, len(values))
			}
		}
	}
	return count
}

// itemsOf returns the maps of a map, or of a list of them.
func itemsOf(data *yaml.Node) (items []*yaml.Node, listed bool) {
	if data.Kind != yaml.SequenceNode {
		return []*yaml.Node{data}, false
	}
	return data.Content, true
}

// isDirectory reports whether a rule is for a directory rather than a case.
func isDirectory(n *yaml.Node) bool {
	if n.Kind != yaml.MappingNode {
		return false
	}
	return !slices.ContainsFunc([]string{"generate", "copy", "in", "ans", "count", "out", "yaml", "interaction"},
		func(key string) bool { return settings.Value(n, key) != nil })
}

// readGenerators reads the programs that several files form. The first file is the entry point.
func (k *rulesReader) readGenerators(n *yaml.Node) {
	k.Entries(n, "generators", func(name, n *yaml.Node) {
		var files []string
		for _, file := range k.Texts(n, "the files of a generator", "a file") {
			file = path.Join("generators", file)
			if !strings.HasPrefix(file, "generators/") || !k.p.isFile(file) {
				k.Fail(n, "want files below generators, found %q, where nothing is", file)
			}
			files = append(files, file)
		}
		if len(files) == 0 || !packageName.MatchString(name.Value) {
			k.Fail(name, "want a name with at least one file, found %s with %s", settings.Found(name),
				settings.Found(n))
			return
		}
		k.p.parts[path.Join("generators", name.Value)] = files
	})
}

// readDirectory reads the rules of a directory of the data.
func (k *rulesReader) readDirectory(n *yaml.Node, folder string, above inherited, more ...settings.Key) {
	keys := append(k.inheritedKeys(&above), more...)
	for _, name := range []string{groupFile, oldGroupFile} {
		keys = append(keys, settings.NewKey(name, func(n *yaml.Node) { k.addNode("data/"+folder+"/"+groupFile, n) }))
	}
	keys = append(keys,
		settings.NewKey("include", func(n *yaml.Node) {
			k.List(n, "cases and directories", func(n *yaml.Node) {
				k.includes = append(k.includes, include{n, folder})
			})
		}),
		settings.NewKey("data", func(n *yaml.Node) {
			items, listed := itemsOf(n)
			groups := 0
			for _, item := range items {
				if item.Tag != "!!null" {
					k.readItems(item, folder, above, listed, &groups, len(items))
				}
			}
		}))
	k.Mapping(n, "the rules of a directory", append(keys, ignored("type", "visualizer", "gitignore_generated",
		"reserved", "static_validator", "desc", "hint")...)...)
}

// readItems reads the rules of the cases and directories of a map. In a list they are numbered.
func (k *rulesReader) readItems(n *yaml.Node, folder string, above inherited, listed bool, groups *int, of int) {
	if n.Kind != yaml.MappingNode {
		k.Fail(n, "want rules by the names of cases and directories, found %s", settings.Found(n))
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		key, rule := n.Content[i], n.Content[i+1]
		name := key.Value
		if key.Tag == "!!null" {
			name = ""
		}
		if k.total++; k.total > maxRuled {
			k.Fail(key, "want at most %d rules, found more", maxRuled)
			return
		}
		if !packageName.MatchString(name) && (name != "" || !listed) {
			k.Fail(key, "want the name of a case or a directory, found %q", key.Value)
			continue
		}
		switch {
		case isDirectory(rule):
			if listed {
				*groups++
				name = numberedName(*groups, len(strconv.Itoa(of)), name)
			}
			k.readDirectory(rule, path.Join(folder, name), above)
		case rule.Tag == "!!null" && folder == "": // a directory without rules
		default:
			k.readCases(rule, folder, name, above, listed)
		}
	}
}

// numberedName returns the name of a case or a directory in a list.
func numberedName(number, width int, name string) string {
	return strings.TrimSuffix(fmt.Sprintf("%0*d-%s", width, number, name), "-")
}

// inheritedKeys are the keys that the rules of directories and cases share.
func (k *rulesReader) inheritedKeys(to *inherited) []settings.Key {
	return append(ignored("solution"),
		settings.NewKey("random_salt", func(n *yaml.Node) {
			if to.salt = n.Value; n.Kind != yaml.ScalarNode {
				k.Fail(n, "want a salt, found %s", settings.Found(n))
			}
		}),
		settings.Key{Name: "retries", Of: "a number of retries", To: &to.retries, Max: maxRetries})
}

// readCases reads the rule of a case, or of several cases by its key count.
func (k *rulesReader) readCases(n *yaml.Node, folder, name string, above inherited, listed bool) {
	values, fault := countsOf(settings.Value(n, "count"))
	if fault != "" {
		k.Fail(settings.Value(n, "count"), "%s", fault)
		return
	}
	if len(values) == 1 {
		values = []string{""}
	}
	for _, value := range values {
		each := name
		if value != "" {
			zeros := strings.Repeat("0", max(0, len(values[len(values)-1])-len(value)))
			each = strings.TrimPrefix(name+"-"+zeros+value, "-")
		}
		if k.total++; k.total > maxRuled {
			k.Fail(n, "want rules for at most %d cases, found more", maxRuled)
			return
		}
		plain := each
		if listed {
			k.numbered++
			each = numberedName(k.numbered, k.width, each)
			k.names[plain] = append(k.names[plain], path.Join(folder, each))
		}
		k.names[each] = append(k.names[each], path.Join(folder, each))
		k.readCase(n, path.Join(folder, each), value, above)
	}
}

// countsOf returns the values of a key count: 1 to a number, those of a list, or those of a range.
func countsOf(n *yaml.Node) (values []string, fault string) {
	if n == nil {
		return []string{""}, ""
	}
	items, listed := itemsOf(n)
	for _, item := range items {
		first := 1
		last, err := strconv.Atoi(item.Value)
		if from, to, isRange := strings.Cut(item.Value, ".."); isRange {
			after, inclusive := strings.CutPrefix(to, "=")
			var e error
			first, err = strconv.Atoi(from)
			if last, e = strconv.Atoi(after); !inclusive {
				last--
			}
			err = cmp.Or(err, e)
		} else if listed {
			first = last
		}
		if err != nil || item.Kind != yaml.ScalarNode || first > last ||
			min(first, last) < -maxCountValue || max(first, last) > maxCountValue || last-first >= maxCount-len(values) {
			return nil, fmt.Sprintf("want a number of cases from 1 to %d, a list of numbers, or a range such as "+
				"1..=3, found %s", maxCount, settings.Found(item))
		}
		for i := first; i <= last; i++ {
			values = append(values, strconv.Itoa(i))
		}
	}
	return values, ""
}

// caseKeys are the keys of a rule that hold the text of a file of the case, and the endings of the file.
var caseKeys = []string{"in", "ans", "out", "desc", "hint", "interaction", "yaml", "args", "in.statement",
	"ans.statement", "in.download", "ans.download"}

// readCase reads the rule of one case: a command, or a map. Nothing at all stands for a case that is there.
func (k *rulesReader) readCase(n *yaml.Node, name, value string, above inherited) {
	wrong, to := k.Wrong(), &rule{count: value}
	if n.Kind != yaml.MappingNode {
		k.readCommand(n, name, to)
	} else {
		keys := []settings.Key{
			settings.NewKey("count", func(*yaml.Node) {}),
			settings.NewKey("generate", func(n *yaml.Node) { k.readCommand(n, name, to) }),
		}
		for _, key := range caseKeys {
			keys = append(keys, settings.NewKey(key, func(n *yaml.Node) { k.addNode("data/"+name+"."+key, n) }))
		}
		keys = append(keys, settings.NewKey("copy", func(n *yaml.Node) { k.copy(n, name) }))
		keys = append(keys, k.inheritedKeys(&above)...)
		k.Mapping(n, "the rule of a case", append(keys, ignored("type", "visualizer", "match", "reserved")...)...)
	}
	to.salt, to.retries = above.salt, above.retries
	switch input := "data/" + name + ".in"; {
	case to.program != "" && k.p.made[input] == nil:
		k.p.rules[name] = to
		k.p.within.add(input)
	case !k.p.isThere(input) && k.Wrong() == wrong:
		k.Fail(n, "want a program and its arguments for the case %s, which is not there, found %s", name,
			settings.Found(n))
	}
}

// addNode adds a file of the package with a text. A map becomes YAML.
func (k *rulesReader) addNode(file string, n *yaml.Node) {
	text := []byte(n.Value)
	if n.Kind != yaml.ScalarNode {
		var err error
		if text, err = yaml.Marshal(n); err != nil {
			k.Fail(n, "want a text or a map, found %s", settings.Found(n))
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	k.addFile(file, text)
}

// addFile adds a file of the package, unless there is one.
func (k *rulesReader) addFile(file string, text []byte) {
	if !k.p.isFile(file) {
		k.p.made[file] = text
		k.p.within.add(file)
	}
}

// copy copies the files of a case from below generators. The rule has other files of its own.
func (k *rulesReader) copy(n *yaml.Node, name string) {
	from := path.Join("generators", strings.TrimSuffix(n.Value, ".in"))
	found := false
	for _, ending := range caseKeys {
		file := from + "." + ending
		if text, err := k.p.text(file); strings.HasPrefix(file, "generators/") && err == nil {
			k.addFile("data/"+name+"."+ending, text)
			found = true
		}
	}
	if !found {
		k.Fail(n, "want a case below generators, found %s, where no file is", settings.Found(n))
	}
}

var (
	seedWord = regexp.MustCompile(`\{seed(:[0-9]+)?\}`)
	braces   = regexp.MustCompile(`\{[^}]*\}?`)
)

// replaceWords replaces the words in braces of a command.
func replaceWords(command, seed, name, count string) string {
	return strings.NewReplacer("{name}", name, "{count}", count).Replace(seedWord.ReplaceAllString(command, seed))
}

// readCommand reads a program and its arguments, or the name of an input below generators.
func (k *rulesReader) readCommand(n *yaml.Node, name string, to *rule) {
	text := k.p.manifest.substitute(n.Value)
	words := strings.Fields(text)
	if n.Kind != yaml.ScalarNode || len(words) == 0 {
		return // readCase wants a case that is there
	}
	if odd := braces.FindString(replaceWords(text, "", "", "")); odd != "" {
		k.Fail(n, "want {seed}, {seed:1}, {name} or {count} in braces, found %s", n.Value)
	}
	if len(words) == 1 && strings.HasSuffix(words[0], ".in") {
		k.copy(n, name)
		return
	}
	program := path.Join("generators", words[0])
	if below, ok := strings.CutPrefix(words[0], "/"); ok {
		program = below
	}
	to.text = text
	if k.p.parts[program] != nil {
		to.program = program
		return
	}
	at := *n
	at.Value = program
	to.program = k.p.programAt(k.Reader, &at, "")
}

// resolveIncludes adds the cases that directories include: the cases of another directory, or cases by name.
func (k *rulesReader) resolveIncludes() {
	for _, in := range k.includes {
		all := k.names[in.Value]
		if k.p.within["data/"+in.Value] != nil {
			all = k.casesBelow(in.Value)
		} else if k.p.isThere("data/" + in.Value + ".in") {
			all = []string{in.Value}
		}
		if len(all) == 0 || in.Kind != yaml.ScalarNode {
			k.Fail(in.Node, "want a directory of cases or a case, found %s, where nothing is", settings.Found(in.Node))
		}
		for _, name := range all {
			if k.total++; k.total > maxRuled {
				k.Fail(in.Node, "want rules for at most %d cases, found more", maxRuled)
				return
			}
			k.include(name, path.Join(in.folder, path.Base(name)))
		}
	}
}

// casesBelow returns the cases of a directory and of those in it.
func (k *rulesReader) casesBelow(folder string) (all []string) {
	for _, name := range k.p.within["data/"+folder] {
		if base, isInput := strings.CutSuffix(name, ".in"); isInput {
			all = append(all, path.Join(folder, base))
		} else if k.p.within["data/"+path.Join(folder, name)] != nil {
			all = append(all, k.casesBelow(path.Join(folder, name))...)
		}
	}
	return all
}

// include makes a case that is like another one.
func (k *rulesReader) include(from, to string) {
	if k.p.isThere("data/" + to + ".in") {
		return
	}
	for _, ending := range caseKeys {
		if text, err := k.p.text("data/" + from + "." + ending); err == nil {
			k.addFile("data/"+to+"."+ending, text)
		}
	}
	if rule := k.p.rules[from]; rule != nil && k.p.made["data/"+to+".in"] == nil {
		k.p.rules[to] = rule
		k.p.within.add("data/" + to + ".in")
	}
}

// args returns the arguments of the rule for a case. Its seed follows from its text, the salt and the value of
// count, as in BAPCtools, but is another one. try is the number of seeds that were tried before.
func (p *Package) args(name string, try int) []string {
	r := p.rules[name]
	text := r.salt + r.text
	if r.count != "" {
		text += "\x00" + r.count
	}
	if try > 0 {
		text += fmt.Sprintf("\x00try %d", try)
	}
	sum := sha256.Sum256([]byte(text))
	seed := strconv.Itoa(int(binary.BigEndian.Uint32(sum[:]) >> 1))
	return strings.Fields(replaceWords(r.text, seed, path.Base(name), r.count))[1:]
}

// make runs a rule. It returns the input and the arguments that made it.
func (p *Package) make(ctx context.Context, name string) (text []byte, args []string, err error) {
	for try := 0; try <= p.rules[name].retries && ctx.Err() == nil; try++ {
		var in *input
		args = p.args(name, try)
		generate := p.generated
		if isBelow(name, invalidInput) {
			generate = p.printed
		}
		if in, err = generate(ctx, p.rules[name].program, args); err == nil {
			return in.input, args, nil
		}
	}
	return nil, nil, fmt.Errorf("%s: %s: %w", p.where(rulesFile), name, cmp.Or(err, ctx.Err()))
}

// makeCases makes the inputs that rules make and that are not there.
func (p *Package) makeCases(ctx context.Context) (err error) {
	for _, c := range slices.Concat(p.cases, p.checks) {
		if c.input != nil {
			continue
		}
		if c.input, _, err = p.make(ctx, c.name); err == nil {
			err = p.unpartable(rulesFile, c.input)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rules checks that each rule makes the input that is there, if no seed decides, and the same one twice.
func (v *verification) rules() error {
	for _, name := range sortedKeys(v.Package.rules) {
		rule := v.Package.rules[name]
		text, args, err := v.make(v.ctx, name)
		if err != nil {
			v.wrong = append(v.wrong, err.Error())
			continue
		}
		if there, err := v.text("data/" + name + ".in"); err == nil && !seedWord.MatchString(rule.text) &&
			!bytes.Equal(there, text) {
			v.fail("data/"+name+".in", "want the input of its rule in %s, found another input", rulesFile)
		}
		if err := v.regenerates(rule.program, args, text); err != nil {
			return err
		}
	}
	return nil
}
