//go:build linux && !amd64

package sandbox

// oldChanges are changes that only older architectures have.
var oldChanges []uintptr
