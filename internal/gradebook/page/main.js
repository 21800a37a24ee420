// The start of the page. It shows the class, or the student in the page's address,
// #student/DIR/CASE.

function route(book) {
	const [kind, directory, name] = location.hash.slice(1).split("/").map(decoded);
	const student = kind === "student" && book.byDirectory.get(directory);
	document.getElementById("class").hidden = Boolean(student);
	document.getElementById("student").hidden = !student;
	document.title = `${student ? student.name : book.title} - touchstone grades`;
	showUnknown();
	if (!student) {
		const place = kind && document.querySelector(`#class > #${CSS.escape(kind)}`);
		if (kind) {
			showUnknown(kind === "student" ? `The class has no student ${directory || "without a name"}.` : place ? "" : `This page has no part ${kind}.`);
		}
		(place || document.body).scrollIntoView();
		return;
	}
	showStudent(book, student);
	document.getElementById("student").focus({ preventScroll: true });
	scrollTo(0, 0);
	const row = name && [...document.querySelectorAll("#student tr")].find((candidate) => candidate.dataset.case === name);
	if (row) {
		row.classList.add("named");
		row.scrollIntoView({ block: "center" });
	} else if (name) {
		showUnknown(`The class has no case ${name}.`);
	}
}

function start(book) {
	document.getElementById("title").textContent = book.title;
	const tool = book.touchstone ? ` · touchstone ${book.touchstone}` : "";
	document.getElementById("subtitle").textContent = `${book.assignment}, edition ${book.edition} · ${plural(book.students.length, "student")}, ${plural(book.cases.length, "case")}${tool}`;
	showScores(book);
	showLessons(book);
	const map = new VerdictMap(book);
	showCases(book);
	showCopies(book);
	showStudents(book);
	const switchTheme = () => { theme(); map.draw(); };
	document.getElementById("theme").addEventListener("click", switchTheme);
	document.addEventListener("keydown", (event) => {
		if (event.key === "t" && !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest?.("input, select")) {
			switchTheme();
		}
	});
	addEventListener("hashchange", () => route(book));
	route(book);
}

load().then((book) => {
	start(book);
	document.getElementById("main").setAttribute("aria-busy", "false");
	requestAnimationFrame(() => requestAnimationFrame(() => { document.documentElement.dataset.ready = Math.round(performance.now()); }));
}).catch((error) => {
	const failure = document.getElementById("failure");
	failure.hidden = false;
	failure.textContent = `This page cannot be shown: ${error}. It wants a browser of 2024 or later.`;
	document.documentElement.dataset.failed = String(error);
});
