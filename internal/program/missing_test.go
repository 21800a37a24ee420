package program

import (
	"os"
	"strings"
	"testing"
)

// A program file that is not there is found before it is run; what an interpreter takes for no file,
// and what stands behind the program, is not looked for.
func TestMissingFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"solver.py", "solver.jar"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commands := map[string]string{
		"python3 nosuch.py":           "python3 is to run nosuch.py, and there is no such file",
		"python3 -u -O sovler.py":     "sovler.py, and there is no such file; did you mean solver.py?",
		"node no/where.js":            "no/where.js",
		"java -jar nosuch.jar":        "nosuch.jar",
		"sh nosuch.sh":                "nosuch.sh",
		"python3 solver.py":           "",
		"python3 solver.py nosuch.py": "",
		"python3 -c nosuch.py":        "",
		"python3 -m nosuch.py":        "",
		"python3 -Oc nosuch.py":       "",
		"java -cp x.jar Main":         "",
		"java -classpath x.jar Main":  "",
		"java --class-path x.jar A":   "",
		"node --eval nosuch.js":       "",
		"node --print nosuch.js":      "",
		"perl -e nosuch.pl":           "",
		"java -jar solver.jar":        "",
		"sh -c nosuch.sh":             "",
		"sh nosuch":                   "",
		"./solver --log":              "",
		"./solver":                    "",
		"./solver output.txt":         "",
	}
	for ending := range strings.FieldsSeq("py js cjs mjs ts jar sh bash pl rb lua php") {
		commands["run nosuch."+ending] = "run is to run nosuch." + ending + ", and there is no such file"
	}
	for command, want := range commands {
		err := MissingFile(".", strings.Fields(command))
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", command, err)
		case want != "" && (err == nil || !strings.HasSuffix(err.Error(), want) && !strings.Contains(err.Error(), want+",")):
			t.Errorf("%s: want %q, found %v", command, want, err)
		}
	}
}
