//go:build !linux || portable

package sandbox

import "os"

// captureFile returns a file that nobody else can open by name.
func captureFile() (*os.File, error) { return namelessFile("output") }
