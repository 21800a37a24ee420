package testscript

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// policy says what the player may see and use: its own files, and nothing that
// holds an answer.
func (r *Runner) policy() sandbox.Policy {
	p := r.Options.policy()
	p.Root, p.Memory = r.root.Path, r.Memory
	p.Read = append(p.Read, r.player.reads()...)
	return p
}

// policy is what the options say of any program, also of a compiler.
func (o Options) policy() sandbox.Policy {
	secret := slices.Clone(o.Hide)
	if self, err := os.Executable(); err == nil {
		secret = append(secret, self)
	}
	if caches, err := os.UserCacheDir(); err == nil {
		secret = append(secret, caches) // of Go's builds, among others
	}
	if home, err := os.UserHomeDir(); err == nil {
		secret = append(secret, filepath.Join(home, "go", "pkg", "mod"))
	}
	var hide []string
	for _, path := range secret {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		if path, err := filepath.Abs(path); err == nil {
			hide = append(hide, path)
		}
	}
	return sandbox.Policy{Mode: o.Sandbox, Read: slices.Clone(o.AllowRead), Hide: hide}
}
