// The desk sends requests to a worker, which can be stopped at any time.

const desk = { module: null, stock: "", source: "", next: 1, long: null, brief: null };

// brief are the requests that take no time. They do not wait for the answers to others.
const brief = new Set(["bundle", "rules", "cases", "boards", "mistakes"]);

// opened compiles the worker's code.
async function openDesk() {
	const [source, code, stock] = await Promise.all([text("worker"), column("wasm"), text("stock")]);
	desk.stock = stock;
	desk.source = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
	desk.module = await WebAssembly.compile(code);
	desk.long = startDesk("long");
}

// startDesk starts a worker, and returns it with the calls that wait for it.
function startDesk(name) {
	const worker = new Worker(desk.source), waiting = new Map();
	const fail = (why) => {
		if (waiting.size > 0) { // else the next call fails
			stopDesk("touchstone failed, which is no fault of yours: " + (why || "the browser does not say why"), name);
		}
	};
	worker.onmessage = ({ data }) => {
		if (data.fatal) {
			fail(data.fatal);
			return;
		}
		const call = waiting.get(data.id);
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
		waiting.delete(data.id);
		if (data.error !== undefined) {
			call.fail(new Error(data.error));
		} else {
			call.done({ value: JSON.parse(data.value), files: data.files });
		}
	};
	worker.onerror = (event) => {
		event.preventDefault();
		fail(event.message);
	};
	worker.postMessage({ module: desk.module, stock: desk.stock });
	return { worker, waiting };
}

// stopDesk ends the current requests, and starts a new worker.
function stopDesk(why, name = "long") {
	const { worker, waiting } = desk[name];
	worker.terminate();
	desk[name] = startDesk(name);
	waiting.forEach((call) => call.fail(new Error(why)));
}

// ask sends a request to touchstone, and returns a promise of {value, files}. It calls step with
// the progress, and tell with the parts of the answer before the last one.
function ask(request, files = {}, step = () => {}, tell = () => {}) {
	return new Promise((done, fail) => {
		const id = desk.next++;
		if (brief.has(request.do) && desk.long.waiting.size > 0) {
			desk.brief ??= startDesk("brief");
		}
		const { worker, waiting } = brief.has(request.do) && desk.brief || desk.long;
		waiting.set(id, { done, fail, step, tell });
		worker.postMessage({ id, request: JSON.stringify(request), files });
	});
}
