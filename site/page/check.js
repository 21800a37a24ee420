// Check: the user's answers, and the verdicts and causes.

// checks has, for each homework, the element for the results of a check, and the function that
// fills it when the homework is shown.
const checks = { places: new Map(), waiting: new Map() };

// showCheck shows the last check of the homework.
function showCheck() {
	const element = byId("checked");
	if (!checks.places.has(state.game)) {
		checks.places.set(state.game, element.cloneNode(false));
	}
	element.replaceWith(checks.places.get(state.game));
	showResults();
}

// showResults shows the results of a check of the homework, if they are not shown yet.
function showResults() {
	const fill = checks.waiting.get(state.game);
	checks.waiting.delete(state.game);
	fill?.();
	return Boolean(fill);
}

function beginCheck() {
	const checkFiles = (filesPromise, names) => {
		const place = byId("checked"), game = state.game;
		const edition = byId("check-edition").value, compare = byId("check-form").checked ? "course" : "exact";
		return cancelCurrent(place) && busy(place, "Checking", async (step, isAwaited) => {
			const files = await filesPromise;
			const caption = make("p", "about", `${names}, checked at ${new Date().toLocaleTimeString()}`), results = make("div");
			const showPart = ({ value }) => {
				if (!isAwaited()) {
					return;
				}
				state.answers.set(game, { edition, files, names });
				checks.waiting.set(game, () => {
					results.replaceChildren(caption, ...resultElements(value));
					place.append(results);
				});
				if (showResults() && !place.contains(document.activeElement)) {
					place.focus();
				}
			};
			showPart(await ask({ do: "check", assignment: game, edition, compare }, files, step, showPart)); // first the verdicts, then the causes
		});
	};
	byId("bundle").onclick = async () => {
		const { files } = await ask({ do: "bundle", assignment: state.game });
		Object.entries(files).forEach(([name, bytes]) => save(name, bytes));
	};
	const recheck = () => {
		const answers = state.answers.get(state.game);
		if (answers) {
			checkFiles(Promise.resolve(answers.files), answers.names);
		}
	};
	byId("check-edition").onchange = recheck;
	byId("check-form").onchange = recheck;
	byId("answers").onchange = (event) => { checkFiles(read(event.target.files), namesOf(event.target.files)); event.target.value = ""; };
	catchDrops(byId("drop"), checkFiles);
	byId("paste-case").onchange = showPaste;
	byId("paste-go").onclick = () => checkFiles(pastedFiles(), `what you pasted for ${byId("paste-case").value}`);
}

// describePaste offers the cases of the game, and fields for the files of the chosen one.
function describePaste() {
	byId("paste-case").replaceChildren(...current().cases.map((testCase) => new Option(testCase.name, testCase.name)));
	showPaste();
}

function showPaste() {
	const testCase = current().cases.find((candidate) => candidate.name === byId("paste-case").value);
	offerPaste(byId("paste-files"), testCase ? testCase.files : []);
}

// offerPaste fills an element with a text field for each file.
function offerPaste(place, files) {
	place.replaceChildren(...files.map((file) => {
		const label = make("label", "", file), area = make("textarea");
		area.rows = 6;
		area.spellcheck = false;
		area.dataset.file = file;
		label.append(area);
		return label;
	}));
}

// readFields returns the texts of fields as files. An empty field is a missing file.
function readFields(place) {
	const areas = [...place.querySelectorAll("textarea")].filter((area) => area.value !== "");
	return Object.fromEntries(areas.map((area) => [area.dataset.file, new TextEncoder().encode(area.value)]));
}

// pastedFiles returns the pasted texts for a case as files, like the files of a drop.
async function pastedFiles() {
	const files = Object.entries(readFields(byId("paste-files")));
	if (files.length === 0) {
		throw new Error("want the text of a file at least, found none");
	}
	return Object.fromEntries(files.map(([name, bytes]) => [`${byId("paste-case").value}/${name}`, bytes]));
}

// resultElements returns the results of a check.
function resultElements(results) {
	const { class: data, texts, heads } = results.book,
		book = new Class(data, texts.map(plain), heads), student = book.students[0];
	const summary = make("section", "pane"), saveButton = make("button", "", "Keep as JSON");
	saveButton.type = "button";
	saveButton.onclick = () => save("report.json", results.document);
	const total = book.cases.length + results.absent.length, coverage = results.absent.length > 0 ? `, for ${book.cases.length} of the ${plural(total, "case")}` : "";
	summary.append(make("h2", "", "Points"), make("p", "score", `${points(student.points)} of ${points(book.of)}${coverage}`), chipsOf(book, student), ...accountOf(book, student));
	if (coverage) {
		summary.append(make("p", "note", `Nothing was handed over for ${plural(results.absent.length, "case")}, which earn no points: ${summarize(results.absent)}.`));
	}
	summary.append(saveButton);
	const sections = [summary];
	if (results.failed) {
		summary.append(make("p", "failed", `What the program does wrong is not known, because touchstone failed: ${results.failed}`));
	}
	if (results.causes.length > 0) {
		const items = make("ol", "causes");
		results.causes.forEach((cause, i) => items.append(causeItem(cause, student.causes[i], i)));
		sections.push(part("What the program does wrong", ...overlap(student), items));
	}
	if (results.cases.length > 0) {
		const section = part(results.causes.length > 0 ? "Cases that fail otherwise" : "Cases that fail");
		results.cases.forEach((failure) => section.append(caseHead(failure.name, failure.verdict), make("p", "", failure.title), caseText(failure.text)));
		sections.push(section);
	}
	const tables = make("div", "table");
	tables.append(...verdictTables(book, student, (index) => caseLink(book.cases[index].name)));
	sections.push(part("Cases", tables));
	return sections;
}

// caseLink returns the board and the name of a case, as a link to it.
function caseLink(name, ...contents) {
	const wrapper = make("span", "pictured"), words = make("span");
	words.append(link(name, state.game, "case", name), ...contents);
	wrapper.append(thumb(name), words);
	return wrapper;
}

const summarize = (names) => names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");

function caseHead(name, verdict) {
	const heading = make("h3");
	heading.append(caseLink(name, " ", chip(verdict)));
	return heading;
}

function causeItem(cause, cost, index) {
	const item = make("li");
	item.id = `cause-${index + 1}`;
	item.append(make("h3", "", cause.brief), make("p", "sum", `${plural(cause.cases.length, "case")}, ${loss(cost.lost)} points`));
	cause.about.forEach((line) => item.append(paragraph(line)));
	if (cause.fault) {
		const mistakeLink = make("p");
		mistakeLink.append(link("See this mistake beside the right lines", state.game, "mistake", cause.fault));
		item.append(mistakeLink);
	}
	item.append(caseHead(cause.case, cause.verdict), caseText(cause.text));
	if (!current().lacks.explain) {
		item.append(make("p").appendChild(link("Walk your lines beside the right ones", state.game, "case", cause.case)).parentNode);
	}
	if (cause.cases.length > 1) {
		item.append(make("p", "about", "The same in " + summarize(cause.cases.slice(1)) + "."));
	}
	return item;
}
