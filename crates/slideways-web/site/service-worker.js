// The service worker of the static site: keeps its files in the browser, so that the page works offline.
//
// `cargo xtask site` writes the list of files before this text, as `FILES`: hashes (SHA-256) by path, with the page
// itself under the path "". The key of a file in the cache contains its hash: every visit gets the files of one version,
// and a new version fetches only those that have changed. It waits until the page asks for it.

const { scope } = registration;
const CACHE = `slideways ${scope}`;

const key = (path) => new URL(`./${path}?${FILES[path]}`, scope).href;

/** Fetch all files that are not in the cache. One that is missing or not of this version fails the installation. */
async function install() {
  const cache = await caches.open(CACHE);
  const add = async (path) => {
    if (await cache.match(key(path))) return;
    const response = await fetch(key(path), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (hash !== FILES[path]) throw new Error(`${path} is not the file of this version`);
    await cache.put(key(path), response);
  };
  await Promise.all(Object.keys(FILES).map(add));
}

/** Remove the files of older versions, and serve the pages that are open. */
async function activate() {
  const cache = await caches.open(CACHE);
  const keys = new Set(Object.keys(FILES).map(key));
  const old = (await cache.keys()).filter(({ url }) => !keys.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await clients.claim();
}

async function answer(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(key(path))) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));

addEventListener("message", ({ data }) => {
  if (data === "activate") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/s, "");
  if (request.method !== "GET" || !address.startsWith(scope)) return;
  const path = address.slice(scope.length).replace(/^index\.html$/, "");
  if (Object.hasOwn(FILES, path)) event.respondWith(answer(path, request));
});
