// A list of rows. Only the visible rows are elements of the page. The selected row is the active
// one for keyboards and screen readers.

const MAX_HEIGHT = 8e6; // pixels: browsers draw nothing below about 16 million

class List {
	// draw(element, row) fills an element for a row. pick(row) is called on a click.
	constructor(element, rowHeight, draw, pick) {
		this.element = element;
		this.rowHeight = rowHeight;
		this.draw = draw;
		this.length = 0;
		this.active = -1;
		this.scrollTop = 0; // the scroll bar
		this.topOffset = 0; // pixels of the list above the visible part, then
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
		this.height = length * this.rowHeight;
		this.sizer.style.height = Math.min(this.height, MAX_HEIGHT) + "px";
		this.refresh();
	}

	// top returns the number of pixels of the list above the visible part. In a list that is too
	// tall for a scroll bar, the wheel scrolls as in other lists, and the bar scrolls in
	// proportion.
	top() {
		const scrollTop = this.element.scrollTop, viewHeight = this.element.clientHeight, maxTop = this.height - viewHeight;
		if (this.height <= MAX_HEIGHT) {
			return scrollTop;
		}
		const delta = scrollTop - this.scrollTop, atEnd = scrollTop <= 0 || scrollTop >= MAX_HEIGHT - viewHeight - 1;
		if (delta !== 0) {
			this.topOffset = !atEnd && Math.abs(delta) < viewHeight
				? this.topOffset + delta
				: (scrollTop / (MAX_HEIGHT - viewHeight)) * maxTop;
			this.scrollTop = scrollTop;
		}
		this.topOffset = Math.max(0, Math.min(this.topOffset, maxTop));
		return this.topOffset;
	}
	scrollTo(top) {
		const viewHeight = this.element.clientHeight;
		this.element.scrollTop = this.height <= MAX_HEIGHT
			? top
			: (top / (this.height - viewHeight)) * (MAX_HEIGHT - viewHeight);
		this.scrollTop = this.element.scrollTop;
		this.topOffset = top;
	}

	// select makes a row the active one. The next frame scrolls to it.
	select(row) {
		this.active = row;
		this.hidden = true;
		this.refresh();
	}
	reveal() {
		const rowTop = this.active * this.rowHeight, viewHeight = this.element.clientHeight, top = this.top();
		if (rowTop < top || rowTop + this.rowHeight > top + viewHeight) {
			const isFar = rowTop < top - viewHeight || rowTop > top + 2 * viewHeight;
			this.scrollTo(Math.max(0, isFar ? rowTop - viewHeight / 2 : rowTop < top ? rowTop - 2 * this.rowHeight : rowTop + 3 * this.rowHeight - viewHeight));
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
		const top = this.top(), viewHeight = this.element.clientHeight, offset = this.element.scrollTop - top;
		const first = Math.max(0, Math.floor(top / this.rowHeight) - 4);
		const end = Math.min(this.length, Math.ceil((top + viewHeight) / this.rowHeight) + 4);
		const unused = [];
		for (const [row, element] of this.pool) {
			if (row < first || row >= end) {
				this.pool.delete(row);
				unused.push(element);
			}
		}
		for (let row = first; row < end; row++) {
			let element = this.pool.get(row);
			if (!element || this.stale) {
				element ??= unused.pop() ?? this.element.appendChild(document.createElement("div"));
				this.pool.set(row, element);
				element.className = "row";
				element.dataset.row = row;
				element.id = this.element.id + "-" + row;
				element.setAttribute("aria-selected", String(row === this.active));
				this.draw(element, row);
			}
			element.style.transform = `translateY(${row * this.rowHeight + offset}px)`;
		}
		unused.forEach((element) => element.remove());
		this.stale = false;
		if (this.pool.has(this.active)) {
			this.element.setAttribute("aria-activedescendant", this.element.id + "-" + this.active);
		} else {
			this.element.removeAttribute("aria-activedescendant");
		}
	}
}
