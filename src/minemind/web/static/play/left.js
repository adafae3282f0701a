// Games that were left for other ones, by address, so that Back leads to each of them as it was.

/** @typedef {import("./ongoing.js").Stored & { game: import("../game/game.js").Game }} Left */

export const MISSED = 3; // turns: nobody misses a shorter game after starting another
const MOST = 20; // games that are kept

export class LeftGames {
  /** @type {Map<string, Left>} */
  #games = new Map();

  /**
   * Keep the current game, if it has begun and has an address.
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
