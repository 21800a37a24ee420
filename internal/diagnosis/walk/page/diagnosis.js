// The diagnosis of a program, in words and tables, from the page's data.

// showDiagnosis fills the part at the top, which describes the program's mistake. show(diagnosis) goes to
// the line of a diagnosis. It is null if there is no line.
function showDiagnosis(header, board, show) {
	const { diagnosis, program } = header;
	if (!program) {
		return;
	}
	const body = document.getElementById("diagnosis-body"), title = document.getElementById("diagnosis-title");
	document.getElementById("diagnosis").hidden = false;
	document.getElementById("diagnosis").classList.toggle("right", program.verdict === "pass");
	title.append(make("span", "verdict", program.verdict || "wrong"), " ", make("span", "program", program.name));
	if (program.reason) {
		body.append(make("p", "", program.reason));
	}
	if (show) {
		title.append(" ", jump(() => show(diagnosis)));
	}
	if (!diagnosis) {
		return;
	}
	body.append(describeDifference(diagnosis), comparisonTable(diagnosis), reasons([...(diagnosis.why || []), ...(diagnosis.rules || []), ...(program.known || [])]));
	if (diagnosis.turn && diagnosis.turn.moves) {
		body.append(choices(diagnosis.turn));
	}
	if (diagnosis.written) {
		const squares = diagnosis.written.squares, wrong = new Set(squares.flatMap((square, i) => (square.wrong ? [i] : [])));
		const figure = make("figure");
		figure.append(make("figcaption", "", "The program's board: what is marked is wrong"), board.svg(squares, { wrong, label: "The program's board; wrong: " + [...wrong].map((i) => header.places[i].name).join(", ") }));
		body.append(figure);
	}
}

function jump(select) {
	const button = make("button", "jump", "Show it");
	button.type = "button";
	button.addEventListener("click", select);
	return button;
}

// describeDifference describes a difference and its place.
function describeDifference(diagnosis) {
	const position = `${diagnosis.file}:${diagnosis.line}${diagnosis.gotLine && diagnosis.gotLine !== diagnosis.line
		? ` (line ${diagnosis.gotLine} of the program's)` : ""}`;
	const place = diagnosis.turn && diagnosis.turn.number
		? `turn ${diagnosis.turn.number} of the battle, ${position}`
		: position;
	const note = make("p", "says", diagnosis.says ? diagnosis.says.join("; ") + "." : "");
	note.prepend(make("strong", "", `${place}${diagnosis.logOK ? ": the log is right, the turn is not" : ""}. `));
	if (diagnosis.decision) {
		note.append(` It looks as if the program ${diagnosis.decision.does}; right is: ${diagnosis.decision.right}.`);
	}
	return note;
}

// comparisonTable returns a table of the right line and the program's.
function comparisonTable(diagnosis) {
	const table = make("table", "lines");
	for (const [label, line] of [["want", diagnosis.want], ["got", diagnosis.got]]) {
		const row = table.insertRow();
		row.append(make("th", "", label));
		row.lastChild.scope = "row";
		const text = diagnosis.ended === label ? make("em", "", "the file ends here") : marked(label, line, diagnosis.ended ? line : label === "want" ? diagnosis.got : diagnosis.want);
		row.insertCell().append(text);
	}
	return table;
}

function reasons(texts) {
	const list = make("ul", "why");
	list.append(...texts.map((text) => make("li", "", text)));
	return list;
}

// choices returns a table of the moves at the root.
function choices(turn) {
	const table = make("table", "choices");
	const head = table.createTHead().insertRow();
	head.append(...["move", "value", "makes", ""].map((text) => make("th", "", text)));
	for (const choice of turn.moves) {
		const isWritten = (turn.written || [])[(turn.after || []).length] === choice.move;
		const row = table.insertRow();
		row.className = choice.best ? "best" : isWritten ? "written" : "";
		for (const text of [choice.move, (choice.atMost ? "at most " : "") + choice.value, choice.effect || "", [choice.best && "right", isWritten && "the program's"].filter(Boolean).join(", ")]) {
			row.insertCell().textContent = text;
		}
	}
	const wrapper = make("div", "scroll");
	wrapper.append(table);
	return wrapper;
}
