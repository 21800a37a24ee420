// The board: a drawing of the places of the page, and of the pieces on them.

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 64; // pixels between neighbouring places
const HUES = [210, 28, 130, 300, 55, 175, 350, 255];
const INITIALS = { r: 0, o: 28, y: 52, g: 130, c: 180, b: 215, p: 285, v: 265, m: 310 };

function draw(kind, attributes, content) {
	const element = document.createElementNS(SVG, kind);
	for (const [name, value] of Object.entries(attributes)) {
		element.setAttribute(name, value);
	}
	if (content !== undefined) {
		element.textContent = content;
	}
	return element;
}

class Board {
	constructor(header) {
		this.header = header;
		this.linked = Boolean(header.links);
		this.hues = this.huesOf(header.pieces);
		const { places } = header;
		let minDistance = Infinity;
		for (let i = 0; i < places.length; i++) {
			for (let j = 0; j < i; j++) {
				const distance = Math.hypot(places[i].x - places[j].x, places[i].y - places[j].y);
				if (distance > 0 && distance < minDistance) {
					minDistance = distance;
				}
			}
		}
		const unit = UNIT * (this.linked ? 1.25 : 1) / (minDistance === Infinity ? 1 : minDistance);
		this.spots = places.map((p) => ({ x: p.x * unit, y: p.y * unit }));
		const xs = this.spots.map((s) => s.x), ys = this.spots.map((s) => s.y), margin = UNIT * 0.56;
		const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
		this.size = { left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
	}

	// svg draws a position. pieces has a piece for each place. It marks the places of the last move
	// and of the child that has returned, the changes by the last move with the pieces before it,
	// wrong places, and the places of the next moves.
	svg(pieces, { last = -1, back = -1, changed = new Map(), wrong = new Set(), moves = new Set(), label }) {
		const { left, top, width, height } = this.size;
		const svg = draw("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "img", "aria-label": label, class: this.linked ? "board map" : "board" });
		svg.style.maxWidth = `${Math.max(220, width * 1.15)}px`;
		for (const [a, b] of this.header.links || []) {
			svg.append(draw("line", { x1: this.spots[a].x, y1: this.spots[a].y, x2: this.spots[b].x, y2: this.spots[b].y, class: "link" }));
		}
		this.header.places.forEach((place, i) => {
			const marks = [last === i && "last", changed.has(i) && "changed", wrong.has(i) && "wrong", back === i && "back"].filter(Boolean);
			const group = svg.appendChild(this.place(place, this.spots[i], pieces[i], marks, changed.get(i)));
			if (moves.has(i)) {
				group.append(draw("circle", { r: 4, cx: this.linked ? 0 : UNIT / 2 - 10, cy: this.linked ? UNIT * 0.28 : 10 - UNIT / 2, class: "move" }));
			}
		});
		return svg;
	}

	place(place, { x, y }, piece, marks, oldPiece) {
		const group = draw("g", { class: ["place", ...marks].join(" "), transform: `translate(${x} ${y})`, "data-place": place.name });
		group.append(draw("title", {}, `${place.name}: ${piece.text || "empty"}`));
		const halfSize = UNIT / 2 - 2, radius = this.linked ? UNIT * 0.4 : UNIT * 0.3;
		if (!this.linked) {
			group.append(draw("rect", {
				x: -halfSize, y: -halfSize, width: 2 * halfSize, height: 2 * halfSize, rx: 6, class: "cell",
			}));
		}
		if (piece.text || this.linked) {
			const disc = draw("circle", { r: radius, class: "piece " + this.side(piece) });
			this.colour(disc, piece);
			group.append(disc);
		}
		if (marks.length > 0) {
			group.append(this.linked ? draw("circle", { r: radius + 5, class: "ring" }) : draw("rect", { x: -halfSize, y: -halfSize, width: 2 * halfSize, height: 2 * halfSize, rx: 6, class: "ring" }));
		}
		if (this.linked) {
			group.append(draw("text", { class: "name in", y: piece.text ? -5 : 5 }, shorten(place.name, 7)));
			if (piece.text) {
				group.append(draw("text", { class: "text small", y: 13 }, shorten(piece.text, 7)));
			}
		} else {
			group.append(draw("text", { class: "name", x: -halfSize + 4, y: -halfSize + 12 }, shorten(place.name, 6)));
			group.append(draw("text", { class: "text", y: 7 }, shorten(piece.text, 5)));
		}
		if (place.note) {
			group.append(draw("text", { class: "note", x: halfSize - 4, y: halfSize - 4 }, place.note));
		}
		if (oldPiece !== undefined && oldPiece.text) {
			group.append(draw("text", { class: "before", x: this.linked ? 0 : -halfSize + 4, y: this.linked ? radius + 16 : halfSize - 4 }, `was ${shorten(oldPiece.text, 5)}`));
		}
		return group;
	}

	side(piece) { return piece.side > 0 ? "own" : piece.side < 0 ? "foe" : piece.text ? "neutral" : "empty"; }

	// colour fills a piece by its text, if the text is neither a number nor a side. The rim then
	// has the colour of the side.
	colour(disc, piece) {
		if (!this.hues.has(piece.text)) {
			return;
		}
		disc.classList.add("hued");
		disc.style.setProperty("--hue", this.hues.get(piece.text));
	}

	// huesOf returns the hues of texts: the hue of a colour with the same first letter, or any hue
	// if two texts have the same one.
	huesOf(pieces) {
		const words = pieces.filter((p) => p.text !== "" && !/^[0-9]+$/.test(p.text));
		const texts = [...new Set(words.map((p) => p.text))].sort();
		const sides = new Set(words.filter((p) => p.side !== 0).map((p) => p.side));
		if (words.length === texts.length && texts.length === sides.size) {
			return new Map(); // X and O
		}
		const initials = texts.map((text) => text[0].toLowerCase());
		const hasInitials = initials.every((c, i) => c in INITIALS && initials.indexOf(c) === i);
		return new Map(texts.map((text, i) => [text, hasInitials ? INITIALS[initials[i]] : HUES[i % HUES.length]]));
	}
}

function shorten(text, max) { return text.length > max ? text.slice(0, max - 1) + "…" : text; }

// describePosition describes a position for screen readers.
function describePosition(header, pieces, changed) {
	const placesByText = new Map();
	header.places.forEach((place, i) => {
		const text = pieces[i].text || "empty";
		placesByText.set(text, [...(placesByText.get(text) || []), place.name]);
	});
	const words = [...placesByText].filter(([text]) => text !== "empty" || placesByText.size === 1).map(([text, names]) => `${text} on ${names.join(", ")}`);
	if (changed.size > 0) {
		words.push("the last move changed " + [...changed.keys()].map((i) => `${header.places[i].name} to ${pieces[i].text || "empty"}`).join(", "));
	}
	return words.join("; ");
}
