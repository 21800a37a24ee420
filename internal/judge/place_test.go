package judge_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/judge"
)

// Reports as the languages write them, and the innermost line in them that is the program's
// own.
var crashes = map[string]string{
	`Traceback (most recent call last):
  File "solver.py", line 7, in <module>
    f(3)
  File "solver.py", line 3, in f
    return json.loads("{" * n)
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
  File "/home/x/.pyenv/versions/3.12.1/lib/python3.12/json/decoder.py", line 353, in raw_decode
  File "<frozen codecs>", line 10, in f
json.decoder.JSONDecodeError: Expecting property name
`: "solver.py:3",
	"  File \"/home/x/solver.py\", line 12\n    print \"answer\"\n    ^\nSyntaxError: Missing parentheses\n": "solver.py:12",
	`Exception in thread "main" java.lang.RuntimeException: x
	at game.Foo.main(Foo.java:5)
Caused by: java.lang.IndexOutOfBoundsException: Index 5 out of bounds for length 0
	at java.base/java.util.ArrayList.get(ArrayList.java:427)
	at app//game.Foo$Bar.g(Foo.java:3)
	... 1 more
`: "Foo.java:3",
	`Exception in thread "main" java.lang.RuntimeException: x
	at Foo.main(Foo.java:5)
Caused by: java.lang.Error
	at java.util.Objects.checkIndex(Objects.java:361)
	... 1 more
`: "Foo.java:5",
	"\tat Foo.deep(Foo.java:4)\n\tat Foo.main(Foo.java:9)\n": "", // the beginning is lost, and with it the innermost calls
	`/tmp/cr/x.js:1
function f() { null.x; }

TypeError: Cannot read properties of null (reading 'x')
    at Array.forEach (<anonymous>)
    at node:internal/main/run_main_module:28:49
    at f (file:///tmp/cr/x.js:4:21)
    at Object.<anonymous> (/tmp/cr/x.js:2:5)
`: "x.js:4",
	"/tmp/cr/y.mjs:3\r\nlet = = 3\r\n\r\nSyntaxError: Unexpected token '='\r\n    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\r\n": "y.mjs:3",
	// The failure may be in a package other than main, which an ordinary build names by its path and -trimpath
	// by its module.
	"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\nruntime stack:\nruntime.throw({0x491047?, 0x417665?})\n\t/usr/local/go/src/runtime/panic.go:1229 +0x48 fp=0x7ffe sp=0x7ffd pc=0x472188\n\n" +
		"goroutine 1 gp=0x8f4005be1e0 m=0 mp=0x5256a0 [running]:\nmain.(*s).max(0x8f44065ff30?, 0x3?)\n\t/home/x/main.go:7 +0x31 fp=0x8f42 sp=0x8f41 pc=0x47a7\nmain.(*s).min(...)\n\t/home/x/main.go:5\n": "main.go:7",
	"goroutine 1 [running]:\npanic({0x1?, 0x2?})\n\t/usr/local/go/src/runtime/panic.go:787 +0x1\nsolver/search.(*T[...]).at(...)\n\t/home/x/a/search/s.go:7\n" +
		"slices.SortFunc[...](...)\n\t/usr/local/go/src/slices/sort.go:32\nmain.main()\n\t/home/x/a/main.go:5 +0x18\n": "search/s.go:7",
	"goroutine 1 [running]:\ngolang.org/x/exp/slices.F(0x1)\n\tgolang.org/x/exp@v0.1.0/slices/s.go:1\nexample.com/heaps.F(0x1)\n\texample.com/heaps@v1.2.3/h.go:1\n" +
		"solver/search.Run.func1(0x1?)\n\tsolver/search/s.go:11 +0xd\nsolver/search.Run(0x1)\n\tsolver/search/s.go:8 +0x57\nmain.main()\n\tsolver/main.go:5 +0x18\n": "search/s.go:11",
	"goroutine 1 [running]:\nsolver/search.Run(0x1)\n\tsolver/search/s.go:8\nmain.main()\n\tsolver/cmd/solver/main.go:5 +0x18\n":                                                 "s.go:8",
	"goroutine 1 [running]:\nsorted.Run(0x1)\n\tsorted/s.go:8\nmain.main()\n\tsolver/main.go:5 +0x18\n":                                                                          "s.go:8",
	"goroutine 7 [running]:\nsolver/search.Run(0x1)\n\tsolver/search/s.go:8\ncreated by main.main in goroutine 1\n\tsolver/main.go:5 +0x18\n":                                    "s.go:8",
	"fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nsolver/search.Run(0x1)\n\tsolver/search/s.go:8\nmain.main()\n\tsolver/main.go:5 +0x18\n": "search/s.go:8",
	`panic: strings: negative Repeat count

goroutine 1 [running]:
strings.Repeat({0x491c90?, 0x3bdea6800068?}, 0x3bdea6786738?)
	strings/strings.go:628 +0x56f
main.(*board).f(...)
	squirrel/main.go:5
main.main()
	squirrel/main.go:7 +0x26
exit status 2
`: "main.go:5",
	`==20076==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000013
WRITE of size 10 at 0x602000000013 thread T0
    #0 0x7fecd5847680 in __interceptor_memset ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:799
    #1 0x559a2bd4e2bc in main /tmp/cr/x.cpp:8
    #2 0x7fecd4a45249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
`: "x.cpp:8",
	"  0x0c04: 00 00\nSUMMARY: AddressSanitizer: heap-buffer-overflow src/x.cpp:8:3 in main\n":     "src/x.cpp:8",
	"x.cpp:6:38: runtime error: signed integer overflow\n":                                         "x.cpp:6",
	"agent: x.cpp:5: int main(int, char**): Assertion `c == 1' failed.\n":                          "x.cpp:5",
	"Assertion failed: (c == 1), function main, file x.cpp, line 5.\n":                             "x.cpp:5",
	"/usr/include/c++/12/bits/stl_vector.h:1123: T& f(): Assertion '__n < this->size()' failed.\n": "",
	"": "", "Segmentation fault\n": "", "no such thing\n": "",
	"  File \"" + strings.Repeat("x", 101) + "\", line 1\n": "",
}

func TestPlace(t *testing.T) {
	all := maps.Clone(crashes)
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
		if got := judge.Place([]byte(stderr)); got != want {
			t.Errorf("%q, want %q, of\n%s", got, want, stderr)
		}
	}
}
