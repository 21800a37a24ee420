package command

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// settingsOf returns the options of check by flags, with a course file.
func settingsOf(t *testing.T, file string, flags ...string) testscript.Options {
	t.Helper()
	a := must.Get(oracle.Lookup("reversi"))(t)
	f := checkFlags{programFlags: newProgramFlags()}
	cmd := &cobra.Command{Use: "check"}
	f.addCases(cmd)
	f.addRun(cmd, "case")
	f.course.add(cmd)
	must.Do(t, cmd.ParseFlags(flags))
	if file != "" {
		f.course.file = must.Get(course.Parse("touchstone.yaml", []byte("assignment: reversi\n"+file), nil))(t)
	}
	o, _, err := f.resolveOptions(cmd, a, programArg{words: []string{"."}})
	must.Do(t, err)
	return o
}

// Every setting arrives from a flag or the course file, a flag comes first, and both change nothing else.
func TestSettingsArrive(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "g++")
	must.Do(t, os.WriteFile(tool, nil, 0o755))
	for name, c := range map[string]struct {
		flags      []string
		file       string
		want, both any
	}{
		"Edition":   {[]string{"--edition", "first"}, "edition: final\n", "final", "first"},
		"Course":    {[]string{"--compare", "exact"}, "compare: course\n", true, false},
		"CPU":       {[]string{"--time", "3s"}, "limits: {time: 7s}\n", 7 * time.Second, 3 * time.Second},
		"Wall":      {nil, "limits: {wall: 9s}\n", 9 * time.Second, nil},
		"Memory":    {nil, "limits: {memory: 64MiB}\n", int64(64 << 20), nil},
		"Sandbox":   {[]string{"--sandbox", "none"}, "sandbox: separate\n", testscript.SandboxMode("separate"), testscript.SandboxNone},
		"AllowRead": {[]string{"--allow-read", tool}, "allow-read: " + dir + "\n", []string{dir}, []string{tool}},
		"Tools":     {[]string{"--tool", "cxx=" + tool}, "tools: {cxx: clang++}\n", map[string]string{"cxx": "clang++"}, map[string]string{"cxx": tool}},
	} {
		get := func(o testscript.Options) any { return reflect.ValueOf(o).FieldByName(name).Interface() }
		if got := get(settingsOf(t, c.file)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s by the course file: %v, want %v", name, got, c.want)
		}
		if c.flags == nil {
			continue
		}
		if got := get(settingsOf(t, c.file, c.flags...)); !reflect.DeepEqual(got, c.both) {
			t.Errorf("%s by both: %v, want %v", name, got, c.both)
		}
		if got := get(settingsOf(t, "", c.flags...)); !reflect.DeepEqual(got, c.both) {
			t.Errorf("%s by a flag: %v, want %v", name, got, c.both)
		}
	}
	tried := map[string]bool{"Edition": true, "Course": true, "CPU": true, "Wall": true, "Memory": true, "Sandbox": true, "AllowRead": true, "Tools": true}
	// SameCPU follows from --time, and the others are not of the user.
	other := map[string]bool{"SameCPU": true, "Hide": true, "Text": true, "Keep": true, "Answers": true}
	for i, of := 0, reflect.TypeFor[testscript.Options](); i < of.NumField(); i++ {
		if name := of.Field(i).Name; !tried[name] && !other[name] {
			t.Errorf("the setting %s is not tried", name)
		}
	}
	if o := settingsOf(t, "", "--time", "3s"); !o.SameCPU {
		t.Error("--time does not give all cases the same time")
	}
}
