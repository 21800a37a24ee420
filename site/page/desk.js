// The desk: requests go to a worker, which can be stopped at any time.

const desk = { worker: null, module: null, stock: "", source: "", waiting: new Map(), next: 1 };

// opened makes the worker's code ready.
async function openDesk() {
	const [source, code, stock] = await Promise.all([text("worker"), column("wasm"), text("stock")]);
	desk.stock = stock;
	desk.source = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
	desk.module = await WebAssembly.compile(code);
	startDesk();
}

function startDesk() {
	const worker = new Worker(desk.source);
	worker.onmessage = ({ data }) => {
		const call = desk.waiting.get(data.id);
		if (!call) {
			return;
		}
		if (data.of !== undefined) {
			call.step(data.done, data.of);
			return;
		}
		if (data.part) {
			call.tell({ value: JSON.parse(data.value), files: data.files });
			return;
		}
		desk.waiting.delete(data.id);
		if (data.error !== undefined) {
			call.fail(new Error(data.error));
		} else {
			call.done({ value: JSON.parse(data.value), files: data.files });
		}
	};
	worker.onerror = (event) => {
		event.preventDefault();
		stopDesk("it needed more memory than a browser gives, or failed: " + (event.message || "no word of why"));
	};
	worker.postMessage({ module: desk.module, stock: desk.stock });
	desk.worker = worker;
}

// stopDesk ends what is under way, and begins afresh.
function stopDesk(why) {
	desk.worker.terminate();
	const waiting = [...desk.waiting.values()];
	desk.waiting.clear();
	startDesk();
	waiting.forEach((call) => call.fail(new Error(why)));
}

// ask asks touchstone, and returns a promise of {value, files}. step is told how far it is, and tell of the parts of the answer before
// the last one.
function ask(request, files = {}, step = () => {}, tell = () => {}) {
	return new Promise((done, fail) => {
		const id = desk.next++;
		desk.waiting.set(id, { done, fail, step, tell });
		desk.worker.postMessage({ id, request: JSON.stringify(request), files });
	});
}
