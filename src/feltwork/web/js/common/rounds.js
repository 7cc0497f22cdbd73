// A round in a few words.

import { sentence } from "./page.js";
import { text } from "./text.js";

export const resultWords = (/** @type {any} */ result) =>
  Array.isArray(result)
    ? text("common.dice-total", {
        first: String(result[0]),
        second: String(result[1]),
        total: String(result[0] + result[1]),
      })
    : text("common.number-result", { number: String(result) });

// What was called of a round without a result: no roll at dice, no spin at a wheel.
export const calledOf = (
  /** @type {{ called?: string, invalid?: string, reason?: string }} */ { called, invalid, reason },
) => sentence(`${called || text("common.no-result")}: ${invalid ?? reason}`);

export const resultOf = (/** @type {any} */ round) =>
  round.invalid ? `${calledOf(round)} (${round.clause})` : resultWords(round.result);

// What became of a round that was set right after its chips had moved.
export const adjustedTo = (/** @type {Record<string, any>} */ { result }) =>
  result === null ? text("common.wagers-void") : resultWords(result);
