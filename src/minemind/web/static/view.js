// A board on the page that can be scrolled, zoomed, pointed at and walked over with the keyboard. It knows no rules:
// what a click means is said by whoever owns it. Only the visible part is painted, at most once a frame.

import { Geometry, paint, palette } from "./draw.js";

const SMALLEST = 4;
const LARGEST = 72;
const COMFORTABLE = 46; // larger cells are easier to hit, but a board of them is hard to take in at a glance
const LONG_PRESS = 380; // ms
const SLIP = 12; // px that a finger may move and still be a tap
const BORDER = 1; // px, as in the style sheet

const coarse = matchMedia("(pointer: coarse)");
const narrow = matchMedia("(max-width: 900px)");

export class BoardView {
  // handlers: primary, secondary, chord (index); stroke(index, isFirst, button) and strokeEnd for a board that is
  // painted on; point(index or -1) for what the mouse is over or the keyboard on.
  constructor(host, handlers, { label, painted = false }) {
    Object.assign(this, { host, handlers, painted, scene: null, size: 0, wanted: null, focus: 0, isWalking: false });
    this.viewport = element("div", "viewport");
    this.sheet = element("div", "sheet");
    this.canvas = element("canvas", "canvas");
    this.viewport.append(this.sheet);
    this.sheet.append(this.canvas);
    host.append(this.viewport);
    Object.assign(this.viewport, { tabIndex: 0, role: "application" });
    this.viewport.setAttribute("aria-label", label);
    this.viewport.classList.toggle("painted", painted);
    this.context = this.canvas.getContext("2d");
    this.#listen();
    new ResizeObserver(() => this.layOut()).observe(host);
    addEventListener("resize", () => this.layOut());
  }

  show(scene) {
    const old = this.scene?.board.grid;
    const { grid } = scene.board;
    this.scene = scene;
    if (this.focus >= grid.length) this.focus = 0;
    if (old?.rows !== grid.rows || old?.cols !== grid.cols || old?.topology !== grid.topology) {
      this.wanted = null;
      this.focus = 0;
      this.layOut();
    }
    this.redraw();
  }

  // The size of the cells: what was asked for by zooming, else what makes the board fit, within what can be hit.
  layOut() {
    if (!this.scene || !this.host.clientWidth) return;
    const { grid } = this.scene.board;
    const room = this.#room();
    const unit = new Geometry(grid, 1);
    const least = coarse.matches ? 34 : 24;
    const fitting = Math.floor(Math.min(room.width / unit.width, room.height / unit.height));
    const across = Math.floor(room.width / unit.width);
    // A board that fits in width and is a little too high is scrolled rather than shrunk.
    const usual = Math.max(fitting, Math.min(across, least));
    this.size = this.wanted ?? Math.min(COMFORTABLE, Math.max(usual, least));
    this.geometry = new Geometry(grid, this.size);
    this.#fitViewport(room);
    this.redraw();
  }

  #room() {
    const height = narrow.matches ? innerHeight * 0.62 : this.host.clientHeight;
    return { width: this.host.clientWidth - 2 * BORDER, height: Math.max(120, height) - 2 * BORDER };
  }

  #fitViewport(room) {
    const { width, height } = this.geometry;
    const bar = this.#scrollbar();
    const wide = width > room.width;
    const high = height > room.height;
    setSize(
      this.viewport,
      Math.min(room.width, Math.ceil(width) + (high ? bar : 0)) + 2 * BORDER,
      Math.min(room.height, Math.ceil(height) + (wide ? bar : 0)) + 2 * BORDER,
    );
    setSize(this.sheet, Math.ceil(width), Math.ceil(height));
    this.ratio = devicePixelRatio || 1;
    const shown = {
      width: Math.min(this.viewport.clientWidth, Math.ceil(width)),
      height: Math.min(this.viewport.clientHeight, Math.ceil(height)),
    };
    setSize(this.canvas, shown.width, shown.height);
    this.canvas.width = Math.round(shown.width * this.ratio);
    this.canvas.height = Math.round(shown.height * this.ratio);
    this.shown = shown;
  }

  #scrollbar() {
    if (coarse.matches) return 0;
    return (BoardView.bar ??= measuredScrollbar());
  }

  redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.#paint();
    });
  }

  #paint() {
    if (!this.scene || !this.shown?.width) return;
    const focus = this.isWalking && document.activeElement === this.viewport ? this.focus : -1;
    const { scrollLeft, scrollTop } = this.viewport;
    const visible = [scrollLeft, scrollTop, this.shown.width, this.shown.height];
    paint(this.context, { ...this.scene, focus }, this.geometry, palette(), visible, this.ratio);
  }

  zoom(factor, x = null, y = null) {
    const stepped =
      factor > 1 ? Math.max(this.size + 1, this.size * factor) : Math.min(this.size - 1, this.size * factor);
    this.zoomTo(stepped, x, y);
  }

  // Zoom to cells of this size; what lies under the point stays there.
  zoomTo(size, x = null, y = null) {
    const box = this.viewport.getBoundingClientRect();
    const [dx, dy] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const before = this.size;
    const [left, top] = [(this.viewport.scrollLeft + dx) / before, (this.viewport.scrollTop + dy) / before];
    this.wanted = Math.round(Math.max(SMALLEST, Math.min(LARGEST, size)));
    this.layOut();
    this.viewport.scrollTo(left * this.size - dx, top * this.size - dy);
  }

  fit() {
    const room = this.#room();
    const unit = new Geometry(this.scene.board.grid, 1);
    const all = Math.floor(Math.min(room.width / unit.width, room.height / unit.height));
    // The same button leads to the whole board and back to a comfortable size.
    this.wanted = this.size === all || all >= COMFORTABLE ? null : Math.max(SMALLEST, all);
    this.layOut();
  }

  // Where the middle of a cell is on the screen.
  point(index) {
    const [x, y] = this.geometry.centre(index);
    const box = this.sheet.getBoundingClientRect();
    return [box.left + x, box.top + y];
  }

  reveal(index) {
    const [x, y] = this.geometry.centre(index);
    const { scrollLeft, scrollTop } = this.viewport;
    const { width, height } = this.shown;
    const into = (value, start, length) =>
      Math.min(Math.max(start, value + this.size * 1.5 - length), value - this.size * 1.5);
    this.viewport.scrollTo(into(x, scrollLeft, width), into(y, scrollTop, height));
  }

  // Arrow keys and their kin; says whether the key was one of them.
  walk(event) {
    const { grid } = this.scene.board;
    const far = event.shiftKey || event.ctrlKey ? 5 : 1;
    const moves = {
      ArrowUp: [-far, 0],
      ArrowDown: [far, 0],
      ArrowLeft: [0, -far],
      ArrowRight: [0, far],
      PageUp: [-10, 0],
      PageDown: [10, 0],
    };
    const [row] = grid.cell(this.focus);
    const ends = {
      Home: event.ctrlKey ? 0 : grid.index(row, 0),
      End: event.ctrlKey ? grid.length - 1 : grid.index(row, grid.cols - 1),
    };
    if (!(event.key in moves) && !(event.key in ends)) return false;
    const started = document.activeElement === this.viewport;
    this.viewport.focus({ preventScroll: true });
    this.isWalking = true;
    // From elsewhere on the page, the first key shows where the keyboard is; the next one moves.
    if (started) this.focus = moves[event.key] ? grid.step(this.focus, ...moves[event.key]) : ends[event.key];
    this.reveal(this.focus);
    this.handlers.point?.(this.focus);
    this.redraw();
    return true;
  }

  focusOn(index) {
    this.focus = index;
    this.redraw();
  }

  indexAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (x < 0 || y < 0 || x >= this.shown.width || y >= this.shown.height) return -1;
    return this.geometry.at(x + this.viewport.scrollLeft, y + this.viewport.scrollTop);
  }

  #listen() {
    const { viewport, canvas } = this;
    viewport.addEventListener("scroll", () => this.redraw(), { passive: true });
    viewport.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    viewport.addEventListener("focus", () => {
      this.isWalking ||= viewport.matches(":focus-visible") && !this.pointing;
      if (this.isWalking) this.handlers.point?.(this.focus);
      this.redraw();
    });
    viewport.addEventListener("blur", () => this.redraw());
    // The right button opens no menu, and the middle one pastes nothing, which it does on Linux.
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
    canvas.addEventListener("touchend", () => (this.pinch = null));
  }

  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12, event.clientX, event.clientY);
  }

  #take(index) {
    this.pointing = true;
    this.viewport.focus({ preventScroll: true });
    this.pointing = false;
    this.isWalking = false;
    if (index >= 0) this.focus = index;
  }

  #mouseDown(event) {
    const index = this.indexAt(event);
    event.preventDefault();
    this.#take(index);
    if (this.painted) {
      if (index >= 0 && event.button !== 1) this.#stroke(index, true, event.button);
      return;
    }
    const both = event.button === 1 || (event.buttons & 3) === 3;
    if (both) this.holding = "chord";
    else if (event.button === 0) this.holding = "primary";
    else if (event.button === 2 && index >= 0) this.handlers.secondary(index);
    if (this.holding) this.#press(index);
  }

  #mouseUp(event) {
    if (this.painted) return this.#strokeEnd();
    if (!this.holding) return;
    const [action, index] = [this.holding, this.indexAt(event)];
    // The second of two buttons that comes up must not open anything.
    this.holding = null;
    this.#press(-1);
    if (index >= 0) this.handlers[action](index);
  }

  #mouseMove(event) {
    if (!this.host.clientWidth || performance.now() - (this.touched ?? -1000) < 800) return;
    const inside = event.target === this.canvas;
    const index = inside || this.holding || this.stroking ? this.indexAt(event) : -1;
    if (this.holding) this.#press(index);
    if (this.stroking && index >= 0 && index !== this.strokeAt) this.#stroke(index, false, this.stroking.button);
    if (index !== this.hovered) {
      this.hovered = index;
      if (inside || index < 0) this.handlers.point?.(index);
    }
  }

  #press(index) {
    if (!this.handlers.pressed) return;
    this.handlers.pressed(index, this.holding);
  }

  #stroke(index, isFirst, button) {
    this.stroking = { button };
    const from = isFirst ? index : this.strokeAt;
    this.strokeAt = index;
    for (const cell of between(this.scene.board.grid, from, index, isFirst)) {
      this.handlers.stroke(cell, isFirst, button);
      isFirst = false;
    }
  }

  #strokeEnd() {
    if (!this.stroking) return;
    this.stroking = null;
    this.handlers.strokeEnd?.();
  }

  #touchDown(event) {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    event.preventDefault(); // no mouse events for the same touch
    const index = this.indexAt(event);
    this.touched = performance.now();
    this.#take(index);
    if (index < 0) return;
    this.tap = { index, x: event.clientX, y: event.clientY };
    if (this.painted) return this.#stroke(index, true, 0);
    this.handlers.pressed?.(index, "primary");
    this.tap.timer = setTimeout(() => {
      this.#touchEnd();
      navigator.vibrate?.(15);
      this.handlers.long(index);
    }, LONG_PRESS);
  }

  #touchMove(event) {
    if (event.pointerType === "mouse" || !this.tap) return;
    this.touched = performance.now();
    if (this.painted) {
      const index = this.indexAt(event);
      if (index >= 0 && index !== this.strokeAt) this.#stroke(index, false, 0);
    } else if (Math.hypot(event.clientX - this.tap.x, event.clientY - this.tap.y) > SLIP) this.#touchEnd();
  }

  #touchUp(event) {
    if (event.pointerType === "mouse" || !this.tap) return;
    const { index } = this.tap;
    this.#touchEnd();
    this.touched = performance.now();
    if (!this.painted) this.handlers.primary(index, true);
    this.handlers.point?.(index);
  }

  #touchEnd() {
    clearTimeout(this.tap?.timer);
    this.tap = null;
    this.handlers.pressed?.(-1, null);
    this.#strokeEnd();
  }

  // Two fingers zoom, and move the board between them.
  #pinchStart(event) {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    if (this.stroking) this.handlers.strokeCancel?.();
    this.#touchEnd();
    this.pinch = { ...spread(event.touches), size: this.size };
  }

  #pinchMove(event) {
    if (!this.pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = spread(event.touches);
    this.viewport.scrollBy(this.pinch.x - now.x, this.pinch.y - now.y);
    Object.assign(this.pinch, { x: now.x, y: now.y });
    this.zoomTo((this.pinch.size * now.distance) / this.pinch.distance, now.x, now.y);
  }
}

function spread([one, two]) {
  return {
    x: (one.clientX + two.clientX) / 2,
    y: (one.clientY + two.clientY) / 2,
    distance: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
  };
}

// The cells on the way from one to another, so that a quick stroke leaves no gaps.
function between(grid, from, to, withFirst) {
  const [[r0, c0], [r1, c1]] = [grid.cell(from), grid.cell(to)];
  const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
  const cells = withFirst ? [from] : [];
  for (let step = 1; step <= steps; step++) {
    const index = grid.index(Math.round(r0 + ((r1 - r0) * step) / steps), Math.round(c0 + ((c1 - c0) * step) / steps));
    if (grid.exists(index)) cells.push(index);
  }
  return cells;
}

function element(tag, name) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

function setSize(target, width, height) {
  target.style.width = `${width}px`;
  target.style.height = `${height}px`;
}

function measuredScrollbar() {
  const probe = element("div", "viewport probe");
  document.body.append(probe);
  const bar = probe.offsetWidth - probe.clientWidth - 2 * BORDER;
  probe.remove();
  return Math.max(0, bar);
}
