// Reading and saving files.

// save makes the browser save a file.
function save(name, bytes) {
	const a = make("a");
	a.href = URL.createObjectURL(new Blob([bytes]));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

const maxBytes = 256 << 20;

// read returns chosen or dropped files, by their paths. Too many or too large files are an error
// before any is read.
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

// dropped returns the files of a drop, also files in directories. It requests all of them at once,
// since a browser forgets a drop after the first await.
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

// withPath returns a file with its path.
const withPath = (file, path) => Object.defineProperty(file, "webkitRelativePath", { value: path });

// addHandle adds the files in a directory that browsers give to a page from a disk.
async function addHandle(found, directory, path) {
	for await (const [name, one] of directory.entries()) {
		if (one.kind === "directory") {
			await addHandle(found, one, `${path}/${name}`);
		} else {
			found.push(withPath(await one.getFile(), `${path}/${name}`));
		}
	}
}

// addEntry adds a file, or the files in a directory, that browsers give to a page from a server.
async function addEntry(found, entry) {
	if (entry.isFile) {
		found.push(withPath(await new Promise((done, fail) => entry.file(done, fail)), entry.fullPath.replace(/^\//, "")));
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

// namesOf names the first few files and directories, and the number of the others.
const namesOf = (files) => some([...files].map((file) => file.name));

// catchDrops makes an element accept drops, and shows the names of the dropped files.
function catchDrops(element, take) {
	element.addEventListener("dragover", (event) => { event.preventDefault(); element.classList.add("over"); });
	element.addEventListener("dragleave", () => element.classList.remove("over"));
	element.addEventListener("drop", (event) => {
		event.preventDefault();
		element.classList.remove("over");
		take(dropped(event.dataTransfer), namesOf(event.dataTransfer.files));
	});
}
