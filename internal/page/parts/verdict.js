// Verdicts and points. The class may consist of one program.

class Class {
	constructor(data, texts, heads) {
		Object.assign(this, data);
		this.texts = texts;
		this.heads = heads;
		this.students.forEach((student, i) => { student.index = i; });
		this.cases.forEach((testCase, i) => { testCase.index = i; });
		this.byDirectory = new Map(this.students.map((student) => [student.directory, student]));
		// A failure of touchstone is not a failure of the program.
		this.graded = this.students.filter((student) => !student.notGraded);
		const fails = new Uint32Array(this.cases.length);
		for (const student of this.graded) {
			for (let index = 0; index < fails.length; index++) {
				if (student.verdicts[index] !== "0") { fails[index]++; }
			}
		}
		this.fails = fails;
	}

	verdict(student, index) { return this.verdicts[parseInt(student.verdicts[index], 36)]; }
	// head returns the reason why a case did not pass, in one line.
	head(student, index) { return this.texts[this.heads[student.index * this.cases.length + index]]; }
	// counts returns the number of cases for some verdicts, the best first.
	counts(codes) {
		const totals = new Array(this.verdicts.length).fill(0);
		for (const code of codes) { totals[parseInt(code, 36)]++; }
		return this.verdicts.map((verdict, i) => ({ verdict, n: totals[i] })).filter((count) => count.n > 0);
	}
	column(index) { return this.graded.map((student) => student.verdicts[index]).join(""); }
}

// points formats points. plural formats a number of things.
function points(value) { return value.toLocaleString("en", { minimumFractionDigits: 0, maximumFractionDigits: 2, useGrouping: false }); }
function worth(value) { return value.toLocaleString("en", { maximumFractionDigits: 4, useGrouping: false }); } // of one case, so that the points of cases add up
function loss(value) { return value >= 0.005 ? `−${points(value)}` : "0"; }
function plural(n, noun) { return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`; }

// chip returns a small label of a verdict.
function chip(verdict, content) { return make("span", `chip v-${verdict}`, content ?? verdict); }

// bar returns a bar for a part of a whole. Text next to it has the figure.
function bar(fraction) {
	const outer = make("span", "bar"), inner = outer.appendChild(make("span"));
	inner.style.width = `${Math.max(0, Math.min(1, fraction)) * 100}%`;
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
	const tableElement = make("table"), row = tableElement.createTHead().insertRow();
	for (const heading of headings) {
		const th = row.appendChild(make("th"));
		th.scope = "col";
		th.append(heading);
	}
	tableElement.createTBody();
	return tableElement;
}

// cells adds a row of strings and elements to a table.
function cells(tableElement, contents) {
	const row = tableElement.tBodies[0].insertRow();
	for (const content of contents) {
		row.insertCell().append(content);
	}
	return row;
}

function listElement(parts) {
	const list = make("ul", "names");
	for (const part of parts) {
		list.appendChild(make("li")).append(part);
	}
	return list;
}
