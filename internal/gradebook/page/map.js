// The map: a row of cells for each student, and a column for each case. The canvas has a pixel for
// each cell, which the browser enlarges, so that drawing a class of any size is fast.

class VerdictMap {
	constructor(book) {
		this.book = book;
		this.field = document.getElementById("map-field");
		this.canvas = document.getElementById("cells");
		this.scroller = document.getElementById("map-scroll");
		[this.rowLine, this.columnLine, this.cursor] = this.field.querySelectorAll("div");
		this.cell = null; // the cell, [row, column]
		this.legend();
		for (const id of ["map-students", "map-cases"]) {
			document.getElementById(id).addEventListener("change", () => this.sort());
		}
		this.field.addEventListener("pointermove", (event) => this.select(...this.cellAt(event)));
		this.field.addEventListener("click", (event) => { this.select(...this.cellAt(event)); this.open(); });
		this.field.addEventListener("focus", () => { if (!this.cell) { this.select(0, 0); } });
		this.field.addEventListener("keydown", (event) => this.key(event));
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
		new ResizeObserver(() => this.lay()).observe(document.getElementById("map"));
		this.sort();
	}

	legend() {
		const codes = this.book.students.map((student) => student.verdicts).join("");
		for (const { verdict, n } of this.book.counts(codes)) {
			const entry = make("span");
			entry.append(make("i", `cell v-${verdict}`), ` ${verdict} ${n.toLocaleString("en")}`);
			document.getElementById("legend").append(entry, " ");
		}
	}

	// sort orders the rows and the columns. The cursor stays on its cell.
	sort() {
		const { book } = this, selected = this.cell && [this.rows[this.cell[0]], this.columns[this.cell[1]]];
		const students = document.getElementById("map-students").value, cases = document.getElementById("map-cases").value;
		this.rows = [...book.students.keys()];
		if (students === "score") {
			this.rows.sort((a, b) => (book.students[b].points ?? -1) - (book.students[a].points ?? -1) || a - b);
		}
		this.columns = [...book.cases.keys()];
		if (cases === "failed") {
			this.columns.sort((a, b) => book.fails[b] - book.fails[a] || a - b);
		}
		this.draw();
		this.lay();
		if (selected) {
			this.select(this.rows.indexOf(selected[0]), this.columns.indexOf(selected[1]));
		}
	}

	draw() {
		const { book, rows, columns } = this;
		this.field.setAttribute("aria-label", `Verdicts of ${plural(rows.length, "student")} in ${plural(columns.length, "case")}`);
		if (!rows.length) {
			return;
		}
		const colours = book.verdicts.map((verdict) => colourOf(verdict));
		[this.canvas.width, this.canvas.height] = [columns.length, rows.length];
		const context = this.canvas.getContext("2d"),
			image = context.createImageData(columns.length, rows.length), pixels = image.data;
		let offset = 0;
		for (const row of rows) {
			const { verdicts } = book.students[row];
			for (const column of columns) {
				const [r, g, b] = colours[parseInt(verdicts[column], 36)];
				pixels[offset++] = r;
				pixels[offset++] = g;
				pixels[offset++] = b;
				pixels[offset++] = 255;
			}
		}
		context.putImageData(image, 0, 0);
	}

	// lay sets the size of the cells.
	lay() {
		const { rows, columns } = this, names = document.getElementById("map-names");
		this.cellHeight = rows.length <= 60 ? 18 : rows.length <= 200 ? 8 : 5;
		const hasNames = this.cellHeight >= 16, roomWidth = this.scroller.clientWidth - (hasNames ? 170 : 0) - 16;
		this.cellWidth = Math.max(3, Math.min(22, Math.floor(roomWidth / columns.length)));
		names.hidden = !hasNames;
		names.replaceChildren(...(hasNames ? rows.map((i) => make("span", "", this.book.students[i].name)) : []));
		this.field.style.width = this.canvas.style.width = `${this.cellWidth * columns.length}px`;
		this.field.style.height = this.canvas.style.height = `${this.cellHeight * rows.length}px`;
		this.field.classList.toggle("ruled", this.cellWidth >= 8 && this.cellHeight >= 8);
		this.field.style.setProperty("--wide", `${this.cellWidth}px`);
		this.field.style.setProperty("--tall", `${this.cellHeight}px`);
		if (this.cell) {
			this.mark();
		}
	}

	cellAt(event) {
		const box = this.canvas.getBoundingClientRect();
		return [
			Math.floor((event.clientY - box.top) / this.cellHeight),
			Math.floor((event.clientX - box.left) / this.cellWidth),
		];
	}

	select(row, column) {
		if (!this.rows.length) {
			return;
		}
		this.cell = [
			Math.max(0, Math.min(row, this.rows.length - 1)),
			Math.max(0, Math.min(column, this.columns.length - 1)),
		];
		const { book } = this, student = book.students[this.rows[this.cell[0]]],
			index = this.columns[this.cell[1]], verdict = book.verdict(student, index);
		const reason = book.head(student, index), readout = document.getElementById("readout");
		readout.replaceChildren(make("strong", "", student.name), ` ${student.notGraded ? "not graded" : points(student.points)} · `, make("strong", "", book.cases[index].name), " ", chip(verdict), reason ? ` ${reason}` : "");
		this.mark();
	}
	mark() {
		const [row, column] = this.cell, { cellWidth, cellHeight } = this;
		for (const mark of [this.rowLine, this.columnLine, this.cursor]) {
			mark.hidden = false;
			mark.style.top = mark === this.columnLine ? 0 : `${row * cellHeight}px`;
			mark.style.left = mark === this.rowLine ? 0 : `${column * cellWidth}px`;
			mark.style.width = mark === this.rowLine ? "100%" : `${cellWidth}px`;
			mark.style.height = mark === this.columnLine ? "100%" : `${cellHeight}px`;
		}
	}

	key(event) {
		if (event.ctrlKey || event.altKey || event.metaKey || !this.cell) {
			return;
		}
		const [row, column] = this.cell, lastColumn = this.columns.length - 1;
		const target = {
			ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
			PageDown: [row + 10, column], PageUp: [row - 10, column], Home: [row, 0], End: [row, lastColumn],
		}[event.key];
		if (target) {
			this.select(...target);
			this.cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
		} else if (event.key === "Enter") {
			this.open();
		} else {
			return;
		}
		event.preventDefault();
	}

	open() {
		if (this.cell) {
			location.hash = address(
				this.book.students[this.rows[this.cell[0]]],
				this.book.cases[this.columns[this.cell[1]]].name,
			);
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
