// Check: the user's answers, and the verdicts and causes.

// checks has, for each homework, the element for the results of a check, and the function that
// fills it when the homework is shown.
const checks = { places: new Map(), waiting: new Map() };

// showCheck shows the last check of the homework.
function showCheck() {
	const shown = byId("checked");
	if (!checks.places.has(here.game)) {
		checks.places.set(here.game, shown.cloneNode(false));
	}
	shown.replaceWith(checks.places.get(here.game));
	showResults();
}

// showResults shows the results of a check of the homework, if they are not shown yet.
function showResults() {
	const tell = checks.waiting.get(here.game);
	checks.waiting.delete(here.game);
	tell?.();
	return Boolean(tell);
}

function beginCheck() {
	const take = (reading, names) => {
		const place = byId("checked"), game = here.game;
		const edition = byId("check-edition").value, compare = byId("check-form").checked ? "course" : "exact";
		return cancelCurrent(place) && busy(place, "Checking", async (step, awaited) => {
			const files = await reading;
			const about = make("p", "about", `${names}, checked at ${new Date().toLocaleTimeString()}`), shown = make("div");
			const show = ({ value }) => {
				if (!awaited()) {
					return;
				}
				here.answers.set(game, { edition, files, names });
				checks.waiting.set(game, () => {
					shown.replaceChildren(about, ...resultElements(value));
					place.append(shown);
				});
				if (showResults() && !place.contains(document.activeElement)) {
					place.focus();
				}
			};
			show(await ask({ do: "check", assignment: game, edition, compare }, files, step, show)); // first the verdicts, then the causes
		});
	};
	byId("bundle").onclick = async () => {
		const { files } = await ask({ do: "bundle", assignment: here.game });
		Object.entries(files).forEach(([name, bytes]) => save(name, bytes));
	};
	const again = () => {
		const own = here.answers.get(here.game);
		if (own) {
			take(Promise.resolve(own.files), own.names);
		}
	};
	byId("check-edition").onchange = again;
	byId("check-form").onchange = again;
	byId("answers").onchange = (event) => { take(read(event.target.files), namesOf(event.target.files)); event.target.value = ""; };
	catchDrops(byId("drop"), take);
	byId("paste-case").onchange = showPaste;
	byId("paste-go").onclick = () => take(pastedFiles(), `what you pasted for ${byId("paste-case").value}`);
}

// describePaste offers the cases of the game, and fields for the files of the chosen one.
function describePaste() {
	byId("paste-case").replaceChildren(...current().cases.map((one) => new Option(one.name, one.name)));
	showPaste();
}

function showPaste() {
	const chosen = current().cases.find((one) => one.name === byId("paste-case").value);
	offerPaste(byId("paste-files"), chosen ? chosen.files : []);
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
function resultElements(found) {
	const { class: data, texts, heads } = found.book, c = new Class(data, texts.map(plain), heads), s = c.students[0];
	const head = make("section", "pane"), keep = make("button", "", "Keep as JSON");
	keep.type = "button";
	keep.onclick = () => save("report.json", found.document);
	const all = c.cases.length + found.absent.length, of = found.absent.length > 0 ? `, for ${c.cases.length} of the ${many(all, "case")}` : "";
	head.append(make("h2", "", "Points"), make("p", "score", `${points(s.points)} of ${points(c.of)}${of}`), chipsOf(c, s), ...accountOf(c, s));
	if (of) {
		head.append(make("p", "note", `Nothing was handed over for ${many(found.absent.length, "case")}, which earn no points: ${some(found.absent)}.`));
	}
	head.append(keep);
	const shown = [head];
	if (found.failed) {
		head.append(make("p", "failed", `What the program does wrong is not known, because touchstone failed: ${found.failed}`));
	}
	if (found.causes.length > 0) {
		const items = make("ol", "causes");
		found.causes.forEach((cause, i) => items.append(causeItem(cause, s.causes[i], i)));
		shown.push(part("What the program does wrong", ...overlap(s), items));
	}
	if (found.cases.length > 0) {
		const list = part(found.causes.length > 0 ? "Cases that fail otherwise" : "Cases that fail");
		found.cases.forEach((one) => list.append(caseHead(one.name, one.verdict), make("p", "", one.title), caseText(one.text)));
		shown.push(list);
	}
	const tables = make("div", "table");
	tables.append(...verdictTables(c, s, (k) => caseLink(c.cases[k].name)));
	shown.push(part("Cases", tables));
	return shown;
}

// caseLink returns the board and the name of a case, as a link to it.
function caseLink(name, ...more) {
	const one = make("span", "pictured"), words = make("span");
	words.append(link(name, here.game, "case", name), ...more);
	one.append(thumb(name), words);
	return one;
}

const some = (names) => names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");

function caseHead(name, verdict) {
	const head = make("h3");
	head.append(caseLink(name, " ", chip(verdict)));
	return head;
}

function causeItem(cause, cost, i) {
	const item = make("li");
	item.id = `cause-${i + 1}`;
	item.append(make("h3", "", cause.brief), make("p", "sum", `${many(cause.cases.length, "case")}, ${lost(cost.lost)} points`));
	cause.about.forEach((line) => item.append(paragraph(line)));
	if (cause.fault) {
		const more = make("p");
		more.append(link("See this mistake beside the right lines", here.game, "mistake", cause.fault));
		item.append(more);
	}
	item.append(caseHead(cause.case, cause.verdict), caseText(cause.text));
	if (!current().lacks.explain) {
		item.append(make("p").appendChild(link("Walk your lines beside the right ones", here.game, "case", cause.case)).parentNode);
	}
	if (cause.cases.length > 1) {
		item.append(make("p", "about", "The same in " + some(cause.cases.slice(1)) + "."));
	}
	return item;
}
