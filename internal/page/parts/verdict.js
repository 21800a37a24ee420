// Verdicts and points. The class may consist of one program.

class Class {
	constructor(data, texts, heads) {
		Object.assign(this, data);
		this.texts = texts;
		this.heads = heads;
		this.students.forEach((s, i) => { s.index = i; });
		this.cases.forEach((c, i) => { c.index = i; });
		this.byDirectory = new Map(this.students.map((s) => [s.directory, s]));
		this.graded = this.students.filter((s) => !s.notGraded); // a failure of touchstone is not a failure of the program
		const fails = new Uint32Array(this.cases.length);
		for (const s of this.graded) {
			for (let k = 0; k < fails.length; k++) {
				if (s.verdicts[k] !== "0") { fails[k]++; }
			}
		}
		this.fails = fails;
	}

	verdict(s, k) { return this.verdicts[parseInt(s.verdicts[k], 36)]; }
	// head returns the reason why a case did not pass, in one line.
	head(s, k) { return this.texts[this.heads[s.index * this.cases.length + k]]; }
	// counts returns the number of cases for some verdicts, the best first.
	counts(codes) {
		const n = new Array(this.verdicts.length).fill(0);
		for (const code of codes) { n[parseInt(code, 36)]++; }
		return this.verdicts.map((verdict, i) => ({ verdict, n: n[i] })).filter((v) => v.n > 0);
	}
	column(k) { return this.graded.map((s) => s.verdicts[k]).join(""); }
}

// points formats points. many formats a number of things.
function points(p) { return p.toLocaleString("en", { minimumFractionDigits: 0, maximumFractionDigits: 2, useGrouping: false }); }
function worth(p) { return p.toLocaleString("en", { maximumFractionDigits: 4, useGrouping: false }); } // of one case, so that the points of cases add up
function lost(p) { return p >= 0.005 ? `−${points(p)}` : "0"; }
function many(n, noun) { return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`; }

// chip returns a small label of a verdict.
function chip(verdict, content) { return make("span", `chip v-${verdict}`, content ?? verdict); }

// bar returns a bar for a part of a whole. Text next to it has the figure.
function bar(part) {
	const outer = make("span", "bar"), inner = outer.appendChild(make("span"));
	inner.style.width = `${Math.max(0, Math.min(1, part)) * 100}%`;
	outer.setAttribute("aria-hidden", "true");
	return outer;
}

// fold returns a part that opens at a click. fill is called once, at the first click.
function fold(title, fill) {
	const details = make("details"), summary = details.appendChild(make("summary", "", title));
	summary.tabIndex = 0;
	details.addEventListener("toggle", () => { fill(details); }, { once: true });
	return details;
}

// table returns a table with headings, each of which may be a string or an element.
function table(headings) {
	const t = make("table"), row = t.createTHead().insertRow();
	for (const heading of headings) {
		const th = row.appendChild(make("th"));
		th.scope = "col";
		th.append(heading);
	}
	t.createTBody();
	return t;
}

// cells adds a row of strings and elements to a table.
function cells(t, contents) {
	const row = t.tBodies[0].insertRow();
	for (const content of contents) {
		row.insertCell().append(content);
	}
	return row;
}

function listed(parts) {
	const list = make("ul", "names");
	for (const part of parts) {
		list.appendChild(make("li")).append(part);
	}
	return list;
}
