package caserules_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/settings"
)

// fakeFiles is a package in memory. Files in Python are programs.
type fakeFiles map[string]string

func (f fakeFiles) files() caserules.Files {
	var added []string
	return caserules.Files{
		Text: func(name string) ([]byte, error) {
			if text, ok := f[name]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		},
		IsFile:     func(name string) bool { return f[name] != "" },
		IsProgram:  func(name string) bool { return f[name] != "" && path.Ext(name) == ".py" },
		Add:        func(name string) { added = append(added, name) },
		Substitute: func(text string) string { return strings.ReplaceAll(text, "{{most}}", "99") },
		List: func(dir string) (names []string) {
			for _, name := range append(slices.Collect(maps.Keys(f)), added...) {
				if below, ok := strings.CutPrefix(name, dir+"/"); ok {
					below, _, _ = strings.Cut(below, "/")
					names = append(names, below)
				}
			}
			slices.Sort(names)
			return slices.Compact(names)
		},
	}
}

var files = fakeFiles{
	"generators/g.py": "-", "generators/lib.py": "-", "generators/manual/two.in": "2\n", "generators/manual/two.ans": "4\n",
	"data/sample/1.in": "1\n", "data/sample/1.ans": "1\n", "data/secret/old.in": "old\n",
}

// read reads rules, and returns the error and the warnings as one text.
func read(src string) (rules *caserules.Rules, wrong string) {
	var warnings []string
	err := settings.ParseLenient("f", "rules for cases", []byte(src), func(err error) { warnings = append(warnings, err.Error()) },
		func(r *settings.Reader, root *yaml.Node) { rules = caserules.Read(r, root, files.files()) })
	if err != nil {
		warnings = append(warnings, err.Error())
	}
	return rules, strings.Join(warnings, "\n")
}

// lines describes rules: the programs of cases with all that they have, and the files that rules make.
func lines(r *caserules.Rules) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(r.Programs)) {
		p := r.Programs[name]
		all = append(all, fmt.Sprintf("%s: %s %q %q %q %d", name, p.Program, p.Text, p.Count, p.Salt, p.Retries))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Made)) {
		all = append(all, fmt.Sprintf("%s = %q", name, r.Made[name]))
	}
	return all
}

// Rules give the programs of cases and the files of testdata/rules.txtar, without a warning.
func TestRead(t *testing.T) {
	all := must.Get(txtar.ParseFile("testdata/rules.txtar"))(t).Files
	for i := 0; i < len(all); i += 2 {
		r, wrong := read(string(all[i].Data))
		expect.Equal(t, "", wrong, all[i].Name)
		expect.Equal(t, string(all[i+1].Data), strings.Join(append(lines(r), ""), "\n"), all[i].Name)
	}
}

// Several files may form a generator, and the rules may name the submission that answers.
func TestParts(t *testing.T) {
	r, wrong := read("solution: /submissions/a.py\ngenerators: {one: [lib.py], two: [g.py, lib.py]}\ndata: {secret: {data: {a: two 7}}}")
	expect.Equal(t, "submissions/a.py generators/two", wrong+r.Solution+" "+r.Programs["secret/a"].Program)
	expect.Equal(t, []string{"generators/g.py", "generators/lib.py"}, r.Parts["generators/two"])
}

func TestIsPackageName(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "7_B.c-d": true, "": false, ".a": false, "-a": false, "a b": false, "a\n": false,
		strings.Repeat("a", 255): true, strings.Repeat("a", 256): false,
	} {
		expect.Equal(t, want, caserules.IsPackageName(name), name, len(name))
	}
}

// Each wrong rule of testdata/wrong.txtar has its error, and so have too many rules.
func TestReadErrors(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	wrongs := map[string]string{
		"data: {secret: {data: [" + repeat(21, "{a%d: {in: x, count: 1000}},") + "]}}":                                                   "f:1: want rules for at most 20000 cases, found more",
		"data: {secret: {data: {" + repeat(20_001, "a%d: g.py,") + "}}}":                                                                 "f:1: want at most 20000 rules, found more",
		"data: {secret: {data: {a: {data: {" + repeat(500, "c%d: {in: x},") + "}}, " + repeat(50, "d%d: {include: [secret/a]},") + "}}}": "f:1: want rules for at most 20000 cases, found more",
	}
	all := must.Get(txtar.ParseFile("testdata/wrong.txtar"))(t).Files
	for i := 0; i < len(all); i += 2 {
		wrongs[string(all[i].Data)] = strings.TrimSuffix(string(all[i+1].Data), "\n")
	}
	for rules, want := range wrongs {
		_, wrong := read(rules)
		expect.Contains(t, wrong, want)
	}
}

// The arguments of a rule have its seed, which follows from its text and the salt, and the name of its case.
func TestArgs(t *testing.T) {
	const seed = "2098467411" // as ever: the cases of packages depend on it and on the others
	for _, c := range []struct {
		rule caserules.Rule
		try  int
		want []string
	}{
		{caserules.Rule{Text: "gen.py 5 {seed} {name}"}, 0, []string{"5", seed, "one"}},
		{caserules.Rule{Text: "g.py {seed} x{seed} {count}", Count: "7"}, 0, []string{"267248444", "x267248444", "7"}},
		{caserules.Rule{Text: "g.py {seed:2}"}, 0, []string{"1678244525"}},
		{caserules.Rule{Text: "gen.py 5 {seed} {name}", Salt: "salt"}, 0, []string{"5", "1232587534", "one"}},
		{caserules.Rule{Text: "gen.py 5 {seed} {name}"}, 1, []string{"5", "1444633199", "one"}},
	} {
		expect.Equal(t, c.want, c.rule.Args("secret/a/one", c.try), c.rule.Text, "try", c.try)
		expect.True(t, c.rule.IsRandom(), c.rule.Text, "is random")
	}
	expect.Equal(t, false, (&caserules.Rule{Text: "g.py 5 {name}"}).IsRandom(),
		"a rule without a seed is random")
}
