// The page without a network: the browser is asked to keep it, and to say when there is a new version. Where browsers keep
// nothing, as in private windows, everything else works.

import { $, button } from "../page/dom.js";

export async function keepOffline() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register("./service-worker.js", { scope: "./" });
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => offerWhenReady(registration.installing));
  } catch {
    // then a later visit needs the network
  }
}

/** @param {ServiceWorker | null} coming */
function offerWhenReady(coming) {
  coming?.addEventListener("statechange", () => {
    // Without one that is in charge this is the first visit, and no new version.
    if (coming.state === "installed" && navigator.serviceWorker.controller) offer(coming);
  });
}

/**
 * Say that there is a new version; the button starts it.
 * @param {ServiceWorker} waiting
 */
function offer(waiting) {
  $("update").hidden = false;
  button("update-reload").addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take over");
  });
}
