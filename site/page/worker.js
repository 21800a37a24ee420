
// The worker: it holds touchstone, and answers one request after the other.
let ready;

async function begin({ module, stock }) {
	const go = new Go();
	const instance = await WebAssembly.instantiate(module, go.importObject);
	go.run(instance);
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
		postMessage({ id: data.id, error: String(error.message || error) });
	}
};
