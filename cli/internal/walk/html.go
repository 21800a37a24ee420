package walk

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"
)

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

// script returns the whole script. Nothing of it is visible outside.
func script() string {
	all := []string{dataScript, searchScript, rowsScript, listScript, logScript, treeScript, boardScript, factsScript, diagnosisScript, mainScript}
	return "(() => {\n\"use strict\";\n" + strings.Join(all, "\n") + "})();\n"
}

// source names a text in a policy of the page's contents: nothing else runs or is loaded, even if
// a log were taken for HTML.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// write writes the page around its data. Nothing of the data is HTML: it is in base64.
func write(w io.Writer, title string, d *data) error {
	to := bufio.NewWriter(w)
	all := script()
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'", source(all), source(style))
	fmt.Fprintf(to, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>%s</style>
</head>
%s`, policy, html.EscapeString(title), style, body)
	for _, c := range d.columns {
		fmt.Fprintf(to, "<script type=\"application/gzip;base64\" id=\"data-%s\">", c.name)
		if err := c.base64(to); err != nil {
			return err
		}
		fmt.Fprint(to, "</script>\n")
	}
	fmt.Fprintf(to, "<script>%s</script>\n</html>\n", all)
	return to.Flush()
}
