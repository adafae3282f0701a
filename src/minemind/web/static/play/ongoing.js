// The game that goes on after a reload: every tab has its own, and a new tab goes on with that of whichever was used last.
// What is found in the store is checked before it is played.

import { USUAL } from "../game/game.js";
import { layoutCounts, layoutText } from "../game/layout.js";
import { checkedMode } from "./modes.js";
import { checkedSetup, replayed } from "../files/saved.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./modes.js").Mode} Mode */

const STORE = "minemind.game";
const STORE_AFTER = 400; // ms; many turns at once are stored once

/**
 * @typedef {object} Stored
 * @property {import("../game/game.js").Setup} setup of the next game
 * @property {Game | null} game without one, only what it was to be dealt from
 * @property {number} elapsed ms
 * @property {Mode} mode
 * @property {string[]} helps
 * @property {import("../game/game.js").Setup | null} dealtFrom what its mines came from, whatever was done to them since
 */

/** Of several tabs, the one in which something happened last has the game that goes on after a reload. */
export class Ongoing {
  #owns = false; // whether what is stored is of this tab
  #isWaiting = false;

  /** @param {() => void} keep puts the game in the store */
  constructor(keep) {
    this.keep = keep;
    addEventListener("storage", (event) => {
      if (event.key === STORE) this.#owns = false;
    });
    addEventListener("pagehide", () => this.#owns && keep());
  }

  // Something has happened here.
  changed() {
    this.#owns = true;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      this.keep();
    }, STORE_AFTER);
  }
}

/** @param {import("./play.js").Play} play */
export function storeGame({ game, clock, modes, helps, dealtFrom }) {
  try {
    const { setup, allMines } = game;
    const layout = allMines && layoutText(game.board, allMines);
    const about = { elapsed: clock.time, mode: modes.mode, helps: [...helps], dealtFrom };
    const kept = { setup, layout, game: game.isNamed ? game.toJSON() : null, ...about };
    for (const store of [sessionStorage, localStorage]) store.setItem(STORE, JSON.stringify(kept));
  } catch {
    // A full or forbidden store costs no more than the game after a reload.
  }
}

/**
 * The stored game, without one only what it was to be dealt from; null if there is nothing that can be played.
 * @returns {Stored | null}
 */
export function storedGame() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE) ?? localStorage.getItem(STORE) ?? "null");
    if (!kept) return null;
    const setup = checkedSetup({ ...USUAL, ...kept.setup });
    const game = kept.game ? replayed(kept.game, kept.layout ? layoutCounts(kept.layout) : null) : null;
    const elapsed = Number.isFinite(kept.elapsed) ? Math.max(0, kept.elapsed) : 0;
    const helps = Array.isArray(kept.helps) ? kept.helps.map(String) : [];
    const dealtFrom = kept.dealtFrom ? checkedSetup({ ...USUAL, ...kept.dealtFrom }) : null;
    return { setup, game, elapsed, mode: checkedMode(kept.mode), helps, dealtFrom };
  } catch {
    return null;
  }
}
