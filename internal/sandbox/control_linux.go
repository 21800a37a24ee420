//go:build !portable

package sandbox

import "encoding/json"

// A control receives a supervisor's requests from standard input. They are sent one at a
// time, so anything that arrives during a run means the end.
type control struct{ in *json.Decoder }

func newControl(in *json.Decoder) *control { return &control{in} }

// next waits for a request; ok is false when there are no more.
func (c *control) next() (r request, ok bool) { return r, c.in.Decode(&r) == nil }
