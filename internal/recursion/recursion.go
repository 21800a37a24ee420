// Package recursion lets functions recurse deeply in a browser.
package recursion

import "runtime"

// interval is the number of levels between two yields. A browser's stack holds some thousand levels.
const interval = 256

// Yield keeps a recursive function from overflowing the stack of a browser. The function calls it at each
// level, with the number of the level.
//
// In WebAssembly each Go call takes a frame of the browser's stack, which does not grow as Go's stacks do. A
// goroutine that yields leaves the browser's stack, and continues with an empty one. Elsewhere Yield does
// nothing.
func Yield(level int) {
	if runtime.GOARCH == "wasm" && level%interval == 0 {
		runtime.Gosched()
	}
}
