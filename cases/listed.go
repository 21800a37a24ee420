package cases

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/touchstone-suite/touchstone/oracle"
)

// A Listed is a case as it stands in a plan: one that is built in by its name and digest alone.
type Listed struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Text and Kills are those of a case that is not built in.
	Text  string   `json:"text,omitempty"`
	Kills []string `json:"kills,omitempty"`
}

func digestOfCase(c *Case) string {
	sum := sha256.Sum256(c.Text())
	return hex.EncodeToString(sum[:16])
}

// List lists cases of an assignment for a plan.
func List(a *oracle.Assignment, all []*Case) (list []Listed, err error) {
	builtIn, err := builtIn(a)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		one := Listed{Name: c.Name, Digest: digestOfCase(c)}
		if builtIn[one.Name+one.Digest] == nil {
			one.Text, one.Kills = string(c.Text()), c.Kills
		}
		list = append(list, one)
	}
	return list, nil
}

// builtIn returns the built-in cases of an assignment by name and digest.
func builtIn(a *oracle.Assignment) (map[string]*Case, error) {
	all, err := Embedded(a)
	by := map[string]*Case{}
	for _, c := range all {
		by[c.Name+digestOfCase(c)] = c
	}
	return by, err
}

// LoadListed returns the cases of a list that List has made.
func LoadListed(a *oracle.Assignment, list []Listed) (all []*Case, err error) {
	builtIn, err := builtIn(a)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		c := builtIn[one.Name+one.Digest]
		if one.Text != "" {
			if c, err = Parse(one.Name, one.Name, []byte(one.Text)); err != nil {
				return nil, err
			}
			c.Kills = one.Kills
		}
		if c == nil {
			return nil, fmt.Errorf("want the case %s of the plan among the built-in ones, found none alike", one.Name)
		}
		all = append(all, c)
	}
	return all, nil
}
