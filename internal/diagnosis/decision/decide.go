package decision

import "slices"

// A Decision is what a program does at its first difference, in words that hold for any case:
// cases in which it decides alike have a cause in common, most likely.
type Decision struct {
	Key   string   `json:"key"`   // what tells it from others, such as "window-not-narrowed"
	Does  string   `json:"does"`  // what the program does
	Right string   `json:"right"` // what it should do
	Where []string `json:"where"` // what marks the place: "a max node", "the last child"
	Rules []string `json:"rules"` // that it may break, the most likely first: "docs/rules/reversi.md rule 3"

	// Of is the key of the decision of which this one is a kind, or "". What is of this kind in one
	// case may be so by chance: of several cases it is told only if all are.
	Of string `json:"of,omitempty"`

	// Or is what the same lines may also show; nil if they show one thing alone.
	Or *Decision `json:"-"`

	wide []string // of the decision of which this is a kind: its rules behind those of the kind
}

// decide sets the decision of an explanation.
func (x *explainer) decide(e *Explanation, k *kind, where ...string) {
	e.Decision = x.decision(k, where...)
}

func (x *explainer) decision(k *kind, where ...string) *Decision {
	d := k.decision(append([]string{}, where...), x.rulesOn(k.areas))
	if general := specials[k]; general != nil {
		d.Of = general.key
		d.wide = x.rulesOn(append(slices.Clone(k.areas), general.areas...))
	}
	return d
}

func (k *kind) decision(where, rules []string) *Decision {
	return &Decision{Key: k.key, Does: k.does, Right: k.right, Where: where, Rules: append([]string{}, rules...)}
}

// specials are the kinds that are special cases of others.
var specials = map[*kind]*kind{
	&leafValueNegated:   &leafValue,
	&leafValueOneSide:   &leafValue,
	&leafValueSum:       &leafValue,
	&leafValueCount:     &leafValue,
	&leafValueDepth:     &leafValue,
	&leafValueOver:      &leafValue,
	&leafPosition:       &leafValue,
	&againMissed:        &maxMinExchanged,
	&typeExchanged:      &maxMinExchanged,
	&entryOtherInfinity: &maxMinExchanged,
	&entryBound:         &entryValue,
	&passesKept:         &leafTooEarly,
	&leafAfterPass:      &leafTooEarly,
	&leafAgain:          &leafTooEarly,
	&limitPass:          &limitPassed,
	&leafHasEntry:       &limitPassed,
	&leafInfinite:       &limitPassed,
	&overEntered:        &endMissed,
	&endEntered:         &endMissed,
	&illegalMove:        &otherMoves,
	&moveMissing:        &otherMoves,
	&passedFreely:       &otherMoves,
	&leftEarly:          &otherMoves,
	&lastMissing:        &leftEarly,
	&rootsLast:          &lastMissing,
	&rootLeft:           &leftEarly,
	&illegalTheirs:      &illegalMove,
	&illegalOccupied:    &illegalMove,
	&noSuchPlace:        &illegalMove,
	&leafTwice:          &lineTwice,
	&headerBlank:        &otherHeader,
	&endInfinite:        &endMissed,
	&lastReturned:       &valueOfChild,
	&evaluationReturned: &valueOfChild,
	&valueOfSibling:     &valueOfChild,
	&valueStarts:        &valueOfChild,
	&cutLate:            &cutMissed,
	&startKept:          &valueNotTaken,
	&cutStrict:          &cutMissed,
	&windowOpenAtLeaf:   &windowHanded,
	&windowOpen:         &windowHanded,
	&windowOfEntry:      &windowHanded,
	&windowOfOther:      &windowHanded,
	&windowOfLeaf:       &windowHanded,
	&changeNothing:      &changeOther,
	&changeOneLine:      &changeOther,
	&changeNearest:      &changeOther,
	&changeReplaced:     &changeOther,
	&tieBlind:           &tieTaken,
	&worseBlind:         &worseMove,
	&firstBlind:         &worseMove,
	&firstMove:          &worseMove,
	&leastMove:          &worseMove,
	&greedyMove:         &worseMove,
	&moveIllegal:        &noSuchMove,
	&moveTheirs:         &noSuchMove,
	&moveInner:          &noSuchMove,
	&moveMisspelt:       &noSuchMove,
	&boardIllegal:       &noSuchMove,
	&boardPermuted:      &changeOther,
	&changeMissing:      &changeOther,
	&changeAdded:        &changeOther,
}

// General returns the decision of which this one is a special case, or the decision itself.
func (d Decision) General() Decision {
	for _, k := range specials {
		if k.key == d.Of {
			general := k.decision(d.Where, d.wide)
			if above := specials[k]; above != nil {
				general.Of, general.wide = above.key, d.wide
			}
			return *general
		}
	}
	return d
}

// Kinds returns the decision, and those of which it is a special case, the most general last.
func (d Decision) Kinds() []Decision {
	all := []Decision{d}
	for d.Of != "" {
		d = d.General()
		all = append(all, d)
	}
	return all
}

// widest is the key of the most general of a decision's kinds.
func (d Decision) widest() string {
	kinds := d.Kinds()
	return kinds[len(kinds)-1].Key
}

// OfMoves reports whether a decision is that a node has other moves.
func (d Decision) OfMoves() bool { return d.widest() == otherMoves.key }

// Silent reports whether a decision says less than how the program ended: there is none, or the
// program's file ends there.
func (d Decision) Silent() bool {
	return slices.Contains([]string{"", endsEarly.key, rootLeft.key, rootsLast.key, turnMissing.key, turnCut.key, boardMissing.key, answerEmpty.key}, d.Key)
}
