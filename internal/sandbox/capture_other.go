//go:build !linux || portable

package sandbox

import "os"

// captureFile makes a file that nobody else knows by a name.
func captureFile() (*os.File, error) { return namelessFile("output") }
