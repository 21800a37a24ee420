package search

// Perft returns how many lines of play of exactly so many moves there are from a position. Such numbers are published for
// well-known games, and counting them by hand for one or two moves finds most mistakes in Moves and Play.
func Perft[S any](rules Rules[S], root *S, moves int) int {
	if moves == 0 {
		return 1
	}
	n := 0
	var next S
	for _, m := range rules.Moves(nil, root, nil) {
		rules.Play(&next, root, m)
		n += Perft(rules, &next, moves-1)
	}
	return n
}
