// Package render makes bodies of pages from templates. Package page does not use it: programs that run in a
// browser would be a fifth larger.
package render

import (
	"html/template"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
)

// Body executes a template with data and returns the result, for use as the body of a page. In the template,
// line makes a text one visible line.
func Body(text string, funcs template.FuncMap, data any) (string, error) {
	made, err := template.New("page").Funcs(template.FuncMap{"line": escape.Line}).Funcs(funcs).Parse(text)
	if err != nil {
		return "", err
	}
	var body strings.Builder
	err = made.Execute(&body, data)
	return body.String(), err
}
