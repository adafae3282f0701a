// The panel with the review of a game: the curve of the probability of winning with every move marked, the decisive
// moments, luck and skill, and what to practise. It shows a review and reports where the player wants to go.

import { phrase, renderer } from "../words/catalogue.js";
import { draw, figure, marker, path } from "../page/chart.js";
import { facts, make } from "../page/dom.js";
import { curveOf, markOf, marksOf } from "./reviewed.js";
import { capital } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Review} Review */

/**
 * @typedef {object} Actions
 * @property {(number: number) => void} toMove look at the position before a move
 * @property {() => void} retry
 * @property {() => void} close
 */

const [WIDTH, HEIGHT, LEFT, TOP, LANE] = [308, 150, 34, 8, 24]; // of the curve; the lane holds a mark for each move

export class ReviewPanel {
  /** @type {SVGElement | null} */
  #cursor = null;
  /** @type {((at: number) => number) | null} */
  #across = null;
  #retry = make("button", { type: "button", className: "main", id: "review-retry", text: phrase("review.retry") });

  /**
   * @param {HTMLElement} target
   * @param {Actions} actions
   */
  constructor(target, actions) {
    this.target = target;
    this.actions = actions;
    this.#retry.addEventListener("click", actions.retry);
  }

  /** @param {...Node} parts */
  #fill(...parts) {
    const label = phrase("review.close");
    const close = make("button", { type: "button", className: "icon", "aria-label": label, title: label }, "✕");
    close.addEventListener("click", this.actions.close);
    const head = make("div", { className: "bar head" }, make("h2", { text: phrase("page.review") }), close);
    this.target.replaceChildren(head, ...parts);
    this.target.hidden = false;
  }

  close() {
    this.target.hidden = true;
    this.target.replaceChildren();
  }

  // Show that the review is being made. Returns a function to call with the progress.
  wait() {
    const bar = make("progress", { max: 1, "aria-label": phrase("review.waiting") });
    this.#fill(make("p", { className: "note", text: phrase("review.waiting") }), bar);
    return (/** @type {number} */ share) => (bar.value = share);
  }

  /** @param {string} why */
  fail(why) {
    this.#fill(make("p", { className: "note", text: why }));
  }

  /** @param {Review} review */
  show(review) {
    this.#fill(
      this.#curve(review),
      this.#legend(review),
      this.#retry,
      ...this.#moments(review),
      part("review.practise", make("p", { text: review.advice.sentence })),
      part("review.luck", list(luckFacts(review))),
      part("review.performance", list(performanceFacts(review))),
    );
  }

  /**
   * Mark which position is shown: the one after `at` moves.
   * @param {number} at
   * @param {boolean} canRetry
   */
  mark(at, canRetry) {
    this.#retry.disabled = !canRetry;
    const x = this.#across?.(at) ?? 0;
    for (const end of ["x1", "x2"]) this.#cursor?.setAttribute(end, String(x));
  }

  /** @param {Review} review */
  #curve(review) {
    const { moves } = review;
    const across = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - 6) * at) / Math.max(1, moves.length);
    const down = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - LANE) * (1 - Math.min(1, Math.max(0, value)));
    const points = curveOf(review);
    const edge = (/** @type {1 | -1} */ side) =>
      points.map(({ at, value, margin }) => /** @type {const} */ ([across(at), down(value + side * margin)]));
    const { figures } = renderer();
    const lines = [0, 0.5, 1].map((value) => /** @type {[number, string]} */ ([down(value), figures.percent(value)]));
    const label = phrase(points.length ? "review.report.curve" : "review.report.curve.none");
    const svg = figure({ width: WIDTH, height: HEIGHT, label }, lines, LEFT);
    this.#across = across;
    this.#cursor = draw("line", { class: "cursor", y1: 0, y2: HEIGHT });
    svg.append(
      draw("path", { class: "band", d: path([...edge(1), ...edge(-1).reverse()]) }),
      draw("path", { class: "line", d: path(points.map(({ at, value }) => [across(at), down(value)])) }),
      this.#cursor,
      ...moves.map((move) => marker(markOf(review, move), across(move.number - 1), HEIGHT - LANE / 2)),
    );
    svg.addEventListener("click", (event) => {
      const { left, width } = svg.getBoundingClientRect();
      const share = (((event.clientX - left) / width) * WIDTH - LEFT) / (WIDTH - LEFT - 6);
      this.actions.toMove(1 + Math.round(Math.min(1, Math.max(0, share)) * moves.length));
    });
    return svg;
  }

  // The meaning of the marks, and how many there are of each; clicking one leads to its next move.
  /** @param {Review} review */
  #legend(review) {
    const items = marksOf(review).map(({ mark, count }) => {
      const text = phrase(`review.mark.${mark}`, { count });
      const item = make("button", { type: "button", "data-mark": mark }, shapeOf(mark), text);
      let place = -1;
      item.addEventListener("click", () => {
        const numbers = review.moves.filter((move) => markOf(review, move) === mark).map(({ number }) => number);
        place = (place + 1) % numbers.length;
        this.actions.toMove(numbers[place]);
      });
      return count ? [item] : [];
    });
    return make("div", { className: "legend", role: "group", "aria-label": phrase("review.marks") }, ...items.flat());
  }

  /** @param {Review} review */
  #moments(review) {
    const items = review.key_moments.map((number) => {
      const move = review.moves[number - 1];
      const text = make("span", { text: capital(move.sentence) });
      const to = make("button", { type: "button", "data-move": number }, shapeOf(markOf(review, move)), text);
      to.addEventListener("click", () => this.actions.toMove(number));
      return make("li", {}, to);
    });
    return items.length ? [part("review.moments", make("ol", { className: "moments" }, ...items))] : [];
  }
}

/** @param {import("./reviewed.js").Mark} mark */
const shapeOf = (mark) =>
  draw("svg", { class: "chart key", viewBox: "-6 -6 12 12", "aria-hidden": "true" }, marker(mark, 0, 0));

/** @type {(title: import("../words/catalogue.js").Key, body: HTMLElement) => HTMLElement} */
const part = (title, body) => make("section", {}, make("h3", { text: phrase(title) }), body);

/** @param {[name: string, value: string | null][]} pairs */
function list(pairs) {
  const made = make("dl", { className: "facts" });
  facts(made, pairs);
  return made;
}

/** @param {number} value */
const points = (value) => phrase("review.points", { points: signed(value * 100, 1) });

/** @type {(value: number, digits: number) => string} */
const signed = (value, digits) =>
  (value < 0 ? "−" : "") + renderer().figures.fixed(Math.round(Math.abs(value) * 10 ** digits), digits);

/**
 * @param {Review} review
 * @returns {[name: string, value: string | null][]}
 */
function luckFacts({ pluck, necessary_pluck: necessary, start, lost_by_choice: lost, luck }) {
  const { figures } = renderer();
  return [
    [phrase("review.survival"), figures.percent(10 ** -pluck)],
    [phrase("review.survival.necessary"), figures.percent(10 ** -necessary)],
    [phrase("review.start"), start === null ? null : figures.percent(start)],
    [phrase("review.given-away"), lost === null ? null : points(-lost)],
    [phrase("review.luck.brought"), luck === null ? null : points(luck)],
  ];
}

/**
 * @param {Review} review
 * @returns {[name: string, value: string | null][]}
 */
function performanceFacts({ performance }) {
  const {
    three_bv: threeBv,
    solved,
    seconds,
    three_bv_per_second: rate,
    efficiency,
    zini_efficiency: zini,
  } = performance;
  const number = (/** @type {number | null} */ value, digits = 2) => (value === null ? null : signed(value, digits));
  return [
    [phrase("review.measure.3bv"), threeBv === null ? null : phrase("review.solved", { solved, three_bv: threeBv })],
    [phrase("review.measure.seconds"), number(seconds, 1)],
    [phrase("review.measure.3bvs"), number(rate)],
    [phrase("review.measure.clicks"), phrase("review.clicks", { ...performance })],
    [phrase("review.measure.ioe"), number(efficiency)],
    [phrase("review.measure.zini-efficiency"), number(zini)],
  ];
}
