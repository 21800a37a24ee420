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
function showUngraded(book) {
	const failed = book.students.filter((student) => student.notGraded), banner = document.getElementById("banner");
	if (!failed.length) { return; }
	const list = make("ul", "names");
	for (const student of failed) {
		const item = list.appendChild(make("li"));
		item.append(link(student), `: ${student.notGraded}`);
	}
	banner.append(make("h2", "", `${plural(failed.length, "student")} could not be graded`), make("p", "", "Touchstone failed, and not their programs. They have no points, and no figure below but the map's counts them. Mend what is said here and give the same command again."), list);
	banner.hidden = false;
}

function showScores(book) {
	showUngraded(book);
	const { scores, of: maximum } = book, figures = document.getElementById("figures");
	if (!scores) {
		figures.append(make("dd", "", "Nobody is graded."));
		return;
	}
	const fullCount = scores.bins.at(-1), missingCount = book.students.filter((student) => student.noProgram).length;
	const facts = [["median", points(scores.median)], ["middle half", `${points(scores.lower)} – ${points(scores.upper)}`], ["mean", points(scores.mean)], ["all points", plural(fullCount, "student")]];
	if (missingCount) {
		facts.push(["no program", plural(missingCount, "student")]);
	}
	for (const [name, value] of facts) {
		const item = figures.appendChild(make("div"));
		item.append(make("dt", "", name), make("dd", "", value));
	}
	document.getElementById("histogram").append(histogram(scores, maximum));
}

// histogram draws a bar for each twentieth of the points, and one for full points.
function histogram(scores, maximum) {
	const binCount = scores.bins.length - 1, binWidth = 40, plotHeight = 150, top = 26, left = 8;
	const maxCount = Math.max(...scores.bins, 1), svg = document.createElementNS(SVG, "svg");
	const label = `Scores: median ${points(scores.median)} of ${points(maximum)}, half of the class from ${points(scores.lower)} to ${points(scores.upper)}`;
	for (const [name, value] of Object.entries({ viewBox: `0 0 ${left * 2 + (binCount + 1) * binWidth + 12} ${top + plotHeight + 26}`, class: "histogram", role: "group", "aria-label": label })) {
		svg.setAttribute(name, value);
	}
	const x = (i) => left + i * binWidth + (i === binCount ? 12 : 0),
		position = (value) => left + (value / maximum) * binCount * binWidth;
	draw(svg, "rect", { class: "half", x: position(scores.lower), y: top, width: Math.max(1, position(scores.upper) - position(scores.lower)), height: plotHeight });
	const median = Math.min(position(scores.median), x(binCount) + binWidth / 2);
	draw(svg, "line", { class: "median", x1: median, x2: median, y1: top - 8, y2: top + plotHeight });
	const bars = scores.bins.map((count, i) => {
		const height = count ? Math.max(2, (count / maxCount) * (plotHeight - 8)) : 0;
		const range = i === binCount
			? "all points"
			: `from ${points((i * maximum) / binCount)} to below ${points(((i + 1) * maximum) / binCount)}`;
		const group = draw(svg, "g", { class: i === binCount ? "bin full" : "bin", role: "img", tabindex: i === 0 ? 0 : -1, "aria-label": `${plural(count, "student")}: ${range}` });
		draw(group, "title", {}, `${plural(count, "student")}: ${range}`);
		draw(group, "rect", { class: "hit", x: x(i), y: top, width: binWidth, height: plotHeight });
		draw(group, "rect", {
			class: "count", x: x(i) + 2, y: top + plotHeight - height, width: binWidth - 4, height, rx: 3,
		});
		if (count) {
			draw(group, "text", { x: x(i) + binWidth / 2, y: top + plotHeight - height - 5 }, count);
		}
		return group;
	});
	draw(svg, "line", { class: "base", x1: left, x2: x(binCount) + binWidth, y1: top + plotHeight, y2: top + plotHeight });
	for (let i = 0; i < binCount; i += 4) {
		draw(svg, "text", { class: "tick", x: x(i), y: top + plotHeight + 17 }, points((i * maximum) / binCount));
	}
	draw(svg, "text", { class: "tick", x: x(binCount) + binWidth / 2, y: top + plotHeight + 17 }, points(maximum));
	const side = median > x(binCount) - 60 ? " at-end" : median < 60 ? " at-start" : "";
	draw(svg, "text", { class: `median-name${side}`, x: median, y: top - 12 }, `median ${points(scores.median)}`);
	svg.addEventListener("keydown", (event) => {
		const i = bars.indexOf(document.activeElement), target = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: binCount }[event.key];
		if (i >= 0 && bars[target]) {
			event.preventDefault();
			bars.forEach((element, index) => element.setAttribute("tabindex", index === target ? 0 : -1));
			bars[target].focus();
		}
	});
	return svg;
}
