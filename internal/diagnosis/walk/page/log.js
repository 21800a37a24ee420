// The log: the right one and, if there is a program, the program's next to it.

class Log {
	constructor(rows, pick) {
		this.rows = rows;
		const element = document.getElementById("log");
		this.list = new List(element, 22, (e, row) => this.draw(e, row), pick);
		if (rows.log) {
			element.classList.add("two");
			const heads = document.getElementById("log-heads");
			const most = rows.search.header.more ? "the first " : ""; // of a log that is too long for a page
			heads.append(make("span", "number"), make("span", "right", `right, ${most}${lines(rows.right.length)}`), make("span", "got", `the program's, ${most}${lines(rows.same + rows.got.length)}`));
			heads.classList.add("two");
		}
		this.digits = String(rows.length).length;
		element.style.setProperty("--digits", this.digits);
		document.getElementById("log-heads").style.setProperty("--digits", this.digits);
		this.list.resize(rows.length);
	}

	draw(element, row) {
		const { rows } = this, line = rows.line(row), right = rows.rightText(row), got = rows.gotText(row);
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
			cells.push(marked("right", right, got), marked("got", got, right));
		} else {
			cells.push(make("span", "right", right));
			if (rows.log) {
				cells.push(make("span", "got", got));
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
			words.push(rows.gotText(row) === null ? "the program has no such line" : `the program has ${rows.gotText(row)}`);
		}
		return words.join("; ");
	}
}

// lines returns the number of lines, in words.
function lines(n) { return n === 1 ? "1 line" : `${n.toLocaleString("en")} lines`; }

// marked returns a line with marks on the fields that the other line does not have.
function marked(name, line, other) {
	if (line === null) {
		return make("span", name + " none", "—");
	}
	const cell = make("span", name);
	if (other === null) {
		cell.append(make("mark", "", line || " "));
		return cell;
	}
	const others = other.split(",");
	const fields = line.split(",");
	fields.forEach((field, i) => {
		const last = i === fields.length - 1;
		const same = field === others[i] && last === (i === others.length - 1);
		cell.append(same ? field : make("mark", "", field || " "), last ? "" : ",");
	});
	return cell;
}
