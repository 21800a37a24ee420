package mutant

// handDown returns the window passed to a child: its parent's at that moment
// (docs/rules/README.md log rule 2).
func (s *search) handDown(n node, value int, w, handed window) window {
	switch {
	case s.flaw.is("infinite-window-for-children"):
		return infinite
	case s.flaw.is("entry-window-for-children"):
		return handed
	case s.flaw.is("alpha-not-handed-down"):
		return window{minusInfinity, w.beta}
	case s.flaw.is("beta-not-handed-down"):
		return window{w.alpha, infinity}
	case s.flaw.is("only-shallow-cuts") && s.maximising(n):
		return window{value, infinity}
	case s.flaw.is("only-shallow-cuts"):
		return window{minusInfinity, value}
	}
	return w
}

// cuts reports whether the node's other children need no search, which includes equality with the
// bound (docs/rules/README.md log rule 3).
func (s *search) cuts(n node, value int, w window) bool {
	maximising := s.maximising(n)
	switch {
	case s.flaw.is("no-cuts"),
		s.flaw.is("no-cuts-in-chains") && n.again,
		s.flaw.is("no-cuts-at-max") && maximising,
		s.flaw.is("no-cuts-at-min") && !maximising,
		s.flaw.is("no-cuts-at-root-children") && n.depth == 1,
		s.flaw.is("cuts-only-at-root-children") && n.depth != 1:
		return false
	case s.flaw.is("cut-tests-wrong-bound"):
		w = window{w.beta, w.alpha}
	}
	if maximising {
		if s.flaw.is("strict-cut-at-max", "strict-cuts") {
			return value > w.beta
		}
		return value >= w.beta
	}
	if s.flaw.is("strict-cut-at-min", "strict-cuts") {
		return value < w.alpha
	}
	return value <= w.alpha
}

// narrow returns the window after a child that did not cut (docs/rules/README.md log rule 3).
func (s *search) narrow(n node, value int, w window) window {
	maximising := s.maximising(n)
	switch {
	case s.flaw.is("alpha-not-updated") && maximising,
		s.flaw.is("beta-not-updated") && !maximising:
		return w
	case s.flaw.is("bound-overwritten") && maximising:
		return window{value, w.beta}
	case s.flaw.is("bound-overwritten"):
		return window{w.alpha, value}
	}
	if maximising {
		return window{max(w.alpha, value), w.beta}
	}
	return window{w.alpha, min(w.beta, value)}
}

// returned returns what a node returns: the value itself, inside the window or not, which
// is called fail-soft (docs/rules/README.md log rule 3).
func (s *search) returned(value int, w window, cut bool) int {
	if !s.alphaBeta {
		return value
	}
	if s.flaw.is("fail-hard") ||
		s.flaw.is("fail-hard-at-cuts") && cut ||
		s.flaw.is("fail-hard-without-cut") && !cut {
		return max(w.alpha, min(w.beta, value))
	}
	return value
}
