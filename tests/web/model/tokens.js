// Compares scripts by the tokens that a real parser finds in them: pairs of texts come in as JSON on standard input, and
// the places of those pairs that are different programs go out.

import { readFileSync } from "node:fs";
import { tokenizer } from "acorn";

/** @param {string} script */
const tokensOf = (script) =>
  [...tokenizer(script, { ecmaVersion: "latest", sourceType: "module" })].map((token) => [
    token.type.label,
    /** @type {any} */ (token).value,
  ]);

/** @type {[string, string][]} */
const pairs = JSON.parse(readFileSync(0, "utf8"));
const text = (/** @type {string} */ script) =>
  JSON.stringify(tokensOf(script), (_, value) => (typeof value === "bigint" ? `${value}n` : value));
const differing = pairs.flatMap(([one, other], place) => (text(one) === text(other) ? [] : [place]));
console.log(JSON.stringify(differing));
