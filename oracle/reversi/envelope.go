package reversi

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Beyond implements the envelope of docs/rules/reversi.md. Whether the editions differ
// takes a search, which costs as much as a solution.
func (in *Input) Beyond(ctx context.Context, text []byte, edition string) (string, error) {
	switch odd := scan.OddBlanks(text, scan.Spaced); {
	case odd != "":
		return odd, nil
	case in.Depth == 0:
		return "depth 0", nil
	case edition != "":
		return "", nil
	}
	g := in.game(homework.Options{})
	found, err := search.Run(ctx, g.Rules, g.Root, g.Params)
	if err != nil || !found.Notes.Has(editionsDiffer) {
		return "", err
	}
	return "a search in which a side loses all its pieces: the editions differ there, and none was asked for", nil
}
