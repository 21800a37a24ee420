// The start of the page. It shows the class, or the student in the page's address,
// #student/DIR/CASE.

function route(c) {
	const [kind, directory, name] = location.hash.slice(1).split("/").map(decoded);
	const student = kind === "student" && c.byDirectory.get(directory);
	document.getElementById("class").hidden = Boolean(student);
	document.getElementById("student").hidden = !student;
	document.title = `${student ? student.name : c.title} - touchstone grades`;
	showUnknown();
	if (!student) {
		const place = kind && document.querySelector(`#class > #${CSS.escape(kind)}`);
		if (kind) {
			showUnknown(kind === "student" ? `The class has no student ${directory || "without a name"}.` : place ? "" : `This page has no part ${kind}.`);
		}
		(place || document.body).scrollIntoView();
		return;
	}
	showStudent(c, student);
	document.getElementById("student").focus({ preventScroll: true });
	scrollTo(0, 0);
	const row = name && [...document.querySelectorAll("#student tr")].find((tr) => tr.dataset.case === name);
	if (row) {
		row.classList.add("named");
		row.scrollIntoView({ block: "center" });
	} else if (name) {
		showUnknown(`The class has no case ${name}.`);
	}
}

function start(c) {
	document.getElementById("title").textContent = c.title;
	const tool = c.touchstone ? ` · touchstone ${c.touchstone}` : "";
	document.getElementById("subtitle").textContent = `${c.assignment}, edition ${c.edition} · ${many(c.students.length, "student")}, ${many(c.cases.length, "case")}${tool}`;
	showScores(c);
	showLessons(c);
	const map = new VerdictMap(c);
	showCases(c);
	showCopies(c);
	showStudents(c);
	const turn = () => { theme(); map.draw(); };
	document.getElementById("theme").addEventListener("click", turn);
	document.addEventListener("keydown", (event) => {
		if (event.key === "t" && !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest?.("input, select")) {
			turn();
		}
	});
	addEventListener("hashchange", () => route(c));
	route(c);
}

load().then((c) => {
	start(c);
	document.getElementById("main").setAttribute("aria-busy", "false");
	requestAnimationFrame(() => requestAnimationFrame(() => { document.documentElement.dataset.ready = Math.round(performance.now()); }));
}).catch((error) => {
	const failure = document.getElementById("failure");
	failure.hidden = false;
	failure.textContent = `This page cannot be shown: ${error}. It wants a browser of 2024 or later.`;
	document.documentElement.dataset.failed = String(error);
});
