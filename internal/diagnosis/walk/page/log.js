// The log: the right one and, if there is a program, the program's next to it.

class Log {
	constructor(rows, pick) {
		this.rows = rows;
		const element = document.getElementById("log");
		this.list = new List(element, 22, (e, row) => this.draw(e, row), pick);
		if (rows.log) {
			element.classList.add("two");
			const heads = document.getElementById("log-heads");
			const prefix = rows.search.header.more ? "the first " : ""; // of a log that is too long for a page
			heads.append(make("span", "number"), make("span", "right", `right, ${prefix}${lines(rows.rightLines.length)}`), make("span", "got", `the program's, ${prefix}${lines(rows.sameCount + rows.programLines.length)}`));
			heads.classList.add("two");
		}
		this.digits = String(rows.length).length;
		element.style.setProperty("--digits", this.digits);
		document.getElementById("log-heads").style.setProperty("--digits", this.digits);
		this.list.resize(rows.length);
	}

	draw(element, row) {
		const { rows } = this, line = rows.line(row), rightText = rows.rightText(row), programText = rows.programText(row);
		const differs = rows.differs(row);
		const step = rows.isStep(row) ? rows.step(row) : -1;
		element.setAttribute("role", "option");
		element.setAttribute("aria-posinset", row + 1);
		element.setAttribute("aria-setsize", rows.length);
		element.setAttribute("aria-label", this.label(row));
		element.classList.toggle("differs", differs);
		element.classList.toggle("plain", step < 0);
		const cells = [make("span", "number", line < 0 ? "" : line + 1)];
		const cut = step >= 0 && rows.search.is(step, CUT);
		if (differs) {
			cells.push(marked("right", rightText, programText), marked("got", programText, rightText));
		} else {
			cells.push(make("span", "right", rightText));
			if (rows.log) {
				cells.push(make("span", "got", programText));
			}
		}
		if (cut) {
			cells[1].append(make("span", "cut", " ✂"));
		}
		element.replaceChildren(...cells);
	}

	label(row) {
		const { rows } = this, line = rows.line(row);
		const words = [line < 0 ? "no line" : `line ${line + 1}: ${rows.rightText(row)}`];
		if (rows.isStep(row) && rows.search.is(rows.step(row), CUT)) {
			words.push("cut");
		}
		if (rows.differs(row)) {
			words.push(rows.programText(row) === null
				? "the program has no such line"
				: `the program has ${rows.programText(row)}`);
		}
		return words.join("; ");
	}
}

// lines returns the number of lines, in words.
function lines(n) { return n === 1 ? "1 line" : `${n.toLocaleString("en")} lines`; }

// marked returns a line with marks on the fields that the other line does not have.
function marked(className, line, otherLine) {
	if (line === null) {
		return make("span", className + " none", "—");
	}
	const cell = make("span", className);
	if (otherLine === null) {
		cell.append(make("mark", "", line || " "));
		return cell;
	}
	const otherFields = otherLine.split(",");
	const fields = line.split(",");
	fields.forEach((field, i) => {
		const isLast = i === fields.length - 1;
		const isSame = field === otherFields[i] && isLast === (i === otherFields.length - 1);
		cell.append(isSame ? field : make("mark", "", field || " "), isLast ? "" : ",");
	});
	return cell;
}
