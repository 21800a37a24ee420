package search

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
)

// A Mutation is a mistake in the search.
type Mutation = mutant.Mutation[Hooks]

// Traits describe an assignment. They determine the mistakes that it can have, and the numbers of the rules
// on its own page that the mistakes break.
type Traits struct {
	Page  mutant.Page
	Order int // the order of moves
	Depth int // the depth limit
	Tasks int // minimax and alpha-beta are tasks of their own; 0 if they are not

	Dialect *Dialect // nil if no log is kept
	Format  int      // the format of the log

	// Square returns where a move is made on a board; nil if moves are not made on squares.
	Square  func(move string) (row, column int, ok bool)
	Chains  bool // a move can give an extra turn
	Sudden  bool // a move can end the game where others of its node do not
	Large   bool // evaluations lie beyond 999
	Unended bool // output files end without a newline
}

// Mutations returns the mistakes that an assignment shares with others.
func Mutations(t Traits) []Mutation {
	var had []Mutation
	for _, s := range slices.Concat(
		cutTestMutations(), handDownMutations(), boundMutations(), returnMutations(),
		orderMutations(t), depthMutations(t), valueMutations(), endMutations(t), choiceMutations(),
		taskMutations(t), rowMutations(), leafMutations(), entryMutations(), childMutations(),
		headerMutations(t), columnMutations(t), infinityMutations(t), numberMutations(), fileMutations(),
	) {
		if s.has(t) {
			had = append(had, s.mutations...)
		}
	}
	return had
}

// A shared holds mistakes of some assignments.
type shared struct {
	has       scope
	mutations []Mutation
}

// A scope reports whether an assignment has a mistake.
type scope func(t Traits) bool

// mistake is mutant.Mistake for the assignments of a scope. It returns a mistake for each change. The part of a
// text in braces differs between them: "your {max|min} nodes".
func (s scope) mistake(kind string, rule mutant.Rule, id, title, explanation string,
	changes ...func(h *Hooks)) shared {
	all := shared{has: s}
	for i, change := range changes {
		all.mutations = append(all.mutations,
			mutant.Mistake(kind, rule, variant(id, i), variant(title, i), variant(explanation, i), change))
	}
	return all
}

var alternatives = regexp.MustCompile(`\{[^}]*\}`)

// variant returns a text with the i-th alternative of each part in braces.
func variant(text string, i int) string {
	return alternatives.ReplaceAllStringFunc(text, func(part string) string {
		return strings.Split(part[1:len(part)-1], "|")[i]
	})
}

var (
	all      scope = func(Traits) bool { return true }
	logged   scope = func(t Traits) bool { return t.Dialect != nil }
	headed   scope = func(t Traits) bool { return logged(t) && t.Dialect.Header != "" }
	spaced   scope = func(t Traits) bool { return logged(t) && strings.Contains(t.Dialect.Separator, " ") }
	unspaced scope = func(t Traits) bool { return logged(t) && !spaced(t) }
	short    scope = func(t Traits) bool { return logged(t) && t.Dialect.Infinity == "inf" }
	spelt    scope = func(t Traits) bool { return logged(t) && !short(t) }
	squares  scope = func(t Traits) bool { return t.Square != nil }
	twoTasks scope = func(t Traits) bool { return t.Tasks > 0 }
	chained  scope = func(t Traits) bool { return t.Chains }
	oneTurn  scope = func(t Traits) bool { return !t.Chains }
	// unchained have a log and no extra turns.
	unchained scope = func(t Traits) bool { return logged(t) && oneTurn(t) }
	sudden    scope = func(t Traits) bool { return t.Sudden }
	large     scope = func(t Traits) bool { return t.Large }
	largeLog  scope = func(t Traits) bool { return large(t) && logged(t) }
	ended     scope = func(t Traits) bool { return !t.Unended }
	unended   scope = func(t Traits) bool { return t.Unended }
)

// The rules of the page that assignments share.
var (
	logRule1       = LogRule(1)
	logRule2       = LogRule(2)
	logRule3       = LogRule(3)
	logRule4       = LogRule(4)
	logRule5       = LogRule(5)
	evaluationRule = mutant.Shared.Part("Evaluation")
	bytesRule      = mutant.Shared.Part("Bytes")
	numbersRule    = mutant.Shared.Part("Two facts worth checking first")
)

// LogRule returns one of the rules of the log, 1 to 5.
func LogRule(number int) mutant.Rule {
	return mutant.Shared.Part("log " + mutant.Shared.Rule(number).Heading)
}

// reorder makes a mutation that tries moves in another order.
func reorder(in func(h *Hooks, n Node, moves []string)) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap2(&h.Order, func(n Node, _, moves []string) []string {
			in(h, n, moves)
			return moves
		})
	}
}

// byEvaluation puts the moves first that look best to the player to move.
func byEvaluation(_ *Hooks, n Node, moves []string) {
	value := map[string]int{}
	for _, move := range moves {
		next, _ := n.Play(move)
		value[move] = next.Evaluate()
		if n.Max {
			value[move] = -value[move]
		}
	}
	slices.SortStableFunc(moves, func(a, b string) int { return cmp.Compare(value[a], value[b]) })
}

// Entered changes the line of a node that the search enters.
func Entered(change func(h *Hooks, r *Row)) func(h *Hooks) {
	return func(h *Hooks) {
		rows := h.EntryRows
		h.EntryRows = func(r Row) []Row {
			change(h, &r)
			return rows(r)
		}
	}
}

// NotEntered leaves out the line of some nodes that the search enters.
func NotEntered(out func(n Node) bool) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap(&h.EntryRows, func(r Row, rows []Row) []Row {
			if out(r.Node) {
				return nil
			}
			return rows
		})
	}
}

// afterChild changes the lines of a node one of whose children has been searched.
func afterChild(change func(h *Hooks, u Update, r *Row)) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap(&h.ChildRows, func(u Update, changed []Row) []Row {
			for i := range changed {
				change(h, u, &changed[i])
			}
			return changed
		})
	}
}

// NotAfterChild leaves out the line after some children.
func NotAfterChild(out func(u Update) bool) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap(&h.ChildRows, func(u Update, rows []Row) []Row {
			if out(u) {
				return nil
			}
			return rows
		})
	}
}

// atLeaf changes the rows that are logged for a leaf.
func atLeaf(rows func(h *Hooks, r Row, right func(Row) []Row) []Row) func(h *Hooks) {
	return func(h *Hooks) {
		right := h.LeafRows
		h.LeafRows = func(r Row) []Row { return rows(h, r, right) }
	}
}

// changeDialect changes the way to write the log.
func changeDialect(change func(d *Dialect)) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap(&h.Dialect, func(_, d Dialect) Dialect {
			change(&d)
			return d
		})
	}
}

// formatInfinity writes infinity in another way, and minus infinity with a sign before it.
func formatInfinity(format func(infinity string) string) func(h *Hooks) {
	return changeDialect(func(d *Dialect) {
		d.Infinity = format(d.Infinity)
		d.MinusInfinity = "-" + d.Infinity
	})
}

// numbers writes finite values in another way.
func numbers(write func(v int, text string) string) func(h *Hooks) {
	return func(h *Hooks) { mutant.Wrap(&h.Number, write) }
}

// columns changes the cells of a row.
func columns(change func(cells []string) []string) func(h *Hooks) {
	return func(h *Hooks) { mutant.Wrap(&h.Columns, func(_, right []string) []string { return change(right) }) }
}

// file changes the text of an output file.
func file(change func(text string) string) func(h *Hooks) {
	return func(h *Hooks) { mutant.Wrap(&h.File, func(_, right string) string { return change(right) }) }
}

// evaluated changes the value of a leaf.
func evaluated(change func(n Node, v int) int) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap2(&h.Leaf, func(n Node, v, leaf int) int { return change(n, leaf) })
	}
}
