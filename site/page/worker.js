
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
		const { value, files } = await touchstoneAsk(data.request, data.files, (done, of) => postMessage({ id: data.id, done, of }));
		postMessage({ id: data.id, value, files }, Object.values(files).map((bytes) => bytes.buffer));
	} catch (error) {
		postMessage({ id: data.id, error: String(error.message || error) });
	}
};
