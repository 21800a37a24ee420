// The page of a student.

function showStudent(book, student) {
	const place = document.getElementById("student"), rank = book.students.filter((other) => other.points !== null && other.points > student.points).length + 1;
	const backLink = make("a", "back", "← the class");
	backLink.href = "#students";
	const header = make("div", "student-head");
	header.append(make("h2", "", student.name), make("p", "score", student.notGraded ? "not graded" : `${points(student.points)} of ${points(book.of)}`));
	const summary = make("p", "about", student.notGraded ? `Touchstone failed: ${student.notGraded}` : `${student.score}; rank ${rank} of ${book.students.filter((other) => !other.notGraded).length}`);
	place.replaceChildren(backLink, header, summary, chipsOf(book, student));
	if (!student.notGraded) {
		place.append(part("Points", ...accountOf(book, student)));
	}
	if (student.noProgram) {
		place.append(part("No program", make("pre", "", student.noProgram)));
	}
	if (student.causes.length) {
		place.append(part("What the program does wrong", ...overlap(student), ...student.causes.map((cause, i) => causeOf(book, student, cause, i))));
	}
	place.append(part("Cases", ...verdictTables(book, student)));
}

function causeOf(book, student, cause, index) {
	const lesson = book.lessons[cause.lesson], item = make("div", "cause");
	item.id = `cause-${index + 1}`;
	const faults = (lesson.faults || []).filter((fault) => cause.faults?.includes(fault.name)),
		isKnown = faults.length > 0;
	item.append(title(isKnown ? cause.faults : null, `${isKnown ? faults[0].about : cause.brief}`));
	item.append(make("p", "sum", `${plural(cause.cases.length, "case")}, ${loss(cause.lost)} points`));
	item.append(
		...faultParagraphs(isKnown ? faults : null, ""),
		...cause.notes.map((id) => make("p", "note", book.texts[id])),
	);
	const testCase = book.cases[cause.cases[0]], example = make("p", "smallest");
	example.append(
		chip(book.verdict(student, testCase.index)), " ",
		make("strong", "", testCase.name), `: ${testCase.title} `,
	);
	if (cause.walk) {
		const walkLink = make("a", "walk", cause.walk[0] === testCase.name ? "Walk its search" : `Walk the search of ${cause.walk[0]}`);
		walkLink.href = `students/${encodeURIComponent(student.directory)}/${encodeURIComponent(cause.walk[1])}`;
		example.append(walkLink);
	}
	item.append(example, make("pre", "", book.texts[cause.text]));
	if (cause.cases.length > 1) {
		item.append(fold(`${cause.cases.length - 1} more`, (details) => details.append(listElement(cause.cases.slice(1).map((caseIndex) => book.cases[caseIndex].name)))));
	}
	return item;
}
