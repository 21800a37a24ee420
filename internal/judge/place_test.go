package judge_test

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// The innermost line that is the program's own is found in the reports of testdata/crashes.txtar, in each language.
func TestPlace(t *testing.T) {
	all := map[string]string{
		"/tmp/cr/y.mjs:3\r\nlet = = 3\r\n\r\nSyntaxError: Unexpected token '='\r\n    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\r\n": "y.mjs:3",
		"  File \"" + strings.Repeat("x", 100) + "\", line 1\n":                                                                                   strings.Repeat("x", 100) + ":1",
		"goroutine 1 [running]:\nmain.f()\n\t/s/a.go:3 +0x1\n\ngoroutine 1 [running]:\nmain.g()\n\t/s/b.go:4 +0x1\n":                              "b.go:4",
		"==1==ERROR: x\n    #0 0x1 in f a.cpp:1\n==1==ERROR: x\n    #0 0x1 in f b.cpp:2\n":                                                        "b.cpp:2",
		"": "", "  File \"" + strings.Repeat("x", 101) + "\", line 1\n": "", "  File \"" + strings.Repeat("x", 101) + "\", line 1\n  File \"a.py\", line 2\n": "a.py:2",
	}
	archive := must.Get(txtar.ParseFile("testdata/crashes.txtar"))(t)
	for _, f := range archive.Files {
		all[string(f.Data)] = strings.TrimSuffix(f.Name, "none")
	}
	for library, own := range map[string]bool{"java": false, "javax": false, "jdk": false, "sun": false, "com.sun": false, "javas": true, "com.sunny": true} {
		stderr := "Exception in thread \"main\" x\n\tat " + library + ".a.B.c(B.java:1)\n\tat Foo.main(Foo.java:5)\n"
		if all[stderr] = "Foo.java:5"; own {
			all[stderr] = "B.java:1"
		}
	}
	for file, own := range map[string]bool{
		"<string>": false, "/home/x/lib/python3.12/re.py": false, "/x/site-packages/a.py": false, "/x/node_modules/a/a.js": false, "node:fs": false,
		"../../src/libsanitizer/a.inc": false, "../sysdeps/a.c": false, "../csu/libc-start.c": false, "src/csu/a.c": true, "lib/python.py": true,
	} {
		stderr := "==1==ERROR: \n    #0 0x1 in f " + file + ":1\n    #1 0x2 in main x.cpp:8\n"
		if all[stderr] = "x.cpp:8"; own {
			all[stderr] = file + ":1"
		}
	}
	for stderr, want := range all {
		expect.Equal(t, want, judge.Place([]byte(stderr)), "place in", stderr)
	}
}
