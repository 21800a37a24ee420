// The points of a program: how they are computed, and its cases.

function part(name, ...contents) {
	const section = make("section", "pane");
	section.append(make("h2", "", name), ...contents);
	return section;
}

// chipsOf counts the verdicts of a program.
function chipsOf(c, s) {
	const chips = make("p", "chips");
	chips.append(...c.counts(s.verdicts).map((v) => chip(v.verdict, `${v.verdict} ${v.n}`)));
	return chips;
}

// overlap returns a sentence if causes share cases, since their points then do not add up.
function overlap(s) {
	const all = s.causes.flatMap((cause) => cause.cases);
	return all.length > new Set(all).size ? [make("p", "note", "A case may show several of these: its points stand with each.")] : [];
}

// accountOf describes how the points of a program are computed.
function accountOf(c, s) {
	const t = table(["part", "pass", "points", "of"]), about = make("div", "table");
	t.className = "account";
	for (const e of s.account) {
		const scored = e.of || e.points;
		cells(t, [e.name, e.cases ? `${e.passed || 0} of ${e.cases}` : "", scored ? points(e.points) : "", e.of ? points(e.of) : ""]);
	}
	cells(t, [make("strong", "", "all"), "", make("strong", "", points(s.points)), points(c.of)]);
	about.append(t);
	const how = c.compare === "course" ? "as by the course: line ends and blanks at the ends of lines do not count" : "byte for byte";
	const lines = [make("p", "note", `Edition ${c.edition}, compared ${how}.`)];
	const form = c.cases.filter((one) => c.verdict(s, one.index) === "format");
	if (form.length) {
		const cost = form.reduce((sum, one) => sum + one.worth, 0);
		lines.push(make("p", "note", `${many(form.length, "case")} ${form.length === 1 ? "fails" : "fail"} by line ends or blanks alone: ${lost(cost)} points.`));
	}
	return [about, ...lines];
}

// verdictTables returns a table of the failing cases, and a folded table of the passing ones.
function verdictTables(c, s, nameOf = (k) => c.cases[k].name) {
	const of = new Map();
	s.causes.forEach((cause, i) => cause.cases.forEach((k) => of.set(k, [...(of.get(k) || []), i + 1])));
	const made = (some) => {
		const heads = ["case", "category", "verdict", "worth", "why"], t = table(heads);
		t.className = "stack verdicts";
		for (const k of some) {
			const one = c.cases[k], why = make("span", "why", c.head(s, k) + " ");
			for (const n of of.get(k) || []) {
				const to = why.appendChild(make("a", "to", `cause ${n}`));
				to.href = `#cause-${n}`;
				to.addEventListener("click", (event) => { event.preventDefault(); document.getElementById(`cause-${n}`).scrollIntoView(); });
				why.append(" ");
			}
			const row = cells(t, [nameOf(k), one.category, chip(c.verdict(s, k)), worth(one.worth), why]);
			row.dataset.case = one.name;
			heads.slice(1).forEach((head, i) => { row.cells[i + 1].dataset.label = head; });
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
