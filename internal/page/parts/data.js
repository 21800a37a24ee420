// The data of a page: columns of numbers and texts, each compressed.

function bytesOf(text) {
	if (Uint8Array.fromBase64) {
		return Uint8Array.fromBase64(text);
	}
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++) {
		bytes[i] = binary.charCodeAt(i);
	}
	return bytes;
}

// column returns the bytes of a column, or null. The page does not keep them.
async function column(name) {
	const element = document.getElementById("data-" + name);
	if (!element) {
		return null;
	}
	const stream = new Blob([bytesOf(element.textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
	element.remove();
	return new Response(stream).arrayBuffer();
}

async function text(name) {
	const bytes = await column(name);
	return bytes ? new TextDecoder().decode(bytes) : "";
}

async function numbers(type, name) {
	return new type((await column(name)) || 0);
}
