// The view in which a game is played: what clicks, taps and keys do to it, and the clock. The rules are in game.js, the
// help in assist.js; the mines come from the server.

import { onServer } from "./api.js";
import { Assist } from "./assist.js";
import { Board, HIDDEN, layoutCounts, layoutText } from "./board.js";
import { $, bringIntoView, facts, inform, pressed, say } from "./dom.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { checkedSetup, dealt, layoutOf, replayed } from "./saved.js";
import { BoardView } from "./view.js";
import { cellName, describe, minesText, secondsText } from "./words.js";

export const PRESETS = {
  beginner: { rows: 9, cols: 9, mines: 10 },
  intermediate: { rows: 16, cols: 16, mines: 40 },
  expert: { rows: 16, cols: 30, mines: 99 },
};

const USUAL = { topology: "square", reach: 1, perCell: 1, firstClick: "opening", seed: null };
const STORE = "minemind.game";
const STORE_AFTER = 400; // ms; many turns at once are stored once
const SHAPES = { square: "squares", torus: "torus", hex: "hexagons" };
const FIRST_CLICKS = { opening: "opens an area", safe: "is safe", any: "may be a mine" };
const LABEL = "Minesweeper board: arrow keys move, space opens, F flags, C opens around a number";

export class Play {
  // onEnd(current): told once when a game is won or lost.
  constructor(onEnd) {
    this.onEnd = onEnd;
    this.flagMode = false;
    this.pointed = -1;
    this.setup = { ...USUAL, ...PRESETS.beginner };
    this.view = new BoardView($("play-board"), this.#handlers(), { label: LABEL });
    this.assist = new Assist(this);
    this.#wire();
    this.#restore() || this.start(this.setup);
    this.#shareStore();
    setInterval(() => this.#tick(), 200);
    onServer((online) => online && this.assist.serverIsBack());
  }

  // Of several tabs, the one in which something happened last has the game that goes on after a reload.
  #shareStore() {
    const disown = () => (this.owns = false);
    clearTimeout(this.storing);
    this.storing = null;
    disown();
    addEventListener("storage", (event) => event.key === STORE && disown());
    addEventListener("pagehide", () => this.owns && this.#store());
  }

  #handlers() {
    const swapped = (index) => this.flagMode && this.game.faces[index] < 0;
    return {
      primary: (index) => (swapped(index) ? this.flag(index) : this.open(index)),
      secondary: (index) => this.flag(index),
      long: (index) => (swapped(index) ? this.open(index) : this.flag(index)),
      chord: (index) => this.chord(index),
      point: (index) => this.#point(index),
      pressed: (index, how) => this.#press(index, how),
    };
  }

  #wire() {
    for (const button of document.querySelectorAll("[data-preset]")) {
      button.addEventListener("click", () =>
        this.start({ ...USUAL, firstClick: this.setup.firstClick, ...PRESETS[button.dataset.preset] }),
      );
    }
    const buttons = { "new-game": "newGame", again: "again", undo: "undo", redo: "redo" };
    for (const [id, action] of Object.entries(buttons)) $(id).addEventListener("click", () => this[action]());
    $("flag-mode").addEventListener("click", () => pressed($("flag-mode"), (this.flagMode = !this.flagMode)));
  }

  get busy() {
    return this.dealing || this.assist.busy;
  }

  // ---- games

  start(setup, { counts = null, grid = null } = {}) {
    this.setup = setup;
    const { rows, cols, topology, reach, perCell, mines } = setup;
    const board = new Board(grid ?? new Grid(rows, cols, topology, reach), { mines, perCell });
    this.#begin(new Game(board, setup, counts), 0);
    say($("play-message"), { title: "Ready", text: "Open any cell to start. Ask for help whenever you like." });
  }

  newGame() {
    const firstClick = this.game.given ? USUAL.firstClick : this.setup.firstClick;
    this.start({ ...this.setup, firstClick, seed: null });
  }

  // The same mines once more: those of the same seed and the same first cell, which is opened again.
  async again() {
    const first = this.game.history.find(([action]) => action === "open");
    this.#begin(this.game.restarted(), 0);
    say($("play-message"), { title: "The same game again" });
    if (!this.game.given && first)
      await this.act("open", this.game.grid.index(first[1], first[2]), { startsClock: false });
  }

  // A saved game goes on.
  async resume(saved, layout = null) {
    const text = layout ?? (await layoutOf(saved));
    const game = replayed(saved, text === null ? null : layoutCounts(text));
    this.setup = { ...game.setup };
    this.#begin(game, 0);
    say($("play-message"), { title: "Game loaded", text: `After ${game.history.length} turns.` });
  }

  #begin(game, elapsed) {
    Object.assign(this, { game, elapsed, since: null, ended: game.state !== "playing" });
    this.assist.stop();
    this.#changed();
  }

  // ---- turns

  open(index) {
    return this.act(this.game.faces[index] >= 0 ? "chord" : "open", index);
  }

  flag(index) {
    return this.act("flag", index);
  }

  chord(index) {
    return this.act("chord", index);
  }

  // Take a turn, after the mines were dealt if it is the first to open a cell; says whether it did anything.
  async act(action, index, { mines = null, startsClock = true } = {}) {
    const { game } = this;
    if (this.dealing || game.state !== "playing" || !game.grid.exists(index)) return false;
    if (action === "open" && game.needsMines) {
      if (game.faces[index] !== HIDDEN || !(await this.#deal(index))) return false;
    }
    const did = action === "flag" ? game.flag(index, mines) : game[action](index);
    if (!did) return false;
    if (startsClock && !game.needsMines) this.since ??= performance.now();
    this.#changed();
    return true;
  }

  async #deal(index) {
    const { game } = this;
    this.dealing = true;
    try {
      const answer = await dealt(game.setup, game.grid.cell(index), "deal");
      if (this.game !== game) return false;
      game.deal(layoutCounts(answer.layout.text), answer.seed);
      return true;
    } catch (error) {
      this.assist.complain(error, "The mines could not be dealt");
      return false;
    } finally {
      this.dealing = false;
    }
  }

  undo() {
    this.assist.stop();
    if (!this.game.undo()) return;
    this.ended = false;
    if (this.game.counts) this.since ??= performance.now();
    this.#changed();
  }

  redo() {
    this.assist.stop();
    if (this.game.redo()) this.#changed({ isNew: false });
  }

  // Everything that follows from a changed game.
  #changed({ isNew = true } = {}) {
    this.assist.clear();
    if (this.game.state !== "playing" && !this.ended) this.#end(isNew);
    this.show();
    this.assist.follow();
    this.owns = true;
    this.storing ??= setTimeout(() => this.#store(), STORE_AFTER);
  }

  // An end that is only done again is not told again.
  #end(isNew) {
    const { game } = this;
    this.ended = true;
    this.#stopClock();
    const time = secondsText(this.elapsed);
    const places = game.exploded.map((index) => cellName(game.grid, index)).join(" and ");
    const said =
      game.state === "won"
        ? { title: `Won in ${time}`, text: `${game.history.length} turns. N starts a new game.`, mood: "good" }
        : {
            title: "Lost",
            text: `A mine at ${places}, after ${time}. Undo takes it back; N starts a new game.`,
            mood: "bad",
          };
    say($("play-message"), said);
    bringIntoView($("play-message"));
    if (isNew) this.onEnd(this.current());
  }

  // ---- the clock

  #stopClock() {
    this.elapsed = this.#time();
    this.since = null;
  }

  #time() {
    return this.elapsed + (this.since === null ? 0 : performance.now() - this.since);
  }

  #tick() {
    const text = String(Math.min(9999, Math.floor(this.#time() / 1000)));
    const shown = $("timer").querySelector("b");
    if (shown.textContent !== text) shown.textContent = text;
  }

  // ---- showing

  scene() {
    const { game } = this;
    const over = game.state !== "playing";
    const end = { mines: game.counts, won: game.state === "won", exploded: new Set(game.exploded) };
    return { board: game.board, pressed: this.pressedCells, ...(over ? end : this.assist.scene()) };
  }

  show() {
    const { game } = this;
    this.view.show(this.scene());
    this.view.viewport.dataset.state = game.state;
    $("mines-left").querySelector("b").textContent = String(game.minesLeft);
    $("undo").disabled = $("again").disabled = !game.changes.length;
    $("redo").disabled = !game.undone.length;
    for (const id of ["hint", "step", "guess", "auto"]) $(id).disabled = game.state !== "playing";
    const face = { playing: "#i-face", won: "#i-face-won", lost: "#i-face-lost" }[game.state];
    $("new-game").dataset.state = game.state;
    $("new-game").querySelector("use").setAttribute("href", face);
    if (this.shownSetup !== game.setup) this.#showSetup(game);
    this.#point(this.pointed < game.grid.length ? this.pointed : -1);
  }

  #showSetup({ setup, given }) {
    const { rows, cols, mines, topology, perCell, firstClick, seed } = setup;
    this.shownSetup = setup;
    const isSize = (size) => size.rows === rows && size.cols === cols && size.mines === mines;
    const isUsual = topology === "square" && perCell === 1 && !given;
    const preset = isUsual ? Object.keys(PRESETS).find((name) => isSize(PRESETS[name])) : undefined;
    for (const button of document.querySelectorAll("[data-preset]")) pressed(button, button.dataset.preset === preset);
    pressed($("custom"), preset === undefined);
    facts($("game-facts"), [
      ["Board", `${rows} × ${cols}, ${minesText(mines)}`],
      ["Shape", topology === "square" ? null : SHAPES[topology]],
      ["Mines per cell", perCell === 1 ? null : `up to ${perCell}`],
      ["First click", given ? "given layout" : FIRST_CLICKS[firstClick]],
      ["Seed", given ? null : (seed ?? "drawn at the first click")],
    ]);
  }

  // A button or a finger is down on a cell; on a number, its neighbours are pressed too.
  #press(index, how) {
    const { game } = this;
    const around = how === "chord" || game.faces[index] >= 0 ? game.grid.around(index) : [];
    this.pressedCells = index >= 0 && game.state === "playing" ? new Set([index, ...around]) : null;
    this.view.show(this.scene());
  }

  #point(index) {
    this.pointed = index;
    const text = index < 0 ? "" : describe(this.game.board, index, this.assist.chance(index));
    inform($("play-info"), text, this.assist.shown?.said);
    if (this.view.isWalking && text) $("spoken").textContent = text;
  }

  // ---- keys

  key(event) {
    const { assist } = this;
    const { focus } = this.view;
    const onCell = {
      " ": () => this.open(focus),
      Enter: () => this.open(focus),
      f: () => this.flag(focus),
      c: () => this.chord(focus),
    };
    const anywhere = {
      u: () => this.undo(),
      r: () => this.redo(),
      n: () => this.newGame(),
      g: () => this.again(),
      h: () => assist.hint(),
      s: () => assist.step(),
      b: () => assist.guess(),
      a: () => assist.auto(),
      e: () => assist.toggle("showsCertain"),
      m: () => assist.toggle("showsHeat"),
      Escape: () => assist.stop(),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in onCell) {
      this.view.isWalking = true;
      this.pointed = focus; // what it becomes is said when it is shown
    }
    const action = onCell[key] ?? anywhere[key];
    action?.();
    return Boolean(action);
  }

  // ---- what others take from here

  current() {
    const { game } = this;
    const name = { won: "Won", lost: "Lost", playing: "Game" }[game.state];
    const layout = game.counts ? layoutText(game.board, game.counts) : null;
    return { kind: "game", name, text: String(game.board), layout, game: game.toJSON(), scene: this.scene() };
  }

  enter() {
    this.view.layOut();
  }

  #store() {
    clearTimeout(this.storing);
    this.storing = null;
    try {
      const { layout, game } = this.current();
      const { setup, given } = this.game;
      const isDealt = given || setup.seed !== null;
      localStorage.setItem(
        STORE,
        JSON.stringify({ setup, layout, game: isDealt ? game : null, elapsed: this.#time() }),
      );
    } catch {
      // A full or forbidden store costs no more than the game after a reload.
    }
  }

  #restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE));
      if (!kept) return false;
      const setup = checkedSetup({ ...USUAL, ...kept.setup });
      if (!kept.game) return (this.start(setup), true);
      const game = replayed(kept.game, kept.layout ? layoutCounts(kept.layout) : null);
      this.setup = setup;
      this.#begin(game, Number.isFinite(kept.elapsed) ? Math.max(0, kept.elapsed) : 0);
      const goesOn = game.state === "playing" && game.history.length;
      say(
        $("play-message"),
        goesOn
          ? { title: "Welcome back", text: "Your game goes on where it stopped." }
          : { title: "Ready", text: "N starts a new game." },
      );
      return true;
    } catch {
      return false;
    }
  }
}
