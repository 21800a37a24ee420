package caserules_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/expect"
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

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		rules string
		want  []string
	}{
		"a program":                    {"data: {secret: {data: {a: 'g.py 1 {name}'}}}", []string{`secret/a: generators/g.py "g.py 1 {name}" "" "" 0`}},
		"a case above all directories": {"data: {a: g.py}", ruled("a")},
		"a path below the package, and a constant": {"data: {secret: {data: {a: '/generators/g.py {{most}}'}}}",
			[]string{`secret/a: generators/g.py "/generators/g.py 99" "" "" 0`}},
		"salt and retries are inherited until a rule has its own": {
			"random_salt: x\nretries: 3\ndata: {secret: {random_salt: y, data: {a: g.py, b: {generate: g.py, random_salt: z, retries: 4}}}, sample: {data: {c: g.py}}}",
			[]string{`sample/c: generators/g.py "g.py" "" "x" 3`, `secret/a: generators/g.py "g.py" "" "y" 3`, `secret/b: generators/g.py "g.py" "" "z" 4`}},
		"texts": {"data: {secret: {data: {a: {in: \"1 2\\n\", ans: '3', out: '', yaml: {hint: h}}}}}",
			[]string{`data/secret/a.ans = "3\n"`, `data/secret/a.in = "1 2\n"`, `data/secret/a.out = ""`, `data/secret/a.yaml = "{hint: h}\n"`}},
		"a text takes the place of a program": {"data: {secret: {data: {a: {generate: g.py, in: '1'}}}}", []string{`data/secret/a.in = "1\n"`}},
		"copies, and files of the package remain": {"data: {secret: {data: {a: manual/two.in, b: {copy: manual/two, ans: '5'}, old: {in: new}}}}",
			[]string{`data/secret/a.ans = "4\n"`, `data/secret/a.in = "2\n"`, `data/secret/b.ans = "4\n"`, `data/secret/b.in = "2\n"`}},
		"a case that is there": {"data: {secret: {data: {old: }}, sample: {data: }}", nil},
		"counts": {"data: {secret: {data: {a: {generate: 'g.py {count}', count: 2}, b: {generate: g.py, count: [5, 20]}, c: {generate: g.py, count: 8..10}, d: {generate: g.py, count: 9..=10}, e: {generate: g.py, count: 1}}}}",
			[]string{`secret/a-1: generators/g.py "g.py {count}" "1" "" 0`, `secret/a-2: generators/g.py "g.py {count}" "2" "" 0`,
				`secret/b-05: generators/g.py "g.py" "5" "" 0`, `secret/b-20: generators/g.py "g.py" "20" "" 0`,
				`secret/c-8: generators/g.py "g.py" "8" "" 0`, `secret/c-9: generators/g.py "g.py" "9" "" 0`,
				`secret/d-09: generators/g.py "g.py" "9" "" 0`, `secret/d-10: generators/g.py "g.py" "10" "" 0`,
				`secret/e: generators/g.py "g.py" "" "" 0`}},
		"lists number cases and directories": {"data: {secret: {data: [{a: g.py, ~: g.py}, {group: {data: {b: g.py}}}, {other: {data: {d: g.py}}, c: {in: '1', count: 9}}]}}",
			append([]string{`secret/01-a: generators/g.py "g.py" "" "" 0`, `secret/02: generators/g.py "g.py" "" "" 0`,
				`secret/1-group/b: generators/g.py "g.py" "" "" 0`, `secret/2-other/d: generators/g.py "g.py" "" "" 0`}, numbered("data/secret/%02d-c-%d.in = \"1\\n\"", 3, 9)...)},
		"settings of directories": {"data: {secret: {testdata.yaml: {hint: h}, data: {g: {test_group.yaml: {args: [1]}, data: {}}}}}",
			[]string{`data/secret/g/test_group.yaml = "{args: [1]}\n"`, `data/secret/test_group.yaml = "{hint: h}\n"`}},
		"includes": {"data: {secret: {include: [sample, x, d, '1-y'], data: {g: {data: {x: {in: '5'}}}, h: {data: {d: {data: {z: g.py, zz: {data: {v: g.py}}}}}}, k: {data: {d: {data: {w: g.py}}}}, l: {data: [{y: g.py}]}}}}",
			append(ruled("secret/1-y", "secret/h/d/z", "secret/h/d/zz/v", "secret/k/d/w", "secret/l/1-y", "secret/v", "secret/w", "secret/z"), `data/secret/1.ans = "1\n"`, `data/secret/1.in = "1\n"`, `data/secret/g/x.in = "5\n"`, `data/secret/x.in = "5\n"`)},
		"numbers are as wide as that of all cases in lists": {"data: {k: {data: {a: {in: '1', count: 10}}}, l: {data: [{y: g.py}]}}",
			append(ruled("l/1-y"), numbered(`data/k/a-%02[1]d.in = "1\n"`, 1, 10)...)},
		"includes by a name in a list": {"data: {secret: {include: [group, y], data: {k: {data: [{group: {data: {b: g.py}}}]}, l: {data: [{y: g.py}]}}}}",
			ruled("secret/1-y", "secret/b", "secret/k/1-group/b", "secret/l/1-y")},
		"includes of cases that are there": {"data: {secret: {include: [sample], data: {'1': {in: '7'}, old: g.py, b: g.py}}, sample: {include: [old, secret/b]}}",
			append(ruled("sample/b", "secret/b", "secret/old"), `data/sample/old.in = "old\n"`, `data/secret/1.in = "7\n"`)},
	} {
		r, wrong := read(c.rules)
		expect.Equal(t, "", wrong, name)
		expect.Equal(t, c.want, lines(r), name)
	}
}

// ruled returns the descriptions of rules for cases. The rules run a generator without arguments.
func ruled(cases ...string) (all []string) {
	for _, name := range cases {
		all = append(all, name+`: generators/g.py "g.py" "" "" 0`)
	}
	return all
}

// numbered returns n texts with numbers from first, and from 1.
func numbered(format string, first, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf(format, first+i, i+1))
	}
	return all
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

func TestReadErrors(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for rules, want := range map[string]string{
		"data: {secret: {data: {a: }}}":                                                 "f:1: want a program and its arguments for the case secret/a, which is not there, found",
		"data: {secret: {data: {a b: g.py, c: }}}":                                      "f:1: want a program and its arguments for the case secret/c, which is",
		"data: {secret: {data: {a: no.py 1 2}}}":                                        `f:1: want a program in the package, found "generators/no.py", where nothing is`,
		"data: {secret: {data: {a b: g.py}}}":                                           `f:1: want the name of a case or a directory, found "a b"`,
		"data: {secret: {data: {'': g.py}}}":                                            `f:1: want the name of a case or a directory, found ""`,
		"data: {secret: {data: {a: 'g.py {size}'}}}":                                    "f:1: want {seed}, {seed:1}, {name} or {count} in braces, found g.py {size}",
		"data: {secret: {data: {a: 'g.py {count}'}}}":                                   "f:1: want the key count for {count} in secret/a, found none",
		"data: {secret: {data: {a: {generate: g.py, count: 1001}}}}":                    `f:1: want a number of cases from 1 to 1000, a list of numbers, or a range such as 1..=3, found "1001"`,
		"data: {secret: {data: {a: {generate: g.py, count: 0}}}}":                       `1..=3, found "0"`,
		"data: {secret: {data: {a: {generate: g.py, count: 5..5}}}}":                    `1..=3, found "5..5"`,
		"data: {secret: {data: {a: {generate: g.py, count: [1..=999, 1..=2]}}}}":        `1..=3, found "1..=2"`,
		"data: {secret: {data: {a: {generate: g.py, count: -9223372036854775808..9}}}}": `1..=3, found "-9223372036854775808..9"`,
		"data: {secret: {data: {a: {generate: g.py, count: [x]}}}}":                     `1..=3, found "x"`,
		"data: {secret: {data: {a: {generate: g.py, count: -5..=x}}}}":                  `1..=3, found "-5..=x"`,
		"data: {secret: {data: {a: {generate: g.py, count: [99999999999]}}}}":           `1..=3, found "99999999999"`,
		"data: {secret: {data: {a: {generate: 'g.py {count}'}}}}":                       "f:1: want the key count for {count} in secret/a, found none",
		"data: {secret: {include: [{a: b}], data: [{~: g.py}]}}":                        "f:1: want a directory of cases or a case, found ",
		"data: {secret: {data: {a: {generate: g.py, count: {}}}}}":                      "1..=3, found keys and values",
		"data: {secret: {include: [no, none]}}":                                         `f:1: want a directory of cases or a case, found "none", where nothing is`,
		"data: {secret: {data: {a: {copy: ../data/secret/old}}}}":                       `below generators, found "../data/secret/old", where no file is`,
		"generators: {a: [../data/sample/1.in]}":                                        `f:1: want files below generators, found "data/sample/1.in", where nothing is`,
		"generators: {a: [none.py]}":                                                    `f:1: want files below generators, found "generators/none.py", where nothing is`,
		"generators: {a b: [g.py]}":                                                     `f:1: want a name with at least one file, found "a b"`,
		"data: {secret: {data: [{a b: g.py}]}}":                                         `f:1: want the name of a case or a directory, found "a b"`,
		"generators: {a: []}":                                                           "f:1: want a name with at least one file",
		"data: [x]":                                                                     `f:1: want rules by the names of cases and directories, found "x"`,
		"data: {secret: {data: {a: {generat: x, in: y}}}}":                              "f:1: want a key of the rule of a case",
		"random_salt: []": "f:1: want a salt, found",
		"retries: 101":    "f:1: want a number of retries",
		"plot: /x":        `f:1: ignored "plot", which is no known key of the rules of a directory`,
		"data: {secret: {data: [" + repeat(21, "{a%d: {in: x, count: 1000}},") + "]}}":                                                   "f:1: want rules for at most 20000 cases, found more",
		"data: {secret: {data: {" + repeat(20_001, "a%d: g.py,") + "}}}":                                                                 "f:1: want at most 20000 rules, found more",
		"data: {secret: {data: {a: {data: {" + repeat(500, "c%d: {in: x},") + "}}, " + repeat(50, "d%d: {include: [secret/a]},") + "}}}": "f:1: want rules for at most 20000 cases, found more",
	} {
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
