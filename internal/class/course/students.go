package course

import (
	"strconv"

	"go.yaml.in/yaml/v4"
)

// mostDays is how late anything is at most.
const mostDays = 1000

func (p *parser) students(n *yaml.Node) {
	p.entries(n, "students", func(name, n *yaml.Node) {
		var s Student
		p.mapping(n, "a student",
			key{"name", func(n *yaml.Node) { s.Name = p.text(n, "a name") }},
			key{"late", func(n *yaml.Node) {
				before := len(p.wrong)
				days := p.whole(n, "days by which the submission is late", 0, mostDays)
				if len(p.wrong) > before {
					return
				}
				s.Late = &days
				p.file.places["late "+strconv.Quote(name.Value)] = n
			}},
			key{"due", func(n *yaml.Node) { s.Due = p.moment(n) }},
			key{"extra", func(n *yaml.Node) { s.Extra = p.number(n, "extra points", -mostPoints, mostPoints) }},
			key{"excused", func(n *yaml.Node) {
				s.Excused = p.texts(n, "patterns of the names of cases", "a pattern of the names of cases")
				p.excused(name.Value, n)
			}},
			key{"limits", func(n *yaml.Node) {
				s.Limits = p.number(n, "a factor of the time limits", 0.1, 100)
			}},
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
