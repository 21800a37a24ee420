// Reading and saving files.

// save makes the browser save a file.
function save(name, bytes) {
	const anchor = make("a");
	anchor.href = URL.createObjectURL(new Blob([bytes]));
	anchor.download = name;
	anchor.click();
	setTimeout(() => URL.revokeObjectURL(anchor.href), 60000);
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

const folderMessage = "this browser does not hand over directories: drop answers.zip or the files in it";

// readDrop returns the files of a drop, also files in directories. It requests all of them at once,
// since a browser forgets a drop after the first await.
async function readDrop(transfer) {
	const items = [...transfer.items].filter((item) => item.kind === "file").map((item) => ({
		file: item.getAsFile(), entry: item.webkitGetAsEntry?.(), handle: item.getAsFileSystemHandle?.().catch(() => null),
	}));
	if (!items.some(({ entry }) => entry?.isDirectory)) {
		return read(transfer.files);
	}
	const files = [];
	for (const { file, entry, handle } of items) {
		if (!entry?.isDirectory) {
			files.push(file);
			continue;
		}
		try {
			const directory = await handle;
			await (directory ? addHandle(files, directory, directory.name) : addEntry(files, entry));
		} catch {
			throw new Error(folderMessage);
		}
	}
	return read(files);
}

// setPath returns a file with its path.
const setPath = (file, path) => Object.defineProperty(file, "webkitRelativePath", { value: path });

// addHandle adds the files in a directory that browsers give to a page from a disk.
async function addHandle(files, directory, path) {
	for await (const [name, child] of directory.entries()) {
		if (child.kind === "directory") {
			await addHandle(files, child, `${path}/${name}`);
		} else {
			files.push(setPath(await child.getFile(), `${path}/${name}`));
		}
	}
}

// addEntry adds a file, or the files in a directory, that browsers give to a page from a server.
async function addEntry(files, entry) {
	if (entry.isFile) {
		files.push(setPath(
			await new Promise((resolve, reject) => entry.file(resolve, reject)),
			entry.fullPath.replace(/^\//, ""),
		));
		return;
	}
	const reader = entry.createReader();
	for (;;) {
		const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
		if (batch.length === 0) {
			return;
		}
		for (const child of batch) {
			await addEntry(files, child);
		}
	}
}

// namesOf names the first few files and directories, and the number of the others.
const namesOf = (files) => summarize([...files].map((file) => file.name));

// catchDrops makes an element accept drops, and shows the names of the dropped files.
function catchDrops(element, accept) {
	element.addEventListener("dragover", (event) => { event.preventDefault(); element.classList.add("over"); });
	element.addEventListener("dragleave", () => element.classList.remove("over"));
	element.addEventListener("drop", (event) => {
		event.preventDefault();
		element.classList.remove("over");
		accept(readDrop(event.dataTransfer), namesOf(event.dataTransfer.files));
	});
}
