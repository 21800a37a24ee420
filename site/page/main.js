// The page's address: #GAME/VIEW/NAME.

const current = () => state.games.find((game) => game.name === state.game);
const learnViews = { rules: showRules, cases: showCases, case: showCase, mistakes: showMistakes, mistake: showMistake };
const listViews = { case: "cases", mistake: "mistakes" };

const views = ["check", "explain", "play", ...Object.keys(learnViews)];
const namedViews = ["rules", "case", "mistake"]; // views with parts that an address may name

// unknownPlace returns the reason why an address has no place on the page, or "".
function unknownPlace(game, view, name) {
	if (game && game !== state.game) {
		return `This page has no homework ${game}.`;
	}
	if (view && view !== state.view) {
		return `This page has no view ${view}. It has ${views.slice(0, -1).join(", ")} and ${views.at(-1)}.`;
	}
	return name && !namedViews.includes(view) ? `The view ${view} has no part ${name}.` : "";
}

function navigate() {
	const [gameName, view, ...rest] = location.hash.slice(1).split("/").map(decoded);
	state.game = state.games.some((game) => game.name === gameName) ? gameName : state.games[0].name;
	state.view = views.includes(view) ? view : "check";
	state.name = rest.join("/");
	showUnknown(unknownPlace(gameName, view, state.name));
	byId("game").value = state.game;
	document.title = `${state.title || "touchstone"}: ${state.game}, ${state.view}${state.name ? " " + state.name : ""}`;
	for (const tab of byId("nav").children) {
		tab.href = `#${state.game}/${tab.dataset.view}`;
		tab.hidden = Boolean(current().lacks[tab.dataset.view]);
		if (tab.dataset.view === (listViews[state.view] || state.view)) {
			tab.setAttribute("aria-current", "page");
		} else {
			tab.removeAttribute("aria-current");
		}
	}
	const missingReason = current().lacks[listViews[state.view] || state.view];
	for (const view of ["check", "explain", "play", "learn"]) {
		byId(view).hidden = Boolean(missingReason) || view !== (learnViews[state.view] ? "learn" : state.view);
	}
	byId("lacks").hidden = !missingReason;
	byId("lacks").textContent = missingReason || "";
	describe();
	if (missingReason) {
		return;
	}
	if (state.view === "play" && match.game !== state.game) {
		switchMatch();
		showPosition();
	}
	if (learnViews[state.view]) {
		const place = byId("learned");
		busy(place, "Looking", (step) => learnViews[state.view](place, state.name, step));
	}
}

// describe fills in the texts that depend on the game.
function describe() {
	const game = current(), editions = byId("check-edition");
	byId("about-game").textContent = [state.title, state.games.length < 2 && game.name, game.title].filter(Boolean).join(": ");
	if (editions.dataset.game !== game.name) {
		editions.dataset.game = game.name;
		editions.replaceChildren(...game.editions
			.map((edition) => new Option(`${edition.name}: ${edition.about}`, edition.name)));
		editions.value = state.answers.get(game.name)?.edition || game.editions[0].name;
		offerPaste(byId("explain-paste"), game.files);
		showCheck();
		describePaste();
		byId("explained").replaceChildren();
	}
	byId("notes").replaceChildren(...[...state.notes, ...Object.values(game.lacks)].map((line) => make("p", "about", line)));
	byId("edition-label").hidden = state.fixed || game.editions.length < 2;
	byId("form-label").hidden = state.fixed;
	byId("play-values").hidden = Boolean(game.lacks.values);
	byId("case-count").textContent = plural(game.cases.length, "case");
}

// afterPaint waits until the browser has drawn the page, before the program runs. A page in the
// background draws nothing.
const afterPaint = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); setTimeout(resolve, 200); });

async function main() {
	try {
		await afterPaint();
		await openDesk();
		const { title, notes, fixed, games } = (await ask({ do: "games" })).value;
		Object.assign(state, { games, notes, fixed, title });
		byId("game-label").hidden = games.length < 2;
		byId("game").replaceChildren(...state.games.map((game) => new Option(game.name, game.name)));
		byId("game").onchange = () => { location.hash = `#${byId("game").value}/${listViews[state.view] || state.view}`; };
		byId("theme").onclick = theme;
		addEventListener("hashchange", navigate);
		beginCheck();
		beginExplain();
		beginPlay();
		navigate();
		byId("main").removeAttribute("aria-busy");
		document.documentElement.dataset.ready = Math.round(performance.now());
	} catch (error) {
		byId("failure").textContent = `This page cannot work here: ${error.message}. It needs a browser of 2023 or later, with WebAssembly.`;
		byId("failure").hidden = false;
		document.documentElement.dataset.failed = error.message;
	} finally {
		byId("loading").remove();
	}
}

main();
