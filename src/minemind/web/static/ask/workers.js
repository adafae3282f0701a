// How a worker is started, also for a page on another host: browsers refuse to start one from there, unless a script of
// that page's own imports it.

/** @param {URL} address */
export function startWorker(address) {
  const isOwn = address.origin === location.origin;
  return new Worker(isOwn ? address : importing(address), { type: "module" });
}

/** @type {Map<string, string>} */
const scripts = new Map();

/**
 * A script of this page that imports another one.
 * @param {URL} address
 */
function importing({ href }) {
  const known = scripts.get(href);
  if (known) return known;
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" });
  const made = URL.createObjectURL(script);
  scripts.set(href, made);
  return made;
}
