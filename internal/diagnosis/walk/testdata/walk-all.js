(() => {
	const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
	const text = (selector) => document.querySelector(selector)?.textContent || "";
	const places = (selector) => [...document.querySelectorAll("#board " + selector)];
	const looks = [];
	press("g");
	for (let row = "";  row !== document.documentElement.dataset.row; press("j")) {
		row = document.documentElement.dataset.row;
		looks.push({
			Line: row,
			Path: [...document.querySelectorAll("#path button")].map((b) => b.textContent).join(" > "),
			Node: text("#facts .node"),
			Alpha: text("#facts .alpha .now"), Value: text("#facts .value .now"), Beta: text("#facts .beta .now"),
			Board: places("g").map((g) => g.querySelector("title").textContent).join("; "),
			Changed: places("g.changed").map((g) => g.dataset.place).join(" "),
			Last: places("g.last").map((g) => g.dataset.place).join(" "),
		});
	}
	return looks;
})()
