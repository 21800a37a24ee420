// The page's address: #GAME/VIEW/NAME.

const current = () => here.games.find((game) => game.name === here.game);
const learned = { rules: showRules, cases: showCases, case: showCase, mistakes: showMistakes, mistake: showMistake };
const listOf = { case: "cases", mistake: "mistakes" };

const views = ["check", "explain", "play", ...Object.keys(learned)];
const named = ["rules", "case", "mistake"]; // views with parts that an address may name

// unknownPlace returns the reason why an address has no place on the page, or "".
function unknownPlace(game, view, name) {
	if (game && game !== here.game) {
		return `This page has no homework ${game}.`;
	}
	if (view && view !== here.view) {
		return `This page has no view ${view}. It has ${views.slice(0, -1).join(", ")} and ${views.at(-1)}.`;
	}
	return name && !named.includes(view) ? `The view ${view} has no part ${name}.` : "";
}

function go() {
	const [game, view, ...name] = location.hash.slice(1).split("/").map(decoded);
	here.game = here.games.some((one) => one.name === game) ? game : here.games[0].name;
	here.view = views.includes(view) ? view : "check";
	here.name = name.join("/");
	showUnknown(unknownPlace(game, view, here.name));
	byId("game").value = here.game;
	document.title = `${here.title || "touchstone"}: ${here.game}, ${here.view}${here.name ? " " + here.name : ""}`;
	for (const tab of byId("nav").children) {
		tab.href = `#${here.game}/${tab.dataset.view}`;
		tab.hidden = Boolean(current().lacks[tab.dataset.view]);
		if (tab.dataset.view === (listOf[here.view] || here.view)) {
			tab.setAttribute("aria-current", "page");
		} else {
			tab.removeAttribute("aria-current");
		}
	}
	const lacks = current().lacks[listOf[here.view] || here.view];
	for (const view of ["check", "explain", "play", "learn"]) {
		byId(view).hidden = Boolean(lacks) || view !== (learned[here.view] ? "learn" : here.view);
	}
	byId("lacks").hidden = !lacks;
	byId("lacks").textContent = lacks || "";
	describe();
	if (lacks) {
		return;
	}
	if (here.view === "play" && match.game !== here.game) {
		switchMatch();
		showPosition();
	}
	if (learned[here.view]) {
		const place = byId("learned");
		busy(place, "Looking", (step) => learned[here.view](place, here.name, step));
	}
}

// describe fills in the texts that depend on the game.
function describe() {
	const game = current(), editions = byId("check-edition");
	byId("about-game").textContent = [here.title, here.games.length < 2 && game.name, game.title].filter(Boolean).join(": ");
	if (editions.dataset.game !== game.name) {
		editions.dataset.game = game.name;
		editions.replaceChildren(...game.editions.map((one) => new Option(`${one.name}: ${one.about}`, one.name)));
		editions.value = here.answers.get(game.name)?.edition || game.editions[0].name;
		offerPaste(byId("explain-paste"), game.files);
		showCheck();
		describePaste();
		byId("explained").replaceChildren();
	}
	byId("notes").replaceChildren(...[...here.notes, ...Object.values(game.lacks)].map((line) => make("p", "about", line)));
	byId("edition-label").hidden = here.fixed || game.editions.length < 2;
	byId("form-label").hidden = here.fixed;
	byId("play-values").hidden = Boolean(game.lacks.values);
	byId("case-count").textContent = many(game.cases.length, "case");
}

// afterPaint waits until the browser has drawn the page, before the program runs. A page in the
// background draws nothing.
const afterPaint = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 200); });

async function main() {
	try {
		await afterPaint();
		await openDesk();
		const { title, notes, fixed, games } = (await ask({ do: "games" })).value;
		Object.assign(here, { games, notes, fixed, title });
		byId("game-label").hidden = games.length < 2;
		byId("game").replaceChildren(...here.games.map((game) => new Option(game.name, game.name)));
		byId("game").onchange = () => { location.hash = `#${byId("game").value}/${listOf[here.view] || here.view}`; };
		byId("theme").onclick = theme;
		addEventListener("hashchange", go);
		beginCheck();
		beginExplain();
		beginPlay();
		go();
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
