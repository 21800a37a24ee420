// Explain: an input and one's own files in, the first wrong decision and the search out. Without files: the right ones.

function beginExplain() {
	byId("explain-go").onclick = () => busy(byId("explained"), "Looking", async (step) => {
		const input = byId("explain-input").value, edition = byId("check-edition").value;
		const files = await read(byId("explain-files").files);
		if (byId("explain-log").value.trim() !== "") {
			files[byId("explain-log-name").value] = new TextEncoder().encode(byId("explain-log").value);
		}
		await explainHere({ do: "explain", assignment: here.game, edition, input }, files, step);
	});
	byId("solve-go").onclick = () => busy(byId("explained"), "Solving", async (step) => {
		const input = byId("explain-input").value, edition = byId("check-edition").value;
		const { files } = await ask({ do: "solve", assignment: here.game, edition, input }, {}, step);
		await explainHere({ do: "explain", assignment: here.game, edition, input }, {}, step);
		byId("explained").append(...rightFiles(files));
	});
}

// rightFiles returns the right files, to look at and to keep.
function rightFiles(files) {
	return Object.entries(files).map(([name, bytes]) => {
		const part = make("section", "pane"), keep = make("button", "", "Keep " + name);
		keep.onclick = () => save(name, bytes);
		const content = new TextDecoder().decode(bytes.subarray(0, 20000));
		part.append(make("h2", "", name), keep, pre(content + (bytes.length > 20000 ? "\n..." : "")));
		return part;
	});
}

// explainHere shows an explanation and the page that walks the search.
async function explainHere(request, files, step) {
	const { value, files: made } = await ask(request, files, step);
	byId("explained").append(...explanation(value, made));
	byId("explained").focus();
}

function explanation(value, made) {
	const all = [];
	if (value.verdict) {
		const part = make("section", "pane");
		part.append(make("h2", "", value.verdict === "pass" ? "Your files are right" : "Where it first goes wrong: " + value.verdict));
		if (value.text) {
			part.append(pre(value.text));
		}
		value.known.forEach((line) => part.append(paragraph(line)));
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
