// Explain: an input with the user's files, and the first wrong decision with the search. Without
// files, it shows the right ones.

function beginExplain() {
	byId("explain-go").onclick = () => cancelCurrent(byId("explained")) && busy(byId("explained"), "Looking", async (step) => {
		const input = byId("explain-input").value, edition = byId("check-edition").value;
		const files = { ...await read(byId("explain-files").files), ...readFields(byId("explain-paste")) };
		await explainIn(byId("explained"), { do: "explain", assignment: state.game, edition, input }, files, step);
	});
	byId("solve-go").onclick = () => cancelCurrent(byId("explained")) && busy(byId("explained"), "Solving", async (step) => {
		const input = byId("explain-input").value, edition = byId("check-edition").value;
		const { files } = await ask({ do: "solve", assignment: state.game, edition, input }, {}, step);
		await explainIn(byId("explained"), { do: "explain", assignment: state.game, edition, input }, {}, step);
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
		const section = make("section", "pane"), saveButton = make("button", "", "Keep " + name);
		saveButton.onclick = () => save(name, bytes);
		const content = new TextDecoder().decode(bytes.subarray(0, 20000));
		section.append(make("h2", "", name), saveButton, pre(content + (bytes.length > 20000 ? "\n..." : "")));
		return section;
	});
}

// explainIn shows an explanation and the page of the search in a place, each part when it is ready.
async function explainIn(place, request, files, step) {
	const showPart = ({ value, files: partFiles }) => {
		if (!place.contains(document.activeElement)) {
			place.focus();
		}
		place.append(...explanation(value, partFiles));
	};
	showPart(await ask(request, files, step, showPart));
}

// explanation returns the elements of a part of an explanation.
function explanation(value, files) {
	const sections = [];
	if (value.verdict) {
		const section = make("section", "pane");
		const passTitle = value.unjudged ? "What you gave is right" : "Your files are right";
		section.append(make("h2", "", value.verdict === "pass" ? passTitle : "Where it first goes wrong: " + value.verdict));
		if (value.unjudged) {
			section.append(make("p", "note", value.unjudged));
		}
		if (value.text) {
			section.append(caseText(value.text));
		}
		sections.push(section);
	}
	if (value.known) {
		const section = make("section", "pane");
		section.append(make("h2", "", "Known mistakes"), ...value.known.map(paragraph));
		sections.push(section);
	}
	if (value.walk) {
		const section = make("section", "pane wide");
		section.append(
			make("h2", "", "Walk the search"),
			walkFrame(files["walk.html"], "the search, line by line on the board"),
		);
		if (value.more) {
			section.append(make("p", "about", "The search has more lines than the page shows."));
		}
		sections.push(section);
	}
	return sections;
}
