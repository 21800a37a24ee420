
// The worker: it holds touchstone, and answers one request after the other.
let ready;

async function begin({ module, stock }) {
	const go = new Go();
	const instance = await WebAssembly.instantiate(module, go.importObject);
	go.run(instance).finally(() => postMessage({ fatal: "its program ended" }));
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
		reply(await touchstoneAsk(data.request, data.files, (done, of) => postMessage({ id: data.id, done, of }), (part) => reply(part, true)), false);
	} catch (error) {
		// Go's errors are strings. After an exception of JavaScript the program is in no state to continue.
		postMessage(typeof error === "string" ? { id: data.id, error } : { fatal: String(error.message || error) });
	}
};
