// The view of what was kept or dropped here: boards, solutions (o x #), configurations one by one, and games turn by
// turn. Two timelines: one through the kept positions, one through what a single one of them holds.

import { Board, layoutCounts } from "./board.js";
import { $, icon, make, say, toast } from "./dom.js";
import { picture } from "./draw.js";
import { replayed } from "./saved.js";
import { BoardView } from "./view.js";
import { describe, minesText } from "./words.js";

const THUMB = 52; // px

export class History {
  constructor(store) {
    this.store = store;
    this.view = new BoardView(
      $("history-board"),
      { primary() {}, secondary() {}, chord() {}, long() {}, point: (index) => this.#point(index) },
      { label: "The position shown; arrow keys step through the timeline" },
    );
    store.onChange = () => this.#list();
    this.#wire();
    this.#list();
    this.show(store.entries[0] ?? null);
  }

  #wire() {
    $("frame").addEventListener("input", () => this.toFrame(Number($("frame").value)));
    $("frame-back").addEventListener("click", () => this.toFrame(this.at - 1));
    $("frame-on").addEventListener("click", () => this.toFrame(this.at + 1));
    $("entry").addEventListener("input", () => this.#toEntry(Number($("entry").value)));
    $("entry-back").addEventListener("click", () => this.#toEntry(this.#place() - 1));
    $("entry-on").addEventListener("click", () => this.#toEntry(this.#place() + 1));
    $("entry-name").addEventListener("change", () =>
      this.#try(() => this.entry && this.store.rename(this.entry.id, $("entry-name").value.trim() || "Position")),
    );
  }

  get busy() {
    return false;
  }

  // Keep something and show it.
  add(found) {
    const entry = this.#try(() => this.store.add(found));
    if (entry) this.show(entry);
    else this.showUnkept(found);
  }

  showUnkept(found) {
    this.show({ ...found, id: null, time: new Date().toISOString() });
  }

  #try(work) {
    try {
      return work();
    } catch (error) {
      toast(error.message);
      return null;
    }
  }

  show(entry) {
    this.entry = entry;
    this.frames = entry ? framesOf(entry) : new Single("9 9 10\n" + Array(9).fill(".........").join("\n"));
    this.at = entry?.kind === "game" ? this.frames.length - 1 : 0;
    this.#list();
    this.#show();
  }

  toFrame(at) {
    if (at < 0 || at >= this.frames.length) return;
    this.at = at;
    this.#show();
  }

  // Places on the timeline go from the oldest to the newest, the list from the newest down.
  #place() {
    const { entries } = this.store;
    return entries.length - 1 - entries.findIndex((entry) => entry.id === this.entry?.id);
  }

  #toEntry(place) {
    const { entries } = this.store;
    const entry = entries[entries.length - 1 - place];
    if (entry) this.show(entry);
  }

  #remove(entry) {
    this.#try(() => this.store.remove(entry.id));
    this.removed = entry;
    if (this.entry?.id === entry.id) this.show(this.store.entries[0] ?? null);
    toast("Removed. U brings it back.");
  }

  #putBack() {
    if (!this.removed) return;
    this.#try(() => this.store.putBack(this.removed));
    this.show(this.removed);
    this.removed = null;
  }

  scene() {
    return this.frames.scene(this.at);
  }

  #show() {
    const { entry, frames, at } = this;
    this.view.show(this.scene());
    $("entry-name").value = entry?.name ?? "Nothing kept yet";
    $("entry-name").disabled = !entry;
    $("entry-kind").textContent = entry?.kind ?? "empty";
    const isReadable = Boolean(entry) && !frames.isUnreadable;
    $("entry-analyse").disabled = !isReadable;
    $("entry-play").disabled = !isReadable || !(entry.game || entry.layout);
    for (const button of document.querySelectorAll('[data-link="history"], [data-download="history"]'))
      button.disabled = !isReadable;
    track("frame", at, frames.length, `${at + 1} / ${frames.length}`);
    $("frames").classList.toggle("idle", frames.length < 2);
    const count = this.store.entries.length;
    const place = this.#place();
    track(
      "entry",
      place,
      count,
      entry ? new Date(entry.time).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) : "",
    );
    $("times").classList.toggle("idle", count < 2);
    const empty =
      "Keep a position from Play or Analyse, drop a file here, or paste a text. Finished games are kept by themselves.";
    say(
      $("history-message"),
      entry ? { title: entry.name, text: what(entry, frames, at) } : { title: "Nothing kept yet", text: empty },
    );
  }

  #list() {
    const items = this.store.entries.map((entry) => this.#item(entry));
    $("entries").replaceChildren(...items);
  }

  #item(entry) {
    const time = new Date(entry.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const thumb = make("span", { className: "thumb" });
    const words = make(
      "span",
      {},
      make("span", { className: "name", text: entry.name }),
      make("small", { text: `${entry.kind} · ${time}` }),
    );
    const pick = make("button", { type: "button", className: "pick" }, thumb, words);
    pick.addEventListener("click", () => this.show(entry));
    const remove = make(
      "button",
      { type: "button", className: "icon", "aria-label": `Remove ${entry.name}` },
      icon("bin"),
    );
    remove.addEventListener("click", () => this.#remove(entry));
    const item = make("li", {}, pick, remove);
    if (entry.id === this.entry?.id) item.setAttribute("aria-current", "true");
    whenSeen(thumb, () => thumb.append(thumbnail(entry)));
    return item;
  }

  refreshThumbnails() {
    this.#list();
  }

  #point(index) {
    $("history-info").textContent = index < 0 ? "" : describe(this.scene().board, index);
  }

  key(event) {
    const many = this.frames.length > 1;
    const step = (by) => (many ? this.toFrame(this.at + by) : this.#toEntry(this.#place() + by));
    const actions = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      ArrowDown: () => this.#toEntry(this.#place() - 1),
      ArrowUp: () => this.#toEntry(this.#place() + 1),
      Home: () => this.toFrame(0),
      End: () => this.toFrame(this.frames.length - 1),
      Delete: () => this.entry?.id && this.#remove(this.entry),
      u: () => this.#putBack(),
    };
    const action = actions[event.key];
    action?.();
    return Boolean(action);
  }

  // Arrow keys belong to the timelines here, not to the board.
  ownsArrows = true;

  current() {
    const { entry } = this;
    if (!entry || this.frames.isUnreadable) return null;
    const scene = this.scene();
    return { ...entry, text: this.frames.text(this.at), scene };
  }

  // Whoever comes here after something was kept wants to see it.
  enter() {
    this.view.layOut();
    const [newest] = this.store.entries;
    if (newest && newest.id !== this.newest) this.show(newest);
    else this.#list();
    this.newest = newest?.id;
  }
}

function track(id, at, length, text) {
  const slider = $(id);
  slider.max = String(Math.max(0, length - 1));
  slider.value = String(at);
  $(`${id}-count`).textContent = text;
  $(`${id}-back`).disabled = at <= 0;
  $(`${id}-on`).disabled = at >= length - 1;
}

function what(entry, frames, at) {
  if (frames.isUnreadable) return "This entry cannot be read: it is damaged.";
  if (entry.kind === "configurations") return `Configuration ${at + 1} of ${frames.length}: o is free, x is a mine.`;
  if (entry.kind === "solution")
    return "o (✓) is safe in every configuration, x (✕) a mine in every one, # is unknown.";
  if (entry.kind === "game" && frames.length > 1)
    return at ? `After turn ${at}: ${frames.turn(at)}.` : "Before the first turn.";
  const { grid, mines } = frames.scene(at).board;
  return `${grid.rows} × ${grid.cols}, ${minesText(mines, "an unknown number of")}.`;
}

// The store may hold anything: what cannot be shown in full is shown as its position, or as what it is, unreadable.
function framesOf(entry) {
  const ways = [
    () => entry.boards?.length && new Texts(entry.boards),
    () => entry.kind === "game" && entry.game && entry.layout && new Turns(entry),
    () => entry.kind === "layout" && entry.layout && new Drawn(entry.text, layoutCounts(entry.layout)),
    () => new Single(entry.text),
  ];
  for (const way of ways) {
    try {
      const frames = way();
      if (frames) return frames;
    } catch {
      // then by the next way
    }
  }
  return new Unreadable();
}

class Single {
  constructor(text) {
    this.length = 1;
    this.board = Board.parse(text);
    this.written = text;
  }

  scene() {
    return { board: this.board };
  }

  text() {
    return this.written;
  }
}

// A layout: every mine is shown, and every other cell is free.
class Drawn extends Single {
  constructor(text, mines) {
    super(text);
    this.mines = mines;
  }

  scene() {
    return { board: this.board, mines: this.mines, showsFree: true };
  }
}

class Unreadable extends Single {
  isUnreadable = true;

  constructor() {
    super("1 1 ?\n#");
  }
}

class Texts {
  constructor(texts) {
    this.texts = texts;
    this.boards = texts.map((text) => Board.parse(text));
    this.length = texts.length;
  }

  scene(at) {
    return { board: this.boards[at] };
  }

  text(at) {
    return this.texts[at];
  }
}

// A game's turns: the game itself is undone and redone to the one that is asked for.
class Turns {
  constructor({ game, layout }) {
    this.game = replayed({ ...game, undone: [] }, layoutCounts(layout));
    this.counts = layoutCounts(layout);
    this.turns = this.game.history;
    this.length = this.turns.length + 1;
  }

  #to(at) {
    while (this.game.changes.length > at) this.game.undo();
    while (this.game.changes.length < at && this.game.redo());
    return this.game;
  }

  scene(at) {
    const game = this.#to(at);
    const over = game.state !== "playing";
    return {
      board: game.board,
      mines: over ? this.counts : null,
      won: game.state === "won",
      exploded: new Set(game.exploded),
    };
  }

  text(at) {
    return String(this.#to(at).board);
  }

  turn(at) {
    const [action, row, col, mines] = this.turns[at - 1];
    return `${action === "flag" && mines === 0 ? "unflag" : action} (${row}, ${col})`;
  }
}

function thumbnail(entry) {
  const frames = framesOf(entry);
  const scene = frames.scene(entry.kind === "game" ? frames.length - 1 : 0);
  const { rows, cols } = scene.board.grid;
  const ratio = devicePixelRatio || 1;
  const size = Math.max(1, Math.min(12, Math.floor((THUMB * ratio) / Math.max(rows, cols)))) / ratio;
  const canvas = picture(scene, size, ratio);
  canvas.style.width = `${canvas.width / ratio}px`;
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

// Thumbnails are painted when they come into sight: 300 games need not be replayed for a list of ten.
const waiting = new WeakMap();
const observer = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    waiting.get(target)();
  }
});

function whenSeen(target, work) {
  waiting.set(target, work);
  observer.observe(target);
}
