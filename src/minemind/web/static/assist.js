// The help that a player asks for beside advice: certain cells, the heatmap, single steps and autoplay. It answers from
// the board as the player sees it, never from the mines.

import { Advice } from "./advice.js";
import { findings } from "./analysis.js";
import { ask, following, pause } from "./api.js";
import { Board } from "./board.js";
import { phrase } from "./catalogue.js";
import { $, button, input, pressed, say, select } from "./dom.js";
import { sentence } from "./words.js";

/** @typedef {import("./answers.js").Move} Move */

const DELAYS = [1500, 900, 500, 250, 100, 30, 0]; // ms between two moves of autoplay, by the speed control
const FRAME = 12; // ms of moves before the page is painted again, at full speed

export class Assist {
  #showsCertain = false;
  #showsHeat = false;
  /** @type {import("./analysis.js").Findings | null} */
  #found = null;
  /** @type {object | null} */
  #running = null; // one for each run of autoplay
  #rested = 0;

  /** @param {import("./play.js").Play} play has the game, `act` to take a turn, and `show` */
  constructor(play) {
    this.play = play;
    this.advice = new Advice({
      message: $("play-message"),
      info: $("play-info"),
      guesses: $("guesses"),
      slot: "play-help",
      view: play.view,
      board: () => this.game.board,
      show: () => play.show(),
    });
    this.follow = following(() => this.#analyse());
    button("hint").addEventListener("click", () => this.hint());
    button("step").addEventListener("click", () => this.step());
    button("guess").addEventListener("click", () => this.guess());
    button("auto").addEventListener("click", () => this.auto());
    button("show-certain").addEventListener("click", () => this.toggleCertain());
    button("show-heat").addEventListener("click", () => this.toggleHeat());
  }

  get game() {
    return this.play.game;
  }

  get busy() {
    return this.#running !== null || this.advice.isAsking;
  }

  // What is known of the board, if the player wants to see any of it.
  get known() {
    return this.#showsCertain || this.#showsHeat ? this.#found : null;
  }

  // What it adds to the scene of a game that is being played.
  scene() {
    const { known } = this;
    return {
      ...this.advice.scene(),
      risk: this.#showsHeat ? known?.risk : null,
      safe: known?.safe,
      certainMines: known?.mines,
      dead: known?.dead,
      fifties: known?.fifties,
    };
  }

  // The board has changed: what was said of it is over.
  clear() {
    this.advice.clear();
    if (this.game.state !== "playing" || this.#running || !this.game.history.length) return;
    say($("play-message"), { title: phrase("play.playing"), text: phrase("play.playing.text") });
  }

  stop() {
    this.#running = null;
    pressed($("auto"), false);
  }

  toggleCertain() {
    pressed($("show-certain"), (this.#showsCertain = !this.#showsCertain));
    this.follow();
  }

  toggleHeat() {
    pressed($("show-heat"), (this.#showsHeat = !this.#showsHeat));
    this.follow();
  }

  async #analyse() {
    const { game } = this;
    const text = String(game.board);
    if (!(this.#showsCertain || this.#showsHeat) || game.state !== "playing") this.#found = null;
    else if (this.#found?.text !== text) {
      try {
        this.#found = findings(Board.parse(text), await ask("analyse", { board: { text } }, "play-analyse"), text);
      } catch (error) {
        this.#found = null;
        if (String(this.game.board) === text) this.complain(error, phrase("play.no-analysis"));
      }
    }
    this.play.show();
  }

  /**
   * @param {unknown} error
   * @param {string} title
   */
  complain(error, title) {
    this.stop();
    this.advice.complain(error, title);
  }

  serverIsBack() {
    this.advice.serverIsBack();
    this.follow();
  }

  async hint() {
    if (this.game.state !== "playing") return;
    this.stop();
    await this.advice.hint();
  }

  async guess() {
    if (this.game.state !== "playing") return;
    this.stop();
    await this.advice.guess();
  }

  // One certain move; where there is none, the guess is shown first, and taken by the next step.
  async step() {
    if (this.game.state !== "playing") return;
    this.stop();
    const shown = this.advice.shown?.move;
    const move = shown && !shown.certain ? shown : (await this.advice.ask("hint"))?.moves[0];
    if (!move) return;
    const isNew = !move.certain && move !== shown && !this.game.needsMines;
    if (isNew) this.advice.showMove(move, phrase("advice.step"));
    else await this.#take(move);
  }

  /** @param {Move} move */
  async #take(move) {
    const index = this.game.grid.index(...move.cell);
    const did = await this.play.act(move.action, index, { mines: move.action === "flag" ? move.mines || 1 : null });
    if (did && this.game.state === "playing") {
      const title = phrase("advice.move", { action: move.action, cell: move.cell });
      say($("play-message"), { title, text: sentence(move.reason) });
    }
    return did;
  }

  async auto() {
    if (this.#running) return this.stop();
    if (this.game.state !== "playing") return;
    const run = (this.#running = {});
    pressed($("auto"), true);
    say($("play-message"), { title: phrase("play.autoplay") });
    try {
      while (this.#running === run && this.game.state === "playing" && (await this.#round(run)));
    } finally {
      if (this.#running === run) this.stop();
    }
  }

  /**
   * All that is certain now, one by one; says whether to go on.
   * @param {object} run
   */
  async #round(run) {
    let moves = (await this.advice.ask("hint", { all: true }))?.moves;
    if (moves?.length === 0) moves = (await this.advice.ask("hint"))?.moves;
    if (!moves?.length || this.#running !== run) return false;
    const isGuess = !moves[0].certain && !this.game.needsMines;
    if (isGuess && select("auto-until").value === "guess") {
      this.stop();
      this.advice.showMove(moves[0]);
      return false;
    }
    for (const move of moves) {
      if (this.#running !== run || this.game.state !== "playing") return false;
      if (await this.#take(move)) await this.#rest(DELAYS[Number(input("speed").value)]);
    }
    return true;
  }

  /**
   * Between two moves. At full speed as many as a frame has time for go together.
   * @param {number} delay
   */
  async #rest(delay) {
    if (delay) return pause(delay);
    if (performance.now() - this.#rested < FRAME) return;
    this.#rested = await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
