package main

import "syscall"

// cpu returns the processor time of this process, in seconds.
func cpu() float64 {
	var created, ended, kernel, user syscall.Filetime
	process, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(process, &created, &ended, &kernel, &user) != nil {
		return 0
	}
	return seconds(kernel) + seconds(user)
}

// seconds returns a duration in seconds. Its unit is 100 ns.
func seconds(t syscall.Filetime) float64 {
	return float64(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) / 1e7
}
