// Tables for tiles, kept in the browser between visits (IndexedDB), for workers.
//
// A search cannot wait for the database. So a worker gets the Blobs before each question, which are only handles, and
// the search reads their bytes when it needs them. The module checks the bytes; damaged tables are built and written
// again.

const DATABASE = "slideways";
const STORE = "tables";

/** A request to the database as a promise. */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

/** The tables that the browser has: `{ refresh, read, write }`. If it keeps nothing, the shelf lasts as long as the worker. */
export function tableShelf() {
  const blobs = new Map();
  const database = Promise.resolve()
    .then(opened)
    .catch(() => null);

  /** Look for tables that another worker has written. */
  async function refresh() {
    const store = (await database)?.transaction(STORE).objectStore(STORE);
    if (!store) return;
    const names = await done(store.getAllKeys());
    const missing = names.filter((name) => !blobs.has(name));
    for (const name of missing) blobs.set(name, await done(store.get(name)));
  }

  function read(name) {
    const blob = blobs.get(name);
    return blob && new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
  }

  async function write(name, bytes) {
    const blob = new Blob([bytes]);
    blobs.set(name, blob);
    // Storage may be full or forbidden.
    await database
      .then((open) => open && done(open.transaction(STORE, "readwrite").objectStore(STORE).put(blob, name)))
      .catch(() => {});
  }

  return { refresh: () => refresh().catch(() => {}), read, write };
}
