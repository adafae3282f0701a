// The service worker: keeps the page for use without a network. It is not a module of the page: the browser starts it
// by its own address and runs it beside the page. The site's builder prepends a line that lists the files to keep.

/** @typedef {{ version: string, files: string[] }} Site files: the page, then files whose names fix their content */

/** @typedef {Event & { waitUntil: (done: Promise<unknown>) => void }} Lifetime */
/** @typedef {Lifetime & { request: Request, respondWith: (answer: Promise<Response>) => void }} Fetching */

const worker = /** @type {any} */ (self);
/** @type {Site} */
const { version, files } = worker.SITE;

const PREFIX = "minemind-";
const CACHE = `${PREFIX}${version}`;
const PATIENCE = 3000; // ms to wait for the page from the network if an older one is at hand

worker.addEventListener("install", (/** @type {Lifetime} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {Lifetime} */ event) => event.waitUntil(clear()));

// Until then an older version stays active, because its page may still need files that only its cache has.
worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (isPage(request)) event.respondWith(newest(request));
  else if (addresses().has(request.url)) event.respondWith(kept(request));
});

// The page itself is always fetched again, whatever the browser has cached, because it names all other files. These are
// taken as the page has just loaded them, even if the host does not say how long they last.
async function fill() {
  const cache = await caches.open(CACHE);
  const [page, ...lasting] = files;
  const requests = lasting.map((file) => new Request(file, { cache: "force-cache" }));
  await cache.addAll([new Request(page, { cache: "reload" }), ...requests]);
}

// Delete the caches of older versions, but only those for this folder of the host.
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
 * The page from the network, so that a new version shows at once; otherwise from the cache.
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
 * A file from the cache: the content under its name never changes.
 * @param {Request} request
 */
async function kept(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}
