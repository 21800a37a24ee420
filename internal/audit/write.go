package audit

import (
	"encoding/csv"
	"html/template"
	"io"
	"strconv"

	"github.com/touchstone-suite/touchstone/internal/escape"
)

// WriteCSV writes matrices as one table, with a row for each fault of each assignment: what
// it is, how many cases kill it, and which.
func WriteCSV(w io.Writer, matrices []*Matrix) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"assignment", "fault", "kind", "about", "rule", "equivalent", "beyond", "kills", "case"}}
	for _, m := range matrices {
		for f, fault := range m.Faults {
			row := []string{m.Assignment.Name, fault.ID, fault.Kind, fault.About, fault.Rule.String(), fault.Equivalent, fault.Beyond, strconv.Itoa(m.Kills(f))}
			for c := range m.Cases {
				if m.Counts(c, f) {
					row = append(row, escape.Line(m.Cases[c].Name))
				}
			}
			rows = append(rows, row)
		}
	}
	return out.WriteAll(rows)
}

// WriteHTML writes matrices as a page: for each assignment a table with a row for each
// fault and a column for each case.
func WriteHTML(w io.Writer, matrices []*Matrix) error { return page.Execute(w, matrices) }

var page = template.Must(template.New("page").Funcs(template.FuncMap{"line": escape.Line}).Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>touchstone: which cases kill which mutants</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff }
table { border-collapse: collapse; margin-bottom: 3rem }
th, td { border: 1px solid #ddd; padding: 1px 4px; text-align: left; white-space: nowrap }
thead th { vertical-align: bottom }
thead th.case { writing-mode: vertical-rl; font-weight: normal; padding: 4px 1px }
td.killed { background: #2a7; }
td.none { color: #fff; background: #c33 }
td.equivalent { color: #777 }
tbody tr:hover { outline: 2px solid #468 }
tbody th { font-weight: normal; position: sticky; left: 0; background: #fff }
</style>
<h1>Which cases kill which mutants</h1>
<p>A row is a named fault, a column a case. Green: a program with the fault fails the case, which lies on the same side of the envelope as the fault.</p>
{{range $m := .}}
<h2>{{.Assignment.Name}}</h2>
<table>
<thead><tr><th>fault<th>kind<th>kills{{range .Cases}}<th class="case" title="{{line .Title}}">{{line .Name}}{{end}}</tr></thead>
<tbody>
{{range $f, $fault := .Faults}}{{$n := $m.Kills $f -}}
<tr><th title="{{.About}} ({{.Rule}})">{{.ID}}<td>{{.Kind}}<td{{if .Equivalent}} class="equivalent" title="{{.Equivalent}}">equivalent{{else if not $n}} class="none">0{{else}}>{{$n}}{{end}}
{{- range $c, $case := $m.Cases}}<td{{if $m.Counts $c $f}} class="killed" title="{{line $case.Name}}"{{end}}>{{end}}</tr>
{{end}}</tbody>
</table>
{{end}}
`))
