package answers

import "testing"

// BenchmarkSystem measures what a check pays for the system's folders.
func BenchmarkSystem(b *testing.B) {
	for b.Loop() {
		for _, folder := range systemFolders {
			Skim(folder)
		}
	}
}
