// Incoming texts and files: pasted, typed into the dialog, opened, dropped or linked. The engine recognises what each
// of them is; this file decides where to show it.

import { Board, QUESTION } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { $, button, buttons, dialog, input, inside, openDialog, textarea, toast } from "../page/dom.js";
import { ask } from "../ask/engine.js";
import { AnswerError } from "../game/errors.js";
import { shapeOf } from "../game/grid.js";
import { layoutCounts } from "../game/layout.js";
import { FILE_BYTES } from "../game/limits.js";
import { USUAL } from "../game/game.js";
import { isPicture } from "./arriving.js";
import { recordedGame } from "./recorded.js";
import { layoutOf } from "./saved.js";
import { readScreenshot } from "./screenshot.js";
import { capital, messageOf, sentence } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Converted} Converted */
/** @typedef {"play" | "analyse" | "history" | "statistics"} ViewName */

/**
 * @typedef {object} App
 * @property {import("../play/play.js").Play} play
 * @property {import("../analyse/analyse.js").Analyse} analyse
 * @property {import("../history/history.js").History} history
 * @property {import("../history/store.js").Store} store
 * @property {import("../play/records.js").Records} records
 * @property {(view: ViewName) => void} go to a view, so that Back leads here
 * @property {(view: ViewName) => void} show a view whose address is already the page's
 * @property {() => ViewName} view the view that is shown
 */

const MOST_FAULTS = 10; // listed
const OWN_LINK = /^https?:\/\/\S*?(#(?:play\?|position=|history\/)\S+)$/i; // to any running MineMind

export class Incoming {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.#pasting();
    this.#opening();
  }

  /**
   * Parse a text and show it where it belongs: recordings and configurations in the history; games and layouts in
   * play, and anything in the history, if that is `into`; everything else in the editor. A link to a MineMind is
   * followed, and an exported history or statistics are imported. The text is dropped if it is no longer wanted once
   * it is parsed.
   * @param {string} text
   * @param {string | null} name
   * @param {ViewName} into
   * @param {{ keeps?: boolean, isWanted?: () => boolean }} options
   */
  async receive(text, name = null, into = this.app.view(), { keeps = true, isWanted = () => true } = {}) {
    const [, fragment] = (keeps && OWN_LINK.exec(text.trim())) || []; // a link leads to no other, which could be a trap
    if (fragment === location.hash) return void dispatchEvent(new Event("hashchange")); // setting it has no effect
    if (fragment) return void (location.hash = fragment);
    if (kindOf(text) === "history") return this.#import(text);
    if (kindOf(text) === "statistics") return this.#importRecords(text);
    const { play, analyse } = this.app;
    const recorded = await recordedGame({ text });
    if (!isWanted()) return;
    if (recorded) return this.#showInHistory(recorded, name, keeps);
    const found = await ask("convert", { text });
    const entry = await entryOf(found, text, name);
    if (!isWanted()) return;
    if (into === "play" && entry.game) await play.resume(entry.game, entry.layout);
    else if (into === "play" && entry.kind === "layout" && entry.layout) this.playLayout(entry.layout);
    else if (into === "history" || entry.kind === "configurations") this.#showInHistory(entry, name, keeps);
    else {
      analyse.load(withQuestions(Board.parse(found.board.text), text), found.notes);
      return (keeps ? this.app.go : this.app.show)("analyse");
    }
    if (found.notes.length) toast(sentence(found.notes[0]));
  }

  /**
   * Show an entry in the history, which need not keep it. Games of other programs go there, wherever they came in.
   * @param {import("../history/store.js").Found} found
   * @param {string | null} name
   */
  #showInHistory(found, name, keeps = true) {
    const { history, go, show } = this.app;
    const entry = { ...found, name: name ?? found.name };
    if (keeps) return (history.add(entry), go("history"));
    show("history");
    history.showUnkept(entry);
    toast(phrase("link.not-saved"));
  }

  /**
   * Show what a link carries: a game in the history, from where it can be continued. Anyone can make a link and get it
   * followed, so it must not change anything that is stored.
   * @param {string} text
   * @param {() => boolean} isWanted whether the link is still being followed
   */
  receiveLink(text, isWanted) {
    const kind = kindOf(text);
    if (kind === "history" || kind === "statistics") throw new Error(phrase("link.history"));
    return this.receive(text, null, kind === "game" ? "history" : "analyse", { keeps: false, isWanted });
  }

  /** @param {string} text */
  playLayout(text) {
    const counts = layoutCounts(text);
    const { grid, perCell } = Board.parse(text.replaceAll(/[*M]\d*/g, "."));
    const mines = counts.reduce((sum, count) => sum + count, 0);
    const size = { ...shapeOf(grid), mines, perCell };
    this.app.play.start({ ...USUAL, ...size, firstClick: "any" }, { counts, grid });
    this.app.go("play");
  }

  /** @param {string} text */
  #import(text) {
    const { store, history, go } = this.app;
    const { added, left, unreadable } = store.imported(text);
    history.show(store.entries[0] ?? null);
    go("history");
    const parts = [phrase("history.imported", { count: added })];
    if (left) parts.push(phrase("history.no-room", { count: left }));
    if (unreadable) parts.push(phrase("history.skipped", { count: unreadable }));
    toast(parts.join("; "));
  }

  /** @param {string} text */
  #importRecords(text) {
    const count = this.app.records.imported(text);
    this.app.go("statistics");
    toast(phrase("statistics.imported", { count }));
  }

  /**
   * Take what was dropped on the page or pasted into it.
   * @param {import("./arriving.js").Arrived} arrived
   */
  async take(arrived) {
    if ("file" in arrived) return this.#read(arrived.file, this.app.view());
    try {
      await this.receive(arrived.text);
    } catch (error) {
      toast(complaint(error).split("\n")[0]);
    }
  }

  #pasting() {
    const box = dialog("paste-dialog");
    const [text, fault] = [textarea("paste-text"), $("paste-fault")];
    for (const id of ["load-paste", "history-paste"]) {
      button(id).addEventListener("click", () => {
        text.value = fault.textContent = "";
        openDialog("paste-dialog");
        text.focus();
      });
    }
    inside(box, "form").addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await this.receive(text.value);
        box.close();
      } catch (error) {
        fault.textContent = complaint(error);
      }
    });
  }

  #opening() {
    const file = input("file");
    /** @type {ViewName} */
    let into = "analyse";
    const open = (/** @type {ViewName} */ view) => {
      into = view;
      file.value = "";
      file.click();
    };
    for (const each of buttons("[data-open-file]"))
      each.addEventListener("click", () => open(each.dataset.openFile === "history" ? "history" : "analyse"));
    for (const id of ["history-import", "statistics-import"])
      button(id).addEventListener("click", () => open("history"));
    file.addEventListener("change", () => this.#read(file.files?.[0], into));
  }

  /**
   * @param {File | undefined} file
   * @param {ViewName} into
   */
  async #read(file, into) {
    if (!file) return;
    try {
      if (isPicture(file)) return await this.#readPicture(file);
      const content = await contentIn(file);
      const recorded = "data" in content ? await recordedGame(content) : null;
      if (recorded) this.#showInHistory(recorded, file.name);
      else await this.receive(await textOfContent(content), file.name, into);
    } catch (error) {
      toast(complaint(error).split("\n")[0]);
    }
  }

  /** @param {File} file */
  async #readPicture(file) {
    toast(phrase("picture.reading"));
    const [read, ...larger] = await readScreenshot(file);
    const { analyse } = this.app;
    for (const { board, doubts } of [...larger].reverse()) analyse.load(board, [], doubts);
    const { rows, cols } = read.board.grid;
    const sizes = larger.map(({ board: { grid } }) => `${grid.rows}\u00a0×\u00a0${grid.cols}`);
    const sized = phrase("picture.size", { rows, cols, sizes: sizes.join(", ") });
    analyse.load(read.board, sizes.length ? [sized] : [], read.doubts);
    this.app.go("analyse");
    const { size: count } = read.doubts;
    if (sizes.length) toast(sized, { text: sizes[0], act: () => analyse.undo() });
    else toast(phrase(count ? "picture.read-doubts" : "picture.read", { rows, cols, count }));
  }
}

/** @typedef {{ text: string } | { data: string }} Content a text, or bytes in base64 */

/**
 * @param {File} file
 * @returns {Promise<Content>}
 */
async function contentIn(file) {
  if (file.size > FILE_BYTES) throw new Error(phrase("message.too-long"));
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return { text };
  } catch {
    // not UTF-8
  }
  return { data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}

/**
 * The text; anything else, such as a board file, is converted by the engine.
 * @param {Content} content
 */
async function textOfContent(content) {
  if ("text" in content) return content.text;
  const { layout, board } = await ask("convert", content);
  return (layout ?? board).text;
}

/** @type {(found: Converted, text: string, name: string | null) => Promise<import("../history/store.js").Found>} */
async function entryOf({ kind, board, layout, game, boards }, text, name) {
  return {
    kind,
    name: name ?? capital(phrase("history.kind", { kind })),
    text: textOf(kind, board.text, text),
    layout: layout?.text ?? (game ? await layoutOf(game) : null),
    game,
    boards: boards.length ? boards : null,
  };
}

/**
 * The text of an entry. The marks of a solution, and question marks, are only in the original text.
 * @type {(kind: string, found: string, text: string) => string}
 */
function textOf(kind, found, text) {
  if (kind === "solution") return text;
  return kind === "position" ? String(withQuestions(Board.parse(found), text)) : found;
}

/**
 * The board with the question marks of the text, which the engine reads as ordinary hidden cells.
 * @type {(board: Board, text: string) => Board}
 */
function withQuestions(board, text) {
  if (!text.includes(QUESTION)) return board;
  try {
    const marked = Board.parse(text);
    const isSame = marked.grid.rows === board.grid.rows && marked.grid.cols === board.grid.cols;
    return isSame ? board.copy({ marks: marked.questions() }) : board;
  } catch {
    return board;
  }
}

/**
 * The message of an error; faults of a text are listed with lines and columns.
 * @param {unknown} error
 */
function complaint(error) {
  const faults = error instanceof AnswerError ? error.faults : [];
  if (!faults.length) return sentence(messageOf(error));
  const lines = faults.slice(0, MOST_FAULTS).map(faultText);
  const more = faults.length - lines.length;
  return [...lines, ...(more ? [phrase("message.more", { count: more })] : [])].join("\n");
}

/** @param {import("../ask/answers.js").Fault} fault */
function faultText({ sentence: fault, line, column }) {
  if (!line) return sentence(fault);
  return phrase(column ? "message.line-column" : "message.line", { line, column, fault });
}

/**
 * The kind that a JSON document of ours states; null for all other texts.
 * @param {string} text
 */
function kindOf(text) {
  try {
    return JSON.parse(text)?.kind ?? null;
  } catch {
    return null;
  }
}
