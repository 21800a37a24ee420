// The lesson: the mistakes of the class, and equal submissions.

const INITIAL_COUNT = 8; // lessons, and cases, that are visible at first

function showLessons(book) {
	const list = document.getElementById("lessons"), order = document.getElementById("lesson-order");
	let showsAll = false;
	const show = () => {
		const sorted = [...book.lessons.keys()];
		if (order.value === "points") {
			sorted.sort((a, b) => book.lessons[b].total - book.lessons[a].total || a - b);
		}
		list.replaceChildren(...sorted.slice(0, showsAll ? undefined : INITIAL_COUNT)
			.map((i) => lessonOf(book, book.lessons[i], i)));
		if (!book.lessons.length) {
			list.replaceChildren(make("li", "none", "No program of the class shows a mistake."));
		} else if (!showsAll && sorted.length > INITIAL_COUNT) {
			const moreButton = make("button", "", `Show ${plural(sorted.length - INITIAL_COUNT, "cause")} more`);
			moreButton.type = "button";
			moreButton.addEventListener("click", () => { showsAll = true; show(); list.children[INITIAL_COUNT].querySelector("summary")?.focus(); });
			list.appendChild(make("li", "none")).append(moreButton);
		}
	};
	order.addEventListener("change", show);
	show();
}

function lessonOf(book, lesson, index) {
	const item = make("li", "cause"), n = lesson.students.length;
	item.dataset.lesson = index;
	item.append(title(lesson.faults?.map((fault) => fault.name), lesson.brief));
	const summary = make("p", "sum");
	summary.append(bar(n / book.students.length), make("strong", "", `${n} of ${plural(book.students.length, "student")}`), `, ${loss(lesson.total)} points in all, ${loss(lesson.total / n)} on average`);
	item.append(summary, ...faultParagraphs(lesson.faults, lesson.right));
	if (lesson.ways) {
		item.append(make("p", "note", `In ${lesson.ways} ways, such as this.`));
	}
	if (lesson.example >= 0) {
		item.append(fold("See it", (details) => {
			const source = make("p", "note", lesson.case >= 0 ? `${book.cases[lesson.case].name}, by ` : "by ");
			source.append(link(book.students[lesson.example]));
			details.append(source, make("pre", "", book.texts[lesson.text]));
		}));
	}
	item.append(fold(`Who: ${plural(n, "student")}`, (details) => {
		const order = [...lesson.students.keys()].sort((a, b) => lesson.lost[b] - lesson.lost[a] || a - b);
		details.append(listElement(order.map((i) => {
			const entry = make("span");
			entry.append(link(book.students[lesson.students[i]]), make("small", "", ` ${loss(lesson.lost[i])}`));
			return entry;
		})));
	}));
	return item;
}

// title names a cause by its known mistakes.
function title(names, brief) {
	const heading = make("h3");
	for (const [i, name] of (names || []).entries()) {
		heading.append(i ? " or " : "", make("code", "", name));
	}
	heading.append(names ? " " : "", make("span", "", brief));
	return heading;
}

// faultParagraphs describes what students can learn from a cause.
function faultParagraphs(faults, right) {
	const parts = (faults || []).flatMap((fault, i) => [make("p", "", (i ? `Or ${fault.name}: ` : "") + fault.explains), make("p", "rule", fault.rule)]);
	if (right && !faults) {
		parts.push(make("p", "", `Right: ${right}.`));
	}
	return parts;
}

function showCopies(book) {
	const hasCopies = book.alike.length > 0;
	document.getElementById("alike").hidden = document.getElementById("alike-link").hidden = !hasCopies;
	const groups = document.getElementById("groups");
	for (const group of book.alike) {
		const item = groups.appendChild(make("li"));
		item.append(make("p", "", `These ${group.students.length} students handed in the same files.`));
		item.append(listElement(group.students.slice(0, 40).map((i) => link(book.students[i]))));
		if (group.students.length > 40) {
			item.append(make("p", "note", `and ${group.students.length - 40} more`));
		}
	}
}
