// Boards: small pictures of the positions that cases begin with. Each is asked for and drawn once it is in sight.

const boards = { known: new Map(), wanted: new Map(), busy: false };
const MOST_BOARDS = 12; // that are asked for at once, so that other questions wait little

const sight = new IntersectionObserver((entries) => {
	for (const { isIntersecting, target } of entries) {
		if (isIntersecting) {
			sight.unobserve(target);
			boards.wanted.set(target, target.dataset.board);
		}
	}
	fetchBoards();
}, { rootMargin: "200px" });

// thumb returns the place of a case's board. The case's name and title stand beside it, so that readers pass it over.
function thumb(name) {
	const place = make("span", "thumb");
	place.dataset.board = name;
	place.dataset.game = here.game;
	place.setAttribute("aria-hidden", "true");
	sight.observe(place);
	return place;
}

async function fetchBoards() {
	if (boards.busy) {
		return;
	}
	boards.busy = true;
	while (boards.wanted.size > 0) {
		const { game } = boards.wanted.keys().next().value.dataset, key = (name) => game + "/" + name;
		const some = [...boards.wanted].filter(([place]) => place.dataset.game === game).slice(0, MOST_BOARDS);
		some.forEach(([place]) => boards.wanted.delete(place));
		const missing = [...new Set(some.map(([, name]) => name))].filter((name) => !boards.known.has(key(name)));
		try {
			if (missing.length > 0) {
				const { value } = await ask({ do: "boards", assignment: game, cases: missing });
				value.forEach((one) => boards.known.set(key(one.case), one));
			}
		} catch {
			continue; // somebody has cancelled; a picture is no loss
		}
		some.forEach(([place, name]) => boards.known.has(key(name)) && place.replaceChildren(small(boards.known.get(key(name)))));
	}
	boards.busy = false;
}

// small draws a board of which the pieces matter and the names do not.
function small(one) {
	const kinds = [...new Map(one.pieces.map((piece) => [piece.side + piece.text, piece])).values()];
	return new Board({ ...one, pieces: kinds }).svg(one.pieces, { label: one.case });
}
