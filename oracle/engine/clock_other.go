//go:build !linux

package engine

import "time"

var started = time.Now()

// ThreadTime returns the time that has passed: a thread can have used no more.
func ThreadTime() time.Duration { return time.Since(started) }

// ThreadClock returns a clock that calls ThreadTime.
func ThreadClock() func() time.Duration { return ThreadTime }

// processTime is the same, from the start of the process.
func processTime() time.Duration { return time.Since(started) }
