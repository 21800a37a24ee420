package course

import (
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/settings"
)

// mostDays is how late anything is at most.
const mostDays = 1000

func (p *parser) students(n *yaml.Node) {
	p.Entries(n, "students", func(name, n *yaml.Node) {
		var s Student
		p.Mapping(n, "a student",
			settings.NewKey("name", func(n *yaml.Node) { s.Name = p.Text(n, "a name") }),
			settings.NewKey("late", func(n *yaml.Node) {
				before := p.Wrong()
				days := p.Whole(n, "days by which the submission is late", 0, mostDays)
				if p.Wrong() > before {
					return
				}
				s.Late = &days
				p.file.places["late "+strconv.Quote(name.Value)] = n
			}),
			settings.NewKey("due", func(n *yaml.Node) {
				s.Due = p.moment(n)
				p.file.places["due "+strconv.Quote(name.Value)] = n
			}),
			settings.NewKey("extra", func(n *yaml.Node) { s.Extra = p.Number(n, "extra points", -mostPoints, mostPoints) }),
			settings.NewKey("excused", func(n *yaml.Node) {
				s.Excused = p.Texts(n, "patterns of the names of cases", "a pattern of the names of cases")
				p.excused(name.Value, n)
			}),
			settings.NewKey("limits", func(n *yaml.Node) {
				s.Limits = p.Number(n, "a factor of the time limits", 0.1, 100)
			}),
		)
		p.file.Students[name.Value] = s
	})
}

// excused checks a student's patterns, and keeps their places.
func (p *parser) excused(student string, n *yaml.Node) {
	for _, pattern := range n.Content {
		if pattern.Kind == yaml.ScalarNode && n.Kind == yaml.SequenceNode {
			p.file.places["excused "+strconv.Quote(student)+" "+p.pattern(pattern)] = pattern
		}
	}
}
