// The facts about a line: its place, the reasons for its value and window, and the moves of its
// node. They follow from the rules of the log, which all games share.

// reasonsFor returns the reasons for a line, in sentences.
function reasonsFor(search, line) {
	if (search.header.game) {
		return search.header.game[line];
	}
	const node = search.node[line], value = search.number(search.value[line]), isMax = search.is(line, MAX);
	const window = search.header.windows ? windowOf(search, line) : [];
	if (search.kind(line) === ENTER) {
		return [`${search.nameOf(line)} is entered: a ${isMax ? "max" : "min"} node starts at ${value}.`, ...window];
	}
	if (search.kind(line) === LEAF) {
		return [`A leaf${search.is(line, OVER) ? ", where no move is left" : " at the depth limit"}: the evaluation is ${value}.`, ...window];
	}
	const child = search.nameOf(line - 1), oldValue = search.number(search.value[search.previous(line)]);
	const isBetter = search.is(line, BETTER),
		comparison = `${isBetter ? "" : "not "}${isMax ? "greater" : "less"} than ${oldValue}`;
	const sentences = [`${child} returned ${search.number(search.value[line - 1])}, ${comparison}: v ${isBetter ? "becomes" : "stays"} ${value}.`];
	const skipped = search.skipped(node);
	if (search.is(line, CUT)) {
		sentences.push(isMax ? `v = ${value} ≥ β = ${search.number(search.beta[line])}: the node is cut, its window stays.` : `v = ${value} ≤ α = ${search.number(search.alpha[line])}: the node is cut, its window stays.`);
		if (skipped.length > 0) {
			sentences.push(`Skipped, and not logged: ${skipped.join(", ")}.`);
		}
	}
	if (line === search.last[node] && !(search.header.more && line === search.lines - 1)) {
		sentences.push(search.parent[node] < 0 ? "The search is over." : `${search.is(line, CUT) ? "It" : `${child} was the last child: it`} returns ${value}.`);
	}
	return sentences;
}

function windowOf(search, line) {
	const node = search.node[line];
	return [search.parent[node] < 0 ? "The root's window is open." : `Its window is that of ${search.nameOf(search.parent[node])} at this moment.`];
}

// showFacts fills the part below the board.
function showFacts(search, line, navigate) {
	if (search.header.game) {
		const reasonList = make("ul", "why");
		reasonList.append(...reasonsFor(search, line).map((text) => make("li", "", text)));
		document.getElementById("facts").replaceChildren(reasonList);
		return;
	}
	const node = search.node[line], previous = search.previous(line);
	const head = make("p", "node");
	const kind = search.kind(node) === LEAF ? "leaf" : search.is(node, MAX) ? "max node" : "min node";
	head.append(make("strong", "", search.nameOf(node)), ` · ${kind} · depth ${search.depth[line]} · ${search.header.movers[search.mover[node]]} to move`);
	const numbers = make("dl", "numbers");
	const columns = search.header.windows ? [["α", "alpha"], ["v", "value"], ["β", "beta"]] : [["v", "value"]];
	for (const [label, column] of columns) {
		const item = make("div", column);
		const cell = make("dd");
		const value = search[column][line], oldValue = previous === null ? value : search[column][previous];
		if (oldValue !== value) {
			item.classList.add("moved");
			cell.append(make("s", "", search.number(oldValue)), " ");
		}
		cell.append(make("span", "now", search.number(value)));
		item.append(make("dt", "", label), cell);
		numbers.append(item);
	}
	const reasonList = make("ul", "why");
	reasonList.append(...reasonsFor(search, line).map((text) => make("li", "", text)));
	document.getElementById("facts").replaceChildren(head, numbers, reasonList, moves(search, line, navigate));
}

// moves lists the moves of a node: the searched ones with their values, the next ones, and the cut
// ones.
function moves(search, line, navigate) {
	const node = search.node[line], moveIds = search.movesOf(node);
	const list = make("ol", "moves");
	if (moveIds.length === 0) {
		return list;
	}
	list.setAttribute("aria-label", `The moves of ${search.nameOf(node)}, in order`);
	const children = search.children(node), cutAt = search.is(line, CUT) ? search.index[line] : Infinity;
	moveIds.forEach((id, i) => {
		const name = search.header.names[id], child = children[i];
		const item = make("li");
		const hasReturned = child !== undefined && search.last[child] < line;
		if (child === undefined || i > cutAt) {
			item.append(make("s", "", name));
			item.className = "skipped";
			item.title = "skipped by the cut";
			item.append(make("span", "hidden", " skipped"));
		} else {
			const button = make("button", "", name);
			button.type = "button";
			button.append(" ", make("span", "value", hasReturned ? search.number(search.value[search.last[child]]) : "·"));
			button.addEventListener("click", () => navigate(child));
			item.append(button);
			item.classList.toggle("now", search.kind(line) === UPDATE && i === search.index[line]);
		}
		list.append(item);
	});
	useArrowKeys(list);
	return list;
}

function showPath(search, line, navigate) {
	const path = search.path(line);
	document.getElementById("path").replaceChildren(...path.flatMap((node, i) => {
		const button = make("button", "", search.nameOf(node));
		button.type = "button";
		if (i === path.length - 1) {
			button.setAttribute("aria-current", "true");
		}
		button.addEventListener("click", () => navigate(node));
		return i > 0 ? [" › ", button] : [button];
	}));
	useArrowKeys(document.getElementById("path"));
}
