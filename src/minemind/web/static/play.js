// The view in which a game is played: what clicks, taps and keys do to it. The rules are in game.js, the help in
// assist.js; the mines come from the server.

import { onServer } from "./api.js";
import { Assist } from "./assist.js";
import { Board, HIDDEN } from "./board.js";
import { phrase } from "./catalogue.js";
import { Clock } from "./clock.js";
import { $, bringIntoView, button, buttons, inform, inside, pressed, say } from "./dom.js";
import { Game } from "./game.js";
import { gridOf } from "./grid.js";
import { layoutCounts, layoutText } from "./layout.js";
import { checkedSetup, dealt, layoutOf, replayed } from "./saved.js";
import { USUAL, presetSetup, showSetup } from "./setup.js";
import { BoardView } from "./view.js";
import { describe, secondsText } from "./words.js";

/** @typedef {import("./answers.js").SavedGame} SavedGame */
/** @typedef {import("./game.js").Setup} Setup */

const STORE = "minemind.game";
const STORE_AFTER = 400; // ms; many turns at once are stored once
const FACES = { playing: "#i-face", won: "#i-face-won", lost: "#i-face-lost" };

export class Play {
  #flagMode = false;
  #pointed = -1;
  /** @type {Set<number> | null} */
  #pressedCells = null;
  #isDealing = false;
  #isEnded = false;
  /** @type {Setup | null} */
  #shownSetup = null;
  #owns = false; // whether what is stored is of this tab
  /** @type {ReturnType<typeof setTimeout> | null} */
  #storing = null;
  #clock = new Clock();

  /** @param {(current: import("./store.js").Current) => void} onEnd told once when a game is won or lost */
  constructor(onEnd) {
    this.onEnd = onEnd;
    this.setup = presetSetup("beginner");
    this.game = newGame(this.setup);
    const label = phrase("play.label");
    this.view = new BoardView($("play-board"), this.#handlers(), { board: this.game.board }, { label });
    this.assist = new Assist(this);
    this.#wire();
    if (!this.#restore()) this.start(this.setup);
    this.#shareStore();
    setInterval(() => this.#tick(), 200);
    onServer((online) => online && this.assist.serverIsBack());
  }

  // Of several tabs, the one in which something happened last has the game that goes on after a reload.
  #shareStore() {
    if (this.#storing !== null) clearTimeout(this.#storing);
    this.#storing = null;
    this.#owns = false;
    addEventListener("storage", (event) => {
      if (event.key === STORE) this.#owns = false;
    });
    addEventListener("pagehide", () => this.#owns && this.#store());
  }

  /** @returns {import("./pointing.js").Handlers} */
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
      each.addEventListener("click", () =>
        this.start({ ...presetSetup(each.dataset.preset ?? ""), firstClick: this.setup.firstClick }),
      );
    }
    button("new-game").addEventListener("click", () => this.newGame());
    button("again").addEventListener("click", () => this.again());
    button("undo").addEventListener("click", () => this.undo());
    button("redo").addEventListener("click", () => this.redo());
    button("flag-mode").addEventListener("click", () => pressed($("flag-mode"), (this.#flagMode = !this.#flagMode)));
  }

  get busy() {
    return this.#isDealing || this.assist.busy;
  }

  // ---- games

  /**
   * @param {Setup} setup
   * @param {{ counts: Int32Array, grid: import("./grid.js").Grid } | null} given a layout
   */
  start(setup, given = null) {
    this.setup = setup;
    this.#begin(newGame(setup, given));
    say($("play-message"), { title: phrase("play.ready"), text: phrase("play.ready.text") });
  }

  newGame() {
    const firstClick = this.game.given ? USUAL.firstClick : this.setup.firstClick;
    this.start({ ...this.setup, firstClick, seed: null, layout: null });
  }

  // The same mines once more: those of the same seed and the same first cell, which is opened again.
  async again() {
    const first = this.game.history.find(([action]) => action === "open");
    this.#begin(this.game.restarted());
    say($("play-message"), { title: phrase("play.again.title") });
    if (!this.game.given && first)
      await this.act("open", this.game.grid.index(first[1], first[2]), { startsClock: false });
  }

  /**
   * A saved game goes on.
   * @param {SavedGame} saved
   * @param {string | null} layout
   */
  async resume(saved, layout = null) {
    const text = layout ?? (await layoutOf(saved));
    const game = replayed(saved, text === null ? null : layoutCounts(text));
    this.setup = { ...game.setup };
    this.#begin(game, 1000 * (game.times?.at(-1) ?? 0));
    const turns = phrase("play.loaded.text", { count: game.history.length });
    say($("play-message"), { title: phrase("play.loaded"), text: turns });
  }

  /**
   * @param {Game} game
   * @param {number} elapsed ms
   */
  #begin(game, elapsed = 0) {
    this.game = game;
    this.#clock = new Clock(elapsed);
    game.clock = game.times || !game.history.length ? () => this.#clock.time / 1000 : null;
    this.#isEnded = game.state !== "playing";
    this.assist.stop();
    this.#changed();
  }

  // ---- turns

  /** @param {number} index */
  open(index) {
    return this.act(this.game.faces[index] >= 0 ? "chord" : "open", index);
  }

  /** @param {number} index */
  flag(index) {
    return this.act("flag", index);
  }

  /** @param {number} index */
  chord(index) {
    return this.act("chord", index);
  }

  /**
   * Take a turn, after the mines were dealt if it is the first to open a cell; says whether it did anything.
   * @param {import("./game.js").Action} action
   * @param {number} index
   * @param {{ mines?: number | null, startsClock?: boolean }} options
   */
  async act(action, index, { mines = null, startsClock = true } = {}) {
    const { game } = this;
    if (this.#isDealing || game.state !== "playing" || !game.grid.exists(index)) return false;
    if (action === "open" && game.needsMines) {
      if (game.faces[index] !== HIDDEN || !(await this.#deal(index))) return false;
    }
    const did = action === "flag" ? game.flag(index, mines) : game[action](index);
    if (!did) return false;
    if (startsClock && !game.needsMines) this.#clock.start();
    this.#changed();
    return true;
  }

  /** @param {number} index */
  async #deal(index) {
    const { game } = this;
    this.#isDealing = true;
    try {
      const answer = await dealt(game.setup, game.grid.cell(index), "deal");
      if (this.game !== game) return false;
      game.deal(layoutCounts(answer.layout.text), game.setup.seed ?? answer.seed);
      return true;
    } catch (error) {
      this.assist.complain(error, phrase("play.not-dealt"));
      return false;
    } finally {
      this.#isDealing = false;
    }
  }

  undo() {
    this.assist.stop();
    if (!this.game.undo()) return;
    this.#isEnded = false;
    if (this.game.counts) this.#clock.start();
    this.#changed();
  }

  redo() {
    this.assist.stop();
    if (this.game.redo()) this.#changed({ isNew: false });
  }

  // Everything that follows from a changed game.
  #changed({ isNew = true } = {}) {
    this.assist.clear();
    if (this.game.state !== "playing" && !this.#isEnded) this.#end(isNew);
    this.show();
    this.assist.follow();
    this.#owns = true;
    this.#storing ??= setTimeout(() => this.#store(), STORE_AFTER);
  }

  /**
   * An end that is only done again is not told again.
   * @param {boolean} isNew
   */
  #end(isNew) {
    const { game } = this;
    this.#isEnded = true;
    this.#clock.stop();
    const time = secondsText(this.#clock.time);
    const cells = game.exploded.map((index) => game.grid.cell(index));
    const lost = { title: phrase("play.lost"), text: phrase("play.lost.text", { cells, count: cells.length, time }) };
    const won = { title: phrase("play.won", { time }), text: phrase("play.won.text", { count: game.history.length }) };
    if (game.state === "won") say($("play-message"), { ...won, mood: "good" });
    else say($("play-message"), { ...lost, mood: "bad" });
    bringIntoView($("play-message"));
    if (isNew) this.onEnd(this.current());
  }

  #tick() {
    const text = String(Math.min(9999, Math.floor(this.#clock.time / 1000)));
    const shown = inside($("timer"), "b");
    if (shown.textContent !== text) shown.textContent = text;
  }

  // ---- showing

  /** @returns {import("./scene.js").Scene} */
  scene() {
    const { game } = this;
    const isOver = game.state !== "playing";
    const end = { mines: game.counts, won: game.state === "won", exploded: new Set(game.exploded) };
    return { board: game.board, pressed: this.#pressedCells, ...(isOver ? end : this.assist.scene()) };
  }

  show() {
    const { game } = this;
    this.view.show(this.scene());
    this.view.viewport.dataset.state = game.state;
    inside($("mines-left"), "b").textContent = String(game.minesLeft);
    button("undo").disabled = button("again").disabled = !game.changes.length;
    button("redo").disabled = !game.undone.length;
    for (const id of ["hint", "step", "guess", "auto"]) button(id).disabled = game.state !== "playing";
    const face = button("new-game");
    face.dataset.state = game.state;
    face.querySelector("use")?.setAttribute("href", FACES[game.state]);
    if (this.#shownSetup !== game.setup) showSetup(game);
    this.#shownSetup = game.setup;
    this.#point(this.#pointed < game.grid.length ? this.#pointed : -1);
  }

  /**
   * A button or a finger is down on a cell; on a number, its neighbours are pressed too.
   * @param {number} index
   * @param {import("./pointing.js").Holding | null} how
   */
  #press(index, how) {
    const { game } = this;
    const around = how === "chord" || game.faces[index] >= 0 ? game.grid.around(index) : [];
    this.#pressedCells = index >= 0 && game.state === "playing" ? new Set([index, ...around]) : null;
    this.view.show(this.scene());
  }

  /** @param {number} index */
  #point(index) {
    this.#pointed = index;
    const text = index < 0 ? "" : describe(this.game.board, index, this.assist.known);
    inform($("play-info"), text, this.assist.advice.shown?.said);
    if (this.view.isWalking && text) $("spoken").textContent = text;
  }

  // ---- keys, and what others take from here

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const onCell = this.#actionsOnCell()[key];
    if (onCell) {
      this.view.isWalking = true;
      this.#pointed = this.view.focus; // what it becomes is said when it is shown
    }
    const action = onCell ?? this.#actions()[key];
    action?.();
    return Boolean(action);
  }

  /** @returns {Record<string, (() => void) | undefined>} */
  #actionsOnCell() {
    const { focus } = this.view;
    const open = () => void this.open(focus);
    return { " ": open, Enter: open, f: () => void this.flag(focus), c: () => void this.chord(focus) };
  }

  /** @returns {Record<string, (() => void) | undefined>} */
  #actions() {
    const { assist } = this;
    return {
      u: () => this.undo(),
      r: () => this.redo(),
      n: () => this.newGame(),
      g: () => this.again(),
      h: () => assist.hint(),
      s: () => assist.step(),
      b: () => assist.guess(),
      a: () => assist.auto(),
      e: () => assist.toggleCertain(),
      m: () => assist.toggleHeat(),
      Escape: () => assist.stop(),
    };
  }

  /** @returns {import("./store.js").Current} */
  current() {
    const { game } = this;
    const name = phrase("play.name", { state: game.state });
    const layout = game.counts ? layoutText(game.board, game.counts) : null;
    const [text, saved] = [String(game.board), game.toJSON()];
    const link = this.#isNamed ? JSON.stringify(saved) : text;
    return { kind: "game", name, text, layout, game: saved, scene: this.scene(), link };
  }

  // Whether the game gives the same mines again, here and elsewhere: not if its seed is yet to be drawn.
  get #isNamed() {
    return this.game.given || this.game.setup.seed !== null;
  }

  enter() {
    this.view.layOut();
  }

  #store() {
    if (this.#storing !== null) clearTimeout(this.#storing);
    this.#storing = null;
    try {
      const { game } = this;
      const { setup, allMines } = game;
      const layout = allMines && layoutText(game.board, allMines);
      const kept = { setup, layout, game: this.#isNamed ? game.toJSON() : null, elapsed: this.#clock.time };
      localStorage.setItem(STORE, JSON.stringify(kept));
    } catch {
      // A full or forbidden store costs no more than the game after a reload.
    }
  }

  // Says whether there was a game to go on with.
  #restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE) ?? "null");
      if (!kept) return false;
      const setup = checkedSetup({ ...USUAL, ...kept.setup });
      if (!kept.game) return (this.start(setup), true);
      const game = replayed(kept.game, kept.layout ? layoutCounts(kept.layout) : null);
      this.setup = setup;
      this.#begin(game, Number.isFinite(kept.elapsed) ? Math.max(0, kept.elapsed) : 0);
      const goesOn = game.state === "playing" && game.history.length > 0;
      if (goesOn) say($("play-message"), { title: phrase("play.back"), text: phrase("play.back.text") });
      else say($("play-message"), { title: phrase("play.ready"), text: phrase("play.ready.new") });
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * @param {Setup} setup
 * @param {{ counts: Int32Array, grid: import("./grid.js").Grid } | null} given a layout
 */
function newGame(setup, given = null) {
  const { perCell, mines } = setup;
  const board = new Board(given?.grid ?? gridOf(setup), { mines, perCell });
  return new Game(board, setup, given?.counts ?? null);
}
