// The search: its lines, their nodes, and the paths between them. It works for every game.

const ENTER = 0, LEAF = 1, UPDATE = 2;
const BETTER = 4, CUT = 8, MAX = 16, OVER = 32;
const INFINITY = 2147483647;

class Search {
	constructor(header, columns) {
		Object.assign(this, columns);
		this.header = header;
		this.lines = header.lines;
		this.link();
		this.changeOffsets = sums(this.changes);
		this.moveOffsets = sums(this.fan);
	}

	// link finds, for each line, the line that enters its node, and for each node the line that
	// enters its parent, its last line and the number of logged children.
	link() {
		const count = this.lines, openNodes = [];
		this.node = new Int32Array(count);
		this.parent = new Int32Array(count).fill(-1);
		this.last = new Int32Array(count);
		for (let line = 0; line < count; line++) {
			const ply = this.ply[line];
			if (this.kind(line) !== UPDATE) {
				openNodes[ply] = line;
				this.parent[line] = ply > 0 ? openNodes[ply - 1] : -1;
			}
			this.node[line] = openNodes[ply];
			this.last[openNodes[ply]] = line;
		}
	}

	kind(line) { return this.flags[line] & 3; }
	is(line, flag) { return (this.flags[line] & flag) !== 0; }
	nameOf(line) { return this.header.names[this.name[line]]; }
	movesOf(node) { return this.moves.subarray(this.moveOffsets[node], this.moveOffsets[node + 1]); }
	number(value) {
		return value === INFINITY ? this.header.infinity : value === -INFINITY ? "-" + this.header.infinity : String(value);
	}

	// children returns the children of a node that have lines of their own.
	children(node) {
		const nodes = [];
		if (this.kind(node) === ENTER) {
			for (let line = node + 1; line < this.lines && this.ply[line] > this.ply[node]; line = this.nextSibling(line)) {
				nodes.push(line);
			}
		}
		return nodes;
	}
	// nextSibling returns the line at which the next child of the parent begins. Without one, it returns
	// a line of no child.
	nextSibling(node) { return this.last[node] + 2; }

	// skipped returns the names of the moves that a cut skipped, if any.
	skipped(node) {
		const line = this.last[node];
		if (this.kind(line) !== UPDATE || !this.is(line, CUT)) {
			return [];
		}
		return [...this.movesOf(node).subarray(this.index[line] + 1)].map((id) => this.header.names[id]);
	}

	// path returns the nodes from the root to the node of a line.
	path(line) {
		const nodes = [];
		for (let node = this.node[line]; node >= 0; node = this.parent[node]) {
			nodes.unshift(node);
		}
		return nodes;
	}

	// position returns the index of the piece on each place at a line. It applies the changes of
	// all nodes from the root on.
	position(line) {
		const pieces = new Uint16Array(this.header.places.length);
		for (const node of this.path(line)) {
			for (let i = this.changeOffsets[node]; i < this.changeOffsets[node + 1]; i++) {
				pieces[this.place[i]] = this.piece[i];
			}
		}
		return pieces;
	}

	// previous returns the value and window of a line's node before the line, or null on the node's
	// first line.
	previous(line) {
		if (this.kind(line) !== UPDATE) {
			return null;
		}
		return this.node[line - 1] - 1; // the line before the child's first
	}

	into(line) {
		switch (this.kind(line)) {
		case ENTER: return line + 1;
		case UPDATE: return this.node[line - 1];
		}
		return line;
	}
	over(line) {
		const next = line + 1;
		if (next >= this.lines || this.kind(next) === UPDATE) {
			return next;
		}
		return this.last[next] + 1;
	}
	backOver(line) { return this.kind(line) === UPDATE ? this.previous(line) : line - 1; }
	out(line) { return this.last[this.node[line]] + (this.parent[this.node[line]] >= 0 ? 1 : 0); }
	up(line) { return line === this.node[line] ? this.parent[line] : this.node[line]; }

	cut(line, step) {
		for (line += step; line >= 0 && line < this.lines; line += step) {
			if (this.is(line, CUT)) {
				return line;
			}
		}
		return -1;
	}
}

// sums returns the offset of each line's items in a column. counts has the number of items of each
// line.
function sums(counts) {
	const offsets = new Uint32Array(counts.length + 1);
	for (let i = 0; i < counts.length; i++) {
		offsets[i + 1] = offsets[i] + counts[i];
	}
	return offsets;
}
