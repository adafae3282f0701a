// Convert: any text or file that MineMind can read: its kind and its content. The answer is the API's.

import { AnswerError, invalid } from "../game/errors.js";
import { Asking } from "./asking.js";
import { bytesOfSigns } from "./formats/bytes.js";
import { SCHEMA } from "./formats/document.js";
import { asText } from "./formats/filetypes.js";
import { read } from "./formats/reading.js";
import { Position } from "./position.js";
import { checkSize, unread } from "./size.js";
import { svgOf } from "./svg.js";

/** @typedef {import("../ask/answers.js").Converted} Converted */
/** @typedef {import("./module.js").EngineModule} EngineModule */
/** @typedef {{ text?: string | null, data?: string | null, to?: string[] }} Body */

/**
 * @param {EngineModule} engine
 * @param {Body} body
 * @returns {Converted}
 */
export function convert(engine, body) {
  if ((body.text ?? null) === null ? (body.data ?? null) === null : (body.data ?? null) !== null)
    throw invalid("give either a text or the data of a file");
  const asking = new Asking(engine);
  try {
    return converted(asking, body);
  } finally {
    asking.close();
  }
}

/** @type {(asking: Asking, body: Body) => Converted} */
function converted(asking, body) {
  const other = body.to?.find((format) => format !== "svg");
  if (other) throw invalid(`the page writes svg alone; use minemind convert to write ${other}`);
  const { bytes, name } = contentOf(body);
  const { kind, board, game, boards, notes } = naming(name, () => {
    const { content, notes: assumed } = asText(asking, bytes);
    const found = read(asking, content);
    return { ...found, notes: [...assumed, ...found.notes] };
  });
  checkSize(board);
  const layout = game?.layout ?? null;
  return {
    minemind: SCHEMA,
    kind,
    board: { text: String(board) },
    layout: layout && { text: String(layout) },
    game: game?.toJSON() ?? null,
    boards,
    faults: new Position(asking, board).faults(),
    notes,
    ...(body.to?.includes("svg") && {
      svg:
        kind === "layout" && layout
          ? svgOf(layout.grid, (index) => layout.token(index))
          : svgOf(board.grid, (index) => board.token(index)),
    }),
  };
}

/**
 * The bytes of a text or of a file, whichever is given, and what messages call it.
 * @param {Body} body
 */
export function contentOf({ text, data }) {
  if (typeof text === "string") return { bytes: new TextEncoder().encode(text), name: "the text" };
  return { bytes: bytesOfSigns(atob(data ?? "")), name: "the file" };
}

// Errors whose message continues a sentence that begins with the name.
const NAMED = new Set(["BadReplay", "BadSave", "UnknownFormat"]);

/**
 * Put a file's name, as messages use it, in front of the error message.
 * @template Value
 * @param {string} name
 * @param {() => Value} work
 */
export function naming(name, work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof AnswerError && error.kind === "TooLarge") throw unread();
    if (!(error instanceof AnswerError) || !NAMED.has(error.kind)) throw error;
    throw new AnswerError({ ...error.toJSON(), message: `${name} ${error.message}` });
  }
}
