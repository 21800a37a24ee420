// Package record holds games between programs (docs/rules/competition.md), also those that are still played: which positions they
// begin from, their moves, and how they ended. A Game is written as lines of JSON by Write, read by Read and held against the
// rules by Check (docs/play.md). Package arena plays them, and so does the page, which runs no programs.
package record
