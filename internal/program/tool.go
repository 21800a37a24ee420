package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Tools are the tools to use instead of those on the PATH: names or paths by flag.
type Tools map[string]string

// patience is how long a tool may take to report where it is.
const patience = 10 * time.Second

// find finds the tool that a source needs. The error names the tool, the source and the
// flag.
func (t Tools) find(ctx context.Context, name string, s Source) (string, error) {
	tool := tools[name]
	if given := t[tool.Flag]; tool.Flag != "" && given != "" {
		path, err := tool.resolve(ctx, given)
		if err != nil {
			return "", fmt.Errorf("--%s: %w", tool.Flag, err)
		}
		return path, nil
	}
	if tool.home != "" && (tool.together || t[tool.home] != "") {
		other, err := t.find(ctx, tool.home, s)
		if err != nil {
			return "", err
		}
		path, err := exec.LookPath(filepath.Join(filepath.Dir(other), tool.names[0]))
		if err != nil {
			return "", fmt.Errorf("want %s, found no %s beside %s (--%s)", tools[tool.home].About, tool.names[0], other, tool.home)
		}
		return path, nil
	}
	broken := ""
	candidates := tool.candidates(runtime.GOOS)
	for _, candidate := range candidates {
		words := strings.Fields(candidate)
		path, err := tool.resolve(ctx, words[0], words[1:]...)
		if err == nil {
			return path, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if !errors.Is(err, exec.ErrNotFound) && broken == "" {
			broken = " that runs: " + err.Error()
		}
	}
	flag := tool.Flag + tool.home // the flag that applies
	hint := ""
	if flag != "" {
		hint = fmt.Sprintf("; --%s PATH points at another", flag)
	}
	return "", fmt.Errorf("%s is written in %s: want %s on the PATH, found none%s%s",
		s.shown(), s.Language.Name, strings.Join(candidates, " or "), broken, hint)
}

// candidates returns the names of a tool on a system, in the order in which they are tried.
func (t *Tool) candidates(system string) []string {
	if system == "windows" {
		return slices.Concat(t.names, t.windows)
	}
	return t.names
}

// resolve finds where a tool really is. What is on the PATH may be a shim, a script that
// looks for the real program on every start (pyenv's takes ten times as long as the
// interpreter itself), using files that a program in a fresh folder with another home does
// not see. So a shim is asked, once. On Windows every tool is asked, because a file of the
// right name may only lead to a store, and so is a tool that needs arguments, because it
// stands for another program.
func (t *Tool) resolve(ctx context.Context, name string, args ...string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	if t.ask == nil || len(args) == 0 && runtime.GOOS != "windows" && !isShim(path) {
		return path, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, slices.Concat(args, t.ask)...)
	cmd.WaitDelay = time.Second
	// Not in the user's current folder: a submission's file can determine what a shim starts.
	cmd.Dir = filepath.Dir(path)
	if home, err := os.UserHomeDir(); err == nil && isDir(home) { // users of services have none
		cmd.Dir = home
	}
	printed, err := cmd.CombinedOutput()
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n")
		return "", fmt.Errorf("%s does not run (%w): %s", path, err, said)
	}
	real := t.answer(string(printed))
	if info, err := os.Stat(real); err != nil || info.IsDir() {
		if len(args) > 0 {
			return "", fmt.Errorf("%s %s does not say where it is", path, strings.Join(args, " "))
		}
		return path, nil // not a shim of a known kind
	}
	return real, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isShim reports whether a file is a script, or a link to a program of another name, which
// is how some version managers work.
func isShim(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	start, err := head(real, 2)
	if err != nil {
		return false
	}
	switch strings.ToLower(filepath.Ext(real)) {
	case ".bat", ".cmd": // the scripts of Windows
		return true
	}
	return string(start) == "#!" || !strings.HasPrefix(filepath.Base(real), plain(path))
}

// plain returns the name of a program without its version: "python" for "python3.12".
func plain(path string) string {
	base := strings.TrimSuffix(filepath.Base(path), ".exe")
	return strings.TrimRight(base, "0123456789.")
}

// javaHome returns a function that finds a tool from the settings that java prints.
func javaHome(tool string) func(string) string {
	return func(printed string) string {
		for line := range strings.Lines(printed) {
			if key, home, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "java.home" {
				path := filepath.Join(strings.TrimSpace(home), "bin", tool)
				if runtime.GOOS == "windows" {
					path += ".exe"
				}
				return path
			}
		}
		return ""
	}
}

// interpreters are the tools that a command may begin with, under any version of their
// names: "python3.12" is python.
var interpreters = map[string]*Tool{
	"python": {ask: askPython, answer: strings.TrimSpace},
	"node":   tools["node"],
	"nodejs": tools["node"],
	"java":   tools["java"],
}
