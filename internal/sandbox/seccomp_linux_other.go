//go:build linux && !amd64

package sandbox

// oldChanges and oldModes are of calls that only older architectures have.
var (
	oldChanges []uintptr
	oldModes   []rule
)
