// Elements of a page, and its theme.

// make returns an element of a kind, with a class and a text.
function make(kind, className, content) {
	const element = document.createElement(kind);
	if (className) {
		element.className = className;
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
function showUnknown(reason = "") {
	const place = document.getElementById("unknown");
	place.textContent = reason;
	place.hidden = reason === "";
}

// useArrowKeys makes the buttons of a group one stop of the Tab key. The arrow keys move between them.
function useArrowKeys(group) {
	const findButtons = () => [...group.querySelectorAll("button:not([hidden])")];
	findButtons().forEach((button, i) => { button.tabIndex = i === 0 ? 0 : -1; });
	group.onkeydown = (event) => {
		const buttons = findButtons(), index = buttons.indexOf(document.activeElement);
		const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
		if (index < 0 || target === undefined) {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
		if (buttons[target]) {
			buttons.forEach((button, i) => { button.tabIndex = i === target ? 0 : -1; });
			buttons[target].focus();
		}
	};
}

// themeKey is the key under which a browser stores the theme, if it stores anything for pages.
const themeKey = "touchstone-theme";

// theme switches this page, and all pages opened later, between light and dark.
function theme() {
	const root = document.documentElement;
	const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
	root.dataset.theme = isDark ? "light" : "dark";
	try {
		localStorage.setItem(themeKey, root.dataset.theme);
	} catch {
		// A page in a frame has no storage.
	}
}

try {
	const storedTheme = localStorage.getItem(themeKey);
	if (storedTheme === "light" || storedTheme === "dark") {
		document.documentElement.dataset.theme = storedTheme;
	}
} catch {
	// as above
}
