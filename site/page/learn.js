// Learn: rules, cases and known mistakes.

async function showRules(place, name) {
	const { value } = await ask({ do: "rules", assignment: here.game });
	if (value.every((rule) => rule.shared)) {
		place.append(make("p", "about", `${here.game} has no page of rules. These are what all homeworks share.`));
	}
	place.append(...value.map((rule) => {
		const part = make("section", "pane");
		part.append(...markdown(rule.text));
		part.dataset.rule = rule.heading.toLowerCase();
		return part;
	}));
	const wanted = name && [...place.children].find((part) => part.dataset.rule === name.toLowerCase());
	if (wanted) {
		wanted.classList.add("wanted");
		wanted.scrollIntoView();
	} else if (name) {
		showUnknown(`The rules of ${here.game} have no part ${name}.`);
	}
}

// markdown returns the elements of the Markdown of rules: headings, paragraphs, lists, tables and
// code.
function markdown(source) {
	const out = [];
	let list = null, code = null, table = null;
	for (const line of source.split("\n")) {
		if (line.startsWith("```")) {
			code = code === null ? [] : (out.push(pre(code.join("\n"))), null);
			continue;
		}
		if (code !== null) {
			code.push(line);
			continue;
		}
		const heading = line.match(/^(#+) (.*)/), item = line.match(/^\s*(?:[-*]|\d+\.) (.*)/), row = line.match(/^\|(.*)\|$/);
		if (row) {
			const cells = row[1].split("|").map((cell) => cell.trim());
			if (!cells.every((cell) => /^:?-+:?$/.test(cell))) {
				if (!table) {
					const around = make("div", "table");
					table = make("table");
					around.append(table);
					out.push(around);
				}
				const tr = make("tr");
				cells.forEach((cell) => { const td = make(table.rows.length === 0 && !table.firstChild ? "th" : "td"); inline(td, cell); tr.append(td); });
				table.append(tr);
			}
			continue;
		}
		table = null;
		if (heading) {
			out.push(inline(make(heading[1].length < 3 ? "h2" : "h3"), heading[2]));
			list = null;
		} else if (item) {
			if (!list) {
				list = make("ul");
				out.push(list);
			}
			list.append(inline(make("li"), item[1]));
		} else if (line.trim() === "") {
			list = null;
			out.push(null);
		} else {
			const last = list ? list.lastChild : out[out.length - 1];
			if (last && (list || last.tagName === "P")) {
				inline(last, " " + line.trim());
			} else {
				out.push(inline(make("p"), line));
			}
		}
	}
	return out.filter(Boolean);
}

// inline adds a line with its code, bold words and links. Links between documents become plain
// text.
function inline(to, line) {
	for (const part of line.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)) {
		if (part.startsWith("`")) {
			to.append(make("code", "", part.slice(1, -1)));
		} else if (part.startsWith("**")) {
			to.append(make("strong", "", part.slice(2, -2)));
		} else if (part.startsWith("[") && part.includes("](")) {
			to.append(part.slice(1, part.indexOf("](")));
		} else {
			to.append(part);
		}
	}
	return to;
}

// normalized returns a text in lower case with single blanks, for searches.
const normalized = (content) => content.toLowerCase().replace(/[\s-]+/g, " ");

// finder shows the items that have the words of a query, or all of them in order. what names one of
// them, wordsOf returns the words of each, and listOf returns a list of some.
function finder(place, all, what, wordsOf, listOf, inOrder) {
	const find = make("input"), label = make("label", "", `Find a ${what} `), found = make("div"), sorted = make("div");
	find.type = "search";
	label.append(find);
	find.oninput = () => {
		const words = normalized(find.value).split(" ").filter(Boolean);
		sorted.hidden = words.length > 0;
		found.replaceChildren();
		if (words.length > 0) {
			const some = all.filter((one) => {
				const has = normalized(wordsOf(one).join(" "));
				return words.every((word) => has.includes(word));
			});
			found.append(part(many(some.length, what), listOf(some)));
		}
	};
	place.append(part(many(all.length, what), label), found, sorted);
	sorted.append(...inOrder);
}

// showCases shows the cases by situation.
async function showCases(place) {
	const { value } = await ask({ do: "cases", assignment: here.game });
	finder(place, value, "case", (one) => [one.name, one.title, ...one.situations], casesOf, situationsOf(value));
}

// casesOf returns a list of cases with their boards.
function casesOf(list) {
	const items = make("ul", "pictures");
	list.forEach((one) => items.appendChild(make("li")).append(caseLink(one.name, make("small", "", one.title))));
	return items;
}

// situationsOf returns the cases by situation, each as a part that opens at a click.
function situationsOf(value) {
	const by = new Map(), other = value.some((one) => one.situations.length) ? "other" : "all";
	value.forEach((one) => (one.situations.length ? one.situations : [other]).forEach((name) => {
		by.set(name, [...(by.get(name) || []), one]);
	}));
	return [...by].sort().map(([name, list]) => {
		const one = fold(`${name} (${list.length})`, (details) => details.append(casesOf(list)));
		one.className = "pane";
		return one;
	});
}

// showCase shows a case, and the user's files for it next to the right lines.
async function showCase(place, name, step) {
	const { value, files } = await ask({ do: "case", assignment: here.game, case: name });
	const input = Object.keys(files).find((file) => file === current().input);
	const part = make("section", "pane"), use = make("button", "", "Compare with my own files");
	const given = new TextDecoder().decode(files[input]), own = here.answers.get(here.game) || { files: {} };
	use.onclick = () => {
		byId("explain-input").value = given;
		location.hash = `#${here.game}/explain`;
	};
	part.append(make("h2", "", value.name), make("p", "", value.title), make("h3", "", input), pre(given));
	place.append(part);
	if (current().lacks.explain) {
		return;
	}
	part.append(use);
	await explainIn(place, { do: "explain", assignment: here.game, edition: own.edition, case: name }, own.files, step);
	delete files[input];
	place.append(...rightFiles(files));
}

// showMistakes shows all known mistakes.
async function showMistakes(place) {
	const { value } = await ask({ do: "mistakes", assignment: here.game });
	finder(place, value, "known mistake", (one) => [one.name, one.about], mistakesOf, [part("All", mistakesOf(value))]);
}

// mistakesOf returns a list of mistakes, each with the board of a case that shows it.
function mistakesOf(list) {
	const items = make("ul", "pictures");
	list.forEach((one) => {
		const item = items.appendChild(make("li", "pictured")), words = make("span");
		words.append(link(one.name, here.game, "mistake", one.name), make("small", "", one.about));
		item.append(thumb(one.case), words);
	});
	return items;
}

async function showMistake(place, name) {
	const { value, files } = await ask({ do: "mistake", assignment: here.game, fault: name });
	const part = make("section", "pane"), more = make("p");
	part.append(make("h2", "", value.name), make("p", "", value.about), make("p", "", value.explains));
	more.append("It breaks ", link(value.title ? value.rule + ": " + value.title : value.rule, here.game, "rules", value.rule), ". The smallest case that shows it is ", link(value.case, here.game, "case", value.case), ": " + value.caseTitle);
	part.append(more, caseText(value.text));
	place.append(part, ...explanation({ walk: value.walk, more: value.more }, files));
}
