// What keeps the page for use without a network. It is no module of the page: a browser starts it by its own address, and
// keeps it running beside the page. The site's builder puts a line before it that lists what there is to keep.

/** @typedef {{ version: string, files: string[] }} Site files: the page first, then what never changes under its name */

/** @typedef {Event & { waitUntil: (done: Promise<unknown>) => void }} Lifetime */
/** @typedef {Lifetime & { request: Request, respondWith: (answer: Promise<Response>) => void }} Fetching */

const worker = /** @type {any} */ (self);
/** @type {Site} */
const { version, files } = worker.SITE;

const PREFIX = "minemind-";
const CACHE = `${PREFIX}${version}`;
const PATIENCE = 3000; // ms for a page from the network, where an older one is at hand

worker.addEventListener("install", (/** @type {Lifetime} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {Lifetime} */ event) => event.waitUntil(clear()));

// Until then an older version goes on: its page may still need what only its cache has.
worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (isPage(request)) event.respondWith(newest(request));
  else if (addresses().has(request.url)) event.respondWith(kept(request));
});

// The page itself is always fetched again, whatever the browser has cached: it names all other files. Those are taken as the
// page has just loaded them, even from a host that does not say how long they last.
async function fill() {
  const cache = await caches.open(CACHE);
  const [page, ...lasting] = files;
  const requests = lasting.map((file) => new Request(file, { cache: "force-cache" }));
  await cache.addAll([new Request(page, { cache: "reload" }), ...requests]);
}

// The caches of older versions, and only of those that are kept for this folder of the host.
async function clear() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const held = await (await caches.open(name)).keys();
    if (held.some(({ url }) => url === worker.registration.scope)) await caches.delete(name);
  }
  await worker.clients.claim();
}

const addresses = () => new Set(files.map((file) => new URL(file, worker.registration.scope).href));

/** @param {Request} request */
function isPage({ mode, url }) {
  const { origin, pathname } = new URL(url);
  const page = worker.registration.scope;
  return mode === "navigate" && [page, `${page}index.html`].includes(origin + pathname);
}

/**
 * From the network, so that a new version is seen at once; else as it was kept.
 * @param {Request} request
 */
async function newest(request) {
  const cache = await caches.open(CACHE);
  const old = await cache.match(files[0]);
  try {
    const answer = await fetch(request, old ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (answer.ok || !old) return answer;
  } catch (error) {
    if (!old) throw error;
  }
  return old;
}

/**
 * As it was kept: nothing else ever stands under this name.
 * @param {Request} request
 */
async function kept(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}
