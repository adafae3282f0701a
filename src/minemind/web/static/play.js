// The view in which a game is played: what clicks, taps and keys do to it, the clock, and the help that a player asks
// for. The rules are in game.js; the mines and every answer come from the server.

import { ApiError, Outdated, ask, following, onServer, pause } from "./api.js";
import { Board, HIDDEN, layoutCounts, layoutText } from "./board.js";
import { $, bringIntoView, facts, pressed, say } from "./dom.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { showGuesses } from "./guesses.js";
import { BoardView } from "./view.js";
import { capital, cellName, describe, secondsText, sentence } from "./words.js";

export const PRESETS = {
  beginner: { rows: 9, cols: 9, mines: 10 },
  intermediate: { rows: 16, cols: 16, mines: 40 },
  expert: { rows: 16, cols: 30, mines: 99 },
};

const USUAL = { topology: "square", reach: 1, perCell: 1, firstClick: "opening", seed: null };
const DELAYS = [1500, 900, 500, 250, 100, 30, 0]; // ms between two moves of autoplay, by the speed control
const FRAME = 12; // ms of moves before the page is painted again, at full speed
const STORE = "minemind.game";
const SHAPES = { square: "squares", torus: "torus", hex: "hexagons" };
const FIRST_CLICKS = { opening: "opens an area", safe: "is safe", any: "may be a mine" };

export class Play {
  // onEnd(game): told once when a game is won or lost.
  constructor(onEnd) {
    this.onEnd = onEnd;
    this.flagMode = this.showsCertain = this.showsHeat = false;
    this.setup = { ...USUAL, ...PRESETS.beginner };
    this.view = new BoardView($("play-board"), this.#handlers(), { label: "Minesweeper board: arrow keys move, space opens, F flags, C opens around a number" });
    this.follow = following(() => this.#analyse());
    this.#wire();
    this.#restore() || this.start(this.setup);
    setInterval(() => this.#tick(), 200);
    onServer((online) => online && this.#changed({ keepHelp: true }));
    addEventListener("pagehide", () => this.#store());
  }

  #handlers() {
    return {
      primary: (index, isTouch) => (this.flagMode && this.#isCovered(index) ? this.flag(index) : this.open(index, isTouch)),
      secondary: (index) => this.flag(index),
      long: (index) => (this.flagMode && this.#isCovered(index) ? this.open(index) : this.flag(index)),
      chord: (index) => this.chord(index),
      point: (index) => this.#point(index),
      pressed: (index, how) => this.#press(index, how),
    };
  }

  #wire() {
    for (const button of document.querySelectorAll("[data-preset]")) {
      button.addEventListener("click", () => this.start({ ...this.setup, ...USUAL, firstClick: this.setup.firstClick, ...PRESETS[button.dataset.preset] }));
    }
    const buttons = { "new-game": "newGame", again: "again", undo: "undo", redo: "redo", hint: "hint", step: "step", guess: "guess", auto: "autoplay" };
    for (const [id, action] of Object.entries(buttons)) $(id).addEventListener("click", () => this[action]());
    $("flag-mode").addEventListener("click", () => this.toggle("flagMode", "flag-mode"));
    $("show-certain").addEventListener("click", () => this.toggle("showsCertain", "show-certain"));
    $("show-heat").addEventListener("click", () => this.toggle("showsHeat", "show-heat"));
  }

  get busy() {
    return Boolean(this.dealing || this.auto || this.asking);
  }

  // ---- games

  start(setup, { counts = null, grid = null } = {}) {
    this.stop();
    this.setup = setup;
    const { rows, cols, topology, reach, perCell, mines } = setup;
    const board = new Board(grid ?? new Grid(rows, cols, topology, reach), { mines, perCell });
    this.#begin(new Game(board, setup, counts), 0);
    say($("play-message"), { title: "Ready", text: "Open any cell to start. Ask for help whenever you like." });
  }

  newGame() {
    this.start({ ...this.setup, ...(this.game.given ? { ...USUAL, perCell: this.setup.perCell, topology: this.setup.topology } : {}), seed: null });
  }

  // The same mines once more: those of the same seed and the same first cell, which is opened again.
  async again() {
    this.stop();
    const first = this.game.history.find(([action]) => action === "open");
    this.#begin(this.game.restarted(), 0);
    say($("play-message"), { title: "The same game again" });
    if (!this.game.given && first) await this.#act("open", this.game.grid.index(first[1], first[2]), { startsClock: false });
  }

  // A game that was saved. Its mines are dealt again from the seed, unless its layout was given.
  async resume(saved, text = null) {
    const game = await resumed(saved, text);
    this.stop();
    this.setup = { ...game.setup };
    this.#begin(game, 0);
    say($("play-message"), { title: "Game loaded", text: `After ${game.history.length} turns.` });
  }

  #begin(game, elapsed) {
    this.game = game;
    this.elapsed = elapsed;
    this.since = null;
    this.ended = game.state !== "playing";
    this.analysis = null;
    this.lastChance = null;
    this.#changed();
  }

  // ---- turns

  open(index) {
    return this.game.faces[index] >= 0 ? this.chord(index) : this.#act("open", index);
  }

  flag(index) {
    return this.#act("flag", index);
  }

  chord(index) {
    return this.#act("chord", index);
  }

  async #act(action, index, { mines = null, startsClock = true } = {}) {
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
    const { rows, cols, mines, topology, reach, perCell, firstClick, seed } = game.setup;
    const question = { rows, cols, mines, topology, reach, max_per_cell: perCell, first_click: firstClick, seed };
    this.dealing = true;
    try {
      const answer = await ask("generate", { ...question, start: game.grid.cell(index) }, "deal");
      if (this.game !== game) return false;
      game.deal(layoutCounts(answer.layout.text), answer.seed);
      return true;
    } catch (error) {
      this.#complain(error, "The mines could not be dealt");
      return false;
    } finally {
      this.dealing = false;
    }
  }

  undo() {
    this.stop();
    if (!this.game.undo()) return;
    if (this.ended) this.#stopClock();
    this.ended = false;
    if (this.game.counts) this.since ??= performance.now();
    this.#changed();
  }

  redo() {
    this.stop();
    if (this.game.redo()) this.#changed();
  }

  // Everything that follows from a changed game.
  #changed({ keepHelp = false } = {}) {
    if (!keepHelp) this.#clearHelp();
    if (this.game.state !== "playing" && !this.ended) this.#end();
    this.#show();
    this.follow();
    clearTimeout(this.storing);
    this.storing = setTimeout(() => this.#store(), 400);
  }

  #end() {
    this.ended = true;
    this.#stopClock();
    const { game } = this;
    const time = secondsText(this.elapsed);
    if (game.state === "won") say($("play-message"), { title: `Won in ${time}`, text: `${game.history.length} turns. Press N for a new game.`, mood: "good" });
    else {
      const places = game.exploded.map((index) => cellName(game.grid, index)).join(" and ");
      say($("play-message"), { title: "Lost", text: `A mine at ${places}, after ${time}. Undo takes it back; N starts a new game.`, mood: "bad" });
    }
    this.onEnd(this.current());
  }

  #stopClock() {
    if (this.since !== null) this.elapsed += performance.now() - this.since;
    this.since = null;
  }

  #tick() {
    const running = this.since === null ? 0 : performance.now() - this.since;
    const text = String(Math.min(9999, Math.floor((this.elapsed + running) / 1000)));
    const shown = $("timer").querySelector("b");
    if (shown.textContent !== text) shown.textContent = text;
  }

  // ---- help

  toggle(what, id) {
    this[what] = !this[what];
    pressed($(id), this[what]);
    this.#changed({ keepHelp: true });
  }

  async #analyse() {
    if (!(this.showsCertain || this.showsHeat) || this.game.state !== "playing") {
      this.analysis = null;
      return this.#show();
    }
    const text = String(this.game.board);
    if (this.analysis?.text === text) return this.#show();
    try {
      const answer = await ask("analyse", { board: { text } }, "play-analyse");
      this.analysis = understood(Board.parse(text), answer, text);
    } catch (error) {
      this.analysis = null;
      if (String(this.game.board) === text) this.#complain(error, "This board has no analysis");
    }
    this.#show();
  }

  async #ask(name, extra = {}) {
    const text = String(this.game.board);
    this.asking = true;
    try {
      const answer = await ask(name, { board: { text }, ...extra }, "play-help");
      return String(this.game.board) === text ? answer : null;
    } catch (error) {
      this.#complain(error, "No answer");
      return null;
    } finally {
      this.asking = false;
    }
  }

  async hint() {
    if (this.game.state !== "playing") return;
    this.stop();
    const answer = await this.#ask("hint");
    if (answer?.moves.length) this.#showMove(answer.moves[0]);
  }

  #showMove(move) {
    const { grid } = this.game;
    const lit = new Set((move.proof?.numbers ?? []).map((cell) => grid.index(...cell)));
    this.help = { move, target: grid.index(...move.cell), lit };
    const title = move.certain ? `${capital(move.action)} (${move.cell.join(", ")})` : "A guess is needed";
    const count = move.proof?.uses_mine_count ? " The mine count is part of the proof." : "";
    say($("play-message"), { title, text: sentence(move.reason) + count, mood: move.certain ? "good" : "" });
    this.view.reveal(this.help.target);
    bringIntoView($("play-message"));
    this.#show();
  }

  // One certain move; where there is none, the guess is shown first, and taken by the next step.
  async step() {
    if (this.game.state !== "playing") return;
    this.stop();
    const shown = this.help?.move;
    const move = shown && !shown.certain ? shown : (await this.#ask("hint"))?.moves[0];
    if (!move) return;
    if (!move.certain && move !== shown && !this.game.needsMines) {
      this.#showMove(move);
      return void say($("play-message"), { title: "A guess is needed", text: `${sentence(move.reason)} Step again to take it.` });
    }
    await this.#play(move);
  }

  async #play(move) {
    const index = this.game.grid.index(...move.cell);
    const did = await this.#act(move.action, index, { mines: move.action === "flag" ? move.mines || 1 : null });
    if (did && this.game.state === "playing") {
      say($("play-message"), { title: `${capital(move.action)} ${cellName(this.game.grid, index)}`, text: sentence(move.reason) });
    }
    return did;
  }

  async guess() {
    if (this.game.state !== "playing") return;
    this.stop();
    const answer = await this.#ask("guesses", { games: 100 });
    if (!answer) return;
    if (!answer.candidates.length) return this.hint();
    const [best] = answer.candidates;
    this.help = { target: this.game.grid.index(...best.cell), lit: new Set(), candidates: answer.candidates };
    showGuesses($("guesses"), answer.candidates, (candidate) => {
      this.help.target = this.game.grid.index(...candidate.cell);
      this.view.reveal(this.help.target);
      this.#show();
    });
    say($("play-message"), { title: `Best guess: (${best.cell.join(", ")})`, text: "What speaks for it and for others is in the table." });
    this.#show();
  }

  async autoplay() {
    if (this.auto) return this.stop();
    if (this.game.state !== "playing") return;
    const run = (this.auto = { game: this.game });
    pressed($("auto"), true);
    say($("play-message"), { title: "Autoplay" });
    try {
      while (this.auto === run && this.game.state === "playing" && (await this.#autoRound(run)));
    } finally {
      if (this.auto === run) this.stop();
    }
  }

  // All that is certain now, one by one; says whether to go on.
  async #autoRound(run) {
    let moves = (await this.#ask("hint", { all: true }))?.moves;
    if (moves?.length === 0) moves = (await this.#ask("hint"))?.moves;
    if (!moves?.length || this.auto !== run) return false;
    const isGuess = !moves[0].certain && !this.game.needsMines;
    if (isGuess && $("auto-until").value === "guess") {
      this.stop();
      this.#showMove(moves[0]);
      return false;
    }
    for (const move of moves) {
      if (this.auto !== run || this.game.state !== "playing") return false;
      if (await this.#play(move)) await this.#rest(DELAYS[Number($("speed").value)]);
    }
    return true;
  }

  // Between two moves. At full speed as many as a frame has time for go together.
  #rest(delay) {
    if (delay) return pause(delay);
    if (performance.now() - (this.rested ?? 0) < FRAME) return null;
    return new Promise((resolve) =>
      requestAnimationFrame((time) => {
        this.rested = time;
        resolve();
      }),
    );
  }

  stop() {
    this.auto = null;
    pressed($("auto"), false);
  }

  #clearHelp() {
    this.help = null;
    $("guesses").hidden = true;
    if (this.game.state === "playing" && !this.auto && this.game.history.length) say($("play-message"), { title: "Playing", text: "Stuck? A hint shows what is certain, and why." });
  }

  #complain(error, title) {
    if (error instanceof Outdated) return;
    const cells = error instanceof ApiError ? error.cells : [];
    this.help = { lit: new Set(), faults: new Set(cells.map((cell) => this.game.grid.index(...cell))) };
    say($("play-message"), { title, text: sentence(error.message), mood: "bad" });
    this.stop();
    this.#show();
  }

  // ---- showing

  scene() {
    const { game, help, analysis } = this;
    const over = game.state !== "playing";
    return {
      board: game.board,
      mines: over ? game.counts : null,
      won: game.state === "won",
      exploded: new Set(game.exploded),
      chance: this.showsHeat && !over ? analysis?.chance : null,
      safe: !over && analysis && (this.showsCertain || this.showsHeat) ? analysis.safe : null,
      certainMines: !over && analysis && (this.showsCertain || this.showsHeat) ? analysis.mines : null,
      lit: help?.lit,
      target: help?.target,
      verdict: help?.move?.certain ? (help.move.action === "flag" ? "danger" : "safe") : null,
      faults: help?.faults,
      pressed: this.pressedCells,
    };
  }

  #show() {
    const { game } = this;
    this.view.show(this.scene());
    $("mines-left").querySelector("b").textContent = String(game.minesLeft);
    $("undo").disabled = !game.changes.length;
    $("redo").disabled = !game.undone.length;
    $("again").disabled = !game.changes.length;
    const over = game.state !== "playing";
    for (const id of ["hint", "step", "guess", "auto"]) $(id).disabled = over;
    const face = $("new-game");
    face.dataset.state = game.state;
    face.querySelector("use").setAttribute("href", { playing: "#i-face", won: "#i-face-won", lost: "#i-face-lost" }[game.state]);
    this.#showSetup();
    if (this.pointed >= 0 && this.pointed < game.grid.length) this.#point(this.pointed);
  }

  #showSetup() {
    const { rows, cols, mines, topology, perCell, firstClick, seed } = this.game.setup;
    const preset = Object.entries(PRESETS).find(([, size]) => size.rows === rows && size.cols === cols && size.mines === mines);
    const isPreset = preset && topology === "square" && perCell === 1 && !this.game.given;
    for (const button of document.querySelectorAll("[data-preset]")) pressed(button, Boolean(isPreset) && button.dataset.preset === preset[0]);
    pressed($("custom"), !isPreset);
    if (this.shownSetup === this.game.setup) return;
    this.shownSetup = this.game.setup;
    facts($("game-facts"), [
      ["Board", `${rows} × ${cols}, ${mines} mines`],
      ["Shape", topology === "square" ? null : SHAPES[topology]],
      ["Mines per cell", perCell === 1 ? null : `up to ${perCell}`],
      ["First click", this.game.given ? "given layout" : FIRST_CLICKS[firstClick]],
      ["Seed", this.game.given ? null : (seed ?? "drawn at the first click")],
    ]);
  }

  #isCovered(index) {
    return this.game.faces[index] < 0;
  }

  #press(index, how) {
    const { game } = this;
    const playing = index >= 0 && game.state === "playing";
    const around = how === "chord" || game.faces[index] >= 0 ? game.grid.around(index) : [];
    this.pressedCells = playing ? new Set([index, ...around]) : null;
    this.view.show(this.scene());
  }

  #point(index) {
    this.pointed = index;
    if (index < 0) return void ($("play-info").textContent = "");
    const text = describe(this.game.board, index, this.showsHeat || this.showsCertain ? (this.analysis?.chance[index] ?? NaN) : NaN);
    $("play-info").textContent = text;
    if (this.view.isWalking) $("spoken").textContent = text;
  }

  // ---- keys

  key(event) {
    const { focus } = this.view;
    const onCell = { " ": () => this.open(focus), Enter: () => this.open(focus), f: () => this.flag(focus), c: () => this.chord(focus) };
    const anywhere = {
      u: () => this.undo(),
      r: () => this.redo(),
      n: () => this.newGame(),
      g: () => this.again(),
      h: () => this.hint(),
      s: () => this.step(),
      b: () => this.guess(),
      a: () => this.autoplay(),
      e: () => this.toggle("showsCertain", "show-certain"),
      m: () => this.toggle("showsHeat", "show-heat"),
      Escape: () => this.stop(),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = onCell[key] ?? anywhere[key];
    if (!action) return false;
    if (key in onCell) this.view.isWalking = true;
    Promise.resolve(action()).then(() => this.view.isWalking && this.#point(this.view.focus));
    return true;
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
    try {
      const { layout, game } = this.current();
      const running = this.since === null ? 0 : performance.now() - this.since;
      const hasSeed = this.game.given || this.game.setup.seed !== null;
      const kept = { setup: this.game.setup, layout, game: hasSeed ? game : null, elapsed: this.elapsed + running };
      localStorage.setItem(STORE, JSON.stringify(kept));
    } catch {
      // A full or forbidden store costs no more than the game after a reload.
    }
  }

  #restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE));
      if (!kept) return false;
      this.setup = { ...USUAL, ...kept.setup };
      if (!kept.game) return this.start({ ...this.setup }), true;
      const game = replayed(kept.game, kept.layout ? layoutCounts(kept.layout) : null);
      this.#begin(game, kept.elapsed);
      if (game.state === "playing" && game.history.length) say($("play-message"), { title: "Welcome back", text: "Your game goes on where it stopped." });
      else if (game.state === "playing") say($("play-message"), { title: "Ready", text: "Open any cell to start." });
      return true;
    } catch {
      return false;
    }
  }
}

// What /api/analyse says, by index. Flagged cells are claims, not findings, and are left out of the certain ones.
export function understood(board, answer, text) {
  const { grid, faces } = board;
  const chance = new Float64Array(grid.length).fill(NaN);
  answer.probability.forEach((row, r) => row.forEach((value, c) => value !== null && (chance[grid.index(r, c)] = value)));
  const indices = (cells) => new Set(cells.map((cell) => grid.index(...cell)).filter((index) => faces[index] === HIDDEN));
  return { text, chance, safe: indices(answer.safe), mines: indices(answer.certain_mines), answer };
}

// A saved game, played again on its mines.
export function replayed(saved, counts) {
  const board = Board.parse(saved.board.text);
  const { rows, cols, topology, reach } = board.grid;
  const setup = { rows, cols, mines: board.mines, topology, reach, perCell: board.perCell, firstClick: saved.first_click ?? "any", seed: saved.seed ?? null };
  const fresh = new Board(board.grid, { mines: board.mines, perCell: board.perCell });
  const game = new Game(fresh, setup, saved.layout ? counts : null);
  if (!saved.layout && counts) game.deal(counts, saved.seed);
  const undone = saved.undone ?? [];
  for (const turn of [...saved.history, ...undone]) game.take(turn);
  undone.forEach(() => game.undo());
  return game;
}

async function resumed(saved, layout) {
  if (saved.layout) return replayed(saved, layoutCounts(saved.layout.text));
  if (layout) return replayed(saved, layoutCounts(layout));
  const first = [...saved.history, ...(saved.undone ?? [])].find(([action]) => action === "open");
  if (!first) return replayed(saved, null);
  const { grid, mines, perCell } = Board.parse(saved.board.text);
  const { rows, cols, topology, reach } = grid;
  const question = { rows, cols, mines, topology, reach, max_per_cell: perCell, first_click: saved.first_click, seed: saved.seed };
  const answer = await ask("generate", { ...question, start: [first[1], first[2]] });
  return replayed(saved, layoutCounts(answer.layout.text));
}
