//go:build unix

package main

import "syscall"

// cpu returns the processor time of this process, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
