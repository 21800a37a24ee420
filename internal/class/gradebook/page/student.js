// The page of a student.

function showStudent(c, s) {
	const place = document.getElementById("student"), rank = c.students.filter((other) => other.points !== null && other.points > s.points).length + 1;
	const back = make("a", "back", "← the class");
	back.href = "#students";
	const head = make("div", "student-head");
	head.append(make("h2", "", s.name), make("p", "score", s.notGraded ? "not graded" : `${points(s.points)} of ${points(c.of)}`));
	const about = make("p", "about", s.notGraded ? `Touchstone failed: ${s.notGraded}` : `${s.score}; rank ${rank} of ${c.students.filter((other) => !other.notGraded).length}`);
	const chips = make("p", "chips");
	chips.append(...c.counts(s.verdicts).map((v) => chip(v.verdict, `${v.verdict} ${v.n}`)));
	place.replaceChildren(back, head, about, chips);
	if (s.noProgram) {
		place.append(part("No program", make("pre", "", s.noProgram)));
	}
	if (s.causes.length) {
		place.append(part("What the program does wrong", ...s.causes.map((cause, i) => causeOf(c, s, cause, i))));
	}
	place.append(part("Cases", ...verdictTables(c, s)));
}

function part(name, ...contents) {
	const section = make("section", "pane");
	section.append(make("h2", "", name), ...contents);
	return section;
}

function causeOf(c, s, cause, i) {
	const l = c.lessons[cause.lesson], item = make("div", "cause");
	item.id = `cause-${i + 1}`;
	const faults = (l.faults || []).filter((f) => cause.faults?.includes(f.name)), named = faults.length > 0;
	item.append(title(named ? cause.faults : null, `${named ? faults[0].about : cause.brief}`));
	item.append(make("p", "sum", `${many(cause.cases.length, "case")}, ${lost(cause.lost)} points${cause.second ? "; behind another mistake" : ""}`));
	item.append(...taught(named ? faults : null, ""), ...cause.notes.map((id) => make("p", "note", c.texts[id])));
	const smallest = c.cases[cause.cases[0]], shown = make("p", "smallest");
	shown.append(chip(c.verdict(s, smallest.index)), " ", make("strong", "", smallest.name), `: ${smallest.title} `);
	if (cause.walk) {
		const walk = make("a", "walk", cause.walk[0] === smallest.name ? "Walk its search" : `Walk the search of ${cause.walk[0]}`);
		walk.href = `students/${encodeURIComponent(s.folder)}/${encodeURIComponent(cause.walk[1])}`;
		shown.append(walk);
	}
	item.append(shown, make("pre", "", c.texts[cause.text]));
	if (cause.cases.length > 1) {
		item.append(fold(`${cause.cases.length - 1} more`, (details) => details.append(listed(cause.cases.slice(1).map((k) => c.cases[k].name)))));
	}
	return item;
}

// verdictTables are one of the cases that fail, and one of those that pass, which opens at a click.
function verdictTables(c, s) {
	const of = new Map();
	s.causes.forEach((cause, i) => cause.cases.forEach((k) => of.set(k, [...(of.get(k) || []), i + 1])));
	const made = (some) => {
		const t = table(["case", "category", "verdict", "worth", "why"]);
		for (const k of some) {
			const one = c.cases[k], why = make("span", "why", c.head(s, k) + " ");
			for (const n of of.get(k) || []) {
				const to = why.appendChild(make("a", "to", `cause ${n}`));
				to.href = `#cause-${n}`;
				to.addEventListener("click", (event) => { event.preventDefault(); document.getElementById(`cause-${n}`).scrollIntoView(); });
				why.append(" ");
			}
			cells(t, [one.name, one.category, chip(c.verdict(s, k)), points(one.worth), why]).dataset.case = one.name;
		}
		return t;
	};
	const all = c.cases.map((one) => one.index), right = all.filter((k) => s.verdicts[k] === "0"), wrong = all.filter((k) => s.verdicts[k] !== "0");
	const parts = wrong.length ? [made(wrong)] : [make("p", "none", "All cases pass.")];
	if (right.length) {
		parts.push(fold(`${many(right.length, "case")} that pass${right.length === 1 ? "es" : ""}`, (details) => details.append(made(right))));
	}
	return parts;
}
