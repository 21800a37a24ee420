// Files in and out.

// save has the browser keep a file.
function save(name, bytes) {
	const a = make("a");
	a.href = URL.createObjectURL(new Blob([bytes]));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

const maxBytes = 256 << 20;

// read returns files that were chosen or dropped, by their paths. What is too much is said before it is read.
async function read(list) {
	const files = {};
	let size = 0;
	for (const file of list) {
		size += file.size;
		if (size > maxBytes) {
			throw new Error(`want at most ${maxBytes >> 20} MB, found more: ${file.name} has ${Math.round(file.size / 1e6)} MB`);
		}
	}
	for (const file of list) {
		files[file.webkitRelativePath || file.name] = new Uint8Array(await file.arrayBuffer());
	}
	return files;
}

const noFolders = "this browser does not hand over directories: drop answers.zip or the files in it";

// dropped returns the files of a drop, those in directories as well. Whatever it is asked for is asked for at once: behind the first await
// there is nothing left of a drop.
async function dropped(transfer) {
	const items = [...transfer.items].filter((item) => item.kind === "file").map((item) => ({
		file: item.getAsFile(), entry: item.webkitGetAsEntry?.(), handle: item.getAsFileSystemHandle?.().catch(() => null),
	}));
	if (!items.some(({ entry }) => entry?.isDirectory)) {
		return read(transfer.files);
	}
	const found = [];
	for (const { file, entry, handle } of items) {
		if (!entry?.isDirectory) {
			found.push(file);
			continue;
		}
		try {
			const directory = await handle;
			await (directory ? addHandle(found, directory, directory.name) : addEntry(found, entry));
		} catch {
			throw new Error(noFolders);
		}
	}
	return read(found);
}

// placed returns a file that says where it lay.
const placed = (file, path) => Object.defineProperty(file, "webkitRelativePath", { value: path });

// addHandle adds the files in a directory, as browsers hand it over to a page on a disk.
async function addHandle(found, directory, path) {
	for await (const [name, one] of directory.entries()) {
		if (one.kind === "directory") {
			await addHandle(found, one, `${path}/${name}`);
		} else {
			found.push(placed(await one.getFile(), `${path}/${name}`));
		}
	}
}

// addEntry adds a file or the files in a directory, as all browsers hand them over to a page of a server.
async function addEntry(found, entry) {
	if (entry.isFile) {
		found.push(placed(await new Promise((done, fail) => entry.file(done, fail)), entry.fullPath.replace(/^\//, "")));
		return;
	}
	const reader = entry.createReader();
	for (;;) {
		const some = await new Promise((done, fail) => reader.readEntries(done, fail));
		if (some.length === 0) {
			return;
		}
		for (const one of some) {
			await addEntry(found, one);
		}
	}
}

// namesOf names the first of some files and directories, and says how many there are more.
const namesOf = (files) => some([...files].map((file) => file.name));

// catchDrops has an element take drops, and the names of what is dropped.
function catchDrops(element, take) {
	element.addEventListener("dragover", (event) => { event.preventDefault(); element.classList.add("over"); });
	element.addEventListener("dragleave", () => element.classList.remove("over"));
	element.addEventListener("drop", (event) => {
		event.preventDefault();
		element.classList.remove("over");
		take(dropped(event.dataTransfer), namesOf(event.dataTransfer.files));
	});
}
