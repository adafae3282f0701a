// Pointing at a board with a mouse or fingers: tells apart clicks, long presses, strokes and pinches. The board's owner
// decides what they do.

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {"primary" | "chord"} Holding */

/**
 * @typedef {object} Handlers a missing handler means no action
 * @property {(index: number) => void} [primary]
 * @property {(index: number) => void} [secondary]
 * @property {(index: number) => void} [chord]
 * @property {(index: number) => void} [long]
 * @property {(index: number, how: Holding | null) => void} [pressed] index -1 when nothing is pressed any more
 * @property {(index: number) => void} [point] the cell under the mouse or the keyboard; -1 for none
 * @property {(index: number, isFirst: boolean, button: number) => void} [stroke] on a paintable board
 * @property {() => void} [strokeEnd]
 * @property {() => void} [strokeCancel]
 */

const LONG_PRESS = 380; // ms
const SLIP = 12; // px a finger may move and still be a tap
const AFTER_TOUCH = 800; // ms in which browsers report a touch again, as a mouse event

/** @typedef {{ x: number, y: number, distance: number }} Spread */

export class Pointing {
  isTaking = false;
  isShifted = false; // whether the shift key was held down at the last press
  hovered = -1;
  /** @type {Holding | null} */
  #holding = null;
  /** @type {{ button: number } | null} */
  #stroking = null;
  #strokeAt = -1;
  #touched = -Infinity;
  /** @type {{ index: number, x: number, y: number, timer?: ReturnType<typeof setTimeout> } | null} */
  #tap = null;
  /** @type {(Spread & { size: number }) | null} */
  #pinch = null;

  /**
   * @param {BoardView} view
   * @param {boolean} painted
   */
  constructor(view, painted) {
    this.view = view;
    this.painted = painted;
    this.#listen();
  }

  get #handlers() {
    return this.view.handlers;
  }

  #listen() {
    const { viewport, canvas } = this.view;
    viewport.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // The right button opens no menu, and the middle one does not paste, as it would on Linux.
    for (const kind of ["contextmenu", "auxclick"]) canvas.addEventListener(kind, (event) => event.preventDefault());
    canvas.addEventListener("mouseup", (event) => event.button === 1 && event.preventDefault());
    canvas.addEventListener("mousedown", (event) => this.#mouseDown(event));
    addEventListener("mouseup", (event) => this.#mouseUp(event));
    addEventListener("mousemove", (event) => this.#mouseMove(event));
    canvas.addEventListener("pointerdown", (event) => this.#touchDown(event));
    canvas.addEventListener("pointermove", (event) => this.#touchMove(event));
    canvas.addEventListener("pointerup", (event) => this.#touchUp(event));
    canvas.addEventListener("pointercancel", () => this.#touchEnd());
    canvas.addEventListener("touchstart", (event) => this.#pinchStart(event), { passive: false });
    canvas.addEventListener("touchmove", (event) => this.#pinchMove(event), { passive: false });
    canvas.addEventListener("touchend", () => (this.#pinch = null));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.view.zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12, event.clientX, event.clientY);
  }

  /** @param {number} index */
  #take(index) {
    this.isTaking = true;
    this.view.viewport.focus({ preventScroll: true });
    this.isTaking = false;
    this.view.isWalking = false;
    if (index >= 0) this.view.focus = index;
  }

  // ---- mouse

  /** @param {MouseEvent} event */
  #mouseDown(event) {
    const index = this.view.indexAt(event);
    event.preventDefault();
    this.isShifted = event.shiftKey;
    this.#take(index);
    if (this.painted) {
      if (index >= 0 && event.button !== 1) this.#stroke(index, true, event.button);
      return;
    }
    const both = event.button === 1 || (event.buttons & 3) === 3;
    if (both) this.#holding = "chord";
    else if (event.button === 0) this.#holding = "primary";
    else if (event.button === 2 && index >= 0) this.#handlers.secondary?.(index);
    if (this.#holding) this.#handlers.pressed?.(index, this.#holding);
  }

  /** @param {MouseEvent} event */
  #mouseUp(event) {
    if (this.painted) return this.#strokeEnd();
    if (!this.#holding) return;
    const [action, index] = [this.#holding, this.view.indexAt(event)];
    // When two buttons are released, the second must not open anything.
    this.#holding = null;
    this.#handlers.pressed?.(-1, null);
    if (index >= 0) this.#handlers[action]?.(index);
  }

  /** @param {MouseEvent} event */
  #mouseMove(event) {
    if (!this.view.host.clientWidth || performance.now() - this.#touched < AFTER_TOUCH) return;
    const isInside = event.composedPath()[0] === this.view.canvas; // also inside another page's element
    const index = isInside || this.#holding || this.#stroking ? this.view.indexAt(event) : -1;
    if (this.#holding) this.#handlers.pressed?.(index, this.#holding);
    if (this.#stroking && index >= 0 && index !== this.#strokeAt) this.#stroke(index, false, this.#stroking.button);
    if (index === this.hovered) return;
    this.hovered = index;
    if (isInside || index < 0) this.#handlers.point?.(index);
  }

  // ---- strokes

  /**
   * @param {number} index
   * @param {boolean} isFirst
   * @param {number} button
   */
  #stroke(index, isFirst, button) {
    this.#stroking = { button };
    const cells = isFirst ? [index] : between(this.view.scene.board.grid, this.#strokeAt, index);
    this.#strokeAt = index;
    for (const cell of cells) this.#handlers.stroke?.(cell, isFirst, button);
  }

  #strokeEnd() {
    if (!this.#stroking) return;
    this.#stroking = null;
    this.#handlers.strokeEnd?.();
  }

  // ---- fingers

  /** @param {PointerEvent} event */
  #touchDown(event) {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    event.preventDefault(); // no mouse events for the same touch
    const index = this.view.indexAt(event);
    this.#touched = performance.now();
    this.#take(index);
    if (index < 0) return;
    this.#tap = { index, x: event.clientX, y: event.clientY };
    if (this.painted) return; // a finger paints when lifted: if it moves, it scrolls the board
    this.#handlers.pressed?.(index, "primary");
    this.#tap.timer = setTimeout(() => {
      this.#touchEnd();
      navigator.vibrate?.(15);
      this.#handlers.long?.(index);
    }, LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  #touchMove(event) {
    if (event.pointerType === "mouse" || !this.#tap) return;
    this.#touched = performance.now();
    if (Math.hypot(event.clientX - this.#tap.x, event.clientY - this.#tap.y) > SLIP) this.#touchEnd();
  }

  /** @param {PointerEvent} event */
  #touchUp(event) {
    if (event.pointerType === "mouse" || !this.#tap) return;
    const { index } = this.#tap;
    if (this.painted) this.#stroke(index, true, 0);
    this.#touchEnd();
    this.#touched = performance.now();
    if (!this.painted) this.#handlers.primary?.(index);
    this.#handlers.point?.(index);
  }

  #touchEnd() {
    clearTimeout(this.#tap?.timer);
    this.#tap = null;
    this.#handlers.pressed?.(-1, null);
    this.#strokeEnd();
  }

  /**
   * Two fingers zoom the board and drag it with them.
   * @param {TouchEvent} event
   */
  #pinchStart(event) {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    if (this.#stroking) this.#handlers.strokeCancel?.();
    this.#touchEnd();
    this.#pinch = { ...spread(event.touches), size: this.view.size };
  }

  /** @param {TouchEvent} event */
  #pinchMove(event) {
    if (!this.#pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = spread(event.touches);
    this.view.viewport.scrollBy(this.#pinch.x - now.x, this.#pinch.y - now.y);
    Object.assign(this.#pinch, { x: now.x, y: now.y });
    this.view.zoomTo((this.#pinch.size * now.distance) / this.#pinch.distance, now.x, now.y);
  }
}

/**
 * @param {TouchList} touches
 * @returns {Spread}
 */
function spread([one, two]) {
  return {
    x: (one.clientX + two.clientX) / 2,
    y: (one.clientY + two.clientY) / 2,
    distance: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
  };
}

/**
 * The cells between two others and the last one, without the first, so that a quick stroke leaves no gaps.
 * @param {import("../game/grid.js").Grid} grid
 * @param {number} from
 * @param {number} to
 */
function between(grid, from, to) {
  const [[r0, c0], [r1, c1]] = [grid.cell(from), grid.cell(to)];
  const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
  const cells = [];
  for (let step = 1; step <= steps; step++) {
    const index = grid.index(Math.round(r0 + ((r1 - r0) * step) / steps), Math.round(c0 + ((c1 - c0) * step) / steps));
    if (grid.exists(index)) cells.push(index);
  }
  return cells;
}
