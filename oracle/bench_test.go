package oracle_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// The speed of each search: time per line of the log, megabytes of log per second, and allocations, whose
// number is constant. Gangwars has no log.
//
//	go test ./oracle -bench . -run '^$'
func BenchmarkSolve(b *testing.B) {
	for _, c := range bench {
		b.Run(c.name, func(b *testing.B) {
			p := parse(b, c.assignment, fmt.Sprintf(c.input, c.depth))
			size := new(lineCounter)
			if _, err := p.Solve(context.Background(), homework.Options{}, size); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			if c.assignment != "gangwars" {
				b.SetBytes(size.bytes)
			}
			for b.Loop() {
				if _, err := p.Solve(context.Background(), homework.Options{}, new(counter)); err != nil {
					b.Fatal(err)
				}
			}
			if c.assignment != "gangwars" {
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.lines), "ns/line")
				b.ReportMetric(float64(size.lines), "lines")
			}
		})
	}
}
