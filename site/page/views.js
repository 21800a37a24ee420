// Functions that the views share: links, and work that takes time.

const byId = (id) => document.getElementById(id);
const state = { game: "", view: "", name: "", games: [], answers: new Map() };

// link returns a link to a place of the page.
function link(content, ...parts) {
	const anchor = make("a", "", content);
	anchor.href = "#" + parts.map(encodeURIComponent).join("/");
	return anchor;
}

// plain returns a text of touchstone without its commands, which do not exist on the page.
const plain = (content) => content.replace(/\(try --edition (\S+)\)/g, "(choose the edition $1)");

// linkedLine returns an element with a line. The title of a rule becomes a link to it, in place of the
// command that shows it, and the name of a known mistake becomes a link to the mistake.
function linkedLine(parent, line) {
	const fields = line.match(/^(\s*(?:rule\s+)?(?:fits this case: \S+: .*\. )?)(.*?) \(touchstone rules (\S+) ([^)]+)\)([^]*)$/);
	if (!fields) {
		parent.append(line);
		return parent;
	}
	const [, prefix, title, page, name, suffix] = fields, faultParts = prefix.match(/^(fits this case: )(\S+)(: [^]*)$/);
	const heading = page === "log" ? "Log rule " + name : /^\d+$/.test(name) ? "Rule " + name : name;
	parent.append(...(faultParts ? [faultParts[1], link(faultParts[2], state.game, "mistake", faultParts[2]), faultParts[3]] : [prefix]), link(title, state.game, "rules", heading), suffix);
	return parent;
}

const paragraph = (line) => linkedLine(make("p"), plain(line));

// caseText returns the text on a case, with links to the rules.
function caseText(content) {
	const element = pre("");
	plain(content).split(/(?<=\n)/).forEach((line) => linkedLine(element, line));
	return element;
}

// busy shows progress in a place until a promise is settled, and then its error, if any. The work
// gets a function to report progress, and another that reports whether the place still waits for
// it. The place may be hidden by then.
async function busy(place, task, work) {
	const bar = make("progress"), cancelButton = make("button", "", "Cancel"),
		statusLine = make("p", "working", task + " ");
	statusLine.setAttribute("role", "status");
	statusLine.append(bar, " ", cancelButton);
	cancelButton.type = "button";
	cancelButton.onclick = () => stopDesk("cancelled");
	place.replaceChildren(statusLine);
	try {
		await work((count, total) => { bar.max = total; bar.value = count; }, () => statusLine.parentNode === place);
	} catch (error) {
		const failure = make("p", "failed", error.message);
		failure.setAttribute("role", "alert");
		if (statusLine.parentNode === place) { // earlier results stay
			statusLine.after(failure);
		}
	} finally {
		statusLine.remove();
	}
}

// pre returns preformatted text.
const pre = (content) => { const element = make("pre", "", content); element.tabIndex = 0; return element; };

// walkFrame returns a frame with the page of a search.
function walkFrame(bytes, label) {
	const frame = make("iframe", "walk");
	frame.title = label;
	frame.setAttribute("sandbox", "allow-scripts");
	frame.srcdoc = new TextDecoder().decode(bytes);
	return frame;
}
