// The start of the page. One row of the log is selected, and everything else shows it.

class App {
	constructor({ header, columns, rightLines, programLines }) {
		this.header = header;
		this.search = new Search(header, columns);
		this.rows = new Rows(this.search, rightLines, programLines);
		this.board = new Board(header);
		this.pieces = header.pieces;
		this.row = 0;
		this.head();
		this.log = new Log(this.rows, (row) => this.go(row));
		this.tree = new Tree(this.search, (line) => this.goLine(line));
		const firstDifference = this.difference(header.diagnosis);
		showDiagnosis(header, this.board, firstDifference >= 0 ? (diagnosis) => this.go(this.difference(diagnosis)) : null);
		document.getElementById("next-difference").hidden = !this.rows.log || this.rows.log.differences === 0;
		this.go(Math.max(0, firstDifference >= 0 ? firstDifference : this.search.lines > 0 ? this.rows.stepRow(0) : 0));
		this.goHash();
		useArrowKeys(document.getElementById("tools"));
		this.listen();
	}

	head() {
		const { header } = this, edition = header.edition ? `, edition ${header.edition}` : "";
		document.getElementById("title").textContent = `${header.assignment} · ${header.case}`;
		if (header.game) {
			document.documentElement.classList.add("game");
			document.getElementById("log-title").textContent = "Game";
			document.getElementById("subtitle").textContent = header.title;
			document.title = `${header.assignment} ${header.case} - touchstone replay`;
			return;
		}
		const size = `${header.more ? "the first " : ""}${header.lines.toLocaleString("en")} lines${header.more ? " of more" : ""}`;
		const log = this.rows.log ? header.file : header.file ? `${header.file}, ${size}` : `no log is asked for: these ${size} are what it would be`;
		document.getElementById("subtitle").textContent = `${header.title}${edition} · ${log}`;
		document.title = `${header.assignment} ${header.case} - touchstone trace`;
	}

	// difference returns the row of a diagnosis, or the first row in which the logs differ, or -1.
	difference(diagnosis) {
		if (diagnosis && diagnosis.file === this.header.file && !diagnosis.logOK
			&& diagnosis.line > 0 && this.rows.length > 0) {
			return diagnosis.line <= this.rows.rightLines.length ? this.rows.rowAt(diagnosis.line - 1) : this.rows.length - 1;
		}
		return this.rows.log && this.rows.log.differences > 0 ? this.rows.difference(this.rows.sameCount - 1, 1) : -1;
	}

	// goHash goes to the line of the log in the page's address: page.html#49.
	goHash() {
		const line = Number(location.hash.slice(1));
		if (line >= 1 && line <= (this.header.text || this.search.lines)) {
			this.go(this.rows.rowAt(line - 1));
		} else if (location.hash.length > 1) {
			document.getElementById("found").textContent = `there is no line ${decoded(location.hash.slice(1))}`;
		}
	}

	goLine(line) { this.go(this.rows.stepRow(line)); }

	go(row) {
		if (row < 0 || row >= this.rows.length) {
			return;
		}
		this.row = row;
		this.log.list.select(row);
		if (document.activeElement.closest("#path, #facts")) { // which are about to be created again
			this.log.list.element.focus();
		}
		if (this.search.lines > 0) {
			this.show(this.rows.step(row));
		}
		document.documentElement.dataset.row = row;
		clearTimeout(this.statusTimer);
		this.statusTimer = setTimeout(() => this.say(), 120);
	}

	show(line) {
		const search = this.search, node = search.node[line];
		this.tree.select(line);
		showPath(search, line, (target) => this.goLine(target));
		const pieceIds = search.position(line), pieces = [...pieceIds].map((id) => this.pieces[id]);
		const changed = new Map();
		if (search.parent[node] >= 0) {
			const oldIds = search.position(search.parent[node]);
			for (let i = search.changeOffsets[node]; i < search.changeOffsets[node + 1]; i++) {
				changed.set(search.place[i], this.pieces[oldIds[search.place[i]]]);
			}
		}
		const back = search.kind(line) === UPDATE ? this.header.at[search.name[line - 1]] : -1;
		const last = search.parent[node] >= 0 ? this.header.at[search.name[node]] : -1;
		const moves = new Set([...search.movesOf(node)].map((id) => this.header.at[id]));
		const svg = this.board.svg(pieces, { last, changed, back, moves, label: describePosition(this.header, pieces, changed) });
		document.getElementById("board").replaceChildren(svg);
		showFacts(search, line, (target) => this.goLine(target));
	}

	// say announces the selected row to screen readers.
	say(note) {
		const { rows, search } = this, words = note ? [note] : [];
		if (rows.length > 0) {
			words.push(this.log.label(this.row));
		}
		if (!note && rows.isStep(this.row)) {
			words.push(...reasonsFor(search, rows.step(this.row)));
		}
		document.getElementById("status").textContent = words.join(" ");
	}

	// act carries out the action of a button or a key.
	act(action) {
		const search = this.search, line = search.lines > 0 ? this.rows.step(this.row) : 0;
		const selectLine = (target) => {
			if (search.lines > 0 && target >= 0 && target < search.lines) {
				this.goLine(target);
			} else {
				this.say("There is none.");
			}
		};
		const selectRow = (row) => { if (row >= 0) { this.go(row); } else { this.say("There is none."); } };
		switch (action) {
		case "forward": return this.go(this.row + 1);
		case "back": return this.go(this.row - 1);
		case "first": return this.go(0);
		case "last": return this.go(this.rows.length - 1);
		case "page-down": return this.go(Math.min(this.rows.length - 1, this.row + this.log.list.page));
		case "page-up": return this.go(Math.max(0, this.row - this.log.list.page));
		case "into": return selectLine(search.into(line));
		case "over": return selectLine(search.over(line));
		case "back-over": return selectLine(search.backOver(line));
		case "out": return selectLine(search.out(line));
		case "up": return selectLine(search.up(line));
		case "cut": return selectLine(search.cut(line, 1));
		case "back-cut": return selectLine(search.cut(line, -1));
		case "difference": return selectRow(this.rows.difference(this.row, 1));
		case "back-difference": return selectRow(this.rows.difference(this.row, -1));
		case "match": return this.find(1);
		case "back-match": return this.find(-1);
		case "find": return document.getElementById("query").select(), document.getElementById("query").focus();
		case "theme": return theme();
		case "help": return help();
		}
	}

	find(step) {
		const query = document.getElementById("query").value, message = document.getElementById("found");
		message.textContent = "";
		if (query === "") {
			return;
		}
		let row = this.rows.find(query, this.row, step);
		if (row < 0) {
			row = this.rows.find(query, step > 0 ? -1 : this.rows.length, step);
			message.textContent = row < 0 ? "not found" : step > 0 ? "from the top" : "from the end";
		}
		this.go(row);
	}

	listen() {
		addEventListener("hashchange", () => this.goHash());
		document.getElementById("tools").parentElement.addEventListener("click", (event) => {
			const button = event.target.closest("[data-act]");
			if (button) {
				this.act(button.dataset.act);
			}
		});
		document.getElementById("find").addEventListener("submit", (event) => {
			event.preventDefault();
			this.find(1);
		});
		document.addEventListener("keydown", (event) => {
			const typing = event.target.id === "query";
			if (typing && event.key === "Escape") {
				event.preventDefault(); // it would lose the query
				document.getElementById("log").focus();
			} else if (typing && event.key === "Enter" && event.shiftKey) {
				event.preventDefault();
				this.find(-1);
			}
			if (typing || event.ctrlKey || event.altKey || event.metaKey) {
				return;
			}
			const action = KEYS[event.key], pressed = event.target.closest?.("button");
			if (!action || (pressed && (event.key === "Enter" || event.key === " "))) {
				return;
			}
			event.preventDefault();
			this.act(action);
		});
	}
}

const KEYS = {
	j: "forward", ArrowDown: "forward", k: "back", ArrowUp: "back", i: "into", v: "over", V: "back-over", o: "out", u: "up",
	c: "cut", C: "back-cut", d: "difference", D: "back-difference", g: "first", Home: "first", G: "last", End: "last",
	PageDown: "page-down", PageUp: "page-up", "/": "find", n: "match", N: "back-match", t: "theme", "?": "help",
};

function help() {
	const section = document.getElementById("help");
	section.hidden = !section.hidden;
	document.getElementById("help-button").setAttribute("aria-expanded", String(!section.hidden));
}

load().then((data) => {
	new App(data);
	document.getElementById("main").setAttribute("aria-busy", "false");
	document.getElementById("log").focus({ preventScroll: true });
	requestAnimationFrame(() => requestAnimationFrame(() => { document.documentElement.dataset.ready = Math.round(performance.now()); }));
}).catch((error) => {
	const failure = document.getElementById("failure");
	failure.hidden = false;
	failure.textContent = `This page cannot be shown: ${error}. It wants a browser of 2024 or later.`;
	document.documentElement.dataset.failed = String(error);
});
