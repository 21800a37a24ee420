package squirrel_test

// Inputs that several tests share, most of them the handout's examples.
const (
	figure5       = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
	squirrelInput = "2\nX\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
	battleInput   = "4\nX\n1\n0\nO\n2\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
)
