//go:build linux && !amd64 && !portable

package sandbox

// Calls that only older architectures have.
var (
	oldOwnersChanges, oldWritersChanges []uintptr

	oldModes []rule
)
