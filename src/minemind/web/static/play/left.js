// Games that were left for another one, by address: Back leads to each of them as it was.

/** @typedef {import("./ongoing.js").Stored & { game: import("../game/game.js").Game }} Left */

export const MISSED = 3; // turns: a game of fewer is not missed by whoever begins another
const MOST = 20; // games that one can go back to

export class LeftGames {
  /** @type {Map<string, Left>} */
  #games = new Map();

  /**
   * The game that is being played is left, if it has begun and can be found again.
   * @param {import("./play.js").Play} play
   */
  add({ game, clock, helps, dealtFrom, address, modes: { mode } }) {
    if (!address || !game.history.length) return;
    this.#games.set(address, { setup: game.setup, game, elapsed: clock.time, helps: [...helps], mode, dealtFrom });
    if (this.#games.size > MOST) this.#games.delete([...this.#games.keys()][0]);
  }

  /** @param {string} address */
  at(address) {
    return this.#games.get(address) ?? null;
  }
}
