// Package caserules reads generators.yaml, which describes how to make the cases of a problem package, in the
// format of BAPCtools. A rule with a program becomes a Rule. A rule with literal text or a copy becomes files
// that exist only in memory.
package caserules

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/settings"
	"go.yaml.in/yaml/v4"
)

// A Rule names the program that prints the input of a case, with its arguments.
type Rule struct {
	Program string // a path below the package
	Text    string // the command, with words in braces
	Count   string // the value of {count} if there are several cases, or ""
	Salt    string // of the seeds
	Retries int    // further seeds to try if the program fails or its input is invalid
}

// Files gives access to the package whose rules are read.
type Files struct {
	Text       func(name string) ([]byte, error) // returns a file, or an error that matches fs.ErrNotExist
	IsFile     func(name string) bool            // reports whether a file is on disk
	IsProgram  func(name string) bool            // reports whether there is a program at a path
	List       func(dir string) []string         // returns the names in a directory, with the added ones
	Add        func(file string)                 // adds a file that a rule makes to the names in its directory
	Substitute func(text string) string          // replaces the constants of the package in a text
}

// Rules are the rules of a package.
type Rules struct {
	Programs map[string]*Rule    // by the names of the cases that they make
	Made     map[string][]byte   // files of the package that rules give and that are not on disk
	Parts    map[string][]string // the files of generators that several files form, by their paths
	Solution string              // the submission that answers inputs, or ""
}

// A reader reads rulesFile.
type reader struct {
	*settings.Reader
	*Rules
	files    Files
	width    int                 // of the numbers of cases in lists
	numbered int                 // cases in lists so far
	names    map[string][]string // the cases of rules by their base names, and by these without a number
	dirs     map[string][]string // the directories of rules likewise
	includes []include
	total    int
}

// An include adds the cases of a name to a directory.
type include struct {
	*yaml.Node
	dir string
}

// An inherited setting holds for all rules of a directory that do not replace it.
type inherited struct {
	salt    string
	retries int
}

// maxCount is the maximum number of cases of one rule. maxRuled is the maximum number of cases of all rules.
const (
	maxCount      = 1000
	maxCountValue = 1 << 30
	maxRuled      = 20_000
	maxRetries    = 100
)

// Read reads the rules of a document.
func Read(r *settings.Reader, root *yaml.Node, files Files) *Rules {
	k := &reader{Reader: r, files: files, names: map[string][]string{}, dirs: map[string][]string{}}
	k.Rules = &Rules{Programs: map[string]*Rule{}, Made: map[string][]byte{}, Parts: map[string][]string{}}
	k.width = len(strconv.Itoa(countNumbered(root)))
	if n := settings.Value(root, "generators"); n != nil {
		k.readGenerators(n)
	}
	k.readDirectory(root, "", inherited{},
		settings.NewKey("solution", func(n *yaml.Node) { k.Solution = strings.TrimPrefix(n.Value, "/") }),
		settings.NewKey("generators", func(*yaml.Node) {}), settings.NewKey("version", nil))
	k.resolveIncludes()
	if k.total > maxRuled { // which is an error already
		return new(Rules)
	}
	return k.Rules
}

// hasFile reports whether the package has a file, or a rule makes it.
func (k *reader) hasFile(name string) bool {
	_, made := k.Made[name]
	input, isInput := strings.CutSuffix(strings.TrimPrefix(name, "data/"), ".in")
	return made || isInput && k.Programs[input] != nil || k.files.IsFile(name)
}

// addRule adds the rule for a case.
func (k *reader) addRule(name string, rule *Rule) {
	k.Programs[name] = rule
	k.files.Add("data/" + name + ".in")
}

// readGenerators reads the programs that several files form. The first file is the entry point.
func (k *reader) readGenerators(n *yaml.Node) {
	k.Entries(n, "generators", func(name, n *yaml.Node) {
		var files []string
		for _, file := range k.Texts(n, "the files of a generator", "a file") {
			file = path.Join("generators", file)
			if !strings.HasPrefix(file, "generators/") || !k.files.IsFile(file) {
				k.Fail(n, "want files below generators, found %q, where nothing is", file)
			}
			files = append(files, file)
		}
		if len(files) == 0 || !IsPackageName(name.Value) {
			k.Fail(name, "want a name with at least one file, found %s with %s", settings.DescribeNode(name),
				settings.DescribeNode(n))
			return
		}
		k.Parts[path.Join("generators", name.Value)] = files
	})
}

// readDirectory reads the rules of a directory of the data.
func (k *reader) readDirectory(n *yaml.Node, dir string, above inherited, more ...settings.Key) {
	keys := append(k.inheritedKeys(&above), more...)
	for _, name := range []string{GroupFile, OldGroupFile} {
		keys = append(keys, settings.NewKey(name, func(n *yaml.Node) { k.addNode("data/"+dir+"/"+GroupFile, n) }))
	}
	keys = append(keys,
		settings.NewKey("include", func(n *yaml.Node) {
			k.List(n, "cases and directories", func(n *yaml.Node) {
				k.includes = append(k.includes, include{n, dir})
			})
		}),
		settings.NewKey("data", func(n *yaml.Node) {
			items, listed := settings.Items(n)
			groups := 0
			for _, item := range items {
				if item.Tag != "!!null" {
					k.readItems(item, dir, above, listed, &groups, len(items))
				}
			}
		}))
	k.Mapping(n, "the rules of a directory", append(keys, settings.Ignored("type", "visualizer", "gitignore_generated",
		"reserved", "static_validator", "desc", "hint")...)...)
}

// readItems reads the rules of the cases and directories of a map. In a list they are numbered.
func (k *reader) readItems(n *yaml.Node, dir string, above inherited, listed bool, groups *int, size int) {
	if n.Kind != yaml.MappingNode {
		k.Fail(n, "want rules by the names of cases and directories, found %s", settings.DescribeNode(n))
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
		if !IsPackageName(name) && (name != "" || !listed) {
			k.Fail(key, "want the name of a case or a directory, found %q", key.Value)
			continue
		}
		switch {
		case isDirectory(rule):
			plain := name
			if listed {
				*groups++
				name = numberedName(*groups, len(strconv.Itoa(size)), name)
				k.dirs[plain] = append(k.dirs[plain], path.Join(dir, name))
			}
			k.dirs[name] = append(k.dirs[name], path.Join(dir, name))
			k.readDirectory(rule, path.Join(dir, name), above)
		case rule.Tag == "!!null" && dir == "": // a directory without rules
		default:
			k.readCases(rule, dir, name, above, listed)
		}
	}
}

// numberedName returns the name of a case or a directory in a list.
func numberedName(number, width int, name string) string {
	return strings.TrimSuffix(fmt.Sprintf("%0*d-%s", width, number, name), "-")
}

// inheritedKeys are the keys that the rules of directories and cases share.
func (k *reader) inheritedKeys(to *inherited) []settings.Key {
	return append(settings.Ignored("solution"),
		settings.NewKey("random_salt", func(n *yaml.Node) {
			if to.salt = n.Value; n.Kind != yaml.ScalarNode {
				k.Fail(n, "want a salt, found %s", settings.DescribeNode(n))
			}
		}),
		settings.Key{Name: "retries", Noun: "a number of retries", To: &to.retries, Max: maxRetries})
}

// readCases reads the rule of a case, or of several cases by its key count.
func (k *reader) readCases(n *yaml.Node, dir, name string, above inherited, listed bool) {
	values, fault := countsOf(settings.Value(n, "count"))
	if fault != "" {
		k.Fail(settings.Value(n, "count"), "%s", fault)
		return
	}
	if len(values) == 1 {
		values = []string{""}
	}
	for _, value := range values {
		pattern := name
		if value != "" {
			zeros := strings.Repeat("0", max(0, len(values[len(values)-1])-len(value)))
			pattern = strings.TrimPrefix(name+"-"+zeros+value, "-")
		}
		if k.total++; k.total > maxRuled {
			k.Fail(n, "want rules for at most %d cases, found more", maxRuled)
			return
		}
		plain := pattern
		if listed {
			k.numbered++
			pattern = numberedName(k.numbered, k.width, pattern)
			k.names[plain] = append(k.names[plain], path.Join(dir, pattern))
		}
		k.names[pattern] = append(k.names[pattern], path.Join(dir, pattern))
		k.readCase(n, path.Join(dir, pattern), value, above)
	}
}

// caseKeys are the keys of a rule that hold the text of a file of the case, and the endings of the file.
var caseKeys = []string{"in", "ans", "out", "desc", "hint", "interaction", "yaml", "args", "in.statement",
	"ans.statement", "in.download", "ans.download"}

// readCase reads the rule of one case: a command, a map, or nothing if the package has the case.
func (k *reader) readCase(n *yaml.Node, name, value string, above inherited) {
	wrong, to := k.ErrorCount(), &Rule{Count: value}
	command := n
	if g := settings.Value(n, "generate"); g != nil {
		command = g
	}
	if settings.Value(n, "count") == nil && strings.Contains(command.Value, "{count}") {
		k.Warn(fmt.Errorf("%s:%d: want the key count for {count} in %s, found none", k.Path, n.Line, name))
	}
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
		k.Mapping(n, "the rule of a case", append(keys, settings.Ignored("type", "visualizer", "match", "reserved")...)...)
	}
	to.Salt, to.Retries = above.salt, above.retries
	switch input := "data/" + name + ".in"; {
	case to.Program != "" && k.Made[input] == nil:
		k.addRule(name, to)
	case !k.hasFile(input) && k.ErrorCount() == wrong:
		k.Fail(n, "want a program and its arguments for the case %s, which is not there, found %s", name,
			settings.DescribeNode(n))
	}
}

// addNode adds a file of the package with a text. A map becomes YAML.
func (k *reader) addNode(file string, n *yaml.Node) {
	text := []byte(n.Value)
	if n.Kind != yaml.ScalarNode {
		var err error
		if text, err = yaml.Marshal(n); err != nil {
			k.Fail(n, "want a text or a map, found %s", settings.DescribeNode(n))
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	k.addFile(file, text)
}

// addFile adds a file of the package, unless there is one.
func (k *reader) addFile(file string, text []byte) {
	if !k.files.IsFile(file) {
		k.Made[file] = text
		k.files.Add(file)
	}
}

// copy copies the files of a case from below generators. The rule has other files of its own.
func (k *reader) copy(n *yaml.Node, name string) {
	from := path.Join("generators", strings.TrimSuffix(n.Value, ".in"))
	found := false
	for _, ending := range caseKeys {
		file := from + "." + ending
		if text, err := k.files.Text(file); strings.HasPrefix(file, "generators/") && err == nil {
			k.addFile("data/"+name+"."+ending, text)
			found = true
		}
	}
	if !found {
		k.Fail(n, "want a case below generators, found %s, where no file is", settings.DescribeNode(n))
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
func (k *reader) readCommand(n *yaml.Node, name string, to *Rule) {
	text := k.files.Substitute(n.Value)
	words := strings.Fields(text)
	if n.Kind != yaml.ScalarNode || len(words) == 0 {
		return // readCase reports a missing case
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
	to.Text = text
	if k.Parts[program] != nil {
		to.Program = program
		return
	}
	if to.Program = program; !k.files.IsProgram(program) {
		k.Fail(n, "want a program in the package, found %q, where nothing is", program)
	}
}

// resolveIncludes adds the cases that directories include: the cases of another directory, or cases by name.
func (k *reader) resolveIncludes() {
	for _, in := range k.includes {
		all := k.names[in.Value]
		if below := k.casesBelow(in.Value); len(below) > 0 {
			all = below
		} else if dirs := k.dirs[in.Value]; len(dirs) > 0 {
			for _, dir := range dirs {
				all = append(all, k.casesBelow(dir)...)
			}
		} else if k.hasFile("data/" + in.Value + ".in") {
			all = []string{in.Value}
		}
		if len(all) == 0 || in.Kind != yaml.ScalarNode {
			k.Fail(in.Node, "want a directory of cases or a case, found %s, where nothing is", settings.DescribeNode(in.Node))
		}
		for _, name := range all {
			if k.total++; k.total > maxRuled {
				k.Fail(in.Node, "want rules for at most %d cases, found more", maxRuled)
				return
			}
			k.include(name, path.Join(in.dir, path.Base(name)))
		}
	}
}

// casesBelow returns the cases of a directory and of its subdirectories.
func (k *reader) casesBelow(dir string) (all []string) {
	for _, name := range k.files.List("data/" + dir) {
		if base, isInput := strings.CutSuffix(name, ".in"); isInput {
			all = append(all, path.Join(dir, base))
		} else if !strings.Contains(name, ".") {
			all = append(all, k.casesBelow(path.Join(dir, name))...)
		}
	}
	return all
}

// include copies a case to another name.
func (k *reader) include(from, to string) {
	if k.hasFile("data/" + to + ".in") {
		return
	}
	for _, ending := range caseKeys {
		file := "data/" + from + "." + ending
		text, err := k.files.Text(file)
		if made, ok := k.Made[file]; ok {
			text, err = made, nil
		}
		if err == nil {
			k.addFile("data/"+to+"."+ending, text)
		}
	}
	if rule := k.Programs[from]; rule != nil && k.Made["data/"+to+".in"] == nil {
		k.addRule(to, rule)
	}
}

// IsPackageName reports whether files and directories of a name count in a package.
func IsPackageName(name string) bool { return len(name) <= 255 && packageName.MatchString(name) }

var packageName = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]*$`)

// The names of the file of settings of a directory. Older packages use the second one.
const (
	GroupFile    = "test_group.yaml"
	OldGroupFile = "testdata.yaml"
)

// Args returns the arguments of the rule for the case with a name. The seed is a digest of the text, the salt
// and the value of count. BAPCtools derives another seed from the same values. try is the number of seeds
// tried before.
func (r *Rule) Args(name string, try int) []string {
	text := r.Salt + r.Text
	if r.Count != "" {
		text += "\x00" + r.Count
	}
	if try > 0 {
		text += fmt.Sprintf("\x00try %d", try)
	}
	sum := sha256.Sum256([]byte(text))
	seed := strconv.Itoa(int(binary.BigEndian.Uint32(sum[:]) >> 1))
	return strings.Fields(replaceWords(r.Text, seed, path.Base(name), r.Count))[1:]
}

// IsRandom reports whether the input depends on a seed.
func (r *Rule) IsRandom() bool { return seedWord.MatchString(r.Text) }
