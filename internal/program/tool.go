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

// Tools are the tools that the user wants instead of those on the PATH, a name
// or a path by flag.
type Tools map[string]string

// patience is how long a tool may take to say where it is.
const patience = 10 * time.Second

// find finds the tool that a source needs. The error names the tool, the source
// and the flag.
func (t Tools) find(ctx context.Context, name string, s Source) (string, error) {
	tool := tools[name]
	if given := t[tool.Flag]; tool.Flag != "" && given != "" {
		path, err := tool.resolve(ctx, given)
		if err != nil {
			return "", fmt.Errorf("--%s: %w", tool.Flag, err)
		}
		return path, nil
	}
	if given := t[tool.home]; tool.home != "" && given != "" {
		java, err := t.find(ctx, tool.home, s)
		if err != nil {
			return "", err
		}
		path, err := exec.LookPath(filepath.Join(filepath.Dir(java), tool.names[0]))
		if err != nil {
			return "", fmt.Errorf("want a JDK, found no %s beside %s (--%s)", tool.names[0], java, tool.home)
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
	flag := tool.Flag + tool.home // the one that it has
	hint := ""
	if flag != "" {
		hint = fmt.Sprintf("; --%s PATH points at another", flag)
	}
	return "", fmt.Errorf("%s is written in %s: want %s on the PATH, found none%s%s",
		s.File, s.Language.Name, strings.Join(candidates, " or "), broken, hint)
}

// candidates are the names of a tool on a system, in the order in which they are tried.
func (t *Tool) candidates(system string) []string {
	if system == "windows" {
		return slices.Concat(t.names, t.windows)
	}
	return t.names
}

// resolve finds where a tool really is. What is on the PATH may be a shim, a
// script that looks for the real program whenever it is started (pyenv's takes
// ten times as long as the interpreter itself), by files that a program run in a
// fresh folder with a home of its own does not see. So a shim is asked, once. On Windows
// all are, for there a file of the right name may do no more than lead to a shop. What
// needs arguments to be the tool stands for another program, too.
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
	if cmd.Dir, err = os.UserHomeDir(); err != nil { // not where the user stands: a file of a submission can name what a shim starts
		cmd.Dir = filepath.Dir(path)
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
		return path, nil // it is no shim of the kind that we know
	}
	return real, nil
}

// isShim reports whether a file is a script, or a link to a program of another
// name, as which some version managers stand for what they manage.
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

// plain is the name of a program without its version: "python" of "python3.12".
func plain(path string) string {
	base := strings.TrimSuffix(filepath.Base(path), ".exe")
	return strings.TrimRight(base, "0123456789.")
}

// javaHome makes an answer from the settings that java shows.
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

// interpreters are the tools by which a command may begin, under any version of
// their names: "python3.12" is plainly python.
var interpreters = map[string]*Tool{
	"python": {ask: askPython, answer: strings.TrimSpace},
	"node":   tools["node"],
	"nodejs": tools["node"],
	"java":   tools["java"],
}
