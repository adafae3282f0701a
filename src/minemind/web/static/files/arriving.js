// Files and texts that are dropped on the page or pasted into it, in any view.

import { $, isTyping } from "../page/dom.js";

/** @typedef {{ file: File } | { text: string }} Arrived */

/** @param {Blob} file */
export const isPicture = (file) => file.type.startsWith("image/");

/** @param {(arrived: Arrived) => void} receive */
export function listenForArrivals(receive) {
  listenForPasted(receive);
  listenForDropped(receive);
}

/** @param {(arrived: Arrived) => void} receive */
function listenForPasted(receive) {
  document.addEventListener("paste", (event) => {
    if (isTyping(event.target)) return;
    const file = [...(event.clipboardData?.files ?? [])].find(isPicture);
    const text = event.clipboardData?.getData("text/plain");
    if (!file && !text?.trim()) return;
    event.preventDefault();
    receive(file ? { file } : { text: text ?? "" });
  });
}

/** @param {(arrived: Arrived) => void} receive */
function listenForDropped(receive) {
  let depth = 0; // elements that the drag has entered and not left
  const show = (/** @type {number} */ entered) => {
    depth = entered;
    $("drop").hidden = depth <= 0;
  };
  addEventListener("dragenter", () => show(depth + 1));
  addEventListener("dragleave", () => show(depth - 1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    show(0);
    const file = event.dataTransfer?.files[0];
    receive(file ? { file } : { text: event.dataTransfer?.getData("text/plain") ?? "" });
  });
}
