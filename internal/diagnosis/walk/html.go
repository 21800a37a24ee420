package walk

import _ "embed"

// The page's parts. The scripts are one, in this order.
var (
	//go:embed page/page.html
	body string
	//go:embed page/page.css
	style string
	//go:embed page/data.js
	dataScript string
	//go:embed page/search.js
	searchScript string
	//go:embed page/rows.js
	rowsScript string
	//go:embed page/list.js
	listScript string
	//go:embed page/log.js
	logScript string
	//go:embed page/tree.js
	treeScript string
	//go:embed page/board.js
	boardScript string
	//go:embed page/facts.js
	factsScript string
	//go:embed page/diagnosis.js
	diagnosisScript string
	//go:embed page/main.js
	mainScript string
)

// scripts are the page's own.
var scripts = []string{dataScript, searchScript, rowsScript, listScript, logScript, treeScript, boardScript, factsScript, diagnosisScript, mainScript}
