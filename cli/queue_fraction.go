//go:build queue

package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// A fraction is a flag that is a part of something, such as 2%.
type fraction float64

func (p *fraction) String() string { return strconv.FormatFloat(100*float64(*p), 'g', -1, 64) + "%" }
func (p *fraction) Type() string   { return "percent" }

func (p *fraction) Set(text string) error {
	of, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(of >= 0 && of <= 100) {
		return fmt.Errorf("want a part from 0%% to 100%%, such as 2%%")
	}
	*p = fraction(of / 100)
	return nil
}
