// The desk sends requests to a worker, which can be stopped at any time.

const desk = { module: null, stock: "", source: "", nextId: 1, long: null, brief: null };

// briefRequests are the requests that take no time. They do not wait for the answers to others.
const briefRequests = new Set(["bundle", "rules", "cases", "boards", "mistakes"]);

// openDesk compiles the worker's code.
async function openDesk() {
	const [source, code, stock] = await Promise.all([text("worker"), column("wasm"), text("stock")]);
	desk.stock = stock;
	desk.source = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
	desk.module = await WebAssembly.compile(code);
	desk.long = startDesk("long");
}

// startDesk starts a worker, and returns it with the calls that wait for it.
function startDesk(name) {
	const worker = new Worker(desk.source), calls = new Map();
	const fail = (reason) => {
		if (calls.size > 0) { // else the next call fails
			stopDesk("touchstone failed, which is no fault of yours: " + (reason || "the browser does not say why"), name);
		}
	};
	worker.onmessage = ({ data }) => {
		if (data.fatal) {
			fail(data.fatal);
			return;
		}
		const call = calls.get(data.id);
		if (!call) {
			return;
		}
		if (data.total !== undefined) {
			call.step(data.done, data.total);
			return;
		}
		if (data.part) {
			call.onPart({ value: JSON.parse(data.value), files: data.files });
			return;
		}
		calls.delete(data.id);
		if (data.error !== undefined) {
			call.reject(new Error(data.error));
		} else {
			call.resolve({ value: JSON.parse(data.value), files: data.files });
		}
	};
	worker.onerror = (event) => {
		event.preventDefault();
		fail(event.message);
	};
	worker.postMessage({ module: desk.module, stock: desk.stock });
	return { worker, calls };
}

// stopDesk ends the current requests, and starts a new worker.
function stopDesk(reason, name = "long") {
	const { worker, calls } = desk[name];
	worker.terminate();
	desk[name] = startDesk(name);
	calls.forEach((call) => call.reject(new Error(reason)));
}

// ask sends a request to touchstone, and returns a promise of {value, files}. It calls step with
// the progress, and onPart with the parts of the answer before the last one.
function ask(request, files = {}, step = () => {}, onPart = () => {}) {
	return new Promise((resolve, reject) => {
		const id = desk.nextId++;
		if (briefRequests.has(request.do) && desk.long.calls.size > 0) {
			desk.brief ??= startDesk("brief");
		}
		const { worker, calls } = briefRequests.has(request.do) && desk.brief || desk.long;
		calls.set(id, { resolve, reject, step, onPart });
		worker.postMessage({ id, request: JSON.stringify(request), files });
	});
}
