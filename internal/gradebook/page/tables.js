// The tables of cases and students.

function showCases(c) {
	const place = document.getElementById("case-table"), order = [...c.cases.keys()].filter((k) => c.fails[k] > 0).sort((a, b) => c.fails[b] - c.fails[a] || a - b);
	const t = table(["case", "category", "worth", "fail", "as"]);
	const add = (k) => {
		const one = c.cases[k], name = make("div", "case");
		name.append(make("strong", "", one.name), make("small", "", one.title + (one.notAsked ? ` (not used by the course: ${one.notAsked})` : "")));
		const fail = make("span", "count");
		fail.append(bar(c.fails[k] / c.graded.length), String(c.fails[k]));
		const as = make("span", "chips");
		as.append(...c.counts(c.column(k)).filter((v) => v.verdict !== "pass").map((v) => chip(v.verdict, `${v.verdict} ${v.n}`)));
		cells(t, [name, one.category, worth(one.worth), fail, as]);
	};
	order.slice(0, FIRST).forEach(add);
	place.append(order.length ? t : make("p", "none", "No case fails."));
	if (order.length > FIRST) {
		const more = make("button", "", `Show ${many(order.length - FIRST, "case")} more`);
		more.type = "button";
		more.addEventListener("click", () => { order.slice(FIRST).forEach(add); more.remove(); });
		place.append(more);
	}
}

// showStudents fills the table of students, which has sortable columns and a search.
function showStudents(c) {
	const place = document.getElementById("student-table"), query = document.getElementById("query");
	const orders = { student: (a, b) => a.index - b.index, points: (a, b) => (b.points ?? -1) - (a.points ?? -1) || a.index - b.index };
	const buttons = Object.keys(orders).map((name) => {
		const button = make("button", "order", name);
		button.type = "button";
		button.addEventListener("click", () => sort(name));
		return button;
	});
	const t = table([...buttons, "verdicts", "causes"]);
	const rows = c.students.map((s) => studentRow(c, t, s));
	let by = "", forward = true;
	const sort = (name) => {
		[by, forward] = [name, by === name ? !forward : true];
		buttons.forEach((button) => {
			const th = button.parentElement;
			if (button.textContent === name) { th.setAttribute("aria-sort", (name === "points") === forward ? "descending" : "ascending"); } else { th.removeAttribute("aria-sort"); }
		});
		const sorted = c.students.toSorted(orders[name]);
		t.tBodies[0].append(...(forward ? sorted : sorted.reverse()).map((s) => rows[s.index]));
	};
	sort("student");
	query.addEventListener("input", () => {
		const words = query.value.toLowerCase();
		let n = 0;
		c.students.forEach((s) => {
			const found = [s.name, ...s.causes.map((cause) => cause.brief)].some((text) => text.toLowerCase().includes(words));
			rows[s.index].hidden = !found;
			n += found;
		});
		document.getElementById("found").textContent = words ? many(n, "student") : "";
	});
	place.append(t);
}

function studentRow(c, t, s) {
	const score = make("span", "count");
	if (s.notGraded) { score.append("not graded"); } else { score.append(bar(s.points / c.of), points(s.points)); }
	const chips = make("span", "chips");
	chips.append(...c.counts(s.verdicts).map((v) => chip(v.verdict, `${v.verdict} ${v.n}`)));
	return cells(t, [link(s), score, chips, s.notGraded ? s.notGraded : s.noProgram ? s.noProgram.split("\n")[0] : s.causes.map((cause) => c.lessons[cause.lesson].key).join(", ")]);
}
