// The tree. It is folded, except for the path to the selected line and the nodes that the user
// unfolded. The moves that a cut skipped are one item.

class Tree {
	constructor(search, go) {
		this.search = search;
		this.go = go;
		this.opened = new Set();
		this.closed = new Set(); // although the selected line is below it
		this.items = [];
		this.line = 0;
		this.element = document.getElementById("tree");
		this.list = new List(this.element, 24, (e, row) => this.draw(e, this.items[row], row), (row, event) => this.click(row, event));
		this.element.addEventListener("keydown", (event) => this.key(event));
	}

	select(line) {
		this.line = line;
		this.closed.clear();
		this.lay(this.search.node[line]);
	}

	// lay lists the visible items and selects the item of a node.
	lay(node) {
		const { search } = this;
		if (search.lines === 0) {
			return;
		}
		const way = new Set(search.path(this.line));
		this.way = way;
		this.items = [];
		const add = (at, position, size) => {
			const open = search.kind(at) === ENTER && (this.opened.has(at) || way.has(at)) && !this.closed.has(at);
			this.items.push({ node: at, open, position, size });
			if (!open) {
				return;
			}
			const below = search.children(at), skipped = search.skipped(at);
			const all = below.length + (skipped.length > 0 ? 1 : 0);
			below.forEach((child, i) => add(child, i + 1, all));
			if (skipped.length > 0) {
				this.items.push({ node: at, skipped, position: all, size: all });
			}
		};
		add(0, 1, 1);
		this.list.resize(this.items.length);
		this.list.select(this.items.findIndex((item) => item.node === node && !item.skipped));
	}

	draw(element, item, row) {
		const { search } = this, { node } = item;
		element.setAttribute("role", "treeitem");
		element.setAttribute("aria-level", search.ply[node] + (item.skipped ? 2 : 1));
		element.setAttribute("aria-posinset", item.position);
		element.setAttribute("aria-setsize", item.size);
		element.style.setProperty("--level", Math.min(24, search.ply[node] + (item.skipped ? 1 : 0)));
		element.removeAttribute("aria-expanded");
		if (item.skipped) {
			const text = `✂ cut: ${item.skipped.join(", ")}`;
			element.classList.add("skipped");
			element.setAttribute("aria-label", `cut, skipped ${item.skipped.length}: ${item.skipped.join(", ")}`);
			element.title = text;
			element.replaceChildren(make("span", "fold", ""), make("span", "name", text));
			return;
		}
		const inner = search.kind(node) === ENTER, later = node > this.line, max = search.is(node, MAX);
		const value = search.number(search.value[this.shown(node)]);
		const kind = inner ? (max ? "max" : "min") : "leaf";
		if (inner) {
			element.setAttribute("aria-expanded", String(item.open));
		}
		element.classList.toggle("way", this.way.has(node));
		element.classList.toggle("later", later);
		element.setAttribute("aria-label", `${search.nameOf(node)}, ${kind}, ${later ? "later, " : ""}value ${value}${item.open || !search.skipped(node).length ? "" : ", cut"}`);
		element.title = "";
		element.replaceChildren(
			make("span", "fold", inner ? (item.open ? "▾" : "▸") : ""),
			make("span", "kind " + kind, inner ? (max ? "▲" : "▼") : "•"),
			make("span", "name", search.nameOf(node)),
			make("span", "value", value),
			make("span", "cut", search.skipped(node).length ? "✂" : ""),
		);
	}

	// shown returns the line with the value that a node shows: its last line, or the last one so
	// far if the search is inside the node.
	shown(node) {
		if (!this.way.has(node)) {
			return this.search.last[node];
		}
		let below = this.line;
		while (this.search.node[below] !== node) {
			below = this.search.node[below] - 1;
		}
		return below;
	}

	click(row, event) {
		const item = this.items[row];
		if (item.skipped) {
			this.go(this.search.last[item.node]);
		} else if (event.target.closest(".fold") && this.search.kind(item.node) === ENTER) {
			this.fold(item.node, !item.open);
		} else {
			this.go(item.node);
		}
	}

	fold(node, open) {
		if (open) {
			this.opened.add(node);
			this.closed.delete(node);
		} else {
			this.opened.delete(node);
			this.closed.add(node);
		}
		this.lay(node);
	}

	// key moves in the tree by the arrow keys, as usual in trees.
	key(event) {
		const row = this.list.active, item = this.items[row];
		if (!item || event.ctrlKey || event.altKey || event.metaKey) {
			return;
		}
		const inner = !item.skipped && this.search.kind(item.node) === ENTER;
		switch (event.key) {
		case "ArrowDown": this.move(row + 1); break;
		case "ArrowUp": this.move(row - 1); break;
		case "Home": this.move(0); break;
		case "End": this.move(this.items.length - 1); break;
		case "PageDown": this.move(row + this.list.page); break;
		case "PageUp": this.move(row - this.list.page); break;
		case "ArrowRight":
			if (inner && !item.open) {
				this.fold(item.node, true);
			} else if (inner) {
				this.move(row + 1);
			}
			break;
		case "ArrowLeft":
			if (inner && item.open) {
				this.fold(item.node, false);
			} else {
				const above = item.skipped ? item.node : this.search.parent[item.node];
				this.move(this.items.findIndex((other) => other.node === above));
			}
			break;
		case "Enter": case " ": this.go(item.skipped ? this.search.last[item.node] : item.node); break;
		default: return;
		}
		event.preventDefault();
		event.stopPropagation();
	}

	// move makes another item the active one. The line is selected by Enter.
	move(row) {
		row = Math.max(0, Math.min(row, this.items.length - 1));
		if (this.items.length > 0) {
			this.list.select(row);
		}
	}
}
