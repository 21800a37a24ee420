package work

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// A Key is the digest of everything that decides a result: whoever has the key of a result in a
// journal need not find it again.
type Key string

// NewKey returns the key of a kind of result and of what decides it.
func NewKey(kind string, of ...any) Key {
	h := sha256.New()
	fmt.Fprintln(h, kind)
	if err := json.NewEncoder(h).Encode(of); err != nil {
		panic(err) // our own types
	}
	return Key(hex.EncodeToString(h.Sum(nil)[:16]))
}
