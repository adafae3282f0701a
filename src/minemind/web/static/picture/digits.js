// How digits and the question mark are written: the strokes of a pen in a box of 100 by 100. Most have several forms,
// for different fonts and habits; recognising them needs no font.

/** @typedef {[number, number][]} Line */
/** @typedef {{ sign: string, lines: Line[] }} Skeleton */

const TURN = 2 * Math.PI;

/**
 * Part of an ellipse around a point, from one angle to another, in turns: 0 is right, ¼ is down. Lengths are shares of
 * the box.
 * @type {(x: number, y: number, across: number, down: number, from: number, to: number) => Line}
 */
function arc(x, y, across, down, from, to) {
  const steps = Math.max(4, Math.ceil(Math.abs(to - from) * 24));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (from + ((to - from) * step) / steps) * TURN;
    return [x + across * Math.cos(angle), y + down * Math.sin(angle)];
  });
}

/**
 * One stroke of the pen, through points "x y, x y" and along arcs.
 * @param {(string | Line)[]} parts
 * @returns {Line}
 */
function way(...parts) {
  return parts.flatMap((part) => (typeof part === "string" ? part.split(", ").map(point) : part));
}

/**
 * @param {string} text
 * @returns {[number, number]}
 */
function point(text) {
  const [x, y] = text.split(" ").map(Number);
  return [x / 100, y / 100];
}

/** @type {Skeleton[]} */
export const SKELETONS = [
  { sign: "1", lines: [way("50 0, 50 100")] },
  { sign: "1", lines: [way("15 20, 60 0, 60 100")] },
  { sign: "1", lines: [way("30 12, 60 0, 60 100")] },
  { sign: "1", lines: [way("10 12, 50 0, 50 100"), way("5 100, 95 100")] },
  { sign: "1", lines: [way("0 30, 50 0, 50 100"), way("0 100, 100 100")] },
  { sign: "1", lines: [way("5 32, 65 0, 65 100"), way("5 100, 100 100")] },
  { sign: "1", lines: [way("15 22, 62 4, 62 100"), way("15 100, 100 100")] },
  { sign: "2", lines: [way(arc(0.5, 0.29, 0.45, 0.29, -0.42, 0.1), "0 100, 100 100")] },
  { sign: "2", lines: [way(arc(0.47, 0.26, 0.45, 0.26, -0.45, 0.08), "60 60, 4 100, 100 100")] },
  { sign: "2", lines: [way("0 12, 15 0, 85 0, 100 12, 100 35, 5 80, 0 100, 100 100")] },
  {
    sign: "3",
    lines: [
      way(arc(0.45, 0.25, 0.45, 0.25, -0.4, 0.25)),
      way(arc(0.45, 0.74, 0.52, 0.26, -0.25, 0.42)),
      way("30 49, 50 49"),
    ],
  },
  { sign: "3", lines: [way("0 0, 90 0, 45 42"), way(arc(0.45, 0.7, 0.52, 0.3, -0.25, 0.42))] },
  { sign: "3", lines: [way("0 0, 85 0, 100 12, 100 38, 80 50, 100 62, 100 88, 85 100, 0 100"), way("30 50, 80 50")] },
  { sign: "4", lines: [way("78 100, 78 0, 0 70, 100 70")] },
  { sign: "4", lines: [way("70 100, 70 0, 0 65, 0 72, 100 72")] },
  { sign: "4", lines: [way("40 0, 0 60, 100 60"), way("80 0, 80 100")] },
  { sign: "4", lines: [way("10 0, 5 55, 100 55"), way("85 0, 85 100")] },
  { sign: "5", lines: [way("90 0, 10 0, 8 45", arc(0.45, 0.67, 0.5, 0.33, -0.32, 0.4))] },
  { sign: "5", lines: [way("100 0, 15 0, 5 50", arc(0.48, 0.68, 0.5, 0.32, -0.36, 0.42))] },
  { sign: "5", lines: [way("100 0, 0 0, 0 45, 85 45, 100 57, 100 88, 85 100, 0 100")] },
  { sign: "5", lines: [way("88 0, 18 0, 10 48", arc(0.46, 0.66, 0.5, 0.34, -0.4, 0.46))] },
  { sign: "5", lines: [way("85 4, 15 4, 15 48", arc(0.48, 0.69, 0.5, 0.31, -0.42, 0.44))] },
  { sign: "6", lines: [way(arc(0.5, 0.68, 0.48, 0.32, 0, 1)), way(arc(0.55, 0.5, 0.53, 0.5, 0.42, 0.86))] },
  { sign: "6", lines: [way(arc(0.5, 0.67, 0.5, 0.33, 0, 1)), way("70 0, 30 30, 3 60")] },
  { sign: "6", lines: [way("90 0, 15 0, 0 12, 0 88, 15 100, 85 100, 100 88, 100 57, 85 45, 0 45")] },
  { sign: "7", lines: [way("0 0, 100 0, 35 100")] },
  { sign: "7", lines: [way("0 0, 100 0, 60 45, 40 100")] },
  { sign: "7", lines: [way("0 15, 0 0, 100 0, 35 100")] },
  { sign: "8", lines: [way(arc(0.5, 0.25, 0.43, 0.25, 0, 1)), way(arc(0.5, 0.74, 0.5, 0.26, 0, 1))] },
  {
    sign: "8",
    lines: [
      way("12 0, 88 0, 100 12, 100 38, 85 48, 100 58, 100 88, 88 100, 12 100, 0 88, 0 58, 15 48, 0 38, 0 12, 12 0"),
      way("15 48, 85 48"),
    ],
  },
  { sign: "?", lines: [way(arc(0.5, 0.25, 0.45, 0.25, -0.45, 0.15), "50 55, 50 70"), way("50 95, 50 100")] },
  { sign: "?", lines: [way(arc(0.47, 0.24, 0.5, 0.24, -0.42, 0.2), "42 55, 42 68"), way("42 93, 42 100")] },
];
