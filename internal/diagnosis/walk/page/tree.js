// The tree. It is folded, except for the path to the selected line and the nodes that the user
// unfolded. The moves that a cut skipped are one item.

class Tree {
	constructor(search, navigate) {
		this.search = search;
		this.navigate = navigate;
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
	lay(selected) {
		const { search } = this;
		if (search.lines === 0) {
			return;
		}
		const path = new Set(search.path(this.line));
		this.path = path;
		this.items = [];
		const add = (node, position, size) => {
			const open = search.kind(node) === ENTER && (this.opened.has(node) || path.has(node)) && !this.closed.has(node);
			this.items.push({ node, open, position, size });
			if (!open) {
				return;
			}
			const children = search.children(node), skipped = search.skipped(node);
			const count = children.length + (skipped.length > 0 ? 1 : 0);
			children.forEach((child, i) => add(child, i + 1, count));
			if (skipped.length > 0) {
				this.items.push({ node, skipped, position: count, size: count });
			}
		};
		add(0, 1, 1);
		this.list.resize(this.items.length);
		this.list.select(this.items.findIndex((item) => item.node === selected && !item.skipped));
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
		const isInner = search.kind(node) === ENTER, isLater = node > this.line, isMax = search.is(node, MAX);
		const value = search.number(search.value[this.shownLine(node)]);
		const kind = isInner ? (isMax ? "max" : "min") : "leaf";
		if (isInner) {
			element.setAttribute("aria-expanded", String(item.open));
		}
		element.classList.toggle("way", this.path.has(node));
		element.classList.toggle("later", isLater);
		element.setAttribute("aria-label", `${search.nameOf(node)}, ${kind}, ${isLater ? "later, " : ""}value ${value}${item.open || !search.skipped(node).length ? "" : ", cut"}`);
		element.title = "";
		element.replaceChildren(
			make("span", "fold", isInner ? (item.open ? "▾" : "▸") : ""),
			make("span", "kind " + kind, isInner ? (isMax ? "▲" : "▼") : "•"),
			make("span", "name", search.nameOf(node)),
			make("span", "value", value),
			make("span", "cut", search.skipped(node).length ? "✂" : ""),
		);
	}

	// shownLine returns the line with the value that a node shows: its last line, or the last one so
	// far if the search is inside the node.
	shownLine(node) {
		if (!this.path.has(node)) {
			return this.search.last[node];
		}
		let line = this.line;
		while (this.search.node[line] !== node) {
			line = this.search.node[line] - 1;
		}
		return line;
	}

	click(row, event) {
		const item = this.items[row];
		if (item.skipped) {
			this.navigate(this.search.last[item.node]);
		} else if (event.target.closest(".fold") && this.search.kind(item.node) === ENTER) {
			this.fold(item.node, !item.open);
		} else {
			this.navigate(item.node);
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
		const isInner = !item.skipped && this.search.kind(item.node) === ENTER;
		switch (event.key) {
		case "ArrowDown": this.move(row + 1); break;
		case "ArrowUp": this.move(row - 1); break;
		case "Home": this.move(0); break;
		case "End": this.move(this.items.length - 1); break;
		case "PageDown": this.move(row + this.list.page); break;
		case "PageUp": this.move(row - this.list.page); break;
		case "ArrowRight":
			if (isInner && !item.open) {
				this.fold(item.node, true);
			} else if (isInner) {
				this.move(row + 1);
			}
			break;
		case "ArrowLeft":
			if (isInner && item.open) {
				this.fold(item.node, false);
			} else {
				const parent = item.skipped ? item.node : this.search.parent[item.node];
				this.move(this.items.findIndex((candidate) => candidate.node === parent));
			}
			break;
		case "Enter": case " ": this.navigate(item.skipped ? this.search.last[item.node] : item.node); break;
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
