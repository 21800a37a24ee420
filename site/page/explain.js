// Explain: an input with the user's files, and the first wrong decision with the search. Without
// files, it shows the right ones.

function beginExplain() {
	byId("explain-go").onclick = () => cancelCurrent(byId("explained")) && busy(byId("explained"), "Looking", async (step) => {
		const input = byId("explain-input").value, edition = byId("check-edition").value;
		const files = { ...await read(byId("explain-files").files), ...readFields(byId("explain-paste")) };
		await explainIn(byId("explained"), { do: "explain", assignment: here.game, edition, input }, files, step);
	});
	byId("solve-go").onclick = () => cancelCurrent(byId("explained")) && busy(byId("explained"), "Solving", async (step) => {
		const input = byId("explain-input").value, edition = byId("check-edition").value;
		const { files } = await ask({ do: "solve", assignment: here.game, edition, input }, {}, step);
		await explainIn(byId("explained"), { do: "explain", assignment: here.game, edition, input }, {}, step);
		byId("explained").append(...rightFiles(files));
	});
}

// cancelCurrent ends the current work in a place. Otherwise its parts would appear among the parts of the
// next answer.
function cancelCurrent(place) {
	if (place.querySelector(".working")) {
		stopDesk("cancelled");
	}
	return true;
}

// rightFiles returns the right files, with buttons to save them.
function rightFiles(files) {
	return Object.entries(files).map(([name, bytes]) => {
		const part = make("section", "pane"), keep = make("button", "", "Keep " + name);
		keep.onclick = () => save(name, bytes);
		const content = new TextDecoder().decode(bytes.subarray(0, 20000));
		part.append(make("h2", "", name), keep, pre(content + (bytes.length > 20000 ? "\n..." : "")));
		return part;
	});
}

// explainIn shows an explanation and the page of the search in a place, each part when it is ready.
async function explainIn(place, request, files, step) {
	const show = ({ value, files: made }) => {
		if (!place.contains(document.activeElement)) {
			place.focus();
		}
		place.append(...explanation(value, made));
	};
	show(await ask(request, files, step, show));
}

// explanation returns the elements of a part of an explanation.
function explanation(value, made) {
	const all = [];
	if (value.verdict) {
		const part = make("section", "pane");
		const right = value.unjudged ? "What you gave is right" : "Your files are right";
		part.append(make("h2", "", value.verdict === "pass" ? right : "Where it first goes wrong: " + value.verdict));
		if (value.unjudged) {
			part.append(make("p", "note", value.unjudged));
		}
		if (value.text) {
			part.append(caseText(value.text));
		}
		all.push(part);
	}
	if (value.known) {
		const part = make("section", "pane");
		part.append(make("h2", "", "Known mistakes"), ...value.known.map(paragraph));
		all.push(part);
	}
	if (value.walk) {
		const part = make("section", "pane wide");
		part.append(make("h2", "", "Walk the search"), walkFrame(made["walk.html"], "the search, line by line on the board"));
		if (value.more) {
			part.append(make("p", "about", "The search has more lines than the page shows."));
		}
		all.push(part);
	}
	return all;
}
