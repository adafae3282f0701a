// Games that were left for other ones, by address, so that Back leads to each of them as it was.

import { phrase } from "../words/catalogue.js";
import { toast } from "../page/dom.js";

/** @typedef {import("./ongoing.js").Stored & { game: import("../game/game.js").Game }} Left */

const MISSED = 3; // turns: nobody misses a shorter game after starting another
const MOST = 20; // games that are kept

export class LeftGames {
  /** @type {Map<string, Left>} */
  #games = new Map();
  #latest = ""; // the address of the game that was left last

  /**
   * Keep the current game, if it has begun and has an address.
   * @param {import("./play.js").Play} play
   */
  add({ game, clock, helps, dealtFrom, address, modes: { mode } }) {
    this.#latest = (game.history.length && address) || "";
    if (!this.#latest) return;
    this.#games.set(this.#latest, { setup: game.setup, game, elapsed: clock.time, helps: [...helps], mode, dealtFrom });
    if (this.#games.size > MOST) this.#games.delete([...this.#games.keys()][0]);
  }

  /**
   * Offer the way back to the game that was left last, if anybody would miss it.
   * @param {import("./play.js").Play} play
   * @param {(left: Left) => void} goOn
   */
  offer(play, goOn) {
    const [address, left] = [this.#latest, this.at(this.#latest)];
    if (left?.game.state !== "playing" || left.game.history.length < MISSED) return;
    const act = () => {
      location.hash = address; // so that Back leads here
      if (play.game !== left.game) goOn(left); // going there is not enough if both games have this address
    };
    toast(phrase("play.left"), { text: phrase("play.left.back"), act });
  }

  /** @param {string} address */
  at(address) {
    return this.#games.get(address) ?? null;
  }
}
