// The history view: boards, solutions (o x #), configurations one by one, and games turn by turn, as they were stored
// or dropped here. It has two timelines: one through the entries, one through the frames of a single entry.

import { language, phrase } from "../words/catalogue.js";
import { localeOf } from "../words/languages.js";
import { $, button, buttons, icon, input, make, say, toast } from "../page/dom.js";
import { Single, framesOf } from "./frames.js";
import { Reviewing } from "../review/reviewing.js";
import { entryAddress } from "../page/addresses.js";
import { thumbnail, whenSeen } from "./thumbnails.js";
import { BoardView } from "../canvas/view.js";
import { describe, messageOf, sizeText } from "../game/words.js";

/** @typedef {import("./frames.js").Frames} Frames */
/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./store.js").Found} Found */

const UNKEPT = "shown"; // in addresses, the id of an entry that is shown but not stored
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
  #newest = undefined; // the newest entry when this view was last entered
  #reviewing = new Reviewing({
    toMove: (number) => this.#toMove(number),
    retry: () => this.#retry(),
    close: () => this.closeReview(true),
    show: () => this.#show(),
  });
  /** @type {(address: string, isNew: boolean) => void} */
  onAddress = () => {}; // called with the new address, and whether Back leads to the previous one
  /** @type {(game: import("../ask/answers.js").SavedGame, layout: string | null) => void} */
  onRetry = () => {};

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
    $("entry-review").addEventListener("click", () => this.openReview(this.entry));
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
    return this.#reviewing.busy;
  }

  /**
   * Store something and show it.
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

  /**
   * @param {Entry | null} entry
   * @param {number | null} at the frame; by default the last one of a game, else the first
   */
  show(entry, at = null) {
    this.entry = entry;
    this.frames = entry ? framesOf(entry) : new Single(NOTHING);
    this.at = clamped(at ?? (entry?.kind === "game" ? Infinity : 0), this.frames.length);
    this.closeReview();
    this.#list();
    this.#show();
  }

  /** @param {number} at */
  toFrame(at) {
    if (at < 0 || at >= this.frames.length) return;
    this.at = at;
    this.onAddress(this.#address(), false);
    this.#look();
  }

  // ---- the review of a game

  // The address of the entry, with the move that is reviewed here; without a review, with the number of turns played.
  #address() {
    const { isOpen } = this.#reviewing;
    const at = isOpen
      ? { turn: null, move: this.at + 1 }
      : { turn: this.frames.length > 1 ? this.at : null, move: null };
    return entryAddress({ id: this.entry?.id ?? UNKEPT, ...at });
  }

  /** @param {Entry} entry that the user has chosen */
  #choose(entry) {
    this.show(entry);
    this.onAddress(this.#address(), true);
  }

  /**
   * Review a game, starting at this move, or else at the one that matters most.
   * @param {Entry | null} entry
   * @param {number | null} number
   */
  async openReview(entry, number = null) {
    if (!isGame(entry)) return;
    if (this.entry !== entry) this.show(entry);
    const opened = this.#reviewing.open(entry.game);
    if (number === null) this.onAddress(this.#address(), true);
    else this.at = clamped(number - 1, this.frames.length);
    this.#look();
    const first = await opened;
    if (first === null || this.entry !== entry) return;
    this.at = number === null ? clamped(first - 1, this.frames.length) : this.at;
    this.onAddress(this.#address(), false);
    this.#look();
  }

  /**
   * Show what an address names. Returns whether there is such an entry.
   * @param {import("../page/addresses.js").EntryAddress} address
   */
  follow({ id, turn, move }) {
    const entry = id === UNKEPT ? this.entry : (this.store.entries.find((each) => each.id === id) ?? null);
    if (!entry || (move !== null && !isGame(entry))) return false;
    if (move !== null) void this.openReview(entry, move);
    else this.show(entry, turn);
    return true;
  }

  closeReview(isToldOf = false) {
    if (!this.#reviewing.isOpen) return;
    this.#reviewing.close();
    if (!isToldOf) return;
    this.onAddress("#history", true);
    this.#show();
  }

  /** @param {number} number */
  #toMove(number) {
    this.at = clamped(number - 1, this.frames.length);
    this.onAddress(this.#address(), true);
    this.#look();
  }

  #look() {
    const { frames, at } = this;
    if (this.#reviewing.isOpen) this.#reviewing.look(at, frames.text(at), frames.scene(at).board);
    this.#show();
  }

  #retry() {
    const { game, layout = null } = this.entry ?? {};
    if (!game) return;
    const { history, times, ...setup } = game;
    const turns = { history: history.slice(0, this.at), ...(times && { times: times.slice(0, this.at) }), undone: [] };
    this.onRetry({ ...setup, ...turns, board: { text: this.frames.text(this.at) } }, layout);
  }

  // The timeline goes from the oldest entry to the newest, the list from the newest to the oldest.
  #place() {
    const { entries } = this.store;
    return entries.length - 1 - entries.findIndex((entry) => entry.id === this.entry?.id);
  }

  /** @param {number} place */
  #toEntry(place) {
    const { entries } = this.store;
    const entry = entries[entries.length - 1 - place];
    if (entry) this.#choose(entry);
  }

  /** @param {Entry} entry */
  #remove(entry) {
    this.#try(() => this.store.remove(entry.id));
    this.#removed = entry;
    if (this.entry?.id === entry.id) this.show(this.store.entries[0] ?? null);
    toast(phrase("history.removed"), { text: phrase("page.undo"), act: () => this.#putBack() });
  }

  #putBack() {
    const removed = this.#removed;
    if (!removed) return;
    this.#try(() => this.store.putBack(removed));
    this.show(removed);
    this.#removed = null;
  }

  /** @returns {import("../canvas/scene.js").Scene} */
  scene() {
    const scene = this.frames.scene(this.at);
    return this.#reviewing.review ? this.#reviewing.scene(scene, this.at, this.frames.counts ?? null) : scene;
  }

  #show() {
    const { entry, frames, at } = this;
    this.view.show(this.scene());
    this.view.host.hidden = !entry;
    input("entry-name").value = entry?.name ?? "";
    input("entry-name").disabled = !entry;
    $("entry-kind").textContent = phrase("history.kind", { kind: entry?.kind ?? "empty" });
    const isReadable = entry !== null && !frames.isUnreadable;
    button("entry-analyse").disabled = !isReadable;
    button("entry-play").disabled = !isReadable || !(entry.game || entry.layout);
    button("entry-review").disabled = !isReadable || !isGame(entry) || frames.length < 2;
    for (const each of buttons('[data-link="history"], [data-download="history"]')) each.disabled = !isReadable;
    track("frame", at, frames.length, `${at + 1} / ${frames.length}`);
    $("frames").classList.toggle("idle", frames.length < 2);
    const count = this.store.entries.length;
    button("history-export").disabled = !count;
    const place = this.#place();
    track("entry", place, count, entry ? written(entry.time, "short") : "");
    $("times").classList.toggle("idle", count < 2);
    say($("history-message"), this.#told());
  }

  #told() {
    const { entry, frames, at } = this;
    if (!entry) return { title: phrase("history.nothing"), text: phrase("history.nothing.text") };
    return this.#reviewing.review ? this.#reviewing.message(at) : { title: entry.name, text: what(entry, frames, at) };
  }

  #list() {
    const items = this.store.entries.map((entry) => this.#item(entry));
    $("entries").replaceChildren(...items);
  }

  /** @param {Entry} entry */
  #item(entry) {
    const time = written(entry.time, "medium");
    const thumb = make("span", { className: "thumb" });
    const words = make(
      "span",
      {},
      make("span", { className: "name", text: entry.name }),
      make("small", { text: `${phrase("history.kind", { kind: entry.kind })} · ${time}` }),
    );
    const pick = make("button", { type: "button", className: "pick" }, thumb, words);
    pick.addEventListener("click", () => this.#choose(entry));
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
      p: () => this.openReview(this.entry),
      Escape: () => this.closeReview(true),
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
    const [scene, text] = [this.scene(), this.frames.text(this.at)];
    const { isOpen } = this.#reviewing;
    // At the end of a game, and at every step of its review, a link carries the whole game.
    const isWhole = entry.game && (isOpen || this.at === this.frames.length - 1);
    const link = isWhole ? JSON.stringify(entry.game) : undefined;
    return { ...entry, text, scene, link, linkTo: isOpen ? `/review/${this.at + 1}` : "" };
  }

  // If something was stored since the last visit, show it.
  enter() {
    this.closeReview();
    this.view.layOut();
    const [newest] = this.store.entries;
    if (newest && newest.id !== this.#newest) this.show(newest);
    else this.#list();
    this.#newest = newest?.id;
  }
}

/**
 * The time of an entry, in the user's date format.
 * @param {string} time
 * @param {"short" | "medium"} dateStyle
 */
const written = (time, dateStyle) =>
  new Date(time).toLocaleString(localeOf(language()), { dateStyle, timeStyle: "short" });

/** @type {(value: number, length: number) => number} */
const clamped = (value, length) => Math.max(0, Math.min(length - 1, value));

/**
 * Whether it is a game that can be reviewed.
 * @param {Entry | null} entry
 * @returns {entry is Entry & { game: import("../ask/answers.js").SavedGame }}
 */
const isGame = (entry) => entry?.kind === "game" && Boolean(entry.game);

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
