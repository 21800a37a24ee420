new Promise((done) => {
	const log = document.getElementById("log"), frames = [], work = [], steps = 200, ask = requestAnimationFrame.bind(window);
	window.requestAnimationFrame = (f) => ask((at) => { // which the page calls to draw
		const begin = performance.now();
		f(at);
		log.clientHeight; // lays it out
		work.push(performance.now() - begin);
	});
	const sorted = (times) => times.sort((a, b) => a - b);
	let last = performance.now();
	const step = (i) => {
		const now = performance.now();
		frames.push(now - last);
		last = now;
		if (i > steps) {
			return done([sorted(frames.slice(1)), sorted(work)]);
		}
		log.scrollTop = (log.scrollHeight * i) / steps;
		ask(() => step(i + 1));
	};
	ask(() => step(0));
})
