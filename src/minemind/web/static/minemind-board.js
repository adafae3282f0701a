// <minemind-board position="…" mode="analyse|play">: a board for other people's pages, in one script. With `analyse` it
// shows what is safe, what is a mine, and the risk of every other cell; with `play` it takes a layout, or the header of
// a board to deal. It uses the same modules as the views of MineMind's own page.

import { findings } from "./advice/analysis.js";
import { Board, HIDDEN } from "./game/board.js";
import { phrase } from "./words/catalogue.js";
import { make } from "./page/dom.js";
import { ask, loadPresets, startEngine } from "./ask/engine.js";
import { USUAL, newGame } from "./game/game.js";
import { shapeOf } from "./game/grid.js";
import { HEADER, readHeader } from "./game/header.js";
import { learnLanguage } from "./page/learning.js";
import { layoutCounts } from "./game/layout.js";
import { dealt } from "./files/saved.js";
import { BoardView } from "./canvas/view.js";
import { capital, describe, messageOf } from "./game/words.js";

/** @typedef {import("./canvas/scene.js").Scene} Scene */
/** @typedef {import("./canvas/pointing.js").Handlers} Handlers */

const STYLE = new URL("./style.css", import.meta.url);

/** @type {Promise<void> | null} */
let prepared = null;

// Load the words, in the language of the page, and the engine, once for all boards of a page.
const prepare = () => (prepared ??= prepareOnce());

async function prepareOnce() {
  await Promise.all([learnLanguage([document.documentElement.lang, ...navigator.languages]), loadPresets()]);
  startEngine();
}

class MineMindBoard extends HTMLElement {
  static observedAttributes = ["position", "mode", "theme"];

  #place = make("div", { className: "host" });
  #message = make("p", { role: "status", className: "embedded-message" });
  #whole = make("div", { className: "embedded" }, this.#place, this.#message);
  /** @type {BoardView | null} */
  #view = null;
  /** @type {import("./advice/analysis.js").Findings | null} */
  #found = null;
  #turn = 0; // counts positions, so that answers for older ones are dropped

  constructor() {
    super();
    const style = make("link", { rel: "stylesheet", href: STYLE.href });
    style.addEventListener("load", () => this.#view?.layOut());
    this.attachShadow({ mode: "open" }).append(style, this.#whole);
  }

  connectedCallback() {
    this.#start();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#start();
  }

  // The board as it is shown, as text, for the page around it and for tests.
  get text() {
    return this.#view ? String(this.#view.scene.board) : "";
  }

  // Whether the engine's findings are shown.
  get isAnalysed() {
    return this.#found !== null;
  }

  async #start() {
    const turn = ++this.#turn;
    this.#whole.dataset.theme = this.getAttribute("theme") === "dark" ? "dark" : "light";
    try {
      await prepare();
      if (turn !== this.#turn) return;
      const text = (this.getAttribute("position") ?? "").trim();
      await (this.getAttribute("mode") === "play" ? this.#play(text, turn) : this.#analyse(text, turn));
    } catch (error) {
      if (turn === this.#turn) this.#say(messageOf(error));
    }
  }

  /**
   * @param {string} text
   * @param {number} turn
   */
  async #analyse(text, turn) {
    const board = Board.parse((await ask("convert", { text })).board.text);
    if (turn !== this.#turn) return;
    this.#found = null;
    this.#show({ board }, { point: (index) => this.#point(index) });
    this.#say("");
    const found = findings(board, await ask("analyse", { board: { text: String(board) } }), text);
    if (turn !== this.#turn) return;
    this.#found = found;
    const { risk, safe, mines: certainMines, fifties } = found;
    this.#show({ board, risk, safe, certainMines, fifties });
  }

  /**
   * @param {string} text
   * @param {number} turn
   */
  async #play(text, turn) {
    const game = await gameOf(text);
    if (turn !== this.#turn) return;
    this.#found = null;
    const act = (/** @type {"open" | "flag" | "chord"} */ action) => (/** @type {number} */ index) =>
      void this.#act(game, action, index);
    const open = (/** @type {number} */ index) => act(game.faces[index] >= 0 ? "chord" : "open")(index);
    this.#show(
      { board: game.board },
      { primary: open, secondary: act("flag"), long: act("flag"), chord: act("chord"), point: (i) => this.#point(i) },
    );
    this.#say("");
  }

  /**
   * @param {import("./game/game.js").Game} game
   * @param {"open" | "flag" | "chord"} action
   * @param {number} index
   */
  async #act(game, action, index) {
    const turn = this.#turn;
    try {
      if (action === "open" && game.needsMines && game.faces[index] === HIDDEN) {
        const { layout, seed } = await dealt(game.setup, game.grid.cell(index), "embedded");
        if (turn !== this.#turn) return;
        game.deal(layoutCounts(layout.text), seed);
      }
      game[action](index);
      this.#tell(game);
    } catch (error) {
      this.#say(messageOf(error));
    }
  }

  /** @param {import("./game/game.js").Game} game */
  #tell(game) {
    const { board, state, counts, exploded } = game;
    const isOver = state !== "playing";
    this.#show({ board, ...(isOver && { mines: counts, won: state === "won", exploded: new Set(exploded) }) });
    this.#say(isOver ? phrase(`embedded.${state}`) : "");
    if (isOver) this.dispatchEvent(new CustomEvent("minemind-end", { detail: { state }, bubbles: true }));
  }

  /**
   * @param {Scene} scene
   * @param {Handlers | null} handlers null to keep the current ones
   */
  #show(scene, handlers = null) {
    const view = (this.#view ??= this.#made(scene));
    if (handlers) view.handlers = handlers;
    view.show(scene);
  }

  /** @param {Scene} scene */
  #made(scene) {
    const view = new BoardView(this.#place, {}, scene, { label: phrase("embedded.label"), isFramed: true });
    view.viewport.addEventListener("keydown", (event) => {
      if (view.walk(event) || this.#key(view, event.key)) event.preventDefault();
    });
    return view;
  }

  /**
   * @param {BoardView} view
   * @param {string} key
   */
  #key(view, key) {
    const { primary, secondary } = view.handlers;
    const action = key === "Enter" || key === " " ? primary : key.toLowerCase() === "f" ? secondary : undefined;
    action?.(view.focus);
    return action !== undefined;
  }

  /** @param {number} index */
  #point(index) {
    if (!this.#view) return;
    const text = index < 0 ? "" : describe(this.#view.scene.board, index, this.#found);
    this.#view.viewport.title = text;
    if (this.#view.isWalking) this.#say(text);
  }

  /** @param {string} text */
  #say(text) {
    this.#message.textContent = capital(text);
  }
}

/**
 * A game on a given layout, or on a board that is dealt around its first click.
 * @param {string} text
 */
async function gameOf(text) {
  const header = HEADER.exec(text);
  if (header) {
    const { rows, cols, mines, topology, reach, perCell } = readHeader(header, 1).header;
    return newGame({ ...USUAL, rows, cols, mines: mines ?? 0, topology, reach, perCell });
  }
  const { layout, board } = await ask("convert", { text });
  if (!layout) throw new Error(phrase("embedded.no-game"));
  const counts = layoutCounts(layout.text);
  const { grid, perCell } = Board.parse(board.text);
  const mines = counts.reduce((sum, count) => sum + count, 0);
  return newGame({ ...USUAL, ...shapeOf(grid), mines, perCell, firstClick: "any" }, { counts, grid });
}

if (!customElements.get("minemind-board")) customElements.define("minemind-board", MineMindBoard);
