// A list of rows. Only the visible rows are elements of the page. The selected row is the active
// one for keyboards and screen readers.

const TALLEST = 8e6; // pixels: browsers draw nothing below about 16 million

class List {
	// draw(element, row) fills an element for a row. pick(row) is called on a click.
	constructor(element, rowHeight, draw, pick) {
		this.element = element;
		this.rowHeight = rowHeight;
		this.draw = draw;
		this.length = 0;
		this.active = -1;
		this.at = 0; // the scroll bar
		this.above = 0; // pixels of the list above the visible part, then
		this.pool = new Map(); // elements by row
		this.sizer = element.appendChild(document.createElement("div"));
		this.sizer.className = "sizer";
		this.sizer.setAttribute("role", "presentation");
		element.addEventListener("scroll", () => this.schedule(), { passive: true });
		new ResizeObserver(() => this.schedule()).observe(element);
		element.addEventListener("click", (event) => {
			const row = event.target.closest("[data-row]");
			if (row) {
				pick(Number(row.dataset.row), event);
			}
		});
	}

	get page() { return Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1); }

	resize(length) {
		this.length = length;
		this.whole = length * this.rowHeight;
		this.sizer.style.height = Math.min(this.whole, TALLEST) + "px";
		this.refresh();
	}

	// top returns the number of pixels of the list above the visible part. In a list that is too
	// tall for a scroll bar, the wheel scrolls as in other lists, and the bar scrolls in
	// proportion.
	top() {
		const at = this.element.scrollTop, seen = this.element.clientHeight, lowest = this.whole - seen;
		if (this.whole <= TALLEST) {
			return at;
		}
		const moved = at - this.at, ends = at <= 0 || at >= TALLEST - seen - 1;
		if (moved !== 0) {
			this.above = !ends && Math.abs(moved) < seen ? this.above + moved : (at / (TALLEST - seen)) * lowest;
			this.at = at;
		}
		this.above = Math.max(0, Math.min(this.above, lowest));
		return this.above;
	}
	scrollTo(top) {
		const seen = this.element.clientHeight;
		this.element.scrollTop = this.whole <= TALLEST ? top : (top / (this.whole - seen)) * (TALLEST - seen);
		this.at = this.element.scrollTop;
		this.above = top;
	}

	// select makes a row the active one. The next frame scrolls to it.
	select(row) {
		this.active = row;
		this.hidden = true;
		this.refresh();
	}
	reveal() {
		const at = this.active * this.rowHeight, seen = this.element.clientHeight, top = this.top();
		if (at < top || at + this.rowHeight > top + seen) {
			const far = at < top - seen || at > top + 2 * seen;
			this.scrollTo(Math.max(0, far ? at - seen / 2 : at < top ? at - 2 * this.rowHeight : at + 3 * this.rowHeight - seen));
		}
		this.hidden = false;
	}

	schedule() {
		this.frame ??= requestAnimationFrame(() => {
			this.frame = undefined;
			this.render();
		});
	}
	refresh() {
		this.stale = true;
		this.schedule();
	}

	render() {
		if (this.hidden) {
			this.reveal();
		}
		const top = this.top(), seen = this.element.clientHeight, offset = this.element.scrollTop - top;
		const from = Math.max(0, Math.floor(top / this.rowHeight) - 4);
		const to = Math.min(this.length, Math.ceil((top + seen) / this.rowHeight) + 4);
		const spare = [];
		for (const [row, element] of this.pool) {
			if (row < from || row >= to) {
				this.pool.delete(row);
				spare.push(element);
			}
		}
		for (let row = from; row < to; row++) {
			let element = this.pool.get(row);
			if (!element || this.stale) {
				element ??= spare.pop() ?? this.element.appendChild(document.createElement("div"));
				this.pool.set(row, element);
				element.className = "row";
				element.dataset.row = row;
				element.id = this.element.id + "-" + row;
				element.setAttribute("aria-selected", String(row === this.active));
				this.draw(element, row);
			}
			element.style.transform = `translateY(${row * this.rowHeight + offset}px)`;
		}
		spare.forEach((element) => element.remove());
		this.stale = false;
		if (this.pool.has(this.active)) {
			this.element.setAttribute("aria-activedescendant", this.element.id + "-" + this.active);
		} else {
			this.element.removeAttribute("aria-activedescendant");
		}
	}
}
