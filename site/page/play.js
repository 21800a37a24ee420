// Play: a game against the reference agent, on the board.

const match = { game: "", seed: "0", number: 1, even: 0, size: 0, side: 0, turns: [], made: [], at: null };

function beginPlay() {
	byId("play-new").onclick = () => { newMatch(); showPosition(); };
	byId("play-back").onclick = () => takeBack();
	byId("play-hint").onclick = () => hint();
	byId("play-values").onclick = () => showValues();
	byId("play-save").onclick = () => busy(byId("play-says"), "Saving", async () => {
		const { files } = await ask(matchRequest("save"));
		Object.entries(files).forEach(([name, bytes]) => save(name, bytes));
		tellPosition();
	});
	byId("play-open").onchange = async (event) => {
		const [file] = event.target.files;
		event.target.value = "";
		await busy(byId("play-says"), "Opening", async () => {
			const { value } = await ask(matchRequest("open"), await read([file]));
			Object.assign(match, value);
			byId("play-side").value = match.side;
			showLevel(match.nodes);
		});
		if (!byId("play-says").querySelector(".failed")) {
			await showPosition();
		}
	};
}

// showLevel shows the number of positions that the agent searches. A saved game may have any
// number.
function showLevel(nodes) {
	const level = byId("play-level");
	if (![...level.options].some((option) => Number(option.value) === nodes)) {
		level.append(new Option(nodes.toLocaleString("en"), nodes));
	}
	level.value = nodes;
}

// matches are the unfinished games of the homeworks that are not shown.
const matches = new Map();

// switchMatch continues the game of the shown homework, or begins one of its usual size.
function switchMatch() {
	matches.set(match.game, { ...match });
	byId("play-size").value = "";
	const kept = matches.get(here.game);
	if (!kept) {
		newMatch();
		return;
	}
	Object.assign(match, kept);
	byId("play-side").value = match.side;
}

// newMatch begins a game by the controls.
function newMatch() {
	Object.assign(match, {
		game: here.game, seed: String(Math.floor(Math.random() * 2 ** 32)), number: 1, even: 0, size: byId("play-size").value === "" ? 0 : Number(byId("play-size").value) || -1, // 0 is the usual size
		side: Number(byId("play-side").value), turns: [], made: [],
	});
}

const matchRequest = (what) => ({ do: what, assignment: here.game, match: { seed: match.seed, number: match.number, even: match.even, size: match.size, side: match.side, turns: match.turns, nodes: Number(byId("play-level").value) } });

// showPosition shows the position, and makes the agent move if it is its turn.
async function showPosition() {
	match.made = [];
	await busy(byId("play-says"), "Thinking", async () => {
		for (;;) {
			match.at = (await ask(matchRequest("play"))).value;
			drawBoard();
			if (match.at.over || match.at.mover === match.side || here.view !== "play") {
				break;
			}
			const { value } = await ask(matchRequest("think"));
			match.turns.push(value);
		}
	});
	tellPosition();
}

function tellPosition() {
	const at = match.at;
	if (!at || byId("play-says").querySelector(".failed")) {
		return;
	}
	const points = at.sides.map((side, i) => `${side} ${at.points[i]}`).join(", ");
	let line = `You are ${at.sides[match.side]}. `;
	if (at.over) {
		const mine = at.points[match.side], other = at.points[1 - match.side];
		line = mine > other ? "You have won. " : mine < other ? "You have lost. " : "A draw. ";
	} else if (match.made.length > 0) {
		line += `${match.made.join(" ")} gives another move. `;
	} else if (match.turns.length > 0) {
		line += `The agent played ${match.turns[match.turns.length - 1].turn.join(" ")}. `;
	}
	byId("play-says").replaceChildren(make("p", "", line + `Points: ${points}.`));
}

// placeOf returns the place of a move: the one with which its name begins.
const placeOf = (move) => match.at.places.findIndex((place) => move === place.name || move.startsWith(place.name + " ") || move.startsWith(place.name + ","));

// choices returns the next moves of the turns that begin with the moves made so far.
function choices() {
	const made = match.made;
	const next = match.at.turns.filter((turn) => turn.length > made.length && made.every((move, i) => turn[i] === move)).map((turn) => turn[made.length]);
	return [...new Set(next)];
}

function drawBoard() {
	const at = match.at, board = byId("board"), mine = !at.over && at.mover === match.side;
	const xs = at.places.map((place) => place.x), ys = at.places.map((place) => place.y);
	const left = Math.min(...xs), top = Math.min(...ys), width = Math.max(...xs) - left || 1, height = Math.max(...ys) - top || 1;
	const graph = at.links && at.links.length > 0;
	const open = mine ? choices() : [];
	board.replaceChildren();
	board.className = graph ? "graph" : "grid";
	if (graph) {
		board.append(drawLinks(at, (place) => [100 * (place.x - left) / width, 100 * (place.y - top) / height]));
	}
	at.places.forEach((place, i) => {
		const piece = at.pieces[i], moves = open.filter((move) => placeOf(move) === i);
		const button = make("button", ["foe", "own"][Number(piece.side === match.side)] + (piece.side < 0 ? " nobody" : ""));
		button.type = "button";
		button.append(make("strong", "", piece.text), make("small", "", place.name));
		if (!graph && place.note) {
			button.append(make("small", "", place.note));
			button.classList.add("noted");
		}
		button.setAttribute("aria-label", `${place.name}: ${piece.text || "empty"}${place.note ? ", " + place.note : ""}`);
		button.dataset.place = place.name;
		button.disabled = moves.length === 0;
		button.onclick = () => (moves.length === 1 ? makeMove(moves[0]) : offer(moves));
		if (graph) {
			button.style.left = `${100 * (place.x - left) / width}%`;
			button.style.top = `${100 * (place.y - top) / height}%`;
		} else {
			button.style.gridColumn = String(1 + Math.round(place.x - left));
			button.style.gridRow = String(1 + Math.round(place.y - top));
		}
		board.append(button);
	});
	offer(open.filter((move) => placeOf(move) < 0));
	byId("play-input").hidden = at.input === "";
	byId("play-input").querySelector("pre").textContent = at.input;
	byId("play-back").disabled = match.turns.length === 0 && match.made.length === 0;
	for (const id of ["play-hint", "play-values"]) {
		byId(id).disabled = !mine || match.made.length > 0;
	}
	byId("size-label").hidden = at.sizes[2] === 0;
	byId("play-size").min = at.sizes[0];
	byId("play-size").max = at.sizes[2];
	byId("play-size").placeholder = at.sizes[1];
	[...byId("play-side").options].forEach((option, i) => { option.textContent = at.sides[i]; });
}

function drawLinks(at, place) {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", "0 0 100 100");
	svg.setAttribute("preserveAspectRatio", "none");
	svg.setAttribute("aria-hidden", "true");
	for (const [from, to] of at.links) {
		const line = document.createElementNS(svg.namespaceURI, "line"), [x1, y1] = place(at.places[from]), [x2, y2] = place(at.places[to]);
		Object.entries({ x1, y1, x2, y2 }).forEach(([name, value]) => line.setAttribute(name, value));
		svg.append(line);
	}
	return svg;
}

// offer shows moves as buttons: several moves at one place, or moves without a place.
function offer(moves) {
	byId("play-choices").replaceChildren(...moves.map((move) => {
		const button = make("button", "", move);
		button.type = "button";
		button.onclick = () => makeMove(move);
		return button;
	}));
	byId("play-choices").querySelector("button")?.focus();
}

// makeMove makes a move. It ends the turn if no more moves belong to it.
async function makeMove(move) {
	match.made.push(move);
	if (match.at.turns.some((turn) => turn.length === match.made.length && turn.every((one, i) => one === match.made[i]))) {
		match.turns.push({ turn: match.made });
		await showPosition();
	} else {
		drawBoard();
		tellPosition();
	}
	keepFocus();
}

// keepFocus moves the focus to the board if the focused element is gone or disabled.
function keepFocus() {
	const at = document.activeElement;
	if (!at || at === document.body || at.disabled) {
		(byId("board").querySelector("button:not(:disabled)") || byId("board")).focus();
	}
}

// takeBack takes back the moves of this turn, or else the user's last turn and the agent's answer.
async function takeBack() {
	await busy(byId("play-says"), "Taking back", async () => {
		if (match.made.length > 0) {
			return;
		}
		match.turns.pop();
		while (match.turns.length > 0 && (await ask(matchRequest("play"))).value.mover !== match.side) {
			match.turns.pop();
		}
	});
	await showPosition();
	keepFocus();
}

const hint = () => busy(byId("play-says"), "Thinking", async () => {
	const { value } = await ask(matchRequest("think"));
	byId("play-says").append(make("p", "", `The agent would play ${value.turn.join(" ")}, worth ${value.value} as it reckons, which is not the homework's evaluation: it has looked ${value.depth} plies ahead.`));
});

const showValues = () => busy(byId("play-says"), "Looking", async () => {
	const { value } = await ask(matchRequest("values"));
	const best = Math.max(...value.map((one) => one.value));
	byId("play-says").append(make("p", "", "Each move, four plies ahead: " + value.map((one) => `${one.move} ${one.value}${one.value === best ? " (best)" : ""}`).join("; ") + "."));
});
