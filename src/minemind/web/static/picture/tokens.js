// Tokens: what a cell of a picture can show. Numbers stand for themselves.

export const HIDDEN = ".";
export const FLAG = "!";
export const MINE = "*";
export const QUESTION = "?";

export const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8"];

/** @typedef {{ token: string, isSure: boolean, others: string[] }} Read others: what else a doubtful cell may be */

/** @type {(token: string, isSure: boolean, others: string[]) => Read} */
export const read = (token, isSure, others) => ({ token, isSure, others: isSure ? [] : others });

/** @param {string} token */
export const isHidden = (token) => !(Number(token) >= 0);

/** @type {(read: Read, ...others: string[]) => Read} */
export const doubtful = ({ token, others }, ...more) => ({
  token,
  isSure: false,
  others: [...new Set([...others, ...more])].filter((other) => other !== token),
});
