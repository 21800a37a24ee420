package autograder

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/regular"
)

// Metadata is what the platform says of a submission, in submission_metadata.json.
type Metadata struct {
	Created    time.Time `json:"created_at"`
	Assignment struct {
		Due         *time.Time `json:"due_date"`
		TotalPoints string     `json:"total_points"`
	} `json:"assignment"`
	Users []User `json:"users"`
}

// A User is one of those who handed in together.
type User struct {
	Email      string `json:"email"`
	Name       string `json:"name"`
	Assignment struct {
		Due *time.Time `json:"due_date"` // with an extension, if there is one
	} `json:"assignment"`
}

// ReadMetadata reads the platform's file.
func ReadMetadata(name string) (*Metadata, error) {
	text, err := regular.Read(name)
	if err != nil {
		return nil, err
	}
	m := new(Metadata)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: want what the platform says of a submission: %w", name, err)
	}
	if m.Created.IsZero() {
		return nil, fmt.Errorf("%s: want \"created_at\", found none", name)
	}
	return m, nil
}

// DaysLate returns how many days late the submission is. In a group the latest day on which one of
// them may hand in counts. What the course file says comes first for a student of its own, and last for all. Without a due date
// nothing is late.
func (m *Metadata) DaysLate(c *course.File) int {
	due := m.Assignment.Due
	var latest *time.Time
	for _, u := range m.Users {
		if own := u.Assignment.Due; own != nil && (latest == nil || own.After(*latest)) {
			latest = own
		}
	}
	if latest != nil {
		due = latest
	}
	known := time.Time{}
	if due != nil {
		known = *due
	}
	return course.DaysLate(c.Due(m.Student(c), known), m.Created)
}

// Student returns the name by which a course file has settings for one of those who handed in:
// their address, or their name. It is "" if there are none.
func (m *Metadata) Student(c *course.File) string {
	for _, u := range m.Users {
		for _, name := range []string{u.Email, u.Name} {
			if _, ok := c.Students[name]; ok {
				return name
			}
		}
	}
	return ""
}
