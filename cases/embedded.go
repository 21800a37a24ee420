//go:build !js

package cases

import "embed"

//go:embed */*.txtar */kills.txt
var corpus embed.FS
