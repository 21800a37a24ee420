// Boards: small pictures of the positions of cases. A picture is requested and drawn when it
// becomes visible.

const boards = { known: new Map(), wanted: new Map(), busy: false };
const MAX_BOARDS = 12; // requests at a time, so that other requests wait little

const observer = new IntersectionObserver((entries) => {
	for (const { isIntersecting, target } of entries) {
		if (isIntersecting) {
			observer.unobserve(target);
			boards.wanted.set(target, target.dataset.board);
		}
	}
	fetchBoards();
}, { rootMargin: "200px" });

// thumb returns the element for a case's board. Screen readers skip it, since the case's name and
// title are next to it.
function thumb(name) {
	const place = make("span", "thumb");
	place.dataset.board = name;
	place.dataset.game = state.game;
	place.setAttribute("aria-hidden", "true");
	observer.observe(place);
	return place;
}

async function fetchBoards() {
	if (boards.busy) {
		return;
	}
	boards.busy = true;
	while (boards.wanted.size > 0) {
		const { game } = boards.wanted.keys().next().value.dataset, key = (name) => game + "/" + name;
		const batch = [...boards.wanted].filter(([place]) => place.dataset.game === game).slice(0, MAX_BOARDS);
		batch.forEach(([place]) => boards.wanted.delete(place));
		const missing = [...new Set(batch.map(([, name]) => name))].filter((name) => !boards.known.has(key(name)));
		try {
			if (missing.length > 0) {
				const { value } = await ask({ do: "boards", assignment: game, cases: missing });
				value.forEach((position) => boards.known.set(key(position.case), position));
			}
		} catch {
			continue; // the request was cancelled; a missing picture does no harm
		}
		batch.forEach(([place, name]) => boards.known.has(key(name)) && place.replaceChildren(smallBoard(boards.known.get(key(name)))));
	}
	boards.busy = false;
}

// smallBoard draws a board with pieces and without names.
function smallBoard(position) {
	const kinds = [...new Map(position.pieces.map((piece) => [piece.side + piece.text, piece])).values()];
	return new Board({ ...position, pieces: kinds }).svg(position.pieces, { label: position.case });
}
