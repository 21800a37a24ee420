// Learn: rules, cases and known mistakes.

async function showRules(place, name) {
	const { value } = await ask({ do: "rules", assignment: state.game });
	if (value.every((rule) => rule.shared)) {
		place.append(make("p", "about", `${state.game} has no page of rules. These are what all homeworks share.`));
	}
	place.append(...value.map((rule) => {
		const section = make("section", "pane");
		section.append(...markdown(rule.text));
		section.dataset.rule = rule.heading.toLowerCase();
		return section;
	}));
	const target = name && [...place.children].find((candidate) => candidate.dataset.rule === name.toLowerCase());
	if (target) {
		target.classList.add("wanted");
		target.scrollIntoView();
	} else if (name) {
		showUnknown(`The rules of ${state.game} have no part ${name}.`);
	}
}

// markdown returns the elements of the Markdown of rules: headings, paragraphs, lists, tables and
// code.
function markdown(source) {
	const elements = [];
	let list = null, code = null, table = null;
	for (const line of source.split("\n")) {
		if (line.startsWith("```")) {
			code = code === null ? [] : (elements.push(pre(code.join("\n"))), null);
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
					const wrapper = make("div", "table");
					table = make("table");
					wrapper.append(table);
					elements.push(wrapper);
				}
				const tr = make("tr");
				cells.forEach((cell) => { const td = make(table.rows.length === 0 && !table.firstChild ? "th" : "td"); inline(td, cell); tr.append(td); });
				table.append(tr);
			}
			continue;
		}
		table = null;
		if (heading) {
			elements.push(inline(make(heading[1].length < 3 ? "h2" : "h3"), heading[2]));
			list = null;
		} else if (item) {
			if (!list) {
				list = make("ul");
				elements.push(list);
			}
			list.append(inline(make("li"), item[1]));
		} else if (line.trim() === "") {
			list = null;
			elements.push(null);
		} else {
			const last = list ? list.lastChild : elements[elements.length - 1];
			if (last && (list || last.tagName === "P")) {
				inline(last, " " + line.trim());
			} else {
				elements.push(inline(make("p"), line));
			}
		}
	}
	return elements.filter(Boolean);
}

// inline adds a line with its code, bold words and links. Links between documents become plain
// text.
function inline(parent, line) {
	for (const part of line.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)) {
		if (part.startsWith("`")) {
			parent.append(make("code", "", part.slice(1, -1)));
		} else if (part.startsWith("**")) {
			parent.append(make("strong", "", part.slice(2, -2)));
		} else if (part.startsWith("[") && part.includes("](")) {
			parent.append(part.slice(1, part.indexOf("](")));
		} else {
			parent.append(part);
		}
	}
	return parent;
}

// normalized returns a text in lower case with single blanks, for searches.
const normalized = (content) => content.toLowerCase().replace(/[\s-]+/g, " ");

// finder shows the items that have the words of a query, or all of them in order. noun names one of
// them, wordsOf returns the words of each, and makeList returns a list of some.
function finder(place, items, noun, wordsOf, makeList, sortedElements) {
	const input = make("input"), label = make("label", "", `Find a ${noun} `),
		results = make("div"), sortedList = make("div");
	input.type = "search";
	label.append(input);
	input.oninput = () => {
		const words = normalized(input.value).split(" ").filter(Boolean);
		sortedList.hidden = words.length > 0;
		results.replaceChildren();
		if (words.length > 0) {
			const chosen = items.filter((item) => {
				const itemText = normalized(wordsOf(item).join(" "));
				return words.every((word) => itemText.includes(word));
			});
			results.append(part(plural(chosen.length, noun), makeList(chosen)));
		}
	};
	place.append(part(plural(items.length, noun), label), results, sortedList);
	sortedList.append(...sortedElements);
}

// showCases shows the cases by situation.
async function showCases(place) {
	const { value } = await ask({ do: "cases", assignment: state.game });
	finder(
		place, value, "case", (testCase) => [testCase.name, testCase.title, ...testCase.situations],
		casesOf, situationsOf(value),
	);
}

// casesOf returns a list of cases with their boards.
function casesOf(list) {
	const items = make("ul", "pictures");
	list.forEach((testCase) => items.appendChild(make("li"))
		.append(caseLink(testCase.name, make("small", "", testCase.title))));
	return items;
}

// situationsOf returns the cases by situation, each as a part that opens at a click.
function situationsOf(value) {
	const casesBySituation = new Map(), fallback = value.some((testCase) => testCase.situations.length) ? "other" : "all";
	value.forEach((testCase) => (testCase.situations.length ? testCase.situations : [fallback]).forEach((name) => {
		casesBySituation.set(name, [...(casesBySituation.get(name) || []), testCase]);
	}));
	return [...casesBySituation].sort().map(([name, list]) => {
		const section = fold(`${name} (${list.length})`, (details) => details.append(casesOf(list)));
		section.className = "pane";
		return section;
	});
}

// showCase shows a case, and the user's files for it next to the right lines.
async function showCase(place, name, step) {
	const { value, files } = await ask({ do: "case", assignment: state.game, case: name });
	const input = Object.keys(files).find((file) => file === current().input);
	const section = make("section", "pane"), compareButton = make("button", "", "Compare with my own files");
	const inputText = new TextDecoder().decode(files[input]), answers = state.answers.get(state.game) || { files: {} };
	compareButton.onclick = () => {
		byId("explain-input").value = inputText;
		location.hash = `#${state.game}/explain`;
	};
	section.append(make("h2", "", value.name), make("p", "", value.title), make("h3", "", input), pre(inputText));
	place.append(section);
	if (current().lacks.explain) {
		return;
	}
	section.append(compareButton);
	await explainIn(
		place, { do: "explain", assignment: state.game, edition: answers.edition, case: name }, answers.files, step,
	);
	delete files[input];
	place.append(...rightFiles(files));
}

// showMistakes shows all known mistakes.
async function showMistakes(place) {
	const { value } = await ask({ do: "mistakes", assignment: state.game });
	finder(
		place, value, "known mistake", (mistake) => [mistake.name, mistake.about],
		mistakesOf, [part("All", mistakesOf(value))],
	);
}

// mistakesOf returns a list of mistakes, each with the board of a case that shows it.
function mistakesOf(list) {
	const items = make("ul", "pictures");
	list.forEach((mistake) => {
		const item = items.appendChild(make("li", "pictured")), words = make("span");
		words.append(link(mistake.name, state.game, "mistake", mistake.name), make("small", "", mistake.about));
		item.append(thumb(mistake.case), words);
	});
	return items;
}

async function showMistake(place, name) {
	const { value, files } = await ask({ do: "mistake", assignment: state.game, fault: name });
	const section = make("section", "pane"), details = make("p");
	section.append(make("h2", "", value.name), make("p", "", value.about), make("p", "", value.explains));
	details.append("It breaks ", link(value.title ? value.rule + ": " + value.title : value.rule, state.game, "rules", value.rule), ". The smallest case that shows it is ", link(value.case, state.game, "case", value.case), ": " + value.caseTitle);
	section.append(details, caseText(value.text));
	place.append(section, ...explanation({ walk: value.walk, more: value.more }, files));
}
