// The map: a row of cells for each student, and a column for each case. The canvas has a pixel for
// each cell, which the browser enlarges, so that drawing a class of any size is fast.

class VerdictMap {
	constructor(c) {
		this.c = c;
		this.field = document.getElementById("map-field");
		this.canvas = document.getElementById("cells");
		this.scroller = document.getElementById("map-scroll");
		[this.rowLine, this.columnLine, this.cursor] = this.field.querySelectorAll("div");
		this.at = null; // the cell, [row, column]
		this.legend();
		for (const id of ["map-students", "map-cases"]) {
			document.getElementById(id).addEventListener("change", () => this.sort());
		}
		this.field.addEventListener("pointermove", (event) => this.go(...this.under(event)));
		this.field.addEventListener("click", (event) => { this.go(...this.under(event)); this.open(); });
		this.field.addEventListener("focus", () => { if (!this.at) { this.go(0, 0); } });
		this.field.addEventListener("keydown", (event) => this.key(event));
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
		new ResizeObserver(() => this.lay()).observe(document.getElementById("map"));
		this.sort();
	}

	legend() {
		const codes = this.c.students.map((s) => s.verdicts).join("");
		for (const { verdict, n } of this.c.counts(codes)) {
			const one = make("span");
			one.append(make("i", `cell v-${verdict}`), ` ${verdict} ${n.toLocaleString("en")}`);
			document.getElementById("legend").append(one, " ");
		}
	}

	// sort orders the rows and the columns. The cursor stays on its cell.
	sort() {
		const { c } = this, was = this.at && [this.rows[this.at[0]], this.columns[this.at[1]]];
		const students = document.getElementById("map-students").value, cases = document.getElementById("map-cases").value;
		this.rows = [...c.students.keys()];
		if (students === "score") {
			this.rows.sort((a, b) => (c.students[b].points ?? -1) - (c.students[a].points ?? -1) || a - b);
		}
		this.columns = [...c.cases.keys()];
		if (cases === "failed") {
			this.columns.sort((a, b) => c.fails[b] - c.fails[a] || a - b);
		}
		this.draw();
		this.lay();
		if (was) {
			this.go(this.rows.indexOf(was[0]), this.columns.indexOf(was[1]));
		}
	}

	draw() {
		const { c, rows, columns } = this;
		this.field.setAttribute("aria-label", `Verdicts of ${many(rows.length, "student")} in ${many(columns.length, "case")}`);
		if (!rows.length) {
			return;
		}
		const colours = c.verdicts.map((v) => colourOf(v));
		[this.canvas.width, this.canvas.height] = [columns.length, rows.length];
		const to = this.canvas.getContext("2d"), image = to.createImageData(columns.length, rows.length), pixels = image.data;
		let p = 0;
		for (const row of rows) {
			const { verdicts } = c.students[row];
			for (const column of columns) {
				const [r, g, b] = colours[parseInt(verdicts[column], 36)];
				pixels[p++] = r;
				pixels[p++] = g;
				pixels[p++] = b;
				pixels[p++] = 255;
			}
		}
		to.putImageData(image, 0, 0);
	}

	// lay sets the size of the cells.
	lay() {
		const { rows, columns } = this, names = document.getElementById("map-names");
		this.tall = rows.length <= 60 ? 18 : rows.length <= 200 ? 8 : 5;
		const named = this.tall >= 16, room = this.scroller.clientWidth - (named ? 170 : 0) - 16;
		this.wide = Math.max(3, Math.min(22, Math.floor(room / columns.length)));
		names.hidden = !named;
		names.replaceChildren(...(named ? rows.map((i) => make("span", "", this.c.students[i].name)) : []));
		this.field.style.width = this.canvas.style.width = `${this.wide * columns.length}px`;
		this.field.style.height = this.canvas.style.height = `${this.tall * rows.length}px`;
		this.field.classList.toggle("ruled", this.wide >= 8 && this.tall >= 8);
		this.field.style.setProperty("--wide", `${this.wide}px`);
		this.field.style.setProperty("--tall", `${this.tall}px`);
		if (this.at) {
			this.mark();
		}
	}

	under(event) {
		const box = this.canvas.getBoundingClientRect();
		return [Math.floor((event.clientY - box.top) / this.tall), Math.floor((event.clientX - box.left) / this.wide)];
	}

	go(row, column) {
		if (!this.rows.length) {
			return;
		}
		this.at = [Math.max(0, Math.min(row, this.rows.length - 1)), Math.max(0, Math.min(column, this.columns.length - 1))];
		const { c } = this, s = c.students[this.rows[this.at[0]]], k = this.columns[this.at[1]], verdict = c.verdict(s, k);
		const head = c.head(s, k), readout = document.getElementById("readout");
		readout.replaceChildren(make("strong", "", s.name), ` ${s.notGraded ? "not graded" : points(s.points)} · `, make("strong", "", c.cases[k].name), " ", chip(verdict), head ? ` ${head}` : "");
		this.mark();
	}
	mark() {
		const [row, column] = this.at, { wide, tall } = this;
		for (const mark of [this.rowLine, this.columnLine, this.cursor]) {
			mark.hidden = false;
			mark.style.top = mark === this.columnLine ? 0 : `${row * tall}px`;
			mark.style.left = mark === this.rowLine ? 0 : `${column * wide}px`;
			mark.style.width = mark === this.rowLine ? "100%" : `${wide}px`;
			mark.style.height = mark === this.columnLine ? "100%" : `${tall}px`;
		}
	}

	key(event) {
		if (event.ctrlKey || event.altKey || event.metaKey || !this.at) {
			return;
		}
		const [row, column] = this.at, last = this.columns.length - 1;
		const to = {
			ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
			PageDown: [row + 10, column], PageUp: [row - 10, column], Home: [row, 0], End: [row, last],
		}[event.key];
		if (to) {
			this.go(...to);
			this.cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
		} else if (event.key === "Enter") {
			this.open();
		} else {
			return;
		}
		event.preventDefault();
	}

	open() {
		if (this.at) {
			location.hash = address(this.c.students[this.rows[this.at[0]]], this.c.cases[this.columns[this.at[1]]].name);
		}
	}
}

// colourOf returns the colour of a verdict on the page, as red, green and blue.
function colourOf(verdict) {
	const probe = document.body.appendChild(make("i", `cell v-${verdict}`));
	const colour = getComputedStyle(probe).backgroundColor.match(/[0-9.]+/g).map(Number);
	probe.remove();
	return colour;
}
