package gangwars_test

// Inputs that several tests share, most of them the handout's examples.
const (
	figure5       = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
	gangwarsInput = "5\nMINIMAX\nX\n1\n" + figure5 + "..XX.\n..XOX\n...O.\n..OO.\n.....\n"
)
