package program

import (
	"regexp"

	"github.com/touchstone-suite/touchstone/oracle"
)

// oldPython matches error messages of Python 3 that are caused by programs in Python 2,
// which is what the handouts ask for.
var oldPython = regexp.MustCompile(`Missing parentheses in call to '(print|exec)'|` +
	`multiple exception types must be parenthesized|inconsistent use of tabs|leading zeros in decimal integer|` +
	`name '(raw_input|xrange|unicode|unichr|long|basestring|reduce|cmp|execfile)' is not defined|` +
	`'dict' object has no attribute '(has_key|iteritems|itervalues|iterkeys)'|No module named '(Queue|StringIO|cPickle|cStringIO|sets)'`)

// Hint returns a suggestion for a program that crashed with these last words, or "".
func (p *Program) Hint(errors []byte) string {
	if p.python2 == "" || !oldPython.Match(errors) {
		return ""
	}
	return "this looks like Python 2, and Python 3 runs it: to have Python 2.7, " + p.python2
}

// python2Name returns the first of an assignment's file names that is for Python 2.
func python2Name(a *oracle.Assignment) string {
	for _, n := range names(a) {
		if n.language == python2 {
			return n.file
		}
	}
	return ""
}
