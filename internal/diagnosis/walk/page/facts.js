// The facts about a line: its place, the reasons for its value and window, and the moves of its
// node. They follow from the rules of the log, which all games share.

// why returns the reasons for a line, in sentences.
function why(s, line) {
	if (s.header.game) {
		return s.header.game[line];
	}
	const node = s.node[line], v = s.number(s.value[line]), max = s.is(line, MAX);
	const window = s.header.windows ? windowOf(s, line) : [];
	if (s.kind(line) === ENTER) {
		return [`${s.nameOf(line)} is entered: a ${max ? "max" : "min"} node starts at ${v}.`, ...window];
	}
	if (s.kind(line) === LEAF) {
		return [`A leaf${s.is(line, OVER) ? ", where no move is left" : " at the depth limit"}: the evaluation is ${v}.`, ...window];
	}
	const child = s.nameOf(line - 1), before = s.number(s.value[s.was(line)]);
	const better = s.is(line, BETTER), compared = `${better ? "" : "not "}${max ? "greater" : "less"} than ${before}`;
	const says = [`${child} returned ${s.number(s.value[line - 1])}, ${compared}: v ${better ? "becomes" : "stays"} ${v}.`];
	const rest = s.skipped(node);
	if (s.is(line, CUT)) {
		says.push(max ? `v = ${v} ≥ β = ${s.number(s.beta[line])}: the node is cut, its window stays.` : `v = ${v} ≤ α = ${s.number(s.alpha[line])}: the node is cut, its window stays.`);
		if (rest.length > 0) {
			says.push(`Skipped, and not logged: ${rest.join(", ")}.`);
		}
	}
	if (line === s.last[node] && !(s.header.more && line === s.lines - 1)) {
		says.push(s.parent[node] < 0 ? "The search is over." : `${s.is(line, CUT) ? "It" : `${child} was the last child: it`} returns ${v}.`);
	}
	return says;
}

function windowOf(s, line) {
	const node = s.node[line];
	return [s.parent[node] < 0 ? "The root's window is open." : `Its window is that of ${s.nameOf(s.parent[node])} at this moment.`];
}

// showFacts fills the part below the board.
function showFacts(s, line, go) {
	if (s.header.game) {
		const says = make("ul", "why");
		says.append(...why(s, line).map((text) => make("li", "", text)));
		document.getElementById("facts").replaceChildren(says);
		return;
	}
	const node = s.node[line], was = s.was(line);
	const head = make("p", "node");
	const kind = s.kind(node) === LEAF ? "leaf" : s.is(node, MAX) ? "max node" : "min node";
	head.append(make("strong", "", s.nameOf(node)), ` · ${kind} · depth ${s.depth[line]} · ${s.header.movers[s.mover[node]]} to move`);
	const numbers = make("dl", "numbers");
	const columns = s.header.windows ? [["α", "alpha"], ["v", "value"], ["β", "beta"]] : [["v", "value"]];
	for (const [label, column] of columns) {
		const item = make("div", column);
		const value = make("dd");
		const now = s[column][line], before = was === null ? now : s[column][was];
		if (before !== now) {
			item.classList.add("moved");
			value.append(make("s", "", s.number(before)), " ");
		}
		value.append(make("span", "now", s.number(now)));
		item.append(make("dt", "", label), value);
		numbers.append(item);
	}
	const says = make("ul", "why");
	says.append(...why(s, line).map((text) => make("li", "", text)));
	document.getElementById("facts").replaceChildren(head, numbers, says, moves(s, line, go));
}

// moves lists the moves of a node: the searched ones with their values, the next ones, and the cut
// ones.
function moves(s, line, go) {
	const node = s.node[line], all = s.movesOf(node);
	const list = make("ol", "moves");
	if (all.length === 0) {
		return list;
	}
	list.setAttribute("aria-label", `The moves of ${s.nameOf(node)}, in order`);
	const below = s.children(node), cutAt = s.is(line, CUT) ? s.index[line] : Infinity;
	all.forEach((id, i) => {
		const name = s.header.names[id], child = below[i];
		const item = make("li");
		const returned = child !== undefined && s.last[child] < line;
		if (child === undefined || i > cutAt) {
			item.append(make("s", "", name));
			item.className = "skipped";
			item.title = "skipped by the cut";
			item.append(make("span", "hidden", " skipped"));
		} else {
			const button = make("button", "", name);
			button.type = "button";
			button.append(" ", make("span", "value", returned ? s.number(s.value[s.last[child]]) : "·"));
			button.addEventListener("click", () => go(child));
			item.append(button);
			item.classList.toggle("now", s.kind(line) === UPDATE && i === s.index[line]);
		}
		list.append(item);
	});
	useArrowKeys(list);
	return list;
}

function showPath(s, line, go) {
	const path = s.path(line);
	document.getElementById("path").replaceChildren(...path.flatMap((node, i) => {
		const button = make("button", "", s.nameOf(node));
		button.type = "button";
		if (i === path.length - 1) {
			button.setAttribute("aria-current", "true");
		}
		button.addEventListener("click", () => go(node));
		return i > 0 ? [" › ", button] : [button];
	}));
	useArrowKeys(document.getElementById("path"));
}
