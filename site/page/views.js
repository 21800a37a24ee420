// Functions that the views share: links, and work that takes time.

const byId = (id) => document.getElementById(id);
const here = { game: "", view: "", name: "", games: [], answers: new Map() };

// link returns a link to a place of the page.
function link(content, ...parts) {
	const a = make("a", "", content);
	a.href = "#" + parts.map(encodeURIComponent).join("/");
	return a;
}

// plain returns a text of touchstone without its commands, which do not exist on the page.
const plain = (content) => content.replace(/\(try --edition (\S+)\)/g, "(choose the edition $1)");

// linkedLine returns an element with a line. The title of a rule becomes a link to it, in place of the
// command that shows it, and the name of a known mistake becomes a link to the mistake.
function linkedLine(to, line) {
	const found = line.match(/^(\s*(?:rule\s+)?(?:fits this case: \S+: .*\. )?)(.*?) \(touchstone rules (\S+) ([^)]+)\)([^]*)$/);
	if (!found) {
		to.append(line);
		return to;
	}
	const [, before, title, page, name, rest] = found, fits = before.match(/^(fits this case: )(\S+)(: [^]*)$/);
	const heading = page === "log" ? "Log rule " + name : /^\d+$/.test(name) ? "Rule " + name : name;
	to.append(...(fits ? [fits[1], link(fits[2], here.game, "mistake", fits[2]), fits[3]] : [before]), link(title, here.game, "rules", heading), rest);
	return to;
}

const paragraph = (line) => linkedLine(make("p"), plain(line));

// caseText returns the text on a case, with links to the rules.
function caseText(content) {
	const p = pre("");
	plain(content).split(/(?<=\n)/).forEach((line) => linkedLine(p, line));
	return p;
}

// busy shows progress in a place until a promise is settled, and then its error, if any. The work
// gets a function to report progress, and another that reports whether the place still waits for
// it. The place may be hidden by then.
async function busy(place, what, work) {
	const bar = make("progress"), stop = make("button", "", "Cancel"), line = make("p", "working", what + " ");
	line.setAttribute("role", "status");
	line.append(bar, " ", stop);
	stop.type = "button";
	stop.onclick = () => stopDesk("cancelled");
	place.replaceChildren(line);
	try {
		await work((done, of) => { bar.max = of; bar.value = done; }, () => line.parentNode === place);
	} catch (error) {
		const said = make("p", "failed", error.message);
		said.setAttribute("role", "alert");
		if (line.parentNode === place) { // earlier results stay
			line.after(said);
		}
	} finally {
		line.remove();
	}
}

// pre returns preformatted text.
const pre = (content) => { const p = make("pre", "", content); p.tabIndex = 0; return p; };

// walkFrame returns a frame with the page of a search.
function walkFrame(bytes, label) {
	const frame = make("iframe", "walk");
	frame.title = label;
	frame.setAttribute("sandbox", "allow-scripts");
	frame.srcdoc = new TextDecoder().decode(bytes);
	return frame;
}
