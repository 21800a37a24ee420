//go:build !linux

package testscript

// systemShortage is not known here.
func systemShortage() error { return nil }
