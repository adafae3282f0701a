// The view of what was kept or dropped here: boards, solutions (o x #), configurations one by one, and games turn by
// turn. Two timelines: one through the kept positions, one through what a single one of them holds.

import { language, phrase } from "./catalogue.js";
import { $, button, buttons, icon, input, make, say, toast } from "./dom.js";
import { picture } from "./draw.js";
import { Single, framesOf } from "./frames.js";
import { BoardView } from "./view.js";
import { describe, messageOf, sizeText } from "./words.js";

/** @typedef {import("./frames.js").Frames} Frames */
/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./store.js").Found} Found */

const THUMB = 52; // px
const NOTHING = `9 9 10\n${Array(9).fill(".........").join("\n")}`;

export class History {
  /** @type {Entry | null} */
  entry = null;
  /** @type {Frames} */
  frames = new Single(NOTHING);
  at = 0; // the frame that is shown
  /** @type {Entry | null} */
  #removed = null;
  /** @type {string | null | undefined} */
  #newest = undefined; // when this view was entered last

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    const handlers = { point: (/** @type {number} */ index) => this.#point(index) };
    const label = phrase("history.label");
    this.view = new BoardView($("history-board"), handlers, this.scene(), { label });
    store.onChange = () => this.#list();
    this.#wire();
    this.#list();
    this.show(store.entries[0] ?? null);
  }

  #wire() {
    $("frame").addEventListener("input", () => this.toFrame(Number(input("frame").value)));
    $("frame-back").addEventListener("click", () => this.toFrame(this.at - 1));
    $("frame-on").addEventListener("click", () => this.toFrame(this.at + 1));
    $("entry").addEventListener("input", () => this.#toEntry(Number(input("entry").value)));
    $("entry-back").addEventListener("click", () => this.#toEntry(this.#place() - 1));
    $("entry-on").addEventListener("click", () => this.#toEntry(this.#place() + 1));
    $("entry-name").addEventListener("change", () =>
      this.#try(
        () =>
          this.entry && this.store.rename(this.entry.id, input("entry-name").value.trim() || phrase("editor.position")),
      ),
    );
  }

  get busy() {
    return false;
  }

  /**
   * Keep something and show it.
   * @param {Found} found
   */
  add(found) {
    const entry = this.#try(() => this.store.add(found));
    if (entry) this.show(entry);
    else this.showUnkept(found);
  }

  /** @param {Found} found */
  showUnkept(found) {
    this.show({ ...found, id: null, time: new Date().toISOString() });
  }

  /**
   * @template T
   * @param {() => T} work
   */
  #try(work) {
    try {
      return work();
    } catch (error) {
      toast(messageOf(error));
      return null;
    }
  }

  /** @param {Entry | null} entry */
  show(entry) {
    this.entry = entry;
    this.frames = entry ? framesOf(entry) : new Single(NOTHING);
    this.at = entry?.kind === "game" ? this.frames.length - 1 : 0;
    this.#list();
    this.#show();
  }

  /** @param {number} at */
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

  /** @param {number} place */
  #toEntry(place) {
    const { entries } = this.store;
    const entry = entries[entries.length - 1 - place];
    if (entry) this.show(entry);
  }

  /** @param {Entry} entry */
  #remove(entry) {
    this.#try(() => this.store.remove(entry.id));
    this.#removed = entry;
    if (this.entry?.id === entry.id) this.show(this.store.entries[0] ?? null);
    toast(phrase("history.removed"));
  }

  #putBack() {
    const removed = this.#removed;
    if (!removed) return;
    this.#try(() => this.store.putBack(removed));
    this.show(removed);
    this.#removed = null;
  }

  scene() {
    return this.frames.scene(this.at);
  }

  #show() {
    const { entry, frames, at } = this;
    this.view.show(this.scene());
    input("entry-name").value = entry?.name ?? phrase("history.nothing");
    input("entry-name").disabled = !entry;
    $("entry-kind").textContent = phrase("history.kind", { kind: entry?.kind ?? "empty" });
    const isReadable = entry !== null && !frames.isUnreadable;
    button("entry-analyse").disabled = !isReadable;
    button("entry-play").disabled = !isReadable || !(entry.game || entry.layout);
    for (const each of buttons('[data-link="history"], [data-download="history"]')) each.disabled = !isReadable;
    track("frame", at, frames.length, `${at + 1} / ${frames.length}`);
    $("frames").classList.toggle("idle", frames.length < 2);
    const count = this.store.entries.length;
    const place = this.#place();
    track(
      "entry",
      place,
      count,
      entry ? new Date(entry.time).toLocaleString(language(), { dateStyle: "short", timeStyle: "short" }) : "",
    );
    $("times").classList.toggle("idle", count < 2);
    const told = entry
      ? { title: entry.name, text: what(entry, frames, at) }
      : { title: phrase("history.nothing"), text: phrase("history.nothing.text") };
    say($("history-message"), told);
  }

  #list() {
    const items = this.store.entries.map((entry) => this.#item(entry));
    $("entries").replaceChildren(...items);
  }

  /** @param {Entry} entry */
  #item(entry) {
    const time = new Date(entry.time).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
    const thumb = make("span", { className: "thumb" });
    const words = make(
      "span",
      {},
      make("span", { className: "name", text: entry.name }),
      make("small", { text: `${phrase("history.kind", { kind: entry.kind })} · ${time}` }),
    );
    const pick = make("button", { type: "button", className: "pick" }, thumb, words);
    pick.addEventListener("click", () => this.show(entry));
    const remove = make(
      "button",
      { type: "button", className: "icon", "aria-label": phrase("history.remove", { name: entry.name }) },
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

  /** @param {number} index */
  #point(index) {
    $("history-info").textContent = index < 0 ? "" : describe(this.scene().board, index);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const many = this.frames.length > 1;
    const step = (/** @type {number} */ by) => (many ? this.toFrame(this.at + by) : this.#toEntry(this.#place() + by));
    /** @type {Record<string, () => void>} */
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

  /** @returns {import("./store.js").Current | null} */
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
    if (newest && newest.id !== this.#newest) this.show(newest);
    else this.#list();
    this.#newest = newest?.id;
  }
}

/** @type {(id: string, at: number, length: number, text: string) => void} */
function track(id, at, length, text) {
  const slider = input(id);
  slider.max = String(Math.max(0, length - 1));
  slider.value = String(at);
  $(`${id}-count`).textContent = text;
  button(`${id}-back`).disabled = at <= 0;
  button(`${id}-on`).disabled = at >= length - 1;
}

/** @type {(entry: Entry, frames: Frames, at: number) => string} */
function what(entry, frames, at) {
  if (frames.isUnreadable) return phrase("history.unreadable");
  if (entry.kind === "configurations") return phrase("history.configuration", { place: at + 1, count: frames.length });
  if (entry.kind === "solution") return phrase("history.solution");
  if (entry.kind === "game" && frames.length > 1)
    return at ? phrase("history.turn", { place: at, turn: frames.turn?.(at) ?? "" }) : phrase("history.start");
  const { grid, mines } = frames.scene(at).board;
  return `${sizeText(grid.rows, grid.cols, mines)}.`;
}

/** @param {Entry} entry */
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
/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const observer = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    waiting.get(target)?.();
  }
});

/** @type {(target: Element, work: () => void) => void} */
function whenSeen(target, work) {
  waiting.set(target, work);
  observer.observe(target);
}
