import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { challengeFor, challengeIn, isChallenge } from "../../../src/minemind/web/static/play/challenge.js";
import {
  checkedDay,
  dailySeed,
  dayOf,
  keepResult,
  streakOf,
  untilNext,
} from "../../../src/minemind/web/static/play/daily.js";
import { USUAL } from "../../../src/minemind/web/static/game/game.js";
import { resultText } from "../../../src/minemind/web/static/play/result.js";

const NOW = new Date("2026-11-17T21:30:00Z");
const BEGINNER = { ...USUAL, rows: 9, cols: 9, mines: 10 };

// These never change: every player of a day has the same board.
test("the seed of a daily board is its date and its size", () => {
  assert.equal(dailySeed("2026-11-17", "beginner", false), "202611171");
  assert.equal(dailySeed("2026-11-17", "intermediate", false), "202611172");
  assert.equal(dailySeed("2026-11-17", "expert", false), "202611173");
  assert.equal(dailySeed("2026-11-17", "beginner", true), "202611174");
  assert.equal(dailySeed("2027-01-01", "expert", true), "202701016");
});

test("a day is one of UTC, and has no board before it has come", () => {
  assert.equal(dayOf(NOW), "2026-11-17");
  assert.equal(untilNext(NOW), 2.5 * 3_600_000);
  assert.equal(checkedDay("2026-11-17", NOW), "2026-11-17");
  assert.throws(() => checkedDay("2026-11-18", NOW), /appears on that day/);
  for (const none of ["2026-02-30", "2026-1-1", "1999-12-31", "", null, 7, "2026-11-17T00"])
    assert.throws(() => checkedDay(none, NOW), /no board for that date/);
});

test("a streak counts won days in a row, and today may be missing", () => {
  const won = { won: true, ms: 1, clicks: 1 };
  const days = { "2026-11-14 expert": won, "2026-11-15 expert": won, "2026-11-16 beginner": won };
  assert.equal(streakOf(days, "2026-11-16"), 3);
  assert.equal(streakOf(days, "2026-11-17"), 3);
  assert.equal(streakOf(days, "2026-11-18"), 0);
  assert.equal(streakOf({ ...days, "2026-11-15 expert": { ...won, won: false } }, "2026-11-16"), 1);
  assert.equal(streakOf({}, "2026-11-16"), 0);
});

test("the first result of a day's board counts", () => {
  /** @type {Record<string, string>} */
  const kept = {};
  const store = {
    getItem: (/** @type {string} */ key) => kept[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => (kept[key] = value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: store, configurable: true });
  const lost = { won: false, ms: 900, clicks: 3 };
  keepResult("2026-11-17 expert", lost, NOW);
  const results = keepResult("2026-11-17 expert", { won: true, ms: 1, clicks: 1 }, NOW);
  assert.deepEqual(results, { "2026-11-17 expert": lost });
  assert.deepEqual(keepResult("2026-11-16 expert", lost, NOW), results, "that day is over");
});

test("a challenge goes there and back as a link that can be read", () => {
  const setup = { ...BEGINNER, seed: "11" };
  const link = challengeFor(setup, [4, 4], { name: "strict" });
  assert.equal(link, "#play?rows=9&cols=9&mines=10&seed=11&first=opening&start=4,4&mode=strict");
  assert.ok(isChallenge(link ?? ""));
  assert.deepEqual(challengeIn(link ?? ""), {
    setup: { ...setup, noGuess: null },
    mode: { name: "strict", start: [4, 4], link },
  });
  /** @type {import("../../../src/minemind/web/static/game/game.js").Setup} */
  const graded = {
    ...setup,
    topology: "hex",
    perCell: 2,
    noGuess: { way: "repaired", budget: 100_000, grade: [2, 3] },
  };
  const again = challengeIn(challengeFor(graded, null, { name: "classic" }) ?? "");
  assert.deepEqual(again.setup, graded);
  assert.equal(again.mode.start, null);
});

test("what cannot be dealt again has no link", () => {
  assert.equal(challengeFor(BEGINNER, null, { name: "classic" }), null);
  assert.equal(challengeFor({ ...BEGINNER, seed: "1", layout: "1 1 0\n." }, null, { name: "classic" }), null);
  assert.equal(challengeFor({ ...BEGINNER, seed: "1", holes: [[0, 0]] }, null, { name: "classic" }), null);
});

test("a link that is no challenge is refused in a sentence", () => {
  const size = "rows=9&cols=9&mines=10&seed=1";
  for (const [given, why] of /** @type {[string, RegExp][]} */ ([
    ["", /'rows' must be a whole number from 1 to 100/],
    ["rows=0&cols=9&mines=1&seed=1", /'rows'/],
    ["rows=9&cols=1e9&mines=1&seed=1", /'cols'/],
    ["rows=9&cols=9&mines=81&seed=1", /'mines' must be a whole number from 0 to 80/],
    ["rows=9&cols=9&mines=10", /'seed'/],
    ["rows=9&cols=9&mines=10&seed=18446744073709551616", /'seed'/],
    [`${size}&start=9,0`, /'start' must be a cell/],
    [`${size}&start=a`, /'start' must be a cell/],
    [`${size}&first=__proto__`, /'first' must be one of: opening, safe, any/],
    [`${size}&mode=practice`, /'mode' must be one of/],
    [`${size}&guess=uniform&grade=6`, /'grade'/],
    [`${size}&guess=uniform&grade=3-2`, /'grade'/],
    [`${size}&seed=2`, /'seed' is given twice/],
    [`${size}&<script>=1`, /'<script>' is not a known option/],
    ["mode=daily&date=2026-11-17&size=huge", /'size' must be one of/],
    ["mode=daily&date=2999-01-01&size=expert", /appears on that day/],
    ["rows=".padEnd(500, "1"), /it is too long/],
  ]))
    assert.throws(() => challengeIn(`#play?${given}`), why, given);
});

test("a result is one line, and the link below it", () => {
  const result = {
    setup: { ...BEGINNER, rows: 16, cols: 30, mines: 99, seed: "7" },
    mode: { name: /** @type {const} */ ("classic") },
    preset: "expert",
    state: /** @type {const} */ ("won"),
    ms: 84_200,
    clicks: 190,
    share: 1,
    threeBv: 172,
    helped: false,
    link: "https://example.org/#play?rows=16",
  };
  assert.equal(
    resultText(result),
    "MineMind Expert #7: won in 84.2 s, 3BV 172, 2.04 3BV/s, 190 clicks\nhttps://example.org/#play?rows=16",
  );
  const lost = { ...result, state: /** @type {const} */ ("lost"), share: 0.45, helped: true, link: null };
  assert.equal(
    resultText({ ...lost, mode: { name: "strict" }, preset: undefined }),
    "MineMind 16×30, 99 mines #7: lost after 84.2 s, 45 % open, 3BV 172, 190 clicks, Guess = loss, with help",
  );
  assert.match(
    resultText({ ...lost, mode: { name: "daily", date: "2026-11-17" } }),
    /^MineMind daily 2026-11-17, Expert: /,
  );
});
