// The class of the page, and the addresses of its students.

async function load() {
	const [data, texts, heads] = await Promise.all([text("class"), text("texts"), numbers(Uint32Array, "heads")]);
	return new Class(JSON.parse(data), JSON.parse(texts), heads);
}

function address(student, name) { return "#student/" + encodeURIComponent(student.directory) + (name === undefined ? "" : "/" + encodeURIComponent(name)); }

// link returns a link to a student's part of the page.
function link(student, content) {
	const anchor = make("a", "", content ?? student.name);
	anchor.href = address(student);
	return anchor;
}
