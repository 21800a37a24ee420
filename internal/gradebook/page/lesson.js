// The lesson: the mistakes of the class, and equal submissions.

const FIRST = 8; // lessons, and cases, that are visible at first

function showLessons(c) {
	const list = document.getElementById("lessons"), order = document.getElementById("lesson-order");
	let all = false;
	const show = () => {
		const sorted = [...c.lessons.keys()];
		if (order.value === "points") {
			sorted.sort((a, b) => c.lessons[b].total - c.lessons[a].total || a - b);
		}
		list.replaceChildren(...sorted.slice(0, all ? undefined : FIRST).map((i) => lessonOf(c, c.lessons[i], i)));
		if (!c.lessons.length) {
			list.replaceChildren(make("li", "none", "No program of the class shows a mistake."));
		} else if (!all && sorted.length > FIRST) {
			const more = make("button", "", `Show ${many(sorted.length - FIRST, "cause")} more`);
			more.type = "button";
			more.addEventListener("click", () => { all = true; show(); list.children[FIRST].querySelector("summary")?.focus(); });
			list.appendChild(make("li", "none")).append(more);
		}
	};
	order.addEventListener("change", show);
	show();
}

function lessonOf(c, l, index) {
	const item = make("li", "cause"), n = l.students.length;
	item.dataset.lesson = index;
	item.append(title(l.faults?.map((f) => f.name), l.brief));
	const sum = make("p", "sum");
	sum.append(bar(n / c.students.length), make("strong", "", `${n} of ${many(c.students.length, "student")}`), `, ${lost(l.total)} points in all, ${lost(l.total / n)} on average`);
	item.append(sum, ...taught(l.faults, l.right));
	if (l.ways) {
		item.append(make("p", "note", `In ${l.ways} ways, such as this.`));
	}
	if (l.example >= 0) {
		item.append(fold("See it", (details) => {
			const from = make("p", "note", l.case >= 0 ? `${c.cases[l.case].name}, by ` : "by ");
			from.append(link(c.students[l.example]));
			details.append(from, make("pre", "", c.texts[l.text]));
		}));
	}
	item.append(fold(`Who: ${many(n, "student")}`, (details) => {
		const order = [...l.students.keys()].sort((a, b) => l.lost[b] - l.lost[a] || a - b);
		details.append(listed(order.map((i) => {
			const one = make("span");
			one.append(link(c.students[l.students[i]]), make("small", "", ` ${lost(l.lost[i])}`));
			return one;
		})));
	}));
	return item;
}

// title names a cause by its known mistakes.
function title(names, brief) {
	const h = make("h3");
	for (const [i, name] of (names || []).entries()) {
		h.append(i ? " or " : "", make("code", "", name));
	}
	h.append(names ? " " : "", make("span", "", brief));
	return h;
}

// taught describes what students can learn from a cause.
function taught(faults, right) {
	const parts = (faults || []).flatMap((f, i) => [make("p", "", (i ? `Or ${f.name}: ` : "") + f.explains), make("p", "rule", f.rule)]);
	if (right && !faults) {
		parts.push(make("p", "", `Right: ${right}.`));
	}
	return parts;
}

function showCopies(c) {
	const some = c.alike.length > 0;
	document.getElementById("alike").hidden = document.getElementById("alike-link").hidden = !some;
	const groups = document.getElementById("groups");
	for (const g of c.alike) {
		const item = groups.appendChild(make("li"));
		item.append(make("p", "", `These ${g.students.length} students handed in the same files.`));
		item.append(listed(g.students.slice(0, 40).map((i) => link(c.students[i]))));
		if (g.students.length > 40) {
			item.append(make("p", "note", `and ${g.students.length - 40} more`));
		}
	}
}
