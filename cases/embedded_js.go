package cases

import "embed"

// corpus is empty: a page gets the cases of its games, and only those, separately from the program.
var corpus embed.FS
