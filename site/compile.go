package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// inlined are the packages in which functions are inlined, for that is where a search spends its time.
// Elsewhere they are not: that makes the page a tenth smaller.
const inlined = "github.com/touchstone-suite/touchstone/oracle/..."

// compile compiles a command with touchstone's games or its own for the browser, and returns it with the
// script of Go's that runs it.
func compile(command string) (code, support []byte, err error) {
	dir, err := os.MkdirTemp("", "touchstone-site-")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	overlay, err := withoutCases(dir, command)
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(dir, "touchstone.wasm")
	if _, err := tool(true, "build", "-trimpath", "-buildvcs=false", "-pgo=off", "-ldflags=-s -w",
		"-gcflags=all=-l", "-gcflags="+inlined+"=",
		"-overlay", overlay, "-o", file, command); err != nil {
		return nil, nil, err
	}
	if code, err = os.ReadFile(file); err != nil {
		return nil, nil, err
	}
	root, err := tool(true, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	support, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return code, support, err
}

// withoutCases writes an overlay for the compiler in which the cases that a game embeds are empty. The page
// gets these cases separately, without right answers, or gets other cases.
func withoutCases(dir, command string) (overlay string, err error) {
	list, err := tool(true, "list", "-deps", "-f",
		`{{$dir := .Dir}}{{if not .Standard}}{{range .EmbedFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}`, command)
	if err != nil {
		return "", err
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for file := range strings.Lines(string(list)) {
		if file = strings.TrimSuffix(file, "\n"); strings.HasSuffix(file, ".txtar") {
			replace[filepath.FromSlash(file)] = empty
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

// tool runs a Go command, for a browser or for this machine, and returns its output.
func tool(browser bool, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	if browser {
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(complaints.Bytes()))
	}
	return out, nil
}
