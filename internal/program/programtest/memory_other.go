//go:build !linux

package programtest

// Memory does nothing.
func Memory() (remove func()) { return func() {} }
