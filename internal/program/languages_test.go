//go:build unix

package program_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Programs in every language are built and run, and what does not compile is told with the names
// of the submission.
func TestLanguages(t *testing.T) {
	effort.NeedsAll(t, "compiles each twice")
	tests := map[string]func(t *testing.T){}
	for name, c := range map[string]struct {
		needs  []string
		files  map[string]string
		broken map[string]string
		error  string // of broken
	}{
		"C": {
			[]string{"gcc"},
			map[string]string{"gangwars.c": "#include <math.h>\n#include <stdio.h>\n#include \"join.h\"\nint main(int n, char **all) { printf(\"%s%c%s\\n\", all[1], join((int)sqrt(n)), all[2]); return 0; }",
				"join.h": "char join(int n);", "join.c": "char join(int class) { return class == 1 ? '+' : '-'; }"},
			map[string]string{"gangwars.c": "int main(void) { return nothing; }"}, "gangwars.c:1:25: error",
		},
		"Rust": {
			[]string{"rustc", "cc"},
			map[string]string{"gangwars.rs": `fn main() { println!("{}", std::env::args().skip(1).collect::<Vec<_>>().join("+")) }`},
			map[string]string{"gangwars.rs": "fn main() { nothing() }"}, "gangwars.rs:1:13",
		},
		"Cargo": {
			[]string{"cargo", "cc"},
			map[string]string{"hw/Cargo.toml": "[package]\nname = \"solver\"\nversion = \"0.1.0\"\nedition = \"2021\"\n", "hw/src/main.rs": "mod board;\nfn main() { println!(\"{}\", board::NAME) }", "hw/src/board.rs": "pub const NAME: &str = \"a+b\";"},
			map[string]string{"Cargo.toml": "[package]\nname = \"solver\"\nversion = \"0.1.0\"\n", "src/lib.rs": ""}, "want one program of Cargo's, found none",
		},
		"Cargo with what is not there": {
			[]string{"cargo", "cc"}, nil,
			map[string]string{"Cargo.toml": "[package]\nname = \"solver\"\nversion = \"0.1.0\"\n[dependencies]\nnothing-of-that-name = \"1\"\n", "src/main.rs": "fn main() {}"}, "offline",
		},
		"C#": {
			[]string{"mcs", "mono"},
			map[string]string{"gangwars.cs": `class A { static void Main(string[] args) { System.Console.WriteLine(string.Join("+", args)); } }`},
			map[string]string{"gangwars.cs": "class A { static void Main() { nothing(); } }"}, "gangwars.cs(1,32): error",
		},
		"Kotlin": {
			[]string{"kotlinc", "java"},
			map[string]string{"gangwars.kt": `fun main(args: Array<String>) { println(args.joinToString("+")) }`},
			map[string]string{"gangwars.kt": "fun main() { nothing() }"}, "gangwars.kt:1:14: error",
		},
		"TypeScript": {
			[]string{"tsc", "node"},
			map[string]string{"gangwars.ts": "import { join } from './lib/join'\nimport * as fs from 'fs'\nfs.existsSync('x')\nenum E { A }\nconst all: string[] = process.argv.slice(2 + E.A)\nconsole.log(join(all))\n", "lib/join.ts": "export function join(all: string[]): string { return all.join('+') }\n"},
			map[string]string{"gangwars.ts": "const x: = 1\n"}, "gangwars.ts:1:10: error: Type expected",
		},
		"JavaScript": {
			[]string{"node"},
			map[string]string{"gangwars.js": "console.log(process.argv.slice(2).join('+'))"},
			map[string]string{"gangwars.js": "const x = ;"}, "SyntaxError",
		},
	} {
		tests[name] = func(t *testing.T) {
			needs(t, c.needs...)
			if c.files != nil {
				p, err := openHere(t, "gangwars", files(t, c.files), nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := run(t, p, "a", "b"); got != "a+b" {
					t.Errorf("it prints %q", got)
				}
			}
			_, err := openHere(t, "gangwars", files(t, c.broken), nil)
			if failed := (*program.BuildError)(nil); !errors.As(err, &failed) || !strings.Contains(failed.Output, c.error) {
				t.Errorf("%v, want %q", err, c.error)
			}
		}
	}
	tests["build and run"] = func(t *testing.T) {
		needs(t, "gcc")
		build := "#!/bin/sh\ngcc -o run main.c || exit 1\n"
		p, err := openHere(t, anyPackage, files(t, map[string]string{"build": build, "main.c": "#include <stdio.h>\nint main(int n, char **all) { printf(\"%s+%s\\n\", all[1], all[2]); return 0; }"}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := run(t, p, "a", "b"); got != "a+b" {
			t.Errorf("it prints %q", got)
		}
		for text, want := range map[string]string{build: "main.c", "#!/bin/sh\n": "want build to make run beside it, found none", "#!/bin/sh\nrm -r ../*\n": "want build to make run"} {
			_, err := openHere(t, anyPackage, files(t, map[string]string{"build": text}), nil)
			if failed := (*program.BuildError)(nil); !errors.As(err, &failed) || !strings.Contains(failed.Output, want) {
				t.Errorf("%q: %v, want %q", text, err, want)
			}
		}
	}
	for want, limits := range map[string]homework.Run{
		"sh: stopped after 1.":                                {BuildCPU: time.Second},
		"sh: stopped for using too much memory":               {BuildMemory: 100 << 20},
		"want a program of at most 100 bytes, found one of 1": {Code: 100},
	} {
		tests[want] = func(t *testing.T) {
			needs(t, "python3")
			limits.AnyName = true
			text := "#!/bin/sh\nexec python3 -c 'x = \"x\" * 300000000\nwhile True: pass'\n# that is enough, and more than 100\n"
			dir := files(t, map[string]string{"build": text})
			_, err := program.FromPath(t.Context(), &oracle.Assignment{Name: "package", Run: limits}, dir, nil, sandbox.Policy{})
			if failed := (*program.BuildError)(nil); !errors.As(err, &failed) || !strings.Contains(failed.Output, want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
	}
	sideBySide(t, tests)
}
