// The points of a program: how they are computed, and its cases.

function part(heading, ...contents) {
	const section = make("section", "pane");
	section.append(make("h2", "", heading), ...contents);
	return section;
}

// chipsOf counts the verdicts of a program.
function chipsOf(book, student) {
	const chips = make("p", "chips");
	chips.append(...book.counts(student.verdicts).map((v) => chip(v.verdict, `${v.verdict} ${v.n}`)));
	return chips;
}

// overlap returns a sentence if causes share cases, since their points then do not add up.
function overlap(student) {
	const indexes = student.causes.flatMap((cause) => cause.cases);
	return indexes.length > new Set(indexes).size ? [make("p", "note", "A case may show several of these: its points stand with each.")] : [];
}

// accountOf describes how the points of a program are computed.
function accountOf(book, student) {
	const tableElement = table(["part", "pass", "points", "of"]), wrapper = make("div", "table");
	tableElement.className = "account";
	for (const entry of student.account) {
		const isScored = entry.of || entry.points;
		cells(tableElement, [entry.name, entry.cases ? `${entry.passed || 0} of ${entry.cases}` : "", isScored ? points(entry.points) : "", entry.of ? points(entry.of) : ""]);
	}
	cells(tableElement, [make("strong", "", "all"), "", make("strong", "", points(student.points)), points(book.of)]);
	wrapper.append(tableElement);
	const comparison = book.compare === "course" ? "as by the course: line ends and blanks at the ends of lines do not count" : "byte for byte";
	const notes = [make("p", "note", `Edition ${book.edition}, compared ${comparison}.`)];
	const formatCases = book.cases.filter((testCase) => book.verdict(student, testCase.index) === "format");
	if (formatCases.length) {
		const cost = formatCases.reduce((sum, testCase) => sum + testCase.worth, 0);
		notes.push(make("p", "note", `${plural(formatCases.length, "case")} ${formatCases.length === 1 ? "fails" : "fail"} by line ends or blanks alone: ${loss(cost)} points.`));
	}
	return [wrapper, ...notes];
}

// verdictTables returns a table of the failing cases, and a folded table of the passing ones.
function verdictTables(book, student, nameOf = (k) => book.cases[k].name) {
	const causesByCase = new Map();
	student.causes.forEach((cause, i) => cause.cases.forEach((index) =>
		causesByCase.set(index, [...(causesByCase.get(index) || []), i + 1])));
	const makeTable = (selection) => {
		const headings = ["case", "category", "verdict", "worth", "why"], tableElement = table(headings);
		tableElement.className = "stack verdicts";
		for (const index of selection) {
			const testCase = book.cases[index], reason = make("span", "why", book.head(student, index) + " ");
			for (const number of causesByCase.get(index) || []) {
				const anchor = reason.appendChild(make("a", "to", `cause ${number}`));
				anchor.href = `#cause-${number}`;
				anchor.addEventListener("click", (event) => { event.preventDefault(); document.getElementById(`cause-${number}`).scrollIntoView(); });
				reason.append(" ");
			}
			const row = cells(tableElement, [
				nameOf(index), testCase.category, chip(book.verdict(student, index)), worth(testCase.worth), reason,
			]);
			row.dataset.case = testCase.name;
			headings.slice(1).forEach((head, i) => { row.cells[i + 1].dataset.label = head; });
		}
		return tableElement;
	};
	const indexes = book.cases.map((testCase) => testCase.index), passing = indexes.filter((index) => student.verdicts[index] === "0"), failing = indexes.filter((index) => student.verdicts[index] !== "0");
	const parts = failing.length ? [makeTable(failing)] : [make("p", "none", "All cases pass.")];
	if (passing.length) {
		parts.push(fold(`${plural(passing.length, "case")} that pass${passing.length === 1 ? "es" : ""}`, (details) => details.append(makeTable(passing))));
	}
	return parts;
}
