//go:build !linux

package engine

import "time"

var started = time.Now()

// ThreadTime returns the time that has passed: a thread can have used no more.
func ThreadTime() time.Duration { return time.Since(started) }

// processTime is the same, from the start of the process.
func processTime() time.Duration { return time.Since(started) }
