// The editor: any position, painted, typed or loaded, with its analysis beside it. Every change is followed by the
// server's answer: faults at their cells, certain cells, chances, components, and why a cell is certain.

import { componentsOf, understood } from "./analysis.js";
import { ApiError, Outdated, ask, following, onServer } from "./api.js";
import { Board, HIDDEN, QUESTION, claimed, flagFace } from "./board.js";
import { $, bringTogether, facts, icon, inform, make, pressed, say } from "./dom.js";
import { picture } from "./draw.js";
import { Grid } from "./grid.js";
import { showGuesses } from "./guesses.js";
import { outlineOf } from "./outline.js";
import { PRESETS } from "./play.js";
import { BoardView } from "./view.js";
import { capital, cellsText, countText, describe, pairsText, percentText, sentence } from "./words.js";

const STORE = "minemind.position";
const UNDOABLE = 500;
const TYPING = 900; // ms within which a second digit belongs to the first, where numbers can have two
const USUAL_DENSITY = 99 / 480; // that of Expert
const LOOK = "look"; // paints nothing: for fingers, which cannot point at a cell without touching it
const NUMBERS = Array.from({ length: 9 }, (_, n) => [String(n), n ? `${n}` : "0, empty", String(n)]);
const PENS = [
  [LOOK, "none, only look", "Esc"],
  [".", "hidden", "."],
  [QUESTION, "question mark, hidden", "Q"],
  ["!", "flag", "F"],
  ...NUMBERS,
];
const COUNT_MODES = ["known", "unknown", "size", "flags"];
const NOTHING = "1 1 0\n.";
const SAMPLE =
  "9 9 10\n000001...\n000001...\n111001...\n..1111...\n.........\n.........\n.........\n.........\n.........";

export class Analyse {
  constructor() {
    this.pen = "1";
    this.countMode = "known";
    this.showsPercent = true;
    this.showsComponents = false;
    this.past = [];
    this.future = [];
    this.proofs = new Map();
    this.view = new BoardView($("analyse-board"), this.#handlers(), {
      label: "Position editor: arrow keys move, digits and F write, point erases",
      painted: true,
    });
    this.follow = following(() => this.#analyse());
    this.#wire();
    this.board = this.#restored() ?? Board.parse(SAMPLE);
    this.#follow();
    onServer((online) => online && this.#follow());
  }

  #handlers() {
    return {
      stroke: (index, isFirst, button) => this.#stroke(index, isFirst, button),
      strokeEnd: () => (this.stroke = null),
      strokeCancel: () => this.stroke && this.undo(),
      point: (index) => this.#point(index),
    };
  }

  #wire() {
    const buttons = {
      "edit-undo": "undo",
      "edit-redo": "redo",
      "edit-clear": "clear",
      "edit-guess": "guess",
      "edit-hint": "hint",
    };
    for (const [id, action] of Object.entries(buttons)) $(id).addEventListener("click", () => this[action]());
    $("show-percent").addEventListener("click", () => this.toggle("showsPercent", "show-percent"));
    $("show-components").addEventListener("click", () => this.toggle("showsComponents", "show-components"));
    for (const id of ["edit-rows", "edit-cols", "edit-topology", "edit-per-cell"])
      $(id).addEventListener("change", () => this.#resize());
    $("edit-count").addEventListener("change", () => this.#count());
    $("edit-mines").addEventListener("input", () => this.#count());
    this.#pens();
  }

  #pens() {
    const buttons = PENS.map(([pen, name, key]) => {
      const button = make("button", {
        type: "button",
        title: `${capital(name)} (${key})`,
        "aria-label": `Pen: ${name}`,
      });
      button.dataset.pen = pen;
      button.append(pen === LOOK ? icon("look") : make("canvas"), make("small", { text: key, "aria-hidden": "true" }));
      button.addEventListener("click", () => this.choose(pen));
      return button;
    });
    $("pens").replaceChildren(...buttons);
    this.paintPens();
  }

  paintPens() {
    for (const button of $("pens").children) {
      const { pen } = button.dataset;
      pressed(button, pen === this.pen);
      if (pen === LOOK) continue;
      const board = Board.parse(NOTHING.replace(/\.$/, pen));
      picture({ board }, 26, devicePixelRatio || 1, button.querySelector("canvas"));
    }
  }

  choose(pen) {
    this.pen = pen;
    this.view.viewport.classList.toggle("painted", pen !== LOOK);
    this.paintPens();
  }

  get busy() {
    return this.pending === true;
  }

  // ---- changing the board

  #remember() {
    this.past.push({ board: this.board, countMode: this.countMode });
    if (this.past.length > UNDOABLE) this.past.shift();
    this.future = [];
  }

  #become({ board, countMode }) {
    this.board = board;
    this.countMode = countMode;
    this.#changed();
  }

  undo() {
    // What was painted over with itself is nothing to go back to.
    while (this.past.at(-1)?.board === this.board && this.past.at(-1).countMode === this.countMode) this.past.pop();
    if (!this.past.length) return this.#show();
    this.future.push({ board: this.board, countMode: this.countMode });
    this.#become(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push({ board: this.board, countMode: this.countMode });
    this.#become(this.future.pop());
  }

  load(board) {
    this.#remember();
    this.known = null; // that was the count of another position
    this.#become({ board: board.copy({ marks: board.questions() }), countMode: board.mines === null ? "unknown" : "known" });
  }

  clear() {
    const { rows, cols, topology, reach } = this.board.grid;
    this.#remember();
    this.#become({
      board: this.board.copy({ grid: new Grid(rows, cols, topology, reach), faces: null, marks: new Map() }),
      countMode: this.countMode,
    });
  }

  write(index, face, mark = null) {
    const { grid, faces, marks } = this.board;
    if (!grid.exists(index) || (faces[index] === face && (marks.get(index) ?? null) === mark)) return;
    this.board = this.board.with(index, face, mark);
    this.#changed();
  }

  #stroke(index, isFirst, button) {
    if (this.pen === LOOK && button === 0) return;
    if (isFirst) {
      this.#remember();
      const pen = button === 2 ? "!" : this.pen;
      this.stroke = { face: this.#faceOfPen(pen, this.board.faces[index]), mark: markOfPen(pen) };
    }
    if (this.stroke) this.write(index, this.stroke.face, this.stroke.mark);
  }

  // A flag on a flag takes it away, or claims one mine more where a cell holds several.
  #faceOfPen(pen, face) {
    if (pen === "!") return flagFace((claimed(face) + 1) % (this.board.perCell + 1));
    return [".", QUESTION].includes(pen) ? HIDDEN : Number(pen);
  }

  #type(pen) {
    if (pen === LOOK) return;
    const { focus } = this.view;
    const now = performance.now();
    const before = this.typed;
    this.typed = { at: now, focus };
    const face = this.board.faces[focus];
    const continues =
      before?.focus === focus && now - before.at < TYPING && this.board.perCell > 1 && face > 0 && /\d/.test(pen);
    const number = continues ? 10 * face + Number(pen) : Number(pen);
    const most = this.board.perCell * this.board.grid.around(focus).length;
    this.#remember();
    this.write(focus, continues && number <= most ? number : this.#faceOfPen(pen, face), markOfPen(pen));
    this.choose(pen);
    this.view.isWalking = true;
    this.view.viewport.focus({ preventScroll: true });
    this.view.redraw();
    this.#point(focus);
  }

  #resize() {
    const read = (id, least, most) => Math.min(most, Math.max(least, Math.round(Number($(id).value)) || least));
    const [rows, cols] = [read("edit-rows", 1, 100), read("edit-cols", 1, 100)];
    this.#remember();
    this.#become({
      board: this.board.onGrid(rows, cols, $("edit-topology").value, read("edit-per-cell", 1, 9)),
      countMode: this.countMode,
    });
  }

  #count() {
    this.#remember();
    const countMode = $("edit-count").value;
    const field = $("edit-mines");
    const { grid, perCell } = this.board;
    const most = (grid.length - grid.holes.size) * perCell;
    const mines = field.value === "" ? null : Math.min(most, Math.max(0, Math.round(Number(field.value))));
    if (mines !== null && mines < Number(field.value)) field.value = String(mines);
    this.#become({
      board: this.board.copy({ mines: countMode === "known" ? mines : this.board.mines, density: null }),
      countMode,
    });
  }

  // The mine count that the chosen way of counting gives.
  #counted() {
    const { mines } = this.board;
    if (this.countMode === "unknown") return null;
    if (this.countMode === "flags") return this.board.flags();
    if (this.countMode === "known") return mines ?? this.known ?? this.#usual();
    return this.#usual();
  }

  #usual() {
    const { grid } = this.board;
    const preset = Object.values(PRESETS).find((size) => size.rows === grid.rows && size.cols === grid.cols);
    return preset?.mines ?? Math.max(1, Math.round(grid.length * USUAL_DENSITY));
  }

  // Stored only when something was changed here: a second tab may have stored something else since.
  #changed() {
    this.#follow();
    this.#store();
  }

  #follow() {
    const mines = this.#counted();
    if (this.countMode === "known") this.known = mines;
    if (mines !== this.board.mines) this.board = this.board.copy({ mines });
    this.text = String(this.board);
    this.help = null;
    this.pending = true;
    $("edit-guesses").hidden = true;
    this.#showFields();
    this.#show();
    this.follow();
  }

  // ---- answers

  async #analyse() {
    const { text, board } = this;
    let found = null;
    try {
      const answer = await ask("analyse", { board: { text }, frontier: true }, "analyse");
      found = understood(board, answer, text);
    } catch (error) {
      if (error instanceof Outdated) return;
      found = this.#faulty(error, text);
    }
    if (this.text !== text) return; // the next answer is on its way
    this.pending = false;
    this.analysis = found;
    this.#report();
    this.#show();
    this.#point(this.view.isWalking ? this.view.focus : (this.view.hovered ?? -1));
  }

  #faulty(error, text) {
    const { grid } = this.board;
    const faults = new Map();
    const add = (cell, sentence) => cell && faults.set(grid.index(...cell), sentence);
    for (const cell of error instanceof ApiError ? error.cells : []) add(cell, error.message);
    for (const fault of error.faults ?? []) add(fault.cell, fault.sentence);
    const said = (error.faults ?? []).map((fault) =>
      fault.cell ? `(${fault.cell.join(", ")}) ${fault.sentence}` : fault.sentence,
    );
    return {
      text,
      error,
      faults,
      said,
      chance: new Float64Array(grid.length).fill(NaN),
      safe: new Set(),
      mines: new Set(),
      dead: new Set(),
      fifties: [],
    };
  }

  #report() {
    const { analysis, board } = this;
    const target = $("analyse-message");
    const count = ["Mines", board.mines === null ? "unknown" : `${board.mines}, ${board.mines - board.flags()} left`];
    if (analysis.error) {
      // Only a contradiction is an answer; of a board that is too hard, or a server that is busy, nothing is known.
      const isContradiction = analysis.error.kind === "Impossible";
      facts($("analysis-facts"), [["Solutions", isContradiction ? "0" : "–"], count]);
      const many = analysis.said.length > 1 || (analysis.said.length === 1 && analysis.faults.size > 0);
      return say(target, {
        title: isContradiction ? "This cannot be" : "No answer",
        text: many ? "" : sentence(analysis.error.message),
        list: many ? analysis.said : [],
        mood: "bad",
      });
    }
    const { answer, safe, mines, dead, fifties } = analysis;
    const outline = outlineOf(board);
    facts($("analysis-facts"), [
      ["Solutions", countText(answer.solutions)],
      ["Certain", `${safe.size} safe, ${mines.size} mine${mines.size === 1 ? "" : "s"}`],
      count,
      ["Outline cells", String(outline.cells)],
      ["Clusters", String(outline.clusters)],
      ["Components", String(answer.components?.length ?? 0)],
      [
        "Elsewhere",
        answer.outside === null || answer.outside === undefined ? null : `${percentText(answer.outside)} each`,
      ],
      ["50/50 pairs", fifties.length ? pairsText(board.grid, fifties) : null],
      ["Dead cells", dead.size ? cellsText(board.grid, [...dead]) : null],
    ]);
    say(target, this.#summary());
  }

  #summary() {
    const { answer, safe, mines } = this.analysis;
    if (safe.size || mines.size) {
      const parts = [safe.size && `${safe.size} safe`, mines.size && `${mines.size} mined`].filter(Boolean);
      return {
        title: `${parts.join(", ")}, for certain`,
        text: "Point at such a cell, or touch it with the magnifier, to see why.",
        mood: "good",
      };
    }
    if (!answer.best) return { title: "Nothing is left to open" };
    const { cell, probability } = answer.best;
    const risk = probability === null ? "" : `, ${percentText(probability)} risk`;
    return { title: "Nothing is certain", text: `The safest cell is (${cell.join(", ")})${risk}.` };
  }

  async #point(index) {
    this.pointed = index;
    const known = this.analysis?.text === this.text ? this.analysis : null;
    const fault = known?.faults?.get(index);
    const text =
      index < 0
        ? ""
        : `${describe(this.board, index, known?.chance[index] ?? NaN, known)}${fault ? `: ${fault}` : ""}`;
    inform($("analyse-info"), text);
    this.view.viewport.title = fault ?? "";
    if (this.view.isWalking) $("spoken").textContent = text;
    const certain = known && (known.safe.has(index) || known.mines.has(index));
    if (certain) return this.#explain(index);
    if (this.help?.explains !== undefined) {
      this.help = null;
      this.#report();
      this.#show();
    }
  }

  async #explain(index) {
    const key = `${this.text}@${index}`;
    if (!this.proofs.has(key)) {
      if (this.proofs.size > 500) this.proofs.clear();
      this.proofs.set(key, ask("explain", { board: { text: this.text }, cell: this.board.grid.cell(index) }));
    }
    try {
      const proof = await this.proofs.get(key);
      if (this.pointed !== index || key !== `${this.text}@${index}`) return;
      const lit = new Set(proof.numbers.map((cell) => this.board.grid.index(...cell)));
      this.help = { explains: index, target: index, lit };
      const pattern = proof.pattern ? ` Players call it ${proof.pattern}.` : "";
      const title = `(${proof.cell.join(", ")}) is ${proof.is_mine ? "a mine" : "safe"}`;
      say($("analyse-message"), { title, text: sentence(proof.sentence) + pattern, mood: "good" });
      this.#show();
    } catch {
      this.proofs.delete(key); // asked again when pointed at again
    }
  }

  async hint() {
    const answer = await this.#ask("hint");
    const move = answer?.moves[0];
    if (!move) return;
    const { grid } = this.board;
    this.help = {
      target: grid.index(...move.cell),
      lit: new Set((move.proof?.numbers ?? []).map((cell) => grid.index(...cell))),
    };
    const title = move.certain ? `${capital(move.action)} (${move.cell.join(", ")})` : "A guess is needed";
    const text = sentence(move.reason);
    say($("analyse-message"), { title, text, mood: move.certain ? "good" : "" });
    inform($("analyse-info"), $("analyse-info").textContent, `${title}: ${text}`);
    this.view.reveal(this.help.target);
    bringTogether(this.view.viewport, $("analyse-info"));
    this.#show();
  }

  async guess() {
    const answer = await this.#ask("guesses", { games: 100 });
    if (!answer) return;
    if (!answer.candidates.length) return this.hint();
    const point = (candidate) => {
      this.help = { target: this.board.grid.index(...candidate.cell), lit: new Set() };
      this.view.reveal(this.help.target);
      this.#show();
    };
    showGuesses($("edit-guesses"), answer.candidates, point);
    point(answer.candidates[0]);
  }

  async #ask(name, extra = {}) {
    const { text } = this;
    try {
      const answer = await ask(name, { board: { text }, ...extra }, "edit-help");
      return this.text === text ? answer : null;
    } catch (error) {
      if (!(error instanceof Outdated))
        say($("analyse-message"), { title: "No answer", text: sentence(error.message), mood: "bad" });
      return null;
    }
  }

  toggle(what, id) {
    this[what] = !this[what];
    pressed($(id), this[what]);
    this.#show();
  }

  // ---- showing

  scene() {
    const { board, analysis, help } = this;
    // An answer to the board before the last stroke is still right about most of it, and better than a flicker.
    const known = analysis?.chance.length === board.faces.length ? analysis : null;
    return {
      board,
      chance: this.showsPercent ? known?.chance : null,
      safe: known?.safe,
      certainMines: known?.mines,
      dead: known?.dead,
      fifties: known?.fifties,
      component: this.showsComponents ? componentsOf(board.grid, known?.answer) : null,
      faults: new Set(known?.faults?.keys()),
      lit: help?.lit,
      target: help?.target,
    };
  }

  #show() {
    this.view.show(this.scene());
    $("edit-undo").disabled = !this.past.length;
    $("edit-redo").disabled = !this.future.length;
  }

  #showFields() {
    const { grid, mines, perCell } = this.board;
    const values = {
      "edit-rows": grid.rows,
      "edit-cols": grid.cols,
      "edit-topology": grid.topology,
      "edit-per-cell": perCell,
      "edit-count": this.countMode,
    };
    for (const [id, value] of Object.entries(values)) $(id).value = String(value);
    const field = $("edit-mines");
    field.disabled = this.countMode !== "known";
    if (document.activeElement !== field) field.value = mines === null ? "" : String(mines);
  }

  // ---- keys

  key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return false;
    if (/^[0-9]$/.test(key)) return (this.#type(key), true);
    const erase = () => this.#type(".");
    const paint = () => this.#type(this.pen);
    const actions = {
      ".": erase,
      Delete: erase,
      Backspace: erase,
      "?": null,
      f: () => this.#type("!"),
      "!": () => this.#type("!"),
      q: () => this.#type(QUESTION),
      " ": paint,
      Enter: paint,
      u: () => this.undo(),
      r: () => this.redo(),
      h: () => this.hint(),
      b: () => this.guess(),
      Escape: () => this.choose(LOOK),
      m: () => this.toggle("showsPercent", "show-percent"),
      p: () => this.toggle("showsComponents", "show-components"),
    };
    const action = actions[key.length === 1 ? key.toLowerCase() : key];
    action?.();
    return Boolean(action);
  }

  current() {
    return { kind: "position", name: "Position", text: this.text, layout: null, game: null, scene: this.scene() };
  }

  enter() {
    this.view.layOut();
  }

  #store() {
    try {
      localStorage.setItem(STORE, JSON.stringify({ text: this.text, countMode: this.countMode }));
    } catch {
      // A full or forbidden store costs no more than the position after a reload.
    }
  }

  #restored() {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE));
      if (!kept) return null;
      const board = Board.parse(kept.text);
      if (COUNT_MODES.includes(kept.countMode)) this.countMode = kept.countMode;
      return board;
    } catch {
      return null;
    }
  }
}

const markOfPen = (pen) => (pen === QUESTION ? QUESTION : null);
