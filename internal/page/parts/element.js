// Elements of a page, and its theme.

// make returns an element of a kind, with a class and a text.
function make(kind, name, content) {
	const element = document.createElement(kind);
	if (name) {
		element.className = name;
	}
	if (content !== undefined) {
		element.textContent = content;
	}
	return element;
}

// decoded returns a decoded part of an address, or the part itself if it is not encoded well.
function decoded(part) {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

// showUnknown shows why an address has no place on the page. Without a reason it hides the message.
function showUnknown(why = "") {
	const place = document.getElementById("unknown");
	place.textContent = why;
	place.hidden = why === "";
}

// useArrowKeys makes the buttons of a group one stop of the Tab key. The arrow keys move between them.
function useArrowKeys(group) {
	const buttons = () => [...group.querySelectorAll("button:not([hidden])")];
	buttons().forEach((button, i) => { button.tabIndex = i === 0 ? 0 : -1; });
	group.onkeydown = (event) => {
		const all = buttons(), at = all.indexOf(document.activeElement);
		const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
		if (at < 0 || to === undefined) {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
		if (all[to]) {
			all.forEach((button, i) => { button.tabIndex = i === to ? 0 : -1; });
			all[to].focus();
		}
	};
}

// themeKey is the key under which a browser stores the theme, if it stores anything for pages.
const themeKey = "touchstone-theme";

// theme switches this page, and all pages opened later, between light and dark.
function theme() {
	const root = document.documentElement;
	const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
	root.dataset.theme = dark ? "light" : "dark";
	try {
		localStorage.setItem(themeKey, root.dataset.theme);
	} catch {
		// A page in a frame has no storage.
	}
}

try {
	const kept = localStorage.getItem(themeKey);
	if (kept === "light" || kept === "dark") {
		document.documentElement.dataset.theme = kept;
	}
} catch {
	// as above
}
