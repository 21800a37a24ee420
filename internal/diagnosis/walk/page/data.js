// The data of the page: a text of lines, and all columns (docs/trace.md).

// A Lines is a text with lines that are found by their index.
class Lines {
	constructor(text) {
		this.text = text;
		let count = 0;
		for (let offset = text.indexOf("\n"); offset >= 0; offset = text.indexOf("\n", offset + 1)) {
			count++;
		}
		this.ends = new Uint32Array(count);
		for (let offset = text.indexOf("\n"), i = 0; offset >= 0; offset = text.indexOf("\n", offset + 1)) {
			this.ends[i++] = offset;
		}
	}
	get length() { return this.ends.length; }
	at(i) { return this.text.slice(i > 0 ? this.ends[i - 1] + 1 : 0, this.ends[i]); }
	// lineAt returns the index of the line at an offset of the text.
	lineAt(offset) {
		let low = 0, high = this.ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.ends[middle] < offset) { low = middle + 1; } else { high = middle; }
		}
		return low;
	}
	// find returns the index of the first line with the query, from a line on, or -1.
	find(query, start, forward) {
		this.lower ??= this.text.toLowerCase();
		if (this.lower.length !== this.text.length) { // some letters change their length in lower case
			this.lower = this.text;
		}
		const offset = forward
			? (start < this.length ? this.lower.indexOf(query, start > 0 ? this.ends[start - 1] + 1 : 0) : -1)
			: (start >= 0 ? this.lower.lastIndexOf(query, this.ends[Math.min(start, this.length - 1)] - query.length) : -1);
		return offset < 0 ? -1 : this.lineAt(offset);
	}
}

// load returns the page's data.
async function load() {
	const header = JSON.parse(await text("header"));
	const types = {
		flags: Uint8Array, ply: Uint16Array, depth: Uint16Array, name: Uint32Array, mover: Uint16Array, index: Uint16Array,
		value: Int32Array, alpha: Int32Array, beta: Int32Array, changes: Uint16Array, place: Uint16Array, piece: Uint16Array,
		fan: Uint16Array, moves: Uint32Array, rowRight: Int32Array, rowGot: Int32Array,
	};
	const columns = {};
	const [headText, rightText, programText] = await Promise.all([
		text("above"), text("right"), text("got"),
		...Object.entries(types).map(async ([name, type]) => { columns[name] = await numbers(type, name); }),
	]);
	return { header, columns, rightLines: new Lines(headText + rightText), programLines: new Lines(programText) };
}
