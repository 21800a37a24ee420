package autograder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// Static returns the path of a binary for the platform: that of this program if it is one, or else one that it builds by the go
// command, which it tells say before, from the source that it was built from itself. remove removes what was built.
func Static(ctx context.Context, say io.Writer) (path string, remove func() error, err error) {
	own, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	data, err := os.ReadFile(own)
	if err != nil {
		return "", nil, err
	}
	unfit := runsThere(own, data)
	if unfit == nil {
		return own, func() error { return nil }, nil
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", nil, unfit
	}
	source := sourceOf(ctx, info)
	if source == "" {
		return "", nil, fmt.Errorf("%w\nits source (%s %s) is not here: run this in its module's folder, where Go is installed, or have --binary name the binary of a release for Linux on amd64", unfit, info.Main.Path, info.Main.Version)
	}
	dir, err := scratch.Make("", "binary")
	if err != nil {
		return "", nil, err
	}
	fmt.Fprintf(say, "touchstone: this binary is none for Gradescope, which needs a static one for linux/amd64: building it from %s\n", source)
	path = filepath.Join(dir.Path, Binary)
	build := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", path, info.Path)
	build.Dir, build.Env = source, append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if out, err := build.CombinedOutput(); err != nil {
		return "", nil, errors.Join(fmt.Errorf("%s: a static binary does not build: %w\n%s", source, err, out), dir.Remove())
	}
	return path, dir.Remove, nil
}

// sourceOf returns the folder of the module of a program: where touchstone was compiled, or the current one. It is "" if
// neither is that module, or there is no Go.
func sourceOf(ctx context.Context, info *debug.BuildInfo) string {
	_, here, _, _ := runtime.Caller(0)
	for _, dir := range []string{filepath.Dir(here), "."} {
		if !filepath.IsAbs(dir) && dir != "." {
			continue // it was built with -trimpath
		}
		list := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}}\n{{.Dir}}")
		list.Dir = dir
		out, err := list.Output()
		if path, root, _ := strings.Cut(strings.TrimSpace(string(out)), "\n"); err == nil && path == info.Main.Path {
			return root
		}
	}
	return ""
}
