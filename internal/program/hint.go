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

// newPython matches error messages of Python 2 that are caused by programs in Python 3.
var newPython = regexp.MustCompile(`No module named (queue|dataclasses|enum|pathlib|typing|statistics|concurrent)\b|` +
	`'encoding' is an invalid keyword argument|super\(\) takes at least 1 argument|'list' object has no attribute '(clear|copy)'`)

const (
	isOldPython = "this looks like Python 2, and Python 3 runs it: to have Python 2.7, "
	isNewPython = "this looks like Python 3, and Python 2.7 runs it: to have Python 3, "
)

// A hint is a suggestion for a program that fails with certain last words.
type hint struct {
	on   *regexp.Regexp
	text string
}

// hints returns the suggestions for a source.
func (s Source) hints(a *oracle.Assignment) []hint {
	name := func(l *Language) string { return "call the file " + nameFor(a, l) }
	switch {
	case s.Language == python3 && s.hasOwnName(a):
		return []hint{{oldPython, isOldPython + name(python2) + ", or point at it with --python2 python2.7"}}
	case s.Language == python3:
		return []hint{{oldPython, isOldPython + name(python2)}}
	case s.Language == python2 && s.hasOwnName(a):
		return []hint{{newPython, isNewPython + name(python3) + ", or leave --python2 out"}}
	case s.Language == python2:
		return []hint{{newPython, isNewPython + name(python3)}}
	}
	return nil
}

// Hint returns a suggestion for a program that crashed with these last words, or "".
func (p *Program) Hint(errors []byte) string {
	for _, h := range p.hints {
		if h.on.Match(errors) {
			return h.text
		}
	}
	return ""
}
