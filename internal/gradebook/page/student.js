// The page of a student.

function showStudent(c, s) {
	const place = document.getElementById("student"), rank = c.students.filter((other) => other.points !== null && other.points > s.points).length + 1;
	const back = make("a", "back", "← the class");
	back.href = "#students";
	const head = make("div", "student-head");
	head.append(make("h2", "", s.name), make("p", "score", s.notGraded ? "not graded" : `${points(s.points)} of ${points(c.of)}`));
	const about = make("p", "about", s.notGraded ? `Touchstone failed: ${s.notGraded}` : `${s.score}; rank ${rank} of ${c.students.filter((other) => !other.notGraded).length}`);
	place.replaceChildren(back, head, about, chipsOf(c, s));
	if (!s.notGraded) {
		place.append(part("Points", ...accountOf(c, s)));
	}
	if (s.noProgram) {
		place.append(part("No program", make("pre", "", s.noProgram)));
	}
	if (s.causes.length) {
		place.append(part("What the program does wrong", ...overlap(s), ...s.causes.map((cause, i) => causeOf(c, s, cause, i))));
	}
	place.append(part("Cases", ...verdictTables(c, s)));
}

function causeOf(c, s, cause, i) {
	const l = c.lessons[cause.lesson], item = make("div", "cause");
	item.id = `cause-${i + 1}`;
	const faults = (l.faults || []).filter((f) => cause.faults?.includes(f.name)), named = faults.length > 0;
	item.append(title(named ? cause.faults : null, `${named ? faults[0].about : cause.brief}`));
	item.append(make("p", "sum", `${many(cause.cases.length, "case")}, ${lost(cause.lost)} points`));
	item.append(...taught(named ? faults : null, ""), ...cause.notes.map((id) => make("p", "note", c.texts[id])));
	const smallest = c.cases[cause.cases[0]], shown = make("p", "smallest");
	shown.append(chip(c.verdict(s, smallest.index)), " ", make("strong", "", smallest.name), `: ${smallest.title} `);
	if (cause.walk) {
		const walk = make("a", "walk", cause.walk[0] === smallest.name ? "Walk its search" : `Walk the search of ${cause.walk[0]}`);
		walk.href = `students/${encodeURIComponent(s.directory)}/${encodeURIComponent(cause.walk[1])}`;
		shown.append(walk);
	}
	item.append(shown, make("pre", "", c.texts[cause.text]));
	if (cause.cases.length > 1) {
		item.append(fold(`${cause.cases.length - 1} more`, (details) => details.append(listed(cause.cases.slice(1).map((k) => c.cases[k].name)))));
	}
	return item;
}
