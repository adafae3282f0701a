// The player's help besides advice: certain cells, the heat map, single steps and autoplay. It is based on the board as
// the player sees it, never on the mines.

import { Advice } from "../advice/advice.js";
import { findings, nothingFound } from "../advice/analysis.js";
import { Board, NO_CELL, isFlag, keptAt } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { Coach } from "../advice/coach.js";
import { $, button, input, pressed, say, select } from "../page/dom.js";
import { remembers, toggles } from "../page/switches.js";
import { ask } from "../ask/engine.js";
import { isOn } from "../page/settings.js";
import { following, pause } from "../page/waiting.js";
import { sentence } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Move} Move */

const DELAYS = [1500, 900, 500, 250, 100, 30, 0]; // ms between two moves of autoplay, by speed
const FRAME = 12; // ms of moves before the page is painted again, at full speed

export class Assist {
  /** @type {import("../advice/analysis.js").Findings & { game: import("../game/game.js").Game } | null} */
  #found = null;
  /** @type {object | null} */
  #running = null; // identifies the current run of autoplay
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
      question: () => this.question(),
      show: () => play.show(),
      isOpen: () => this.game.state === "playing",
    });
    this.coach = new Coach(this.advice);
    this.follow = following(() => this.#analyse());
    button("hint").addEventListener("click", () => this.hint());
    button("step").addEventListener("click", () => this.step());
    button("guess").addEventListener("click", () => this.guess());
    button("auto").addEventListener("click", () => this.auto());
    toggles("certain", "show-certain", () => this.follow());
    toggles("heat", "show-heat", () => this.follow());
    toggles("coach", "coach", () => {
      if (isOn("coach")) play.help("coach");
      this.advice.clear(); // the coach replaces the hint
      this.coach.follow();
    });
    remembers("until", "auto-until");
    remembers("speed", "speed");
  }

  get game() {
    return this.play.game;
  }

  // What is promised for the first click; null if it may hit a mine, or has been made.
  get #promise() {
    const { needsMines, setup } = this.game;
    if (!needsMines || setup.firstClick === "any") return null;
    // The mines of a layout move only to its free cells, even next to the first click if no others are free.
    return setup.layout && setup.perCell > 1 ? "safe" : setup.firstClick;
  }

  /**
   * The question behind all help. No answer may rely on a flag that may be wrong.
   * @returns {import("../advice/advice.js").Question}
   */
  question() {
    return { board: { text: String(this.game.board) }, trust_flags: "proven", promise: this.#promise };
  }

  get busy() {
    return this.#running !== null || this.advice.isAsking || this.coach.busy;
  }

  // The findings about the board, if the player wants to see any of them.
  get known() {
    const isOf = this.#found?.game === this.game;
    return isOf && (isOn("certain") || isOn("heat")) ? this.#found : null;
  }

  // Whether the message matters more than the cell that is pointed at: a hint does, and so does the coach's advice
  // until the coach has something to say about the cell.
  get speaksFirst() {
    const { shown } = this.advice;
    return Boolean(shown?.said || shown?.isExplained) || this.coach.choices.length > 0;
  }

  // What the help adds to the scene of a running game.
  scene() {
    const { known } = this;
    const advice = this.advice.scene();
    return {
      ...advice,
      faults: new Set([...(advice.faults ?? []), ...(known?.wrong ?? []), ...this.#wrongFlags()]),
      choices: this.coach.choices,
      areGuesses: this.coach.areGuesses,
      outside: known?.outside,
      outsideLabel: known?.outsideLabel,
      risk: isOn("heat") ? known?.risk : null,
      safe: known?.safe,
      certainMines: known?.mines,
      dead: known?.dead,
      fifties: known?.fifties,
    };
  }

  // Flags that the coach or a hint would remove.
  *#wrongFlags() {
    if (this.#promise) return; // no mine is dealt yet
    const { target = -1, move } = this.advice.shown ?? {};
    const told = [...(this.coach.areGuesses ? [] : this.coach.choices), ...(move?.certain ? [target] : [])];
    yield* told.filter((index) => isFlag(this.game.faces[index]));
  }

  // The board has changed: the help is out of date.
  clear() {
    this.advice.clear();
    this.coach.clear();
    if (isOn("coach")) this.play.help("coach");
    if (this.game.state !== "playing" || this.#running || !this.game.history.length) return;
    say($("play-message"), { title: phrase("play.playing"), text: phrase("play.playing.text") });
  }

  stop() {
    this.#running = null;
    pressed($("auto"), false);
  }

  async #analyse() {
    const { game } = this;
    const text = String(game.board);
    if (!(isOn("certain") || isOn("heat")) || game.state !== "playing") this.#found = null;
    else if (this.known?.text !== text) {
      try {
        this.#found = { ...(await this.#findings(text)), game };
      } catch (error) {
        this.#found = null;
        if (String(this.game.board) === text) this.complain(error, phrase("play.no-analysis"));
      }
    }
    this.play.show();
  }

  /**
   * The findings about the board; before a promised first click, only the promise.
   * @param {string} text
   */
  async #findings(text) {
    const board = Board.parse(text);
    const rule = this.#promise;
    if (!rule) {
      this.play.help("analysis");
      return findings(board, await ask("analyse", this.question(), "play-analyse"), text);
    }
    const isKept = board.faces.every((face, index) => face === NO_CELL || keptAt(board, index, rule) === rule);
    const promise = phrase("promise", { rule: isKept ? rule : "safe" });
    if (!this.advice.shown && !this.play.modes.hasRules)
      say($("play-message"), { title: phrase("play.ready"), text: sentence(promise) });
    return { ...nothingFound(board, text), promise };
  }

  /**
   * @param {unknown} error
   * @param {string} title
   */
  complain(error, title) {
    this.stop();
    this.advice.complain(error, title);
  }

  async hint() {
    if (this.game.state !== "playing") return;
    this.play.help("hint");
    this.stop();
    await this.advice.hint();
  }

  async guess() {
    if (this.game.state !== "playing") return;
    this.play.help("guess");
    this.stop();
    await this.advice.guess();
  }

  // Take one certain move; if there is none, show the guess, which the next step takes.
  async step() {
    if (this.game.state !== "playing") return;
    this.play.help("step");
    this.stop();
    const shown = this.advice.shown?.move;
    const move = shown && !shown.certain ? shown : (await this.advice.ask("hint"))?.moves[0];
    if (!move) return;
    const isNew = !move.certain && move !== shown;
    if (isNew) this.advice.showMove(move, phrase("advice.step"));
    else await this.#take(move);
  }

  /** @param {Move} move */
  async #take(move) {
    const index = this.game.grid.index(...move.cell);
    const title = this.advice.titleOf(move);
    if (move.action === "open" && isFlag(this.game.faces[index])) await this.play.act("flag", index, { mines: 0 });
    const did = await this.play.act(move.action, index, { mines: move.action === "flag" ? move.mines || 1 : null });
    if (did && this.game.state === "playing") {
      say($("play-message"), { title, text: sentence(move.reason) });
      if (move.proof) this.advice.shown = { target: index, ...this.advice.litBy(move.proof), said: true };
      this.play.show();
    }
    return did;
  }

  async auto() {
    if (this.#running) return this.stop();
    if (this.game.state !== "playing") return;
    this.play.help("auto");
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
   * Take all moves that are certain now, one by one. Returns whether to continue.
   * @param {object} run
   */
  async #round(run) {
    let moves = (await this.advice.ask("hint", { all: true }))?.moves;
    if (moves?.length === 0) moves = (await this.advice.ask("hint"))?.moves;
    if (!moves?.length || this.#running !== run) return false;
    if (!moves[0].certain && select("auto-until").value === "guess") {
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
   * The pause between two moves. At full speed, as many moves as a frame has time for are taken together.
   * @param {number} delay
   */
  async #rest(delay) {
    if (delay) return pause(delay);
    if (performance.now() - this.#rested < FRAME) return;
    this.#rested = await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
