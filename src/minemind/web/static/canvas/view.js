// A board on the page that can be scrolled, zoomed and navigated with the keyboard. It knows no rules: pointing.js
// recognises clicks, and the owner decides what they mean. Only the visible part is painted, at most once per frame.

import { inside, make } from "../page/dom.js";
import { Shown, paint } from "./draw.js";
import { Geometry } from "./geometry.js";
import { palette } from "./palette.js";
import { Pointing } from "./pointing.js";
import { Rulers } from "./rulers.js";
import { whenever } from "../page/settings.js";
import { contextOf } from "./tiles.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{ width: number, height: number }} Extent */

const SMALLEST = 4;
const LARGEST = 96;
const COMFORTABLE = 84; // larger cells are easier to hit, but a board of them is hard to take in at a glance
const BORDER = 1; // px, as in the style sheet

const coarse = matchMedia("(pointer: coarse)");
const narrow = matchMedia("(max-width: 900px)");

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** @type {Record<string, [down: number, right: number]>} */
const PAGES = { PageUp: [-10, 0], PageDown: [10, 0] };

export class BoardView {
  #isWaiting = false; // for the next frame
  /** @type {number | null} */
  #wanted = null; // the cell size chosen by zooming
  #ratio = 1;
  #shown = new Shown();

  /**
   * @param {HTMLElement} host
   * @param {import("./pointing.js").Handlers} handlers
   * @param {Scene} scene
   * @param {{ label: string, painted?: boolean, isFramed?: boolean }} options painted: whether strokes paint on it; isFramed:
   *   whether its container has a height of its own even in narrow windows
   */
  constructor(host, handlers, scene, { label, painted = false, isFramed = false }) {
    this.host = host;
    this.isFramed = isFramed;
    this.handlers = handlers;
    this.scene = scene;
    this.size = 0;
    this.focus = 0;
    this.isWalking = false;
    this.geometry = new Geometry(scene.board.grid, 1);
    /** @type {Extent} */
    this.shown = { width: 0, height: 0 };
    this.canvas = make("canvas", { className: "canvas" });
    this.sheet = make("div", { className: "sheet" }, this.canvas);
    this.viewport = make("div", { className: "viewport", tabIndex: 0, role: "application" }, this.sheet);
    this.viewport.setAttribute("aria-label", label);
    this.viewport.classList.toggle("painted", painted);
    this.rulers = new Rulers();
    host.append(make("div", { className: "frame" }, this.rulers.columns, this.rulers.rows, this.viewport));
    this.context = contextOf(this.canvas);
    this.pointing = new Pointing(this, painted);
    this.#listen();
  }

  #listen() {
    const { viewport } = this;
    viewport.addEventListener("scroll", () => this.redraw(), { passive: true });
    viewport.addEventListener("focus", () => {
      this.isWalking ||= viewport.matches(":focus-visible") && !this.pointing.isTaking;
      if (this.isWalking) this.handlers.point?.(this.focus);
      this.redraw();
    });
    viewport.addEventListener("blur", () => this.redraw());
    new ResizeObserver(() => this.layOut()).observe(this.host);
    addEventListener("resize", () => this.layOut());
    whenever("coordinates", () => this.layOut());
    whenever("palette", () => this.redraw());
  }

  // The cell under the mouse, -1 if there is none.
  get hovered() {
    return this.pointing.hovered;
  }

  /** @param {Scene} scene */
  show(scene) {
    const old = this.scene.board.grid;
    const { grid } = scene.board;
    this.scene = scene;
    if (this.focus >= grid.length) this.focus = 0;
    if (!this.size || old.rows !== grid.rows || old.cols !== grid.cols || old.topology !== grid.topology) {
      this.#wanted = null;
      this.focus = 0;
      this.layOut();
    }
    this.redraw();
  }

  // The cell size: as chosen by zooming, otherwise the one at which the board fits, but never too small to hit.
  layOut() {
    if (!this.host.clientWidth) return;
    const { grid } = this.scene.board;
    const room = this.#room();
    const unit = new Geometry(grid, 1);
    const least = coarse.matches ? 32 : 16;
    const fitting = Math.floor(Math.min(room.width / unit.width, room.height / unit.height));
    const across = Math.floor(room.width / unit.width);
    // A board that fits in width but is a little too tall is scrolled rather than shrunk.
    const usual = Math.max(fitting, Math.min(across, least));
    this.size = this.#wanted ?? Math.min(COMFORTABLE, Math.max(usual, least));
    this.geometry = new Geometry(grid, this.size);
    this.#fitViewport(room);
    this.redraw();
  }

  /** @returns {Extent} */
  #room() {
    const height = narrow.matches && !this.isFramed ? innerHeight * 0.62 : this.host.clientHeight;
    const rulers = Rulers.room(this.scene.board.grid);
    return {
      width: this.host.clientWidth - 2 * BORDER - rulers.width,
      height: Math.max(120, height) - 2 * BORDER - rulers.height,
    };
  }

  /** @param {Extent} room */
  #fitViewport(room) {
    const { width, height } = this.geometry;
    const bar = coarse.matches ? 0 : scrollbar();
    const [isWide, isHigh] = [width > room.width, height > room.height];
    setSize(this.viewport, {
      width: Math.min(room.width, Math.ceil(width) + (isHigh ? bar : 0)) + 2 * BORDER,
      height: Math.min(room.height, Math.ceil(height) + (isWide ? bar : 0)) + 2 * BORDER,
    });
    setSize(this.sheet, { width: Math.ceil(width), height: Math.ceil(height) });
    this.#ratio = devicePixelRatio || 1;
    this.shown = {
      width: Math.min(this.viewport.clientWidth, Math.ceil(width)),
      height: Math.min(this.viewport.clientHeight, Math.ceil(height)),
    };
    setSize(this.canvas, this.shown);
    this.canvas.width = Math.round(this.shown.width * this.#ratio);
    this.canvas.height = Math.round(this.shown.height * this.#ratio);
    this.#shown = new Shown(); // resizing empties a canvas
    this.rulers.layOut(this.scene.board.grid, this.shown, this.#ratio);
  }

  redraw() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#paint();
    });
  }

  #paint() {
    if (!this.shown.width) return;
    const focus = this.isWalking && this.viewport.matches(":focus") ? this.focus : -1;
    this.viewport.classList.toggle("walking", this.isWalking);
    const { scrollLeft, scrollTop } = this.viewport;
    const { width, height } = this.shown;
    const scene = { ...this.scene, focus };
    const part = /** @type {import("./geometry.js").Rectangle} */ ([scrollLeft, scrollTop, width, height]);
    if (!paint(this.context, scene, this.geometry, palette(this.host), part, this.#ratio, this.#shown)) this.redraw();
    this.rulers.paint(this.geometry, [scrollLeft, scrollTop], scene.target ?? -1);
  }

  /**
   * @param {number} factor
   * @param {number | null} x
   * @param {number | null} y
   */
  zoom(factor, x = null, y = null) {
    const stepped =
      factor > 1 ? Math.max(this.size + 1, this.size * factor) : Math.min(this.size - 1, this.size * factor);
    this.zoomTo(stepped, x, y);
  }

  /**
   * Zoom to this cell size; what lies under the point stays there.
   * @param {number} size
   * @param {number | null} x
   * @param {number | null} y
   */
  zoomTo(size, x = null, y = null) {
    const box = this.viewport.getBoundingClientRect();
    const [dx, dy] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const before = this.size;
    const [left, top] = [(this.viewport.scrollLeft + dx) / before, (this.viewport.scrollTop + dy) / before];
    this.#wanted = Math.round(Math.max(SMALLEST, Math.min(LARGEST, size)));
    this.layOut();
    this.viewport.scrollTo(left * this.size - dx, top * this.size - dy);
    if (x === null && this.isWalking) this.reveal(this.focus);
  }

  fit() {
    const room = this.#room();
    const unit = new Geometry(this.scene.board.grid, 1);
    const all = Math.floor(Math.min(room.width / unit.width, room.height / unit.height));
    // The same button switches between the whole board and a comfortable size.
    this.#wanted = this.size === all || all >= COMFORTABLE ? null : Math.max(SMALLEST, all);
    this.layOut();
  }

  /**
   * The screen position of a cell's centre.
   * @param {number} index
   */
  point(index) {
    const [x, y] = this.geometry.centre(index);
    const box = this.sheet.getBoundingClientRect();
    return [box.left + x, box.top + y];
  }

  /** @param {number} index */
  reveal(index) {
    const [x, y] = this.geometry.centre(index);
    const { scrollLeft, scrollTop } = this.viewport;
    const { width, height } = this.shown;
    const margin = this.size * 1.5;
    const into = (/** @type {number} */ value, /** @type {number} */ start, /** @type {number} */ length) =>
      Math.min(Math.max(start, value + margin - length), value - margin);
    this.viewport.scrollTo(into(x, scrollLeft, width), into(y, scrollTop, height));
  }

  /**
   * Move with the arrow keys and similar keys. Returns whether the key was one of them.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const to = this.#steppedTo(event);
    if (to === null) return false;
    const started = this.viewport.matches(":focus");
    this.viewport.focus({ preventScroll: true });
    this.isWalking = true;
    // If the focus was elsewhere on the page, the first key shows where the keyboard is; the next one moves.
    if (started) this.focus = to;
    this.reveal(this.focus);
    this.handlers.point?.(this.focus);
    this.redraw();
    return true;
  }

  /** @param {KeyboardEvent} event */
  #steppedTo({ key, shiftKey, ctrlKey }) {
    const { grid } = this.scene.board;
    const [row] = grid.cell(this.focus);
    if (key === "Home") return ctrlKey ? 0 : grid.index(row, 0);
    if (key === "End") return ctrlKey ? grid.length - 1 : grid.index(row, grid.cols - 1);
    const far = key in ARROWS && (shiftKey || ctrlKey) ? 5 : 1;
    const [down, right] = ARROWS[key] ?? PAGES[key] ?? [];
    return down === undefined ? null : grid.step(this.focus, far * down, far * right);
  }

  /**
   * The cell under a mouse or finger, -1 if there is none.
   * @param {{ clientX: number, clientY: number }} event
   */
  indexAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (x < 0 || y < 0 || x >= this.shown.width || y >= this.shown.height) return -1;
    return this.geometry.at(x + this.viewport.scrollLeft, y + this.viewport.scrollTop);
  }
}

/**
 * @param {HTMLElement} target
 * @param {Extent} extent
 */
function setSize(target, { width, height }) {
  target.style.width = `${width}px`;
  target.style.height = `${height}px`;
}

/** @type {number | null} */
let measured = null;

// The width of a scroll bar, in px.
function scrollbar() {
  return (measured ??= measuredScrollbar());
}

function measuredScrollbar() {
  const probe = make("div", { className: "viewport probe" });
  inside(document, "body").append(probe);
  const bar = probe.offsetWidth - probe.clientWidth - 2 * BORDER;
  probe.remove();
  return Math.max(0, bar);
}
