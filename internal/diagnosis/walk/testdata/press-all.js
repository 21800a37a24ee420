(presses) => presses.map(({ Line, Key }) => {
	const row = document.getElementById("log").appendChild(document.createElement("div"));
	row.dataset.row = Line - 1;
	row.click();
	row.remove();
	document.body.dispatchEvent(new KeyboardEvent("keydown", { key: Key, bubbles: true }));
	return Number(document.documentElement.dataset.row) + 1;
})
