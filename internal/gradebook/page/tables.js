// The tables of cases and students.

function showCases(book) {
	const place = document.getElementById("case-table"), indexes = [...book.cases.keys()].filter((index) => book.fails[index] > 0).sort((a, b) => book.fails[b] - book.fails[a] || a - b);
	const tableElement = table(["case", "category", "worth", "fail", "as"]);
	const addRow = (index) => {
		const testCase = book.cases[index], name = make("div", "case");
		name.append(make("strong", "", testCase.name), make("small", "", testCase.title + (testCase.notAsked ? ` (not used by the course: ${testCase.notAsked})` : "")));
		const failCount = make("span", "count");
		failCount.append(bar(book.fails[index] / book.graded.length), String(book.fails[index]));
		const chips = make("span", "chips");
		chips.append(...book.counts(book.column(index)).filter((v) => v.verdict !== "pass").map((v) => chip(v.verdict, `${v.verdict} ${v.n}`)));
		cells(tableElement, [name, testCase.category, worth(testCase.worth), failCount, chips]);
	};
	indexes.slice(0, INITIAL_COUNT).forEach(addRow);
	place.append(indexes.length ? tableElement : make("p", "none", "No case fails."));
	if (indexes.length > INITIAL_COUNT) {
		const moreButton = make("button", "", `Show ${plural(indexes.length - INITIAL_COUNT, "case")} more`);
		moreButton.type = "button";
		moreButton.addEventListener("click", () => { indexes.slice(INITIAL_COUNT).forEach(addRow); moreButton.remove(); });
		place.append(moreButton);
	}
}

// showStudents fills the table of students, which has sortable columns and a search.
function showStudents(book) {
	const place = document.getElementById("student-table"), query = document.getElementById("query");
	const orders = { student: (a, b) => a.index - b.index, points: (a, b) => (b.points ?? -1) - (a.points ?? -1) || a.index - b.index };
	const buttons = Object.keys(orders).map((name) => {
		const button = make("button", "order", name);
		button.type = "button";
		button.addEventListener("click", () => sort(name));
		return button;
	});
	const tableElement = table([...buttons, "verdicts", "causes"]);
	const rows = book.students.map((student) => studentRow(book, tableElement, student));
	let sortName = "", isForward = true;
	const sort = (name) => {
		[sortName, isForward] = [name, sortName === name ? !isForward : true];
		buttons.forEach((button) => {
			const heading = button.parentElement;
			if (button.textContent === name) { heading.setAttribute("aria-sort", (name === "points") === isForward ? "descending" : "ascending"); } else { heading.removeAttribute("aria-sort"); }
		});
		const sorted = book.students.toSorted(orders[name]);
		tableElement.tBodies[0].append(...(isForward ? sorted : sorted.reverse()).map((student) => rows[student.index]));
	};
	sort("student");
	query.addEventListener("input", () => {
		const queryText = query.value.toLowerCase();
		let count = 0;
		book.students.forEach((student) => {
			const isMatch = [student.name, ...student.causes.map((cause) => cause.brief)]
				.some((text) => text.toLowerCase().includes(queryText));
			rows[student.index].hidden = !isMatch;
			count += isMatch;
		});
		document.getElementById("found").textContent = queryText ? plural(count, "student") : "";
	});
	place.append(tableElement);
}

function studentRow(book, tableElement, student) {
	const score = make("span", "count");
	if (student.notGraded) {
		score.append("not graded");
	} else {
		score.append(bar(student.points / book.of), points(student.points));
	}
	const chips = make("span", "chips");
	chips.append(...book.counts(student.verdicts).map((v) => chip(v.verdict, `${v.verdict} ${v.n}`)));
	return cells(tableElement, [link(student), score, chips, student.notGraded ? student.notGraded : student.noProgram ? student.noProgram.split("\n")[0] : student.causes.map((cause) => book.lessons[cause.lesson].key).join(", ")]);
}
