package gradebook

import (
	"testing"
)

// The reason for a missing program is reported by the line that names the error.
func TestBrief(t *testing.T) {
	for reason, want := range map[string]string{
		"nothing was handed in": "nothing was handed in",
		"the program does not compile:\na.cpp: In function 'int main()':\na.cpp:1:19: error: 'x' does not name a type\ng++: exit status 1":                                                           "the program does not compile: a.cpp:1:19: error: 'x' does not name a type",
		"the program does not compile:\nFile \"a.py\", line 2\n    print 1\n    ^^^^^^^\nSyntaxError: Missing parentheses\npython3: exit status 1":                                                   "the program does not compile: SyntaxError: Missing parentheses",
		"the program does not compile:\nerror.cpp: In function 'f':\nerror.cpp:2:1: error: expected ';'":                                                                                             "the program does not compile: error.cpp:2:1: error: expected ';'",
		"the program does not compile:\nerror[E0425]: cannot find value `x`\n --> a.rs:1:13":                                                                                                         "the program does not compile: error[E0425]: cannot find value `x`",
		"the program does not compile:\n# solver\n./main.go:3:5: undefined: x":                                                                                                                       "the program does not compile: ./main.go:3:5: undefined: x",
		"the program does not compile:\ncc -o a a.c\nmake: *** [Makefile:2: agent] Error 1\nmake: exit status 2":                                                                                     "the program does not compile: make: *** [Makefile:2: agent] Error 1",
		"the program does not compile:\n# solver\n./main.go:3:5: undefined: x\ngo: exit status 1":                                                                                                    "the program does not compile: ./main.go:3:5: undefined: x",
		"the program does not compile:\na.cpp:1:1: error: none of these:\n  f(int)\ng++: exit status 1":                                                                                              "the program does not compile: a.cpp:1:1: error: none of these: f(int)",
		"there is no program to check:\nwant a program for mancala in doe, found none\nit has notes.txt\na program is one of mancala.py":                                                             "there is no program to check: want a program for mancala in doe, found none; it has notes.txt",
		"there is no program to check:\nwant a program for mancala in the submission, found none\nMancala.py: the name is mancala.py, in these letters\na program is one of mancala.py (Python 2.7)": "there is no program to check: want a program for mancala in the submission, found none; Mancala.py: the name is mancala.py, in these letters",
		"the program does not compile:\n": "the program does not compile: ",
	} {
		if got := SummarizeReason(reason); got != want {
			t.Errorf("Brief(%q)\n got %q\nwant %q", reason, got, want)
		}
	}
}
