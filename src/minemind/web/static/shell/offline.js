// The page without a network: ask the browser to keep it, and to tell when there is a new version. If the browser keeps
// nothing, as in private windows, everything else works.

import { $, button } from "../page/dom.js";

export async function keepOffline() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register("./service-worker.js", { scope: "./" });
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => offerWhenReady(registration.installing));
  } catch {
    // a later visit needs the network
  }
}

/** @param {ServiceWorker | null} coming */
function offerWhenReady(coming) {
  coming?.addEventListener("statechange", () => {
    // Without a controller this is the first visit, not a new version.
    if (coming.state === "installed" && navigator.serviceWorker.controller) offer(coming);
  });
}

/**
 * Announce a new version, with a button that switches to it.
 * @param {ServiceWorker} waiting
 */
function offer(waiting) {
  $("update").hidden = false;
  button("update-reload").addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take over");
  });
}
