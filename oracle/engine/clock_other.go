//go:build !linux

package engine

import "time"

var started = time.Now()

// threadTime returns the time that has passed: a thread can have used no more.
func threadTime(int64) time.Duration { return time.Since(started) }

// processTime is the same, from the start of the process.
func processTime(int64) time.Duration { return time.Since(started) }
