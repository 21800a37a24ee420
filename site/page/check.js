// Check: answers in, verdicts and causes out.

function beginCheck() {
	const take = (reading) => busy(byId("checked"), "Checking", async (step) => {
		const files = await reading;
		const edition = byId("check-edition").value, compare = byId("check-form").checked ? "course" : "exact";
		const { value } = await ask({ do: "check", assignment: here.game, edition, compare }, files, step);
		byId("checked").append(...told(value));
		byId("checked").focus();
	});
	byId("bundle").onclick = async () => {
		const { files } = await ask({ do: "bundle", assignment: here.game });
		Object.entries(files).forEach(([name, bytes]) => save(name, bytes));
	};
	byId("answers").onchange = (event) => { take(read(event.target.files)); event.target.value = ""; };
	catchDrops(byId("drop"), take);
}

// told returns what a check has found.
function told(found) {
	const head = make("section", "pane");
	head.append(make("h2", "", found.sum), make("p", "score", found.score));
	if (found.absent.length > 0) {
		head.append(make("p", "about", `Nothing was handed over for ${found.absent.length} cases, which the points leave out: ${some(found.absent)}.`));
	}
	const keep = make("button", "", "Keep as JSON");
	keep.onclick = () => save("report.json", found.document);
	head.append(keep);
	const all = [head];
	if (found.causes.length > 0) {
		const list = make("section", "pane"), items = make("ol", "causes");
		list.append(make("h2", "", "What the program does wrong"), items);
		found.causes.forEach((cause) => items.append(causeItem(cause)));
		all.push(list);
	}
	if (found.cases.length > 0) {
		const list = make("section", "pane");
		list.append(make("h2", "", found.causes.length > 0 ? "Cases that fail otherwise" : "Cases that fail"));
		found.cases.forEach((one) => list.append(caseHead(one.name, one.verdict), make("p", "", one.title), pre(one.text)));
		all.push(list);
	}
	if (found.passed.length > 0) {
		const list = make("details", "pane");
		list.append(make("summary", "", `${found.passed.length} cases pass`), make("p", "", found.passed.join(", ")));
		all.push(list);
	}
	return all;
}

const some = (names) => names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");

function caseHead(name, verdict) {
	const head = make("h3");
	head.append(link(name, here.game, "case", name), ": " + verdict);
	return head;
}

function causeItem(cause) {
	const item = make("li"), head = make("h3", "", cause.brief);
	item.append(head);
	cause.about.forEach((line) => item.append(paragraph(line)));
	if (cause.fault) {
		const more = make("p");
		more.append(link("See this mistake beside the right lines", here.game, "mistake", cause.fault));
		item.append(more);
	}
	item.append(caseHead(cause.case, cause.verdict), pre(cause.text));
	if (cause.cases.length > 1) {
		item.append(make("p", "about", "The same in " + some(cause.cases.slice(1)) + "."));
	}
	return item;
}
