//go:build linux && !amd64 && !portable

package sandbox

// oldChanges, oldModes and oldPaths are of calls that only older architectures have.
var (
	oldChanges []uintptr
	oldModes   []rule
	oldPaths   map[uintptr]int
)
