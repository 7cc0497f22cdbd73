// A round in a few words.

import { sentence } from "./page.js";

export const resultWords = (/** @type {any} */ result) =>
  Array.isArray(result) ? `${result[0]} and ${result[1]}, total ${result[0] + result[1]}` : `Number ${result}`;

// What was called of a round without a result: no roll at dice, no spin at a wheel.
export const calledOf = (
  /** @type {{ called?: string, invalid?: string, reason?: string }} */ { called, invalid, reason },
) => sentence(`${called || "no result"}: ${invalid ?? reason}`);

export const resultOf = (/** @type {any} */ round) =>
  round.invalid ? `${calledOf(round)} (${round.clause})` : resultWords(round.result);

// What became of a round that was set right after its chips had moved.
export const adjustedTo = (/** @type {Record<string, any>} */ { result }) =>
  result === null ? "the wagers are void" : resultWords(result);
