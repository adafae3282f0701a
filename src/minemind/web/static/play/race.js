// The race: the champion plays the same mines at a pace that people can have; its board is shown beside one's own.

import { picture } from "../canvas/draw.js";
import { Board } from "../game/board.js";
import { Game } from "../game/game.js";
import { phrase } from "../words/catalogue.js";
import { make } from "../page/dom.js";
import { ask } from "../ask/engine.js";
import { layoutText } from "../game/layout.js";
import { secondsText } from "../game/words.js";

const HEIGHT = 84; // px of the champion's board, at most

/** Clicks of the champion in a second. */
export const PACES = /** @type {const} */ ([0.5, 1, 2, 4]);
/** @typedef {(typeof PACES)[number]} Pace */

export class Race {
  /** @type {import("../ask/answers.js").Answers["rival"] | null} */
  #rival = null;
  #isAsking = false;
  /** @type {Game | null} */
  #game = null; // as far as the champion has come
  #played = 0; // of its clicks
  #picture = make("canvas", { className: "rival", role: "img" });
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

  // The champion gets the mines as soon as they are dealt, and the clock of the game is its own, too.
  async begin() {
    const { bar, play } = this.modes;
    const { game } = play;
    this.#rival = null;
    this.#said.textContent = phrase("race.waiting");
    this.#progress.setAttribute("aria-label", phrase("race.progress"));
    this.#picture.setAttribute("aria-label", phrase("race.board"));
    this.#lineUp();
    bar.replaceChildren(this.#picture, this.#progress, this.#said);
    const first = game.history.find(([action]) => action === "open");
    if (!game.counts || !first) return;
    this.#isAsking = true;
    try {
      const layout = { text: layoutText(game.board, game.counts) };
      const rival = await ask("rival", { layout, start: [first[1], first[2]] }, "race");
      if (play.game !== game) return;
      this.#rival = rival;
      this.#lineUp();
    } catch {
      this.#said.textContent = phrase("race.none");
    } finally {
      this.#isAsking = false;
    }
  }

  // The champion has the same board; a finished race stays as it is until the next one.
  #lineUp() {
    const { board, setup, counts } = this.modes.play.game;
    const { grid, mines, perCell } = board;
    this.#game = new Game(new Board(grid, { mines, perCell }), setup, counts);
    this.#played = 0;
    this.#paint();
  }

  #paint() {
    if (!this.#game) return;
    const { board, counts, state, exploded } = this.#game;
    const isOver = state !== "playing";
    const end = isOver ? { mines: counts, won: state === "won", exploded: new Set(exploded) } : {};
    const ratio = devicePixelRatio || 1;
    const size = Math.max(2, Math.min(9, Math.floor(HEIGHT / board.grid.rows)));
    const { width } = picture({ board, ...end }, size, ratio, this.#picture);
    this.#picture.style.width = `${width / ratio}px`;
  }

  /** @param {number} clicks that the champion has made by now */
  #play(clicks) {
    const { grid } = this.modes.play.game;
    const due = this.#rival?.clicks.slice(this.#played, clicks) ?? [];
    for (const cell of due) this.#game?.open(grid.index(...cell));
    this.#played += due.length;
    if (due.length) this.#paint();
  }

  // When the champion is done, in ms; its first click is the player's.
  get #end() {
    return ((this.#rival?.opened.length ?? 1) - 1) * (1000 / this.#pace);
  }

  /** @param {number} ms */
  tick(ms) {
    if (!this.#rival) return;
    const { opened, free } = this.#rival;
    const clicks = Math.min(opened.length - 1, Math.floor((ms / 1000) * this.#pace));
    this.#play(clicks + 1);
    this.#progress.value = opened[clicks] / free;
    const said = ms >= this.#end ? this.#ended : phrase("race.share", { share: opened[clicks] / free });
    if (this.#said.textContent !== said) this.#said.textContent = said;
  }

  get #ended() {
    return phrase("race.ended", { state: this.#rival?.state, time: secondsText(this.#end) });
  }

  /**
   * Who has won.
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
