package shrink

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Text returns texts that are simpler than one of a format that nobody knows, the shortest first: without some of
// its lines or words, with numbers nearer to 0 and letters nearer to a. Where lines or words go, a number before them
// that may be their count falls as well. Each is shorter, or as long with smaller numbers and letters.
func Text(text string) (simpler []string) {
	lines := slices.Collect(strings.Lines(text))
	for _, all := range [][]string{lines, parts.FindAllString(text, -1)} {
		spans := Spans(len(all))
		for _, c := range spans[:min(len(spans), mostSpans)] {
			before, rest := strings.Join(all[:c[0]], ""), strings.Join(all[c[1]:], "")
			if rest == "" || rest[0] == '\n' {
				before = strings.TrimRight(before, " \t") // which was between words
			}
			simpler = append(simpler, counted(before, rest, c[1]-c[0])...)
		}
	}
	slices.SortStableFunc(simpler, func(x, y string) int { return len(x) - len(y) })
	seen := map[string]bool{text: true}
	return slices.DeleteFunc(append(simpler, smaller(text)...), func(s string) bool {
		defer func() { seen[s] = true }()
		return seen[s]
	})
}

// mostSpans bounds the ranges of a sequence of which many are tried.
const mostSpans = 400

// mostCounts is how many numbers are tried as counts, those nearest before what goes.
const mostCounts = 3

var integers = regexp.MustCompile(`-?[0-9]+`)

// counted returns a text of which n things are gone between its two parts: as it is, and with a number less n that stands before
// them.
func counted(before, rest string, n int) []string {
	all := []string{before + rest}
	places := integers.FindAllStringIndex(before, -1)
	slices.Reverse(places)
	if len(places) > mostCounts { // the first number of a text is a count most often
		places = append(places[:mostCounts-1:mostCounts-1], places[len(places)-1])
	}
	for _, at := range places {
		if x, err := strconv.Atoi(before[at[0]:at[1]]); err == nil && x >= n {
			all = append(all, before[:at[0]]+strconv.Itoa(x-n)+before[at[1]:]+rest)
		}
	}
	return all
}

// parts are the words of a text with the white space behind them, but for the ends of lines, which stand alone.
var parts = regexp.MustCompile(`\n|[^ \t\n]+[ \t]*|[ \t]+`)

// nearer returns numbers nearer to 0 than x, the nearest first. A number above 0 is nearer than the one below.
func nearer(x int64) []int64 {
	all := []int64{0, x / 2, x - 1}
	if x < 0 {
		all = []int64{0, -x, x / 2, x + 1}
	}
	slices.SortFunc(all, func(x, y int64) int { return int(max(-2, min(2, abs(x)-abs(y)))) })
	return slices.DeleteFunc(slices.Compact(all), func(y int64) bool { return y == x || abs(y) > abs(x) })
}

func abs(x int64) int64 { return max(x, -x) }

// mostNumbers bounds the numbers and letters of a text that are made smaller.
const mostNumbers = 200

// smaller returns a text with a number nearer to 0, first wherever the number is, then in one place, or with one letter nearer to a.
func smaller(text string) (simpler []string) {
	var single []string
	for _, at := range integers.FindAllStringIndex(text, mostNumbers) {
		number := text[at[0]:at[1]]
		x, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			continue
		}
		for _, y := range nearer(x) {
			other := strconv.FormatInt(y, 10)
			single = append(single, text[:at[0]]+other+text[at[1]:])
			simpler = append(simpler, integers.ReplaceAllStringFunc(text, func(found string) string {
				if found == number {
					return other
				}
				return found
			}))
		}
	}
	simpler = append(simpler, single...)
	for i := 0; i < len(text) && i < mostNumbers; i++ {
		if c := text[i]; 'a' < c && c <= 'z' || 'A' < c && c <= 'Z' {
			simpler = append(simpler, text[:i]+string('A'+c&('a'-'A'))+text[i+1:])
		}
	}
	return simpler
}
