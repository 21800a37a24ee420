// Play: a game against the reference agent, on the board.

const match = { game: "", seed: "0", number: 1, even: 0, size: 0, side: 0, turns: [], turn: [], position: null };

function beginPlay() {
	byId("play-new").onclick = () => { newMatch(); showPosition(); };
	byId("play-back").onclick = () => takeBack();
	byId("play-hint").onclick = () => hint();
	byId("play-values").onclick = () => showValues();
	byId("play-save").onclick = () => busy(byId("play-says"), "Saving", async () => {
		const { files } = await ask(matchRequest("save"));
		Object.entries(files).forEach(([name, bytes]) => save(name, bytes));
		showStatus();
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
	const storedMatch = matches.get(state.game);
	if (!storedMatch) {
		newMatch();
		return;
	}
	Object.assign(match, storedMatch);
	byId("play-side").value = match.side;
}

// newMatch begins a game by the controls.
function newMatch() {
	Object.assign(match, {
		game: state.game, seed: String(Math.floor(Math.random() * 2 ** 32)), number: 1, even: 0, size: byId("play-size").value === "" ? 0 : Number(byId("play-size").value) || -1, // 0 is the usual size
		side: Number(byId("play-side").value), turns: [], turn: [],
	});
}

const matchRequest = (action) => ({ do: action, assignment: state.game, match: { seed: match.seed, number: match.number, even: match.even, size: match.size, side: match.side, turns: match.turns, nodes: Number(byId("play-level").value) } });

// showPosition shows the position, and makes the agent move if it is its turn.
async function showPosition() {
	match.turn = [];
	await busy(byId("play-says"), "Thinking", async () => {
		for (;;) {
			match.position = (await ask(matchRequest("play"))).value;
			drawBoard();
			if (match.position.over || match.position.mover === match.side || state.view !== "play") {
				break;
			}
			const { value } = await ask(matchRequest("think"));
			match.turns.push(value);
		}
	});
	showStatus();
}

function showStatus() {
	const position = match.position;
	if (!position || byId("play-says").querySelector(".failed")) {
		return;
	}
	const points = position.sides.map((side, i) => `${side} ${position.points[i]}`).join(", ");
	let line = `You are ${position.sides[match.side]}. `;
	if (position.over) {
		const ownPoints = position.points[match.side], agentPoints = position.points[1 - match.side];
		line = ownPoints > agentPoints ? "You have won. " : ownPoints < agentPoints ? "You have lost. " : "A draw. ";
	} else if (match.turn.length > 0) {
		line += `${match.turn.join(" ")} gives another move. `;
	} else if (match.turns.length > 0) {
		line += `The agent played ${match.turns[match.turns.length - 1].turn.join(" ")}. `;
	}
	byId("play-says").replaceChildren(make("p", "", line + `Points: ${points}.`));
}

// placeOf returns the place of a move: the one with which its name begins.
const placeOf = (move) => match.position.places.findIndex((place) => move === place.name || move.startsWith(place.name + " ") || move.startsWith(place.name + ","));

// choices returns the next moves of the turns that begin with the moves made so far.
function choices() {
	const moves = match.turn;
	const nextMoves = match.position.turns.filter((turn) => turn.length > moves.length && moves.every((move, i) => turn[i] === move)).map((turn) => turn[moves.length]);
	return [...new Set(nextMoves)];
}

function drawBoard() {
	const position = match.position, board = byId("board"), ownTurn = !position.over && position.mover === match.side;
	const xs = position.places.map((place) => place.x), ys = position.places.map((place) => place.y);
	const left = Math.min(...xs), top = Math.min(...ys), width = Math.max(...xs) - left || 1, height = Math.max(...ys) - top || 1;
	const isGraph = position.links && position.links.length > 0;
	const openMoves = ownTurn ? choices() : [];
	board.replaceChildren();
	board.className = isGraph ? "graph" : "grid";
	if (isGraph) {
		board.append(drawLinks(position, (place) => [100 * (place.x - left) / width, 100 * (place.y - top) / height]));
	}
	position.places.forEach((place, i) => {
		const piece = position.pieces[i], moves = openMoves.filter((move) => placeOf(move) === i);
		const button = make("button", ["foe", "own"][Number(piece.side === match.side)] + (piece.side < 0 ? " nobody" : ""));
		button.type = "button";
		button.append(make("strong", "", piece.text), make("small", "", place.name));
		if (!isGraph && place.note) {
			button.append(make("small", "", place.note));
			button.classList.add("noted");
		}
		button.setAttribute("aria-label", `${place.name}: ${piece.text || "empty"}${place.note ? ", " + place.note : ""}`);
		button.dataset.place = place.name;
		button.disabled = moves.length === 0;
		button.onclick = () => (moves.length === 1 ? makeMove(moves[0]) : offer(moves));
		if (isGraph) {
			button.style.left = `${100 * (place.x - left) / width}%`;
			button.style.top = `${100 * (place.y - top) / height}%`;
		} else {
			button.style.gridColumn = String(1 + Math.round(place.x - left));
			button.style.gridRow = String(1 + Math.round(place.y - top));
		}
		board.append(button);
	});
	offer(openMoves.filter((move) => placeOf(move) < 0));
	byId("play-input").hidden = position.input === "";
	byId("play-input").querySelector("pre").textContent = position.input;
	byId("play-back").disabled = match.turns.length === 0 && match.turn.length === 0;
	for (const id of ["play-hint", "play-values"]) {
		byId(id).disabled = !ownTurn || match.turn.length > 0;
	}
	byId("size-label").hidden = position.sizes[2] === 0;
	byId("play-size").min = position.sizes[0];
	byId("play-size").max = position.sizes[2];
	byId("play-size").placeholder = position.sizes[1];
	[...byId("play-side").options].forEach((option, i) => { option.textContent = position.sides[i]; });
}

function drawLinks(position, project) {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", "0 0 100 100");
	svg.setAttribute("preserveAspectRatio", "none");
	svg.setAttribute("aria-hidden", "true");
	for (const [source, target] of position.links) {
		const line = document.createElementNS(svg.namespaceURI, "line"), [x1, y1] = project(position.places[source]), [x2, y2] = project(position.places[target]);
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
	match.turn.push(move);
	if (match.position.turns.some((turn) => turn.length === match.turn.length && turn.every((turnMove, i) => turnMove === match.turn[i]))) {
		match.turns.push({ turn: match.turn });
		await showPosition();
	} else {
		drawBoard();
		showStatus();
	}
	keepFocus();
}

// keepFocus moves the focus to the board if the focused element is gone or disabled.
function keepFocus() {
	const focused = document.activeElement;
	if (!focused || focused === document.body || focused.disabled) {
		(byId("board").querySelector("button:not(:disabled)") || byId("board")).focus();
	}
}

// takeBack takes back the moves of this turn, or else the user's last turn and the agent's answer.
async function takeBack() {
	await busy(byId("play-says"), "Taking back", async () => {
		if (match.turn.length > 0) {
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
	const best = Math.max(...value.map((choice) => choice.value));
	byId("play-says").append(make("p", "", "Each move, four plies ahead: " + value.map((choice) => `${choice.move} ${choice.value}${choice.value === best ? " (best)" : ""}`).join("; ") + "."));
});
