package program

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Messages that one version of Python prints only for programs in the other version are recognized, and
// messages about any program are not.
func TestHints(t *testing.T) {
	each := func(before, words, after string) (all []string) {
		for word := range strings.FieldsSeq(words) {
			all = append(all, before+word+after)
		}
		return all
	}
	said := map[string][]string{
		isOldPython: append(append(append(append(
			each("SyntaxError: Missing parentheses in call to '", "print exec", "'. Did you mean print(...)?"),
			each("NameError: name '", "raw_input xrange unicode unichr long basestring reduce cmp execfile", "' is not defined")...),
			each("AttributeError: 'dict' object has no attribute '", "has_key iteritems itervalues iterkeys", "'")...),
			each("ModuleNotFoundError: No module named '", "Queue StringIO cPickle cStringIO sets", "'")...),
			"SyntaxError: multiple exception types must be parenthesized", "TabError: inconsistent use of tabs and spaces in indentation",
			"SyntaxError: leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers"),
		isNewPython: append(append(
			each("ImportError: No module named ", "queue dataclasses enum pathlib typing statistics concurrent.futures", ""),
			each("AttributeError: 'list' object has no attribute '", "clear copy", "'")...),
			"TypeError: 'encoding' is an invalid keyword argument for this function", "TypeError: super() takes at least 1 argument (0 given)"),
		"": {
			"NameError: name 'x' is not defined", "ImportError: No module named numpy", "ImportError: No module named queues", "ModuleNotFoundError: No module named 'numpy'",
			"AttributeError: 'dict' object has no attribute 'copied'", "SyntaxError: invalid syntax", "ZeroDivisionError: division by zero", "",
		},
	}
	for want, texts := range said {
		for _, text := range texts {
			for language, of := range map[*Language]string{python3: isOldPython, python2: isNewPython} {
				p := &Program{hint: Source{Language: language, File: "/x/reversi.py"}.hint(&reversi.Assignment, nil)}
				hint := p.Hint([]byte("Traceback (most recent call last):\n" + text + "\n"))
				if known := want == of; known != strings.HasPrefix(hint, of) || !known && hint != "" {
					t.Errorf("%s: %q: hint %q", language.Name, text, hint)
				}
			}
		}
	}
}

// Python cannot parse a program in another version of it: its names for this error.
func TestUnreadable(t *testing.T) {
	for printed, want := range map[string]bool{
		"SyntaxError: invalid syntax": true, "IndentationError: unexpected indent": true, "TabError: inconsistent use of tabs": true,
		"NameError: name 'x' is not defined": false, "MySyntaxError: x": false, "": false,
	} {
		if got := unreadable.MatchString("  File \"x.py\", line 1\n" + printed + "\n"); got != want {
			t.Errorf("%q: unreadable %v, want %v", printed, got, want)
		}
	}
}

// The C++ sources of a directory that are linked depend on their text outside comments and strings.
func TestLinkedSources(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"homework.cpp": "#include \"used.cpp\"\nint main() {}", "used.cpp": "int a;", "used.h": "  # include \"inner.cc\"\n", "inner.cc": "int b;",
		"a.hh": "#include \"in.hh.cpp\"", "a.hpp": "#include \"in.hpp.cpp\"", "a.hxx": "#include \"in.hxx.cpp\"", "in.hh.cpp": "", "in.hpp.cpp": "", "in.hxx.cpp": "",
		"comment.cpp": "// int main()\n/* int main() {\n} int main() */ int c;", "text.cc": `const char *d = "\" int main()";`, "x.cxx": "int e;", "notes.txt": "int main()",
		"int.cpp": "int main(int argc) {}", "void.cpp": "static void main () {}", "auto.cpp": "auto\nmain() -> int {}", "signed.cpp": "signed main() {}",
		"like.cpp": "int domain(); int main2(); print main();",
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	with, without := Source{Language: cxx, File: filepath.Join(dir, "homework.cpp")}.linked()
	for i := range with {
		with[i] = filepath.Base(with[i])
	}
	if got, want := strings.Join(with, " "), "comment.cpp like.cpp text.cc x.cxx"; got != want {
		t.Errorf("linked are %s, want %s", got, want)
	}
	const alone = " is left out, since it has a main of its own"
	want := []string{
		"auto.cpp" + alone, "in.hh.cpp is left out, since a.hh includes it", "in.hpp.cpp is left out, since a.hpp includes it",
		"in.hxx.cpp is left out, since a.hxx includes it", "inner.cc is left out, since used.h includes it", "int.cpp" + alone, "signed.cpp" + alone,
		"used.cpp is left out, since homework.cpp includes it", "void.cpp" + alone,
	}
	if !slices.Equal(without, want) {
		t.Errorf("%q, want %q", without, want)
	}
}

// Programs that run scripts or other commands are recognized by name, and scripts by their beginning.
func TestCallsOthers(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	must.Do(t, os.WriteFile(script, []byte("#!/usr/bin/env python3\n"), 0o755))
	for path, want := range map[string]bool{
		"/x/sh": true, "/x/bash": true, "/x/dash": true, "/x/ash": true, "/x/ksh": true, "/x/zsh": true, "/x/fish": true, "/x/env": true, "/x/make": true, "/x/gmake": true,
		script: true, "/x/python3": false, "/x/shell": false, "/x/script": false,
	} {
		if got := mayCallOthers(path); got != want {
			t.Errorf("%s calls others: %v, want %v", path, got, want)
		}
	}
}
