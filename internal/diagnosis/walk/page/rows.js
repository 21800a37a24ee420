// The rows of the log. Each is a line of the right file, with the program's line next to it if
// there is a program. If the input has no log, the rows are the lines that it would have.

class Rows {
	constructor(search, rightLines, programLines) {
		this.search = search;
		this.rightLines = rightLines;
		this.programLines = programLines;
		const { file, first, program } = search.header;
		this.offset = file ? first - 1 : 0; // lines above the first step
		this.log = program && program.log; // undefined without a program
		this.sameCount = this.log ? this.log.same : file ? rightLines.length : search.lines;
		this.length = this.sameCount + (this.log ? this.log.rows : 0);
		if (this.log) {
			this.rowOf = new Int32Array(Math.max(0, rightLines.length - this.sameCount));
			search.rowRight.forEach((line, row) => { if (line >= 0) { this.rowOf[line] = this.sameCount + row; } });
		}
	}

	// line returns the index of a row's line in the right file, or -1.
	line(row) {
		if (row < this.sameCount) {
			return row;
		}
		const line = this.search.rowRight[row - this.sameCount];
		return line < 0 ? -1 : this.sameCount + line;
	}
	rowAt(line) { return line < this.sameCount ? line : this.rowOf[line - this.sameCount]; }

	// step returns the line of the search at a row, or else the last one before it.
	step(row) {
		let line = this.line(row);
		while (line < 0 && row > 0) {
			line = this.line(--row);
		}
		return Math.max(0, Math.min(line - this.offset, this.search.lines - 1));
	}
	isStep(row) {
		const line = this.line(row);
		return line >= this.offset && line - this.offset < this.search.lines;
	}
	stepRow(step) { return this.rowAt(step + this.offset); }

	// rightText and programText return a row's line in either log, or null.
	rightText(row) {
		const line = this.line(row);
		if (line < 0) {
			return null;
		}
		return this.search.header.file ? this.rightLines.at(line) : this.compose(line);
	}
	programText(row) {
		if (!this.log) {
			return null;
		}
		if (row < this.sameCount) {
			return this.rightLines.at(row);
		}
		const line = this.search.rowGot[row - this.sameCount];
		return line < 0 ? null : this.programLines.at(line);
	}
	compose(line) {
		const search = this.search;
		const fields = [search.nameOf(line), search.depth[line], search.number(search.value[line])];
		if (search.header.windows) {
			fields.push(search.number(search.alpha[line]), search.number(search.beta[line]));
		}
		return fields.join(",");
	}

	differs(row) { return Boolean(this.log) && row >= this.sameCount && this.rightText(row) !== this.programText(row); }
	difference(row, step) {
		for (row += step; row >= this.sameCount && row < this.length; row += step) {
			if (this.differs(row)) {
				return row;
			}
		}
		return step > 0 && row < this.sameCount && this.log ? this.difference(this.sameCount - 1, 1) : -1;
	}

	// find returns the next row after a row in which a line has the query, or -1.
	find(query, row, step) {
		query = query.toLowerCase();
		if (!this.search.header.file) {
			for (row += step; row >= 0 && row < this.length; row += step) {
				if (this.compose(row).toLowerCase().includes(query)) {
					return row;
				}
			}
			return -1;
		}
		const starts = [this.nearest(row, step, (r) => this.line(r)), this.nearest(row, step, (r) => (r < this.sameCount ? -1 : this.search.rowGot[r - this.sameCount]))];
		const rows = [];
		const rightLine = starts[0] < 0 ? -1 : this.rightLines.find(query, starts[0], step > 0);
		if (rightLine >= 0) {
			rows.push(this.rowAt(rightLine));
		}
		const programLine = !this.log || starts[1] < 0 ? -1 : this.programLines.find(query, starts[1], step > 0);
		if (programLine >= 0) {
			rows.push(this.sameCount + this.search.rowGot.indexOf(programLine));
		}
		if (!rows.length) {
			return -1;
		}
		return step > 0 ? Math.min(...rows) : Math.max(...rows);
	}
	// nearest returns the first line of one log after a row, or -1.
	nearest(row, step, lineOf) {
		for (row += step; row >= 0 && row < this.length; row += step) {
			if (lineOf(row) >= 0) {
				return lineOf(row);
			}
		}
		return -1;
	}
}
