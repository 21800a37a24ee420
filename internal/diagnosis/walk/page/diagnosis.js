// The diagnosis of a program, in words and tables, from the page's data.

// showDiagnosis fills the part at the top, which describes the program's mistake. show(d) goes to
// the line of a diagnosis. It is null if there is no line.
function showDiagnosis(header, board, show) {
	const { diagnosis: d, program } = header;
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
		title.append(" ", jump(() => show(d)));
	}
	if (!d) {
		return;
	}
	body.append(describeDifference(d), comparisonTable(d), reasons([...(d.why || []), ...(d.rules || []), ...(program.known || [])]));
	if (d.turn && d.turn.moves) {
		body.append(choices(d.turn));
	}
	if (d.written) {
		const squares = d.written.squares, wrong = new Set(squares.flatMap((s, i) => (s.wrong ? [i] : [])));
		const figure = make("figure");
		figure.append(make("figcaption", "", "The program's board: what is marked is wrong"), board.svg(squares, { wrong, label: "The program's board; wrong: " + [...wrong].map((i) => header.places[i].name).join(", ") }));
		body.append(figure);
	}
}

function jump(go) {
	const button = make("button", "jump", "Show it");
	button.type = "button";
	button.addEventListener("click", go);
	return button;
}

// describeDifference describes a difference and its place.
function describeDifference(d) {
	const at = `${d.file}:${d.line}${d.gotLine && d.gotLine !== d.line ? ` (line ${d.gotLine} of the program's)` : ""}`;
	const place = d.turn && d.turn.number ? `turn ${d.turn.number} of the battle, ${at}` : at;
	const says = make("p", "says", d.says ? d.says.join("; ") + "." : "");
	says.prepend(make("strong", "", `${place}${d.logOK ? ": the log is right, the turn is not" : ""}. `));
	if (d.decision) {
		says.append(` It looks as if the program ${d.decision.does}; right is: ${d.decision.right}.`);
	}
	return says;
}

// comparisonTable returns a table of the right line and the program's.
function comparisonTable(d) {
	const table = make("table", "lines");
	for (const [label, line] of [["want", d.want], ["got", d.got]]) {
		const row = table.insertRow();
		row.append(make("th", "", label));
		row.lastChild.scope = "row";
		const text = d.ended === label ? make("em", "", "the file ends here") : marked(label, line, d.ended ? line : label === "want" ? d.got : d.want);
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
	for (const c of turn.moves) {
		const written = (turn.written || [])[(turn.after || []).length] === c.move;
		const row = table.insertRow();
		row.className = c.best ? "best" : written ? "written" : "";
		for (const text of [c.move, (c.atMost ? "at most " : "") + c.value, c.effect || "", [c.best && "right", written && "the program's"].filter(Boolean).join(", ")]) {
			row.insertCell().textContent = text;
		}
	}
	const wrap = make("div", "scroll");
	wrap.append(table);
	return wrap;
}
