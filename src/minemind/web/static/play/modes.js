// Modes of play. A classic game has no rule of its own; each other mode adds one: the daily board, practice, "guess =
// loss", "best guess survives", the champion as a rival or to watch. Play asks the mode before a turn and reports what
// has happened; the mode is stored with the game.

import { HIDDEN } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { BUDGET, challengeFor, challengeIn } from "./challenge.js";
import {
  DAILY_SIZES,
  boardName,
  checkedDay,
  dailySeed,
  dayOf,
  keepResult,
  keptResults,
  streakOf,
  untilNext,
} from "./daily.js";
import { $, input, make, say, select, toast } from "../page/dom.js";
import { Outdated, ask, cancel } from "../ask/engine.js";
import { USUAL } from "../game/game.js";
import { layoutCounts } from "../game/layout.js";
import { PRACTICE, Practice } from "./practice.js";
import { PACES, Race } from "./race.js";
import { presetSetup } from "./setup.js";
import { secondsText, sentence } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("../words/catalogue.js").Key} Key */
/** @typedef {import("../game/game.js").Setup} Setup */

export const MODES = /** @type {const} */ (["classic", "daily", "practice", "strict", "lucky", "race", "watch"]);
/** @typedef {(typeof MODES)[number]} ModeName */
/** The modes on offer, which include the classic no-guess game. */
export const OFFERED = /** @type {const} */ ([MODES[0], "no-guess", ...MODES.slice(1)]);

/**
 * @typedef {object} Mode
 * @property {ModeName} name
 * @property {Cell | null} [start] the cell that is opened for everybody
 * @property {string | null} [link] the challenge that was followed
 * @property {string} [date] of a daily board
 * @property {import("./daily.js").DailySize} [size] of a daily board
 * @property {boolean} [isNoGuess] of a daily board
 * @property {import("./practice.js").PracticeKind} [practice]
 * @property {import("./race.js").Pace} [pace] of the champion
 * @property {boolean} [helped] whether there was help, or a turn was undone
 */

/** @type {Readonly<Mode>} */
export const CLASSIC = Object.freeze({ name: "classic" });

const EQUAL = 1e-9; // risks that differ by less are the same

/**
 * The mode, or classic if it is invalid: a store may contain anything.
 * @param {any} mode
 * @returns {Mode}
 */
export function checkedMode(mode) {
  if (!MODES.includes(mode?.name)) return CLASSIC;
  if (mode.name === "practice" && !PRACTICE.includes(mode.practice)) return CLASSIC;
  if (mode.name === "race" && !PACES.includes(mode.pace)) return CLASSIC;
  if (mode.name !== "daily") return mode;
  try {
    return DAILY_SIZES.includes(mode.size) && checkedDay(mode.date) ? mode : CLASSIC;
  } catch {
    return CLASSIC;
  }
}

/**
 * The name of a mode.
 * @type {(mode: Mode, setup: Setup) => string}
 */
export function modeText({ name, link, date, practice, isNoGuess }, { noGuess }) {
  if (name === "practice")
    return phrase("mode.practice.of", { kind: phrase(/** @type {Key} */ (`practice.${practice}`)) });
  if (name === "daily") return phrase("mode.daily.of", { date, no_guess: Boolean(isNoGuess) });
  const parts = [link ? phrase("mode.challenge") : name === "classic" && noGuess ? null : phrase(`mode.${name}`)];
  if (noGuess)
    parts.push(noGuess.grade ? phrase("mode.no-guess.grade", { grade: noGuess.grade[0] }) : phrase("mode.no-guess"));
  return parts.filter(Boolean).join(", ");
}

/**
 * The setup of a daily board, and the cell that is opened for everybody.
 * @param {Mode} mode
 */
export function dailyGame({ date = dayOf(), size = "beginner", isNoGuess = false }) {
  const setup = presetSetup(size);
  const noGuess = isNoGuess ? /** @type {const} */ ({ way: "uniform", budget: BUDGET }) : null;
  const start = /** @type {Cell} */ ([(setup.rows - 1) >> 1, (setup.cols - 1) >> 1]);
  return { setup: { ...setup, seed: dailySeed(date, size, isNoGuess), noGuess }, start };
}

export class Modes {
  /** @type {Mode} */
  mode = CLASSIC;
  /** @type {string | null} */
  #verdict = null; // why a guess has lost
  #isJudging = false;

  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.bar = make("div", { className: "timelines mode-bar", id: "mode-bar" });
    $("play-info").after(this.bar);
    this.practice = new Practice(this);
    this.race = new Race(this);
  }

  get busy() {
    return this.#isJudging || this.practice.isBusy;
  }

  // Whether the mode has rules of its own, which are said when a game begins.
  get hasRules() {
    return this.mode.name !== "classic" || Boolean(this.mode.link ?? this.play.setup.noGuess);
  }

  // Whether turns are judged before they are taken.
  get judges() {
    return ["practice", "strict", "lucky"].includes(this.mode.name);
  }

  // Whether the board must not be changed.
  get isFixed() {
    return this.mode.name === "practice";
  }

  // ---- games begin

  /**
   * Begin a game in a mode.
   * @param {Setup} setup
   * @param {Mode} mode
   */
  async begin(setup, mode) {
    if (mode.name === "practice") return this.practice.next(mode);
    const daily = mode.name === "daily" ? dailyGame(mode) : null;
    const start = daily?.start ?? mode.start ?? null;
    this.play.start(daily?.setup ?? setup, null, mode);
    if (start) await this.play.act("open", this.play.game.grid.index(...start), { startsClock: false });
    const text = mode.name === "daily" ? this.dailyText(mode) : this.#ruleText(mode, setup);
    const isReady = !start || this.play.game.history.length === 1; // otherwise the reason is on display
    if (text && isReady) say($("play-message"), { title: modeText(mode, daily?.setup ?? setup), text });
    if (mode.name === "watch") this.#watch(mode);
  }

  /** @type {(mode: Mode, setup: Setup) => string} */
  #ruleText({ name, link }, { noGuess }) {
    if (link && name === "classic") return phrase("mode.challenge.text");
    if (name === "classic") return noGuess ? phrase("mode.no-guess.text") : "";
    return phrase(/** @type {Key} */ (`mode.${name}.text`));
  }

  // The first-click rule of the next game; that of a given layout is not meant for other games.
  get firstClick() {
    const { game, dealtFrom, setup } = this.play;
    return game.given && !dealtFrom ? USUAL.firstClick : setup.firstClick;
  }

  // A new game of the same mode; a challenge and the boards of other days are played once.
  next() {
    const { play, mode } = this;
    const { firstClick } = this;
    const fresh = mode.name === "daily" ? { ...mode, date: dayOf() } : { ...mode, start: null, link: null };
    return this.begin({ ...play.setup, firstClick, seed: null, layout: null }, { ...fresh, helped: false });
  }

  /**
   * Begin a game in the same mode on another size.
   * @param {string} size
   */
  resize(size) {
    const { mode, play } = this;
    const { firstClick } = this;
    const { noGuess = null } = play.setup;
    const setup = { ...presetSetup(size), firstClick, noGuess: mode.name === "daily" ? null : noGuess };
    if (mode.name === "practice") return this.begin(setup, CLASSIC);
    const sized = /** @type {import("./daily.js").DailySize} */ (size);
    return this.begin(setup, { ...mode, size: sized, start: null, link: null, helped: false });
  }

  /**
   * Follow a challenge; one that is being played continues.
   * @param {string} fragment
   */
  async follow(fragment) {
    const { setup, mode } = challengeIn(fragment);
    if (this.link === fragment || this.play.goBackTo(fragment)) return;
    this.play.visit();
    await this.begin(setup ?? this.play.setup, mode);
  }

  // The link to the current game, for other players; null if it cannot be dealt again.
  get link() {
    const { mode, play } = this;
    if (["practice", "watch"].includes(mode.name)) return null;
    const setup = play.game.given ? play.dealtFrom : play.game.setup;
    const first = play.game.history.find(([action]) => action === "open");
    return mode.link ?? (setup && challengeFor(setup, first ? [first[1], first[2]] : null, mode));
  }

  /** @param {Mode} mode */
  #watch({ pace = 1 }) {
    select("auto-until").value = "end";
    input("speed").value = String(PACES.indexOf(pace));
    void this.play.assist.auto();
  }

  // There was help, or a turn was undone.
  helped() {
    if (!this.mode.helped) this.mode = { ...this.mode, helped: true };
  }

  /**
   * A game begins or continues in this mode.
   * @param {Mode} mode
   */
  resumed(mode) {
    this.mode = checkedMode(mode);
    this.#verdict = null;
    cancel("practice");
    this.bar.replaceChildren();
    if (this.mode.name === "practice") this.practice.show();
    if (this.mode.name === "race") this.race.begin();
  }

  // ---- turns

  /**
   * Whether a turn may be taken now; a rule of the mode may move mines first.
   * @type {(action: import("../game/game.js").Action, index: number) => Promise<boolean>}
   */
  async allows(action, index) {
    const { name } = this.mode;
    if (name === "practice") return (await this.practice.answer(action, index), false);
    if (this.play.assist.busy || this.play.game.needsMines) return true;
    this.#isJudging = true;
    try {
      await this.#judge(action, index);
      return true;
    } catch (error) {
      if (!(error instanceof Outdated)) this.play.assist.complain(error, phrase("play.no-analysis"));
      return false;
    } finally {
      this.#isJudging = false;
    }
  }

  /** @type {(action: import("../game/game.js").Action, index: number) => Promise<void>} */
  async #judge(action, index) {
    const { game } = this.play;
    const opens = action === "chord" ? game.chordable(index) : game.faces[index] === HIDDEN ? [index] : [];
    if (action === "flag" || !opens.length) return;
    const board = { text: String(game.board) };
    const { safe, probability, best } = await ask("analyse", { board, trust_flags: false }, "rule");
    const isSafe = new Set(safe.map((cell) => game.grid.index(...cell)));
    const guess = opens.find((each) => !isSafe.has(each));
    if (guess === undefined) return;
    if (this.mode.name === "strict" && safe.length) await this.#fail(guess, best ?? { cell: safe[0] });
    if (
      this.mode.name === "lucky" &&
      !safe.length &&
      opens.length === 1 &&
      isLowest(probability, game.grid.cell(guess))
    )
      await this.#redeal(guess, false);
  }

  /**
   * Make a needless guess hit a mine, as it does in some solution. The end says what was safe instead.
   * @type {(index: number, instead: { cell: Cell, reason?: string }) => Promise<void>}
   */
  async #fail(index, { cell: safe, reason = "" }) {
    await this.#redeal(index, true);
    const cell = this.play.game.grid.cell(index);
    this.#verdict = sentence(phrase("mode.strict.lost", { cell, safe, why: reason }));
  }

  /** @type {(index: number, mined: boolean) => Promise<void>} */
  async #redeal(index, mined) {
    const { game } = this.play;
    if (Boolean(game.counts?.[index]) === mined) return;
    const board = { text: String(game.board) };
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const { layout } = await ask("redeal", { board, cell: game.grid.cell(index), mined, seed }, "rule");
    game.redeal(layoutCounts(layout.text));
    if (!mined) toast(phrase("mode.lucky.survived", { cell: game.grid.cell(index) }));
  }

  // The board has changed.
  changed() {
    if (this.mode.name === "race" && !this.race.isOn && this.play.game.counts) this.race.begin();
  }

  tick() {
    if (this.mode.name === "race") this.race.tick(this.play.time);
  }

  // Seeing more of a running game than its board counts as help.
  shown() {
    const { assist, game } = this.play;
    const isSeen = assist.known?.answer || assist.advice.shown?.target !== undefined || assist.busy;
    if (isSeen && game.state === "playing" && game.history.length) this.helped();
  }

  // ---- ends

  // What the mode says about the end instead of the usual text; null for nothing.
  ended() {
    const { mode, play } = this;
    const { game, time: ms } = play;
    const verdict = this.#verdict;
    this.#verdict = null;
    if (verdict && game.state === "lost") return verdict;
    if (mode.name === "race") return this.race.ended(ms);
    if (mode.name !== "daily" || !mode.date || !mode.size) return null;
    const result = { won: game.state === "won", ms: Math.round(ms), clicks: game.history.length, helped: mode.helped };
    keepResult(boardName(mode.date, mode.size, Boolean(mode.isNoGuess)), result);
    return this.dailyText(mode, result.ms);
  }

  /**
   * The result of a daily board, the streak, and when the next board comes.
   * @param {Mode} mode
   * @param {number | null} said the time that the player has already been told
   */
  dailyText({ date = dayOf(), size = "beginner", isNoGuess = false }, said = null) {
    const results = keptResults();
    const result = results[boardName(date, size, isNoGuess)];
    const streak = streakOf(results, dayOf());
    const parts = [
      result &&
        result.ms !== said &&
        phrase("daily.result", { won: result.won, time: secondsText(result.ms), count: result.clicks }),
      streak && phrase("daily.streak", { count: streak }),
      phrase("daily.next", { time: spanText(untilNext()) }),
    ];
    return parts.filter(Boolean).join(" ");
  }
}

/**
 * Whether no hidden cell has a lower risk.
 * @type {(probability: (number | null)[][], cell: Cell) => boolean}
 */
const isLowest = (probability, [row, col]) => {
  const lowest = Math.min(...probability.flat().map((each) => each ?? 1));
  return (probability[row][col] ?? 1) <= lowest + EQUAL;
};

/** @param {number} ms */
function spanText(ms) {
  const minutes = Math.ceil(ms / 60_000);
  return phrase("daily.span", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
