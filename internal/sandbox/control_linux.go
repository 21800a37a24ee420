//go:build !portable

package sandbox

import "encoding/json"

// A control is where a supervisor's requests come from: standard input. One is sent at
// a time, so that what comes during a run is the end.
type control struct{ in *json.Decoder }

func newControl(in *json.Decoder) *control { return &control{in} }

// next waits for a request; ok is false when there are no more.
func (c *control) next() (r request, ok bool) { return r, c.in.Decode(&r) == nil }
