package reversi_test

// Inputs that several tests share, most of them the handout's examples.
const (
	startBoard   = "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
	reversiInput = "X\n2\n" + startBoard
)
