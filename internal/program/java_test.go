package program

import (
	"os"
	"path/filepath"
	"testing"
)

// A file is named for the class that is public, or that has the function main; what is nested in another is none of them.
func TestMainClass(t *testing.T) {
	for text, want := range map[string]string{
		"public class Mine {\n}\n": "Mine",
		"// public class No\n/*\n * public class No\n */\npublic final class Übung {}":   "Übung",
		"class A {}\n\npublic\nclass B {}\nclass C { static void main(String[] a) {} }":  "B",
		"class A {}\nclass B {\n  public class N {}\n  static void main(String[] a) {}}": "B",
		"class A { void main() {} }\nclass B { void main() {} }":                         "A",
		"enum E {}\nrecord R() { public static void main(String[] a) {} }":               "R",
		"interface I { static void main(String[] a) {} }":                                "I",
		"class A {}":                        "",
		"":                                  "",
		"void main() {}\nclass A {}":        "",
		"class remain { void domain() {} }": "",
	} {
		if got := mainClass([]byte(text)); got != want {
			t.Errorf("%q is named %q, want %q", text, got, want)
		}
	}
}

// The copy of a source gets the name of its class, unless another file has it.
func TestNameForClass(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"doe_1_2_a.java": "public class Mine {}", "roe.java": "public class Other {}", "Other.java": "", "none.java": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string]string{"doe_1_2_a.java": "Mine.java", "roe.java": "roe.java", "none.java": "none.java"} {
		got, err := nameForClass(filepath.Join(dir, file))
		if err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s is named %s, %v; want %s", file, got, err, want)
		}
		if _, err := os.Stat(filepath.Join(dir, want)); err != nil {
			t.Error(err)
		}
	}
}
