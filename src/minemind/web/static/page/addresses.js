// Addresses: every view, game, position, saved entry and step of a review has one. The address is kept up to date
// during play and editing, so that it can be copied; only steps worth going back to enter the browser's history.

import { phrase } from "../words/catalogue.js";

const ENTRY = /^#history\/([^/]+)(?:\/(turn|review)\/(\d+))?$/;

/**
 * @typedef {object} EntryAddress an entry of the history, and which part of it is shown
 * @property {string} id
 * @property {number | null} turn
 * @property {number | null} move of its review
 */

/**
 * The entry that an address leads to; null if it leads elsewhere.
 * @param {string} address
 * @returns {EntryAddress | null}
 */
export function entryIn(address) {
  const [, id, what, number] = ENTRY.exec(address) ?? [];
  if (!id) return null;
  const at = (/** @type {string} */ wanted) => (what === wanted ? Number(number) : null);
  return { id: decoded(id), turn: at("turn"), move: at("review") };
}

/** @type {(part: string) => string} */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(phrase("link.damaged"));
  }
}

/** @type {(entry: EntryAddress) => string} */
export function entryAddress({ id, turn, move }) {
  const part = move !== null ? `/review/${move}` : turn !== null ? `/turn/${turn}` : "";
  return `#history/${encodeURIComponent(id)}${part}`;
}

let known = ""; // the address of what is shown

/**
 * The page now shows what this address names, unless the user has moved on. Until this is called, `settle` does
 * nothing: otherwise the address of what was shown before would replace this one.
 * @param {string} address that the user went to
 */
export function arrive(address) {
  if (location.hash === address) known = address;
}

/**
 * Set the address of what the page shows; not if the user has just gone elsewhere, which is followed instead.
 * @param {string} address
 * @param {boolean} isNew whether Back leads to the previous address
 */
export function settle(address, isNew = false) {
  if (location.hash !== known || address === known) return;
  window.history[isNew ? "pushState" : "replaceState"](null, "", address);
  known = location.hash;
}
