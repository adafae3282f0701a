// The race: the champion plays the same mines at a human pace. Only its progress is shown, because its board would give
// away the player's own.

import { phrase } from "../words/catalogue.js";
import { make } from "../page/dom.js";
import { ask } from "../ask/engine.js";
import { layoutText } from "../game/layout.js";
import { secondsText } from "../game/words.js";

/** The champion's clicks per second. */
export const PACES = /** @type {const} */ ([0.5, 1, 2, 4]);
/** @typedef {(typeof PACES)[number]} Pace */

export class Race {
  /** @type {import("../ask/answers.js").Answers["rival"] | null} */
  #rival = null;
  #isAsking = false;
  #progress = make("progress", { max: 1, value: 0 });
  #said = make("span", {});

  /** @param {import("./modes.js").Modes} modes */
  constructor(modes) {
    this.modes = modes;
  }

  get isOn() {
    return this.#isAsking || this.#rival !== null;
  }

  get #pace() {
    return this.modes.mode.pace ?? 1;
  }

  // The champion gets the mines as soon as they are dealt, and plays by the clock of the game.
  async begin() {
    const { bar, play } = this.modes;
    const { game } = play;
    this.#rival = null;
    this.#said.textContent = phrase("race.waiting");
    this.#progress.setAttribute("aria-label", phrase("race.progress"));
    this.#progress.value = 0;
    bar.replaceChildren(this.#progress, this.#said);
    const first = game.history.find(([action]) => action === "open");
    if (!game.counts || !first) return;
    this.#isAsking = true;
    try {
      const layout = { text: layoutText(game.board, game.counts) };
      const rival = await ask("rival", { layout, start: [first[1], first[2]] }, "race");
      if (play.game === game) this.#rival = rival;
    } catch {
      this.#said.textContent = phrase("race.none");
    } finally {
      this.#isAsking = false;
    }
  }

  // When the champion finishes, in ms; its first click is the player's, at 0.
  get #end() {
    return ((this.#rival?.opened.length ?? 1) - 1) * (1000 / this.#pace);
  }

  /** @param {number} ms */
  tick(ms) {
    if (!this.#rival) return;
    const { opened, free } = this.#rival;
    const clicks = Math.min(opened.length - 1, Math.floor((ms / 1000) * this.#pace));
    const share = opened[clicks] / free;
    this.#progress.value = share;
    const said = ms >= this.#end ? this.#ended : phrase("race.share", { share });
    if (this.#said.textContent !== said) this.#said.textContent = said;
  }

  get #ended() {
    return phrase("race.ended", { state: this.#rival?.state, time: secondsText(this.#end) });
  }

  /**
   * The result of the race.
   * @param {number} ms
   */
  ended(ms) {
    if (!this.#rival) return null;
    const { state } = this.modes.play.game;
    const rival = this.#rival.state;
    const isFaster = state === rival ? ms < this.#end === (state === "won") : state === "won";
    return `${this.#ended} ${phrase("race.result", { result: isFaster ? "ahead" : "behind" })}`;
  }
}
