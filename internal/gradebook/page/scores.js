// The distribution of scores.

const SVG = "http://www.w3.org/2000/svg";

function draw(parent, kind, attributes, content) {
	const element = parent.appendChild(document.createElementNS(SVG, kind));
	for (const [name, value] of Object.entries(attributes)) {
		element.setAttribute(name, value);
	}
	if (content !== undefined) {
		element.textContent = content;
	}
	return element;
}

// showUngraded shows the students whom touchstone could not grade, and who have no points.
function showUngraded(c) {
	const failed = c.students.filter((s) => s.notGraded), banner = document.getElementById("banner");
	if (!failed.length) { return; }
	const list = make("ul", "names");
	for (const s of failed) {
		const item = list.appendChild(make("li"));
		item.append(link(s), `: ${s.notGraded}`);
	}
	banner.append(make("h2", "", `${many(failed.length, "student")} could not be graded`), make("p", "", "Touchstone failed, and not their programs. They have no points, and no figure below but the map's counts them. Mend what is said here and give the same command again."), list);
	banner.hidden = false;
}

function showScores(c) {
	showUngraded(c);
	const { scores: d, of } = c, figures = document.getElementById("figures");
	if (!d) {
		figures.append(make("dd", "", "Nobody is graded."));
		return;
	}
	const full = d.bins.at(-1), without = c.students.filter((s) => s.noProgram).length;
	const facts = [["median", points(d.median)], ["middle half", `${points(d.lower)} – ${points(d.upper)}`], ["mean", points(d.mean)], ["all points", many(full, "student")]];
	if (without) {
		facts.push(["no program", many(without, "student")]);
	}
	for (const [name, value] of facts) {
		const div = figures.appendChild(make("div"));
		div.append(make("dt", "", name), make("dd", "", value));
	}
	document.getElementById("histogram").append(histogram(d, of));
}

// histogram draws a bar for each twentieth of the points, and one for full points.
function histogram(d, of) {
	const n = d.bins.length - 1, wide = 40, tall = 150, top = 26, left = 8;
	const most = Math.max(...d.bins, 1), svg = document.createElementNS(SVG, "svg");
	const label = `Scores: median ${points(d.median)} of ${points(of)}, half of the class from ${points(d.lower)} to ${points(d.upper)}`;
	for (const [name, value] of Object.entries({ viewBox: `0 0 ${left * 2 + (n + 1) * wide + 12} ${top + tall + 26}`, class: "histogram", role: "group", "aria-label": label })) {
		svg.setAttribute(name, value);
	}
	const x = (i) => left + i * wide + (i === n ? 12 : 0), at = (p) => left + (p / of) * n * wide;
	draw(svg, "rect", { class: "half", x: at(d.lower), y: top, width: Math.max(1, at(d.upper) - at(d.lower)), height: tall });
	const median = Math.min(at(d.median), x(n) + wide / 2);
	draw(svg, "line", { class: "median", x1: median, x2: median, y1: top - 8, y2: top + tall });
	const bars = d.bins.map((count, i) => {
		const tallness = count ? Math.max(2, (count / most) * (tall - 8)) : 0;
		const range = i === n ? "all points" : `from ${points((i * of) / n)} to below ${points(((i + 1) * of) / n)}`;
		const g = draw(svg, "g", { class: i === n ? "bin full" : "bin", role: "img", tabindex: i === 0 ? 0 : -1, "aria-label": `${many(count, "student")}: ${range}` });
		draw(g, "title", {}, `${many(count, "student")}: ${range}`);
		draw(g, "rect", { class: "hit", x: x(i), y: top, width: wide, height: tall });
		draw(g, "rect", { class: "count", x: x(i) + 2, y: top + tall - tallness, width: wide - 4, height: tallness, rx: 3 });
		if (count) {
			draw(g, "text", { x: x(i) + wide / 2, y: top + tall - tallness - 5 }, count);
		}
		return g;
	});
	draw(svg, "line", { class: "base", x1: left, x2: x(n) + wide, y1: top + tall, y2: top + tall });
	for (let i = 0; i < n; i += 4) {
		draw(svg, "text", { class: "tick", x: x(i), y: top + tall + 17 }, points((i * of) / n));
	}
	draw(svg, "text", { class: "tick", x: x(n) + wide / 2, y: top + tall + 17 }, points(of));
	const side = median > x(n) - 60 ? " at-end" : median < 60 ? " at-start" : "";
	draw(svg, "text", { class: `median-name${side}`, x: median, y: top - 12 }, `median ${points(d.median)}`);
	svg.addEventListener("keydown", (event) => {
		const i = bars.indexOf(document.activeElement), to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: n }[event.key];
		if (i >= 0 && bars[to]) {
			event.preventDefault();
			bars.forEach((b, k) => b.setAttribute("tabindex", k === to ? 0 : -1));
			bars[to].focus();
		}
	});
	return svg;
}
