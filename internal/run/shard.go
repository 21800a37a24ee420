package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
)

// A scheduler starts a process for each shard and tells the process its position by environment variables.
type scheduler struct {
	name  string
	index string // variable with the position
	count string // variable with the number of shards; "" if the scheduler does not set one
	first string // variable with the position of the first shard; "" if that is base
	last  string // variable with the position of the last shard, or ""
	base  int    // position of the first shard
}

var schedulers = []scheduler{
	{
		name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT",
		first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX",
	},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", base: 1},
	{name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS"},
	{name: "GNU parallel", index: "PARALLEL_SEQ", base: 1},
}

// ParseShard parses "2/8", "auto", "auto/8", or "" for all of the work. For auto it reads the position from
// the environment that a scheduler set, and found names the scheduler. The number in auto/8 is for schedulers
// that do not set the number of shards.
func ParseShard(text string, lookup func(name string) (string, bool)) (s Shard, found string, err error) {
	if text == "" {
		return Shard{}, "", nil
	}
	first, second, divided := strings.Cut(text, "/")
	n := 0
	bad := fmt.Errorf("want --shard I/N with I from 1 to N, such as 2/8, or auto, or auto/N, found %q", text)
	if divided {
		if n, err = strconv.Atoi(second); err != nil || n < 1 {
			return Shard{}, "", bad
		}
	}
	if first == "auto" {
		return autoShard(n, lookup)
	}
	i, err := strconv.Atoi(first)
	if err != nil || !divided || i < 1 || i > n {
		return Shard{}, "", bad
	}
	return Shard{i, n}, "", nil
}

// autoShard returns the shard of the scheduler that started this process. n is the number of shards that the
// user gave, or 0.
func autoShard(n int, lookup func(string) (string, bool)) (s Shard, found string, err error) {
	var active []scheduler
	var known, names []string
	for _, candidate := range schedulers {
		known = append(known, fmt.Sprintf("%s of %s", candidate.index, candidate.name))
		if _, ok := lookup(candidate.index); ok {
			active = append(active, candidate)
			names = append(names, known[len(known)-1])
		}
	}
	switch len(active) {
	case 0:
		return s, "", fmt.Errorf("--shard auto: want one of these environment variables, found none: %s",
			strings.Join(known, ", "))
	case 1:
	default:
		return s, "", fmt.Errorf("--shard auto: want the variable of one scheduler, found %s; give --shard I/N",
			strings.Join(names, " and "))
	}
	s, err = active[0].shard(n, lookup)
	if err != nil {
		return Shard{}, "", fmt.Errorf("--shard auto: %s: %w", active[0].name, err)
	}
	return s, names[0], nil
}

// shard reads the shard from the variables of a scheduler.
func (c scheduler) shard(n int, lookup func(string) (string, bool)) (s Shard, err error) {
	var errs []error
	number := func(name string) int {
		text, ok := lookup(name)
		i, err := strconv.Atoi(text)
		if !ok {
			errs = append(errs, fmt.Errorf("want the variable %s, found none", name))
		} else if err != nil {
			errs = append(errs, fmt.Errorf("%s: want a number, found %q", name, text))
		}
		return i
	}
	index, base := number(c.index), c.base
	switch {
	case c.count == "" && n == 0:
		errs = append(errs, errors.New("it does not set the number of shards N: want --shard auto/N"))
	case c.count != "":
		count := number(c.count)
		if n != 0 && n != count {
			errs = append(errs, fmt.Errorf("want %d shards as in --shard auto/%d, found %s=%d", n, n, c.count, count))
		}
		n = count
	}
	if c.first != "" {
		base = number(c.first)
		// A resubmitted part of an array would take itself for the whole.
		if last := number(c.last); len(errs) == 0 && (base != 0 && base != 1 || last-base+1 != n || n == 1) {
			errs = append(errs, fmt.Errorf("want an array from 0 or 1 without gaps, such as 1-8, found %d "+
				"tasks from %d to %d; submit the whole array again, complete shards end at once", n, base, last))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return s, err
	}
	s = Shard{index - base + 1, n}
	if s.I < 1 || s.I > s.N {
		return s, fmt.Errorf("%s: want a number from %d to %d, found %d", c.index, base, base+n-1, index)
	}
	return s, nil
}

// AcceptBazelShard creates the file that signals to Bazel that the test supports shards.
func AcceptBazelShard() error {
	path := os.Getenv("TEST_SHARD_STATUS_FILE")
	if path == "" {
		return nil
	}
	return os.WriteFile(path, nil, 0o666)
}

// A Shard is the I-th, from 1, of N parts of some work, which may be done on different machines. The
// zero value is all of it. Plans embed it.
type Shard struct {
	I int `json:"shard,omitempty"`
	N int `json:"shards,omitempty"`
}

// Has reports whether an item, counted from 0, is in the shard. Items are dealt out in turn.
func (s Shard) Has(item int) bool { return s.N == 0 || item%s.N == s.I-1 }

// Of returns the number of the first n items that are in the shard.
func (s Shard) Of(n int) int {
	if s.N == 0 {
		return n
	}
	return (n + s.N - s.I) / s.N
}

// String returns "shard 2 of 8", or "" for all of the work.
func (s Shard) String() string {
	if s.N == 0 {
		return ""
	}
	return fmt.Sprintf("shard %d of %d", s.I, s.N)
}

// A Part is a named component of two plans, X and Y. Plans of the same work have equal components.
type Part struct {
	Name string
	X, Y any
}

// Differing returns the name of the first part that differs, or "".
func Differing(parts ...Part) string {
	for _, p := range parts {
		if !reflect.DeepEqual(p.X, p.Y) {
			return p.Name
		}
	}
	return ""
}

// A Key is the digest of everything that determines a result. If a journal has a result under the key, it
// need not be computed again.
type Key string

// NewKey returns the key of a kind of result and of the values that determine it.
func NewKey(kind string, parts ...any) Key {
	h := sha256.New()
	fmt.Fprintln(h, kind)
	if err := json.NewEncoder(h).Encode(parts); err != nil {
		panic(err) // our own types
	}
	return Key(hex.EncodeToString(h.Sum(nil)[:16]))
}
