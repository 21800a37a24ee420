
// The worker holds touchstone, and answers one request after the other.
let ready;

async function begin({ module, stock }) {
	const runtime = new Go();
	const instance = await WebAssembly.instantiate(module, runtime.importObject);
	runtime.run(instance).finally(() => postMessage({ fatal: "its program ended" }));
	await touchstoneOpen(stock);
}

onmessage = async ({ data }) => {
	if (data.module) {
		ready = begin(data);
		return;
	}
	try {
		await ready;
		const reply = ({ value, files }, part) => postMessage({ id: data.id, value, files, part }, Object.values(files).map((bytes) => bytes.buffer));
		reply(await touchstoneAsk(data.request, data.files, (done, total) => postMessage({ id: data.id, done, total }), (part) => reply(part, true)), false);
	} catch (error) {
		// Errors of Go are strings. After an exception of JavaScript, the program cannot continue.
		postMessage(typeof error === "string" ? { id: data.id, error } : { fatal: String(error.message || error) });
	}
};
