//go:build !portable

// This file lets fork_linux.go declare functions without bodies.
