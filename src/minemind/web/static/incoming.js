// Texts that come in: pasted, typed into the dialog, opened, dropped or linked. The server says what each of them is;
// here it is decided where it is shown.

import { ApiError, Gone, ask } from "./api.js";
import { Board, QUESTION } from "./board.js";
import { phrase } from "./catalogue.js";
import { $, button, buttons, dialog, input, inside, isTyping, openDialog, textarea, toast } from "./dom.js";
import { shapeOf } from "./grid.js";
import { layoutCounts } from "./layout.js";
import { layoutOf, readHere } from "./saved.js";
import { served } from "./served.js";
import { USUAL } from "./setup.js";
import { capital, messageOf, sentence } from "./words.js";

/** @typedef {import("./answers.js").Converted} Converted */
/** @typedef {"play" | "analyse" | "history"} ViewName */

/**
 * @typedef {object} App
 * @property {import("./play.js").Play} play
 * @property {import("./analyse.js").Analyse} analyse
 * @property {import("./history.js").History} history
 * @property {import("./store.js").Store} store
 * @property {(view: ViewName) => void} go
 * @property {() => ViewName} view the one that is shown
 */

const MOST_FAULTS = 10; // lines of complaint

export class Incoming {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.#pasting();
    this.#opening();
    this.#dropping();
  }

  /**
   * Understand a text and show it where it belongs: games and layouts where games are played if that is open, whatever
   * is shown rather than edited in the history, everything else in the editor.
   * @param {string} text
   * @param {string | null} name
   * @param {ViewName} into
   */
  async receive(text, name = null, into = this.app.view(), { keeps = true } = {}) {
    if (kindOf(text) === "history") return this.#import(text);
    const { play, analyse, history, go } = this.app;
    const found = await understood(text);
    const entry = await entryOf(found, text, name);
    if (into === "play" && entry.game) await play.resume(entry.game, entry.layout);
    else if (into === "play" && entry.kind === "layout" && entry.layout) this.playLayout(entry.layout);
    else if (into === "history" || entry.kind === "configurations") {
      if (keeps) history.add(entry);
      go("history");
      if (!keeps) {
        history.showUnkept(entry);
        toast(phrase("link.not-saved"));
      }
    } else {
      analyse.load(withQuestions(Board.parse(found.board.text), text), found.notes);
      return go("analyse");
    }
    if (found.notes.length) toast(sentence(found.notes[0]));
  }

  /**
   * What a link carries is shown: a game in the history, from where it can be played on. Anybody can make a link and have
   * it followed, so that it changes nothing that is kept.
   * @param {string} text
   */
  receiveLink(text) {
    const kind = kindOf(text);
    if (kind === "history") throw new Error(phrase("link.history"));
    return this.receive(text, null, kind === "game" ? "history" : "analyse", { keeps: false });
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

  /**
   * @param {string} text
   * @param {string | null} name
   * @param {ViewName} [into]
   */
  async #receiveOrComplain(text, name, into) {
    try {
      await this.receive(text, name, into);
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
    document.addEventListener("paste", (event) => {
      const pasted = event.clipboardData?.getData("text/plain");
      if (isTyping(event.target) || !pasted?.trim()) return;
      event.preventDefault();
      this.#receiveOrComplain(pasted, null);
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
    button("history-import").addEventListener("click", () => open("history"));
    file.addEventListener("change", () => this.#read(file.files?.[0], into));
  }

  /**
   * @param {File | undefined} file
   * @param {ViewName} into
   */
  async #read(file, into) {
    if (!file) return;
    try {
      await this.receive(await textIn(file), file.name, into);
    } catch (error) {
      toast(complaint(error).split("\n")[0]);
    }
  }

  #dropping() {
    let depth = 0; // how many elements what is dragged has entered and not left
    const show = (/** @type {number} */ entered) => {
      depth = entered;
      $("drop").hidden = depth <= 0;
    };
    addEventListener("dragenter", () => show(depth + 1));
    addEventListener("dragleave", () => show(depth - 1));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      show(0);
      const file = event.dataTransfer?.files[0];
      if (file) this.#read(file, this.app.view());
      else this.#receiveOrComplain(event.dataTransfer?.getData("text/plain") ?? "", null);
    });
  }
}

/**
 * The text of a file. What is not text, such as a board file, the server turns into one.
 * @param {File} file
 */
async function textIn(file) {
  if (file.size > served.limits.bodyBytes) return file.text(); // only a long game is read here
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // not UTF-8
  }
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const { layout, board } = await ask("convert", { data });
  return (layout ?? board).text;
}

/** @type {(found: Converted, text: string, name: string | null) => Promise<import("./store.js").Found>} */
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
 * The marks of a solution, and question marks, are only in what came in.
 * @type {(kind: string, found: string, text: string) => string}
 */
function textOf(kind, found, text) {
  if (kind === "solution") return text;
  return kind === "position" ? String(withQuestions(Board.parse(found), text)) : found;
}

/**
 * A board with the question marks that the player wrote, which the server takes for any other hidden cell.
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
 * Complaints about a text name lines and columns.
 * @param {unknown} error
 */
function complaint(error) {
  const faults = error instanceof ApiError ? error.faults : [];
  if (!faults.length) return sentence(messageOf(error));
  const lines = faults.slice(0, MOST_FAULTS).map(faultText);
  const more = faults.length - lines.length;
  return [...lines, ...(more ? [phrase("message.more", { count: more })] : [])].join("\n");
}

/** @param {import("./answers.js").Fault} fault */
function faultText({ sentence: fault, line, column }) {
  if (!line) return fault;
  return phrase(column ? "message.line-column" : "message.line", { line, column, fault });
}

/**
 * What a saved text says that it is; null for all other texts.
 * @param {string} text
 */
function kindOf(text) {
  try {
    return JSON.parse(text)?.kind ?? null;
  } catch {
    return null;
  }
}

/**
 * What a text holds. The server says so, unless it is a game that is too long for it.
 * @param {string} text
 * @returns {Promise<Converted>}
 */
async function understood(text) {
  const isLong = new TextEncoder().encode(JSON.stringify({ text })).length > served.limits.bodyBytes;
  if (!isLong || kindOf(text) !== "game") return ask("convert", { text });
  try {
    return await readHere(text);
  } catch (error) {
    throw error instanceof Gone ? error : new Error(phrase("message.too-long"));
  }
}
