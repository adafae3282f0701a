// Addresses: every view, game, position, saved entry and step of a review has one. The address is kept up to date while
// one plays or edits, so that it can be copied; only what somebody would want to go back to gets a place in the history.

import { phrase } from "../words/catalogue.js";

const ENTRY = /^#history\/([^/]+)(?:\/(turn|review)\/(\d+))?$/;

/**
 * @typedef {object} EntryAddress an entry of the history, and what of it is shown
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
 * What this address names is shown now, unless somebody has gone on from there. Until then nothing settles: what was
 * shown before would take its place.
 * @param {string} address that somebody went to
 */
export function arrive(address) {
  if (location.hash === address) known = address;
}

/**
 * The page shows what this address names. Where somebody has just gone elsewhere, that is followed instead.
 * @param {string} address
 * @param {boolean} isNew whether Back leads to where one was
 */
export function settle(address, isNew = false) {
  if (location.hash !== known || address === known) return;
  window.history[isNew ? "pushState" : "replaceState"](null, "", address);
  known = location.hash;
}
