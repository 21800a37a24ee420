// The rows of the log. Each is a line of the right file, with the program's line next to it if
// there is a program. If the input has no log, the rows are the lines that it would have.

class Rows {
	constructor(search, right, got) {
		this.search = search;
		this.right = right;
		this.got = got;
		const { file, first, program } = search.header;
		this.offset = file ? first - 1 : 0; // lines above the first step
		this.log = program && program.log; // undefined without a program
		this.same = this.log ? this.log.same : file ? right.length : search.lines;
		this.length = this.same + (this.log ? this.log.rows : 0);
		if (this.log) {
			this.rowOf = new Int32Array(Math.max(0, right.length - this.same));
			search.rowRight.forEach((line, row) => { if (line >= 0) { this.rowOf[line] = this.same + row; } });
		}
	}

	// line returns the index of a row's line in the right file, or -1.
	line(row) {
		if (row < this.same) {
			return row;
		}
		const line = this.search.rowRight[row - this.same];
		return line < 0 ? -1 : this.same + line;
	}
	rowAt(line) { return line < this.same ? line : this.rowOf[line - this.same]; }

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

	// rightText and gotText return a row's line in either log, or null.
	rightText(row) {
		const line = this.line(row);
		if (line < 0) {
			return null;
		}
		return this.search.header.file ? this.right.at(line) : this.composed(line);
	}
	gotText(row) {
		if (!this.log) {
			return null;
		}
		if (row < this.same) {
			return this.right.at(row);
		}
		const line = this.search.rowGot[row - this.same];
		return line < 0 ? null : this.got.at(line);
	}
	composed(line) {
		const s = this.search;
		const fields = [s.nameOf(line), s.depth[line], s.number(s.value[line])];
		if (s.header.windows) {
			fields.push(s.number(s.alpha[line]), s.number(s.beta[line]));
		}
		return fields.join(",");
	}

	differs(row) { return Boolean(this.log) && row >= this.same && this.rightText(row) !== this.gotText(row); }
	difference(row, step) {
		for (row += step; row >= this.same && row < this.length; row += step) {
			if (this.differs(row)) {
				return row;
			}
		}
		return step > 0 && row < this.same && this.log ? this.difference(this.same - 1, 1) : -1;
	}

	// find returns the next row after a row in which a line has the query, or -1.
	find(query, row, step) {
		query = query.toLowerCase();
		if (!this.search.header.file) {
			for (row += step; row >= 0 && row < this.length; row += step) {
				if (this.composed(row).toLowerCase().includes(query)) {
					return row;
				}
			}
			return -1;
		}
		const from = [this.nearest(row, step, (r) => this.line(r)), this.nearest(row, step, (r) => (r < this.same ? -1 : this.search.rowGot[r - this.same]))];
		const found = [];
		const right = from[0] < 0 ? -1 : this.right.find(query, from[0], step > 0);
		if (right >= 0) {
			found.push(this.rowAt(right));
		}
		const got = !this.log || from[1] < 0 ? -1 : this.got.find(query, from[1], step > 0);
		if (got >= 0) {
			found.push(this.same + this.search.rowGot.indexOf(got));
		}
		if (!found.length) {
			return -1;
		}
		return step > 0 ? Math.min(...found) : Math.max(...found);
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
