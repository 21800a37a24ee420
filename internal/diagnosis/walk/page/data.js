// The data of the page: a text of lines, and all columns (docs/trace.md).

// A Lines is a text with lines that are found by their index.
class Lines {
	constructor(text) {
		this.text = text;
		let count = 0;
		for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
			count++;
		}
		this.ends = new Uint32Array(count);
		for (let at = text.indexOf("\n"), i = 0; at >= 0; at = text.indexOf("\n", at + 1)) {
			this.ends[i++] = at;
		}
	}
	get length() { return this.ends.length; }
	at(i) { return this.text.slice(i > 0 ? this.ends[i - 1] + 1 : 0, this.ends[i]); }
	// lineAt returns the index of the line at an offset of the text.
	lineAt(place) {
		let low = 0, high = this.ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.ends[middle] < place) { low = middle + 1; } else { high = middle; }
		}
		return low;
	}
	// find returns the index of the first line with the query, from a line on, or -1.
	find(query, from, forward) {
		this.lower ??= this.text.toLowerCase();
		if (this.lower.length !== this.text.length) { // some letters change their length in lower case
			this.lower = this.text;
		}
		const at = forward
			? (from < this.length ? this.lower.indexOf(query, from > 0 ? this.ends[from - 1] + 1 : 0) : -1)
			: (from >= 0 ? this.lower.lastIndexOf(query, this.ends[Math.min(from, this.length - 1)] - query.length) : -1);
		return at < 0 ? -1 : this.lineAt(at);
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
	const [above, right, got] = await Promise.all([
		text("above"), text("right"), text("got"),
		...Object.entries(types).map(async ([name, type]) => { columns[name] = await numbers(type, name); }),
	]);
	return { header, columns, right: new Lines(above + right), got: new Lines(got) };
}
