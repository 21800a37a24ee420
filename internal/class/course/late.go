package course

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

func (p *parser) late(n *yaml.Node) {
	p.Mapping(n, "late",
		settings.NewKey("free", func(n *yaml.Node) { p.file.Late.Free = p.Whole(n, "days that cost nothing", 0, mostDays) }),
		settings.NewKey("penalty", func(n *yaml.Node) {
			p.file.Late.Penalty, p.file.Late.Rule = p.Number(n, "the percent of the points that each day costs", 0, 100), true
		}),
		settings.NewKey("due", func(n *yaml.Node) { p.file.Late.Due = p.moment(n) }),
		settings.NewKey("zone", nil), // which is read first
	)
}

// zone reads the time zone of times that have none, which others depend on.
func (p *parser) zone(root *yaml.Node) {
	n := settings.Value(settings.Value(root, "late"), "zone")
	if n == nil {
		return
	}
	name := p.Text(n, "a time zone, such as America/Los_Angeles")
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		p.Fail(n, "want a time zone, such as America/Los_Angeles, found %s", settings.Found(n))
		zone = time.UTC // or the times that have none would be told of, too
	}
	p.file.Late.Zone = zone
}

// moment reads a point in time.
func (p *parser) moment(n *yaml.Node) time.Time {
	at, err := ParseTime(n.Value, p.file.Late.Zone)
	if n.Kind != yaml.ScalarNode || err != nil {
		p.Fail(n, "%v", cmp.Or(err, fmt.Errorf("want a time, found %s", settings.Found(n))))
	}
	return at
}

// layouts are the ways in which a time may be written, with a zone and without.
var layouts = [2][]string{
	{time.RFC3339, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04 -0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04Z07:00"},
	{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"},
}

// ParseTime reads a point in time, such as 2026-03-01 23:59 or 2026-03-01T23:59:00-08:00. zone is that of a time without
// one; it may be nil.
func ParseTime(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range layouts[0] {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	for _, layout := range layouts[1] {
		if at, err := time.Parse(layout, text); err == nil && zone == nil {
			return at, fmt.Errorf("want a time with its zone, such as %s-08:00, or \"late: {zone: ...}\" in the course file, found %s", at.Format("2006-01-02T15:04:05"), scan.Show(text))
		}
		if at, err := time.ParseInLocation(layout, text, cmp.Or(zone, time.UTC)); err == nil {
			return at, nil
		}
	}
	if _, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))]); err != nil && strings.HasSuffix(err.Error(), "day out of range") {
		return time.Time{}, fmt.Errorf("want a day that there is, found %s", scan.Show(text))
	}
	return time.Time{}, fmt.Errorf("want a time, such as 2026-03-01 23:59 or 2026-03-01T23:59:00-08:00, found %s", scan.Show(text))
}
