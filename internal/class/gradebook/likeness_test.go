package gradebook

import "testing"

// Programs are the same but for comments, blanks and names, whatever the language, and nothing else is taken for the same.
func TestLikeness(t *testing.T) {
	python := "def best(move):  # the best\n    return \"a b\" + move[1:]\n"
	c := "int f(int a) { /* sum */ return a + 'x'; } // f\n"
	for _, test := range []struct {
		name, one, other string
		sources, words   bool
	}{
		{"a.py", python, python, true, true},
		{"a.py", python, "def best(move):\n\treturn \"a b\"+move[ 1 : ]", false, true},
		{"a.py", python, "# mine\ndef pick(m):\n  return \"a b\" + m[1:]", false, true},
		{"a.py", python, "def best(move):\n    return \"a  b\" + move[1:]\n", false, false}, // a text is what it is
		{"a.py", python, "def best(move):\n    return \"a b\" + move[2:]\n", false, false},
		{"a.py", python, "def best(move):\n    return \"a b\" + best[1:]\n", false, false}, // another word
		{"a.py", "x = '''#'''\ny = 1\n", "x = '''#'''\ny = 2\n", false, false},             // no comment
		{"a.py", "x = '\\'#'\ny = 1\n", "x = '\\'#'\ny = 2\n", false, false},
		{"a.py", "def f():\n  \"\"\"Mine.\n\n  All.\"\"\"\n  return 1\n", "def f():\n  'His'  # so\n  return 1\n", false, true}, // docstrings
		{"a.py", "x = [\n'a'\n]\n", "x = [\n'b'\n]\n", false, false},
		{"a.py", "x = \\\n'a'\n", "x = \\\n'b'\n", false, false},
		{"a.py", "'a'.f()\n", "'b'.f()\n", false, false},
		{"a.js", "'a'\n", "'b'\n", false, false},
		{"a.py", "a = b // c\n", "a = b // d\n", false, true},
		{"a.py", "a = b // b\n", "a = b // c\n", false, false}, // no comment of Python
		{"a.cpp", c, "int g(int b){return b+'x';}", false, true},
		{"a.cpp", c, "int g(int b){return b-'x';}", false, false},
		{"a.cpp", "#if A\n#endif", "#if B\n#endif", false, true},
		{"a.cpp", "#if A\n#endif", "#if A\n", false, false}, // no comment of C++
		{"a.js", "`a\n// b`", "`a\n// c`", false, false},
		{"a.js", "/* not ended", "/*", false, true},
	} {
		x, y := NewLikeness(map[string][]byte{test.name: []byte(test.one)}), NewLikeness(map[string][]byte{test.name: []byte(test.other)})
		if (x.Sources == y.Sources) != test.sources || (x.Words == y.Words) != test.words {
			t.Errorf("%s: %q and %q: sources %t, words %t", test.name, test.one, test.other, x.Sources == y.Sources, x.Words == y.Words)
		}
	}
	if none := NewLikeness(nil); none != (Likeness{}) {
		t.Errorf("nothing has %+v", none)
	}
	two := NewLikeness(map[string][]byte{"a.py": []byte("x"), "b.py": []byte("1")})
	if two != NewLikeness(map[string][]byte{"c.py": []byte("1"), "d.py": []byte("x")}) || two.Words == NewLikeness(map[string][]byte{"a.py": []byte("x")}).Words {
		t.Error("files count by what they hold, all of them")
	}
}
