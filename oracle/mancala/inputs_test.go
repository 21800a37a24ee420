package mancala_test

// Inputs that several tests share, most of them the handout's examples.
const (
	mancalaInput = "2\n1\n2\n3 3 3\n3 3 3\n0\n0\n"
)
