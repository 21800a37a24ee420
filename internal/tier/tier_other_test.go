//go:build !linux

package tier_test

import "syscall"

const newUser = 0

func attributes(uintptr) *syscall.SysProcAttr { return nil }

func freshProc() string { return "" }

func waitForSignals() {}
