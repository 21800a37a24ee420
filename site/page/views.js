// What the views share: where the page is, files in and out, and work that takes a while.

const byId = (id) => document.getElementById(id);
const here = { game: "", view: "", name: "", games: [] };

// link returns a link to a place of the page.
function link(content, ...parts) {
	const a = make("a", "", content);
	a.href = "#" + parts.map(encodeURIComponent).join("/");
	return a;
}

// plain returns what touchstone says without its commands, which nobody has here.
const plain = (content) => content.replace(/\(try --edition (\S+)\)/g, "(choose the edition $1)");

// linked returns an element with a line, in which the title of a rule links to it in place of the command that shows it, and the
// name of a mistake that fits to the mistake.
function linked(to, line) {
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

const paragraph = (line) => linked(make("p"), plain(line));

// ruled returns what is told of a case, with links to the rules.
function ruled(content) {
	const p = pre("");
	plain(content).split(/(?<=\n)/).forEach((line) => linked(p, line));
	return p;
}

// save has the browser keep a file.
function save(name, bytes) {
	const a = make("a");
	a.href = URL.createObjectURL(new Blob([bytes]));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

const mostBytes = 256 << 20;

// read returns files that were chosen or dropped, by their paths. What is too much is said before it is read.
async function read(list) {
	const files = {};
	let size = 0;
	for (const file of list) {
		size += file.size;
		if (size > mostBytes) {
			throw new Error(`want at most ${mostBytes >> 20} MB, found more: ${file.name} has ${Math.round(file.size / 1e6)} MB`);
		}
	}
	for (const file of list) {
		files[file.webkitRelativePath || file.name] = new Uint8Array(await file.arrayBuffer());
	}
	return files;
}

// dropped returns the files of a drop, those in folders as well.
async function dropped(transfer) {
	const entries = [...transfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean);
	if (!entries.some((entry) => entry.isDirectory)) {
		return read(transfer.files);
	}
	const found = [];
	const visit = async (entry) => {
		if (entry.isFile) {
			const file = await new Promise((done, fail) => entry.file(done, fail));
			Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath.replace(/^\//, "") });
			found.push(file);
			return;
		}
		const reader = entry.createReader();
		for (;;) {
			const some = await new Promise((done, fail) => reader.readEntries(done, fail));
			if (some.length === 0) {
				return;
			}
			for (const one of some) {
				await visit(one);
			}
		}
	};
	for (const entry of entries) {
		await visit(entry);
	}
	return read(found);
}

// catchDrops has an element take drops.
function catchDrops(element, take) {
	element.addEventListener("dragover", (event) => { event.preventDefault(); element.classList.add("over"); });
	element.addEventListener("dragleave", () => element.classList.remove("over"));
	element.addEventListener("drop", (event) => {
		event.preventDefault();
		element.classList.remove("over");
		take(dropped(event.dataTransfer));
	});
}

// busy shows in a place that work goes on, until a promise of it is settled, and what went wrong. The work is told how far it is by a
// function, and by another whether anybody waits for it there.
async function busy(place, what, work) {
	const bar = make("progress"), stop = make("button", "", "Cancel"), line = make("p", "working", what + " ");
	line.setAttribute("role", "status");
	line.append(bar, " ", stop);
	stop.type = "button";
	stop.onclick = () => stopDesk("cancelled");
	place.replaceChildren(line);
	try {
		await work((done, of) => { bar.max = of; bar.value = done; }, () => line.isConnected);
	} catch (error) {
		const said = make("p", "failed", error.message);
		said.setAttribute("role", "alert");
		if (line.isConnected) { // what was found before stays
			line.after(said);
		}
	} finally {
		line.remove();
	}
}

// pre returns preformatted text.
const pre = (content) => { const p = make("pre", "", content); p.tabIndex = 0; return p; };

// walkFrame returns a frame with the page that walks a search.
function walkFrame(bytes, label) {
	const frame = make("iframe", "walk");
	frame.title = label;
	frame.setAttribute("sandbox", "allow-scripts");
	frame.srcdoc = new TextDecoder().decode(bytes);
	return frame;
}
