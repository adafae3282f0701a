// Recorded games of other programs, recognised by their content. The engine parses them and turns mouse events into
// clicks. The same as replays.py and recording.py.

import { AnswerError, grouped } from "../../game/errors.js";
import { Grid } from "../../game/grid.js";
import { isPrintable } from "../../game/quote.js";
import { graphOf } from "../graph.js";
import { Layout } from "../layout.js";
import { Refusal } from "../module.js";
import { checkCells } from "../size.js";
import { pairAt, signs, startsWith } from "./bytes.js";
import { decoded } from "./names.js";

/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("../played.js").Action} Action */
/** @typedef {import("../played.js").Click} Click */
/** @typedef {"any" | "safe" | "opening"} Rule */

/**
 * @typedef {object} Replay a game as it was played
 * @property {Layout} layout
 * @property {Click[]} clicks with or without an effect
 * @property {Rule} rule what was promised for the first click
 * @property {string} program
 * @property {string} player
 * @property {number | null} seconds of the game, as the program counted them
 * @property {Action[]} strays clicks outside the board
 * @property {import("../played.js").Played | null} undealt the game, if no cell was opened: then its mines were never
 *   dealt, and the layout has none
 */

// How many bytes are searched for a format's signature: enough to get past the mines of the largest board.
const HEAD = 140_000;

const AVF_SUMMARY = /[\x11\x7f][^]\[[0-3]\|/; // eslint-disable-line no-control-regex
const CLONE = "\x11Minesweeper Clone";
const CLONE_LEVELS = new Set(["8,8,10", "16,16,40", "30,16,99"]);
const CLONE_YEARS = [2003, 2030];
const RAWVF_BOARD = /(?:^|\n)(?:\xef\xbb\xbf)?[ \t]*board[ \t]*:[ \t]*\r?(?:\n|$)/i;
const PROGRAM = 200; // bytes within which the name of the program ends in an EVF file

/** @type {(content: Uint8Array) => string} */
const head = (content) => signs(content.subarray(0, HEAD));

/** @param {Uint8Array} content */
const isRmv = (content) => startsWith(content, "*rmv");

/** @param {Uint8Array} content */
const isAvf = (content) => content[5] >= 3 && content[5] <= 6 && AVF_SUMMARY.test(head(content));

/** @param {Uint8Array} content */
function isMvf(content) {
  const year = pairAt(content, 9);
  const isUntitled = startsWith(content, "\0\0") && year >= CLONE_YEARS[0] && year <= CLONE_YEARS[1];
  return startsWith(content, CLONE) || isUntitled || isEarlyMvf(content);
}

/**
 * Minesweeper Clone 0.96 and earlier, which cannot be read: columns, rows, mines and their places, and then much more.
 * @param {Uint8Array} content
 */
function isEarlyMvf(content) {
  const mines = pairAt(content, 2);
  return CLONE_LEVELS.has([content[0], content[1], mines].join()) && content.length > 100 + 2 * mines;
}

/** @param {Uint8Array} content */
const isRawvf = (content) => RAWVF_BOARD.test(head(content));

/**
 * Whether there is a version, a board and the name of a program: EVF has no signature.
 * @param {Uint8Array} content
 */
function isEvf(content) {
  const version = content[0] ?? 5;
  const [rows = 0, cols = 0, high = 0, low = 0, pixels = 0] = content.subarray(version < 3 ? 2 : 3);
  const start = version < 3 ? 14 : version === 3 ? 15 : 34;
  const text = content.subarray(start, start + PROGRAM);
  const end = text.indexOf(0);
  const program = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text.subarray(0, Math.max(end, 0)));
  const isNamed = end >= 0 && [...program].every(isPrintable);
  return version <= 4 && rows * cols > 0 && rows * cols >= high * 256 + low && pixels > 0 && isNamed;
}

// Those with the clearest signatures first.
export const REPLAYS = [
  { name: "rmv", recognises: isRmv },
  { name: "avf", recognises: isAvf },
  { name: "mvf", recognises: isMvf },
  { name: "rawvf", recognises: isRawvf },
  { name: "evf", recognises: isEvf },
];

// In the order in which the engine numbers them.
const READERS = ["avf", "evf", "mvf", "rawvf", "rmv"];
/** @type {Action[]} */
const ACTIONS = ["open", "flag", "chord"];
/** @type {Rule[]} */
const RULES = ["any", "safe", "opening"];
/** @type {import("./names.js").Encoding[]} */
const ENCODINGS = ["unstated", "utf8", "windows"];
const HUNDREDTH = 10; // milliseconds

/** @type {(asking: Asking, content: Uint8Array, name: string) => Replay} */
export function readReplay(asking, content, name) {
  const reply = asked(asking, content, name);
  const [rows, cols] = [reply.number(), reply.number()];
  checkCells(rows, cols);
  const layout = new Layout(new Grid(rows, cols), reply.integers());
  const [pixels, hasMarks, promise] = [reply.number(), reply.flag(), RULES[reply.number()]];
  const [program, player, encoding] = [reply.bytes(), reply.bytes(), ENCODINGS[reply.number()]];
  const milliseconds = reply.number();
  const events = reply.many(() => [reply.number(), reply.number(), reply.number(), reply.number()]).flat();
  const found = clicksOf(asking, layout, events, pixels, hasMarks);
  const onBoard = found.filter(({ index }) => index >= 0);
  return {
    layout,
    clicks: onBoard.map(({ click }) => click),
    rule: promised(layout, onBoard, promise),
    program: decoded(program, encoding),
    player: decoded(player, encoding),
    seconds: secondsOf(milliseconds, found),
    strays: found.filter(({ index }) => index < 0).map(({ click }) => click.action),
    undealt: null,
  };
}

/** @type {(asking: Asking, content: Uint8Array, name: string) => import("../module.js").Reply} */
function asked(asking, content, name) {
  try {
    return asking.look("read_recording", content, READERS.indexOf(name));
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fault) throw error;
    const { what, offset } = error.fault;
    const message = `cannot be read as ${name.toUpperCase()}: ${what} (byte ${grouped(offset)})`;
    throw new AnswerError({ kind: "BadReplay", message });
  }
}

/** @typedef {{ index: number, milliseconds: number, click: Click }} FoundClick */

/** @type {(asking: Asking, layout: Layout, events: number[], pixels: number, hasMarks: boolean) => FoundClick[]} */
function clicksOf(asking, { grid, counts }, events, pixels, hasMarks) {
  const reply = asking.look("clicks", graphOf(asking, grid).address, counts, events, pixels, hasMarks);
  return reply.many(() => {
    const [index, kind, mines, milliseconds] = [reply.number(), reply.number(), reply.number(), reply.number()];
    const click = { cell: grid.cell(index), action: ACTIONS[kind], mines, seconds: milliseconds / 1000 };
    return { index, milliseconds, click };
  });
}

/**
 * The time that the program counted; if there is none, or if it differs from that of the last click by at most a
 * hundredth of a second, the time of that click: Minesweeper Clone may be off by a hundredth.
 * @type {(milliseconds: number, clicks: FoundClick[]) => number | null}
 */
function secondsOf(milliseconds, clicks) {
  const last = clicks.at(-1)?.milliseconds;
  if (last !== undefined && (milliseconds < 0 || Math.abs(milliseconds - last) <= HUNDREDTH)) return last / 1000;
  return milliseconds >= 0 ? milliseconds / 1000 : null;
}

/**
 * What the program promises for the first click, weakened to what the first open cell agrees with.
 * @type {(layout: Layout, clicks: FoundClick[], rule: Rule) => Rule}
 */
function promised(layout, clicks, rule) {
  const first = clicks.find(({ click }) => click.action === "open")?.index;
  if (first === undefined || rule === "any") return rule;
  if (layout.counts[first]) return "any";
  return layout.numbers[first] ? "safe" : rule;
}
