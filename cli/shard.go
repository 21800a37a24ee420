package cli

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// addShard adds the flag --shard; about says what it takes a part of, and what becomes of that.
func addShard(cmd *cobra.Command, shard *string, about string) {
	cmd.Flags().StringVar(shard, "shard", "", about)
}

// queueAddress says what the flag --queue of a leader takes.
const queueAddress = "an address for a queue in this process, such as :4222, or a server of NATS, such as nats://host:4222"

// parseShard returns the shard "2/8", or all of the work for "".
func parseShard(text string) (work.Shard, error) {
	if text == "" {
		return work.Shard{}, nil
	}
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if !ok || errors.Join(err1, err2) != nil || i < 1 || i > n {
		return work.Shard{}, usagef("want --shard I/N with I from 1 to N, such as 2/8, found %q", text)
	}
	return work.Shard{I: i, N: n}, nil
}
