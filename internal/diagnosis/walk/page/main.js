// The start of the page. One row of the log is selected, and everything else shows it.

class App {
	constructor({ header, columns, right, got }) {
		this.header = header;
		this.search = new Search(header, columns);
		this.rows = new Rows(this.search, right, got);
		this.board = new Board(header);
		this.pieces = header.pieces;
		this.row = 0;
		this.head();
		this.log = new Log(this.rows, (row) => this.go(row));
		this.tree = new Tree(this.search, (line) => this.goLine(line));
		const first = this.difference(header.diagnosis);
		showDiagnosis(header, this.board, first >= 0 ? (d) => this.go(this.difference(d)) : null);
		document.getElementById("next-difference").hidden = !this.rows.log || this.rows.log.differences === 0;
		this.go(Math.max(0, first >= 0 ? first : this.search.lines > 0 ? this.rows.stepRow(0) : 0));
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
	difference(d) {
		if (d && d.file === this.header.file && !d.logOK && d.line > 0 && this.rows.length > 0) {
			return d.line <= this.rows.right.length ? this.rows.rowAt(d.line - 1) : this.rows.length - 1;
		}
		return this.rows.log && this.rows.log.differences > 0 ? this.rows.difference(this.rows.same - 1, 1) : -1;
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
		clearTimeout(this.saying);
		this.saying = setTimeout(() => this.say(), 120);
	}

	show(line) {
		const s = this.search, node = s.node[line];
		this.tree.select(line);
		showPath(s, line, (to) => this.goLine(to));
		const now = s.position(line), pieces = [...now].map((id) => this.pieces[id]);
		const changed = new Map();
		if (s.parent[node] >= 0) {
			const before = s.position(s.parent[node]);
			for (let i = s.changesFrom[node]; i < s.changesFrom[node + 1]; i++) {
				changed.set(s.place[i], this.pieces[before[s.place[i]]]);
			}
		}
		const back = s.kind(line) === UPDATE ? this.header.at[s.name[line - 1]] : -1;
		const last = s.parent[node] >= 0 ? this.header.at[s.name[node]] : -1;
		const moves = new Set([...s.movesOf(node)].map((id) => this.header.at[id]));
		const svg = this.board.svg(pieces, { last, changed, back, moves, label: describePosition(this.header, pieces, changed) });
		document.getElementById("board").replaceChildren(svg);
		showFacts(s, line, (to) => this.goLine(to));
	}

	// say announces the selected row to screen readers.
	say(note) {
		const { rows, search } = this, words = note ? [note] : [];
		if (rows.length > 0) {
			words.push(this.log.label(this.row));
		}
		if (!note && rows.isStep(this.row)) {
			words.push(...why(search, rows.step(this.row)));
		}
		document.getElementById("status").textContent = words.join(" ");
	}

	// act carries out the action of a button or a key.
	act(name) {
		const s = this.search, line = s.lines > 0 ? this.rows.step(this.row) : 0;
		const step = (to) => {
			if (s.lines > 0 && to >= 0 && to < s.lines) { this.goLine(to); } else { this.say("There is none."); }
		};
		const found = (row) => { if (row >= 0) { this.go(row); } else { this.say("There is none."); } };
		switch (name) {
		case "forward": return this.go(this.row + 1);
		case "back": return this.go(this.row - 1);
		case "first": return this.go(0);
		case "last": return this.go(this.rows.length - 1);
		case "page-down": return this.go(Math.min(this.rows.length - 1, this.row + this.log.list.page));
		case "page-up": return this.go(Math.max(0, this.row - this.log.list.page));
		case "into": return step(s.into(line));
		case "over": return step(s.over(line));
		case "back-over": return step(s.backOver(line));
		case "out": return step(s.out(line));
		case "up": return step(s.up(line));
		case "cut": return step(s.cut(line, 1));
		case "back-cut": return step(s.cut(line, -1));
		case "difference": return found(this.rows.difference(this.row, 1));
		case "back-difference": return found(this.rows.difference(this.row, -1));
		case "match": return this.find(1);
		case "back-match": return this.find(-1);
		case "find": return document.getElementById("query").select(), document.getElementById("query").focus();
		case "theme": return theme();
		case "help": return help();
		}
	}

	find(step) {
		const query = document.getElementById("query").value, told = document.getElementById("found");
		told.textContent = "";
		if (query === "") {
			return;
		}
		let row = this.rows.find(query, this.row, step);
		if (row < 0) {
			row = this.rows.find(query, step > 0 ? -1 : this.rows.length, step);
			told.textContent = row < 0 ? "not found" : step > 0 ? "from the top" : "from the end";
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
			const act = KEYS[event.key], pressed = event.target.closest?.("button");
			if (!act || (pressed && (event.key === "Enter" || event.key === " "))) {
				return;
			}
			event.preventDefault();
			this.act(act);
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
