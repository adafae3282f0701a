// The game that continues after a reload: every tab has its own, and a new tab continues that of the tab used last.
// What is found in the store is checked before it is played.

import { USUAL } from "../game/game.js";
import { layoutCounts, layoutText } from "../game/layout.js";
import { checkedMode } from "./modes.js";
import { checkedSetup, replayed } from "../files/saved.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./modes.js").Mode} Mode */

const STORE = "minemind.game";
const STORE_AFTER = 400; // ms; several turns in this time are stored once

/**
 * @typedef {object} Stored
 * @property {import("../game/game.js").Setup} setup of the next game
 * @property {Game | null} game null if only its setup is known
 * @property {number} elapsed ms
 * @property {Mode} mode
 * @property {string[]} helps
 * @property {import("../game/game.js").Setup | null} dealtFrom the setup that dealt its mines, even if changed since
 */

/** Among several tabs, the one used last stores the game for a new tab. */
export class Ongoing {
  #owns = false; // whether the stored game is this tab's
  #isWaiting = false;

  /** @param {() => void} keep stores the game */
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
    // If storage is full or forbidden, only the game after a reload is lost.
  }
}

/**
 * The stored game, or only its setup; null if there is nothing that can be played.
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
