// The view in which a game is played: what clicks, taps and keys do. The rules are in game/game.js, the help in
// assist.js; the mines come from the engine.

import { Assist } from "./assist.js";
import { HIDDEN } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { Clock } from "./clock.js";
import { dealMines, whyNone } from "./deal.js";
import { feel, showFace, spread } from "./delight.js";
import { $, button, buttons, inform, inside, isTouch, pressed, say } from "../page/dom.js";
import { sayBack, sayEnd, sayLoaded } from "./ending.js";
import { Outdated } from "../ask/engine.js";
import { newGame } from "../game/game.js";
import { layoutCounts, layoutText } from "../game/layout.js";
import { CLASSIC, Modes, modeText } from "./modes.js";
import { LeftGames } from "./left.js";
import { Ongoing, storeGame, storedGame } from "./ongoing.js";
import { cellActions, gameActions } from "./playkeys.js";
import { cancelReviews } from "../review/reviews.js";
import { layoutOf, replayed } from "../files/saved.js";
import { presetSetup, showSetup } from "./setup.js";
import { BoardView } from "../canvas/view.js";
import { describe } from "../game/words.js";

/** @typedef {import("../ask/answers.js").SavedGame} SavedGame */
/** @typedef {import("../game/game.js").Setup} Setup */

export class Play {
  #flagMode = false;
  #pointed = -1;
  #pressedCells = /** @type {Set<number> | null} */ (null);
  #veiled = /** @type {Set<number> | null} */ (null); // cells that an opening has not reached yet
  #isDealing = false;
  #isEnded = false;
  /** @type {Setup | null} */
  #shownSetup = null;
  clock = new Clock();
  #isComing = false; // whether the next game comes from a link
  #isVisiting = false; // whether the game is from a link and not stored, before the player's first turn
  /** @type {Setup | null} */
  dealtFrom = null; // the setup that dealt the mines of this game, even if they changed since
  /** @type {Set<string>} */
  helps = new Set(); // the kinds of help this game had: such games are counted separately
  /** @type {string | null} */
  endText = null; // what the mode says about the end instead of the usual text
  missed = -1; // a safe cell that was overlooked in a lost game
  onAddress = () => {}; // called when the address of the game may have changed
  #left = new LeftGames();

  /** @param {(current: import("../history/store.js").Current) => void} onEnd called once when a game is won or lost */
  constructor(onEnd) {
    this.onEnd = onEnd;
    this.setup = presetSetup("beginner");
    this.game = newGame(this.setup);
    const label = phrase("play.label");
    this.view = new BoardView($("play-board"), this.#handlers(), { board: this.game.board }, { label });
    this.assist = new Assist(this);
    this.modes = new Modes(this);
    this.#wire();
    if (!this.#restore()) this.start(this.setup);
    this.ongoing = new Ongoing(() => this.#isVisiting || storeGame(this));
    setInterval(() => this.#tick(), 200);
  }

  /** @returns {import("../canvas/pointing.js").Handlers} */
  #handlers() {
    const isSwapped = (/** @type {number} */ index) => this.#flagMode && this.game.faces[index] < 0;
    return {
      primary: (index) => void (isSwapped(index) ? this.flag(index) : this.open(index)),
      secondary: (index) => void this.flag(index),
      long: (index) => void (isSwapped(index) ? this.open(index) : this.flag(index)),
      chord: (index) => void this.chord(index),
      point: (index) => this.#point(index),
      pressed: (index, how) => this.#press(index, how),
    };
  }

  #wire() {
    for (const each of buttons("[data-preset]")) {
      each.addEventListener("click", () => void this.modes.resize(each.dataset.preset ?? ""));
    }
    button("new-game").addEventListener("click", () => this.newGame());
    button("again").addEventListener("click", () => this.again());
    button("undo").addEventListener("click", () => this.undo());
    button("redo").addEventListener("click", () => this.redo());
    button("flag-mode").addEventListener("click", () => pressed($("flag-mode"), (this.#flagMode = !this.#flagMode)));
  }

  get time() {
    return this.clock.time; // ms
  }

  get address() {
    return this.modes.link;
  }

  get busy() {
    return this.#isDealing || this.modes.busy || this.assist.busy;
  }

  // ---- games

  /**
   * @param {Setup} setup
   * @param {{ counts: Int32Array, grid: import("../game/grid.js").Grid } | null} given a layout
   * @param {import("./modes.js").Mode} mode
   */
  start(setup, given = null, mode = CLASSIC) {
    this.setup = setup;
    this.#enter(newGame(setup, given), mode);
    say($("play-message"), { title: phrase("play.ready"), text: phrase("play.ready.text", { touch: isTouch() }) });
    this.modes.resumed(mode);
    this.#left.offer(this, this.#goOn);
  }

  newGame() {
    void this.modes.next();
  }

  // The next game comes from a link: the stored game stays until the player takes a turn.
  visit() {
    this.#isComing = true;
  }

  // Play the same mines again: dealt by the same seed for the same first cell, which is opened again.
  async again() {
    const first = this.game.history.find(([action]) => action === "open");
    this.#begin(this.game.restarted(), 0, ["again"]);
    say($("play-message"), { title: phrase("play.again.title") });
    if (!this.game.given && first)
      await this.act("open", this.game.grid.index(first[1], first[2]), { startsClock: false });
  }

  /**
   * Continue a saved game.
   * @param {SavedGame} saved
   * @param {string | null} layout
   * @param {{ mode?: import("./modes.js").Mode, how?: "loaded" | "retry" }} options retry: from a moment of its review
   */
  async resume(saved, layout = null, { mode = CLASSIC, how = "loaded" } = {}) {
    const text = layout ?? (await layoutOf(saved));
    const game = replayed(saved, text === null ? null : layoutCounts(text));
    this.setup = { ...game.setup };
    this.#enter(game, mode, 1000 * (game.times?.at(-1) ?? 0), game.history.length ? [how] : []);
    sayLoaded(game, how);
    this.modes.resumed(mode);
    this.#left.offer(this, this.#goOn);
  }

  /** @type {(game: import("../game/game.js").Game, mode: import("./modes.js").Mode, elapsed?: number, helps?: string[], dealtFrom?: Setup | null) => void} */
  #enter(game, mode, elapsed = 0, helps = [], dealtFrom = null) {
    [this.#isVisiting, this.#isComing] = [this.#isComing, false];
    this.#left.add(this);
    this.modes.mode = mode;
    this.dealtFrom = dealtFrom;
    this.#shownSetup = null;
    this.#begin(game, elapsed, helps);
  }

  /**
   * Continue a game that was left for another one. Returns whether there is one at this address.
   * @param {string} address
   */
  goBackTo(address) {
    const left = this.#left.at(address);
    if (left) this.#goOn(left);
    return Boolean(left);
  }

  /**
   * @param {import("../game/game.js").Game} game
   * @param {number} elapsed ms
   * @param {string[]} helps
   */
  #begin(game, elapsed = 0, helps = []) {
    this.game = game;
    this.#pointed = this.missed = -1;
    this.endText = null;
    this.helps = new Set(helps);
    cancelReviews();
    this.clock = new Clock(elapsed);
    game.clock = game.times || !game.history.length ? () => this.clock.time / 1000 : null;
    this.#isEnded = game.state !== "playing";
    this.assist.stop();
    this.#changed();
  }

  /** @param {string} how the player is helped in this game */
  help(how) {
    if (this.game.state === "playing") this.helps.add(how);
  }

  // ---- turns

  /** @param {number} index */
  open(index) {
    return this.act(this.game.faces[index] >= 0 ? "chord" : "open", index);
  }

  flag = (/** @type {number} */ index) => this.act("flag", index);
  chord = (/** @type {number} */ index) => this.act("chord", index);

  /**
   * Take a turn, after dealing the mines if it is the first to open a cell. Returns whether it had an effect.
   * @param {import("../game/game.js").Action} action
   * @param {number} index
   * @param {{ mines?: number | null, startsClock?: boolean }} options
   */
  async act(action, index, { mines = null, startsClock = true } = {}) {
    const { game } = this;
    if (this.#isDealing || this.modes.busy || game.state !== "playing" || !game.grid.exists(index)) return false;
    if (action === "open" && game.needsMines) {
      if (game.faces[index] !== HIDDEN || !(await this.#deal(index))) return false;
    } else if (this.modes.judges && (!(await this.modes.allows(action, index)) || this.game !== game)) return false;
    if (startsClock) this.#isVisiting = false;
    const before = game.faces.slice();
    const did = action === "flag" ? game.flag(index, mines) : game[action](index);
    if (!did) return false;
    if (game.state === "playing") feel(action === "flag" ? "flag" : "open");
    spread(game, index, before, (veiled) => {
      this.#veiled = this.game === game ? veiled : null;
      this.view.show(this.scene());
    });
    if (startsClock && !game.needsMines) this.clock.start();
    this.#changed();
    return true;
  }

  /** @param {number} index */
  async #deal(index) {
    const { game } = this;
    this.#isDealing = true;
    try {
      const answer = await dealMines(game, index);
      if (this.game !== game) return false;
      game.deal(layoutCounts(answer.layout.text), game.setup.seed ?? answer.seed);
      this.dealtFrom = game.setup;
      return true;
    } catch (error) {
      if (error instanceof Outdated && this.game === game)
        say($("play-message"), { title: phrase("mode.cancelled"), text: phrase("mode.cancelled.text") });
      this.assist.complain(...whyNone(error, game.setup));
      return false;
    } finally {
      this.#isDealing = false;
    }
  }

  undo() {
    this.assist.stop();
    if (this.modes.isFixed || !this.game.undo()) return;
    this.modes.helped();
    this.#isEnded = false;
    this.help("undo");
    if (this.game.counts) this.clock.start();
    this.#changed();
  }

  redo() {
    this.assist.stop();
    if (!this.modes.isFixed && this.game.redo()) this.#changed({ isNew: false });
  }

  // Update everything that depends on the game.
  #changed({ isNew = true } = {}) {
    this.assist.clear();
    if (this.game.state !== "playing" && !this.#isEnded) this.#end(isNew);
    this.show();
    this.assist.follow();
    this.assist.coach.follow();
    this.modes.changed();
    this.onAddress();
    if (!this.#isVisiting) this.ongoing?.changed();
  }

  /**
   * An end that was only redone is not reported again.
   * @param {boolean} isNew
   */
  #end(isNew) {
    this.#isEnded = true;
    this.clock.stop();
    this.endText = isNew ? this.modes.ended() : null;
    sayEnd(this);
    if (!isNew) return;
    feel(this.game.state === "won" ? "won" : "lost");
    this.onEnd(this.current());
  }

  #tick() {
    this.modes.tick();
    const text = String(Math.min(9999, Math.floor(this.clock.time / 1000)));
    const shown = inside($("timer"), "b");
    if (shown.textContent !== text) shown.textContent = text;
  }

  // ---- showing

  /** @returns {import("../canvas/scene.js").Scene} */
  scene() {
    const { game } = this;
    const isOver = game.state !== "playing";
    const safe = new Set([this.missed]);
    const end = { mines: game.counts, won: game.state === "won", exploded: new Set(game.exploded), safe };
    return {
      board: game.board,
      pressed: this.#pressedCells,
      veiled: this.#veiled,
      ...(isOver ? end : this.assist.scene()),
    };
  }

  show() {
    const { game } = this;
    this.view.show(this.scene());
    this.view.viewport.dataset.state = game.state;
    $("mines-left").classList.toggle("lit", this.assist.advice.countsMines);
    inside($("mines-left"), "b").textContent = String(game.state === "won" ? 0 : game.minesLeft);
    const { isFixed } = this.modes;
    button("undo").disabled = button("again").disabled = !game.changes.length || isFixed;
    button("redo").disabled = !game.undone.length || isFixed;
    button("review-game").hidden = game.state === "playing";
    for (const id of ["hint", "guess"]) button(id).disabled = game.state !== "playing";
    for (const id of ["step", "auto"]) button(id).disabled = game.state !== "playing" || isFixed;
    this.modes.shown();
    showFace(game.state);
    if (this.#shownSetup !== game.setup) showSetup(game, modeText(this.modes.mode, this.dealtFrom ?? game.setup));
    this.#shownSetup = game.setup;
    this.#point(this.#pointed < game.grid.length ? this.#pointed : -1);
  }

  /**
   * A button or a finger is pressed on a cell; on a number, its neighbours are pressed too.
   * @param {number} index
   * @param {import("../canvas/pointing.js").Holding | null} how
   */
  #press(index, how) {
    const { game } = this;
    const around = how === "chord" || game.faces[index] >= 0 ? game.grid.around(index) : [];
    this.#pressedCells = index >= 0 && game.state === "playing" ? new Set([index, ...around]) : null;
    showFace(this.#pressedCells ? "tense" : game.state);
    this.view.show(this.scene());
  }

  /** @param {number} index */
  #point(index) {
    this.#pointed = index;
    const isNews = index >= 0 && (this.view.isWalking || (this.assist.known && this.game.faces[index] === HIDDEN));
    const text = isNews ? describe(this.game.board, index, this.assist.known) : "";
    inform($("play-info"), text, { matters: this.game.state !== "playing" || this.assist.speaksFirst });
    if (this.view.isWalking && text) $("spoken").textContent = text;
    void this.assist.coach.point(index, () => this.#pointed === index);
  }

  // ---- keys, and what others need of the game

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const onCell = cellActions(this)[key];
    if (onCell) {
      this.view.isWalking = true;
      this.#pointed = this.view.focus; // so that its new state is announced when it is shown
    }
    const action = onCell ?? gameActions(this, event)[key];
    action?.();
    return Boolean(action);
  }

  /** @returns {import("../history/store.js").Current} */
  current() {
    const { game } = this;
    const name = phrase(this.helps.has("retry") ? "play.name.retry" : "play.name", { state: game.state });
    const layout = game.counts ? layoutText(game.board, game.counts) : null;
    const [text, saved] = [String(game.board), game.toJSON()];
    const link = game.isNamed ? JSON.stringify(saved) : text;
    return { kind: "game", name, text, layout, game: saved, scene: this.scene(), link };
  }

  enter() {
    this.view.layOut();
  }

  // Returns whether anything was stored that can be played.
  #restore() {
    const stored = storedGame();
    if (stored?.game) this.#goOn({ ...stored, game: stored.game });
    else if (stored) this.start(stored.setup, null, stored.mode);
    return stored !== null;
  }

  #goOn = (/** @type {import("./left.js").Left} */ { setup, game, elapsed, mode, helps, dealtFrom }) => {
    this.setup = setup;
    this.#enter(game, mode, elapsed, helps, dealtFrom);
    sayBack(this);
    if (game.state === "playing" && elapsed) this.clock.start(); // otherwise leaving the page would pause the clock
    this.modes.resumed(mode);
  };
}
