// Package homework says what an assignment is: its facts (Assignment), its inputs (Problem), and the
// situations that an input can show.
package homework
