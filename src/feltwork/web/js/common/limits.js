// Limits in words, the same on every screen.

import { short } from "./money.js";
import { text } from "./text.js";

/** @import { Limit } from "./messages.js" */

/**
 * Limits in words, the same on every screen; a limit of nothing is no limit.
 * @param {any} given
 */
export function sayLimit([low, high, unit = 0]) {
  const range = low
    ? text(high === null ? "common.limit-from" : "common.limit-range", { low: short(low), high: short(high ?? 0) })
    : high === null
      ? text("common.no-limits")
      : text("common.limit-up-to", { high: short(high) });
  return unit ? text("common.limit-units", { range, unit: short(unit) }) : range;
}

/**
 * A player's own limits, given by wager: each said once, with the wagers it is for unless they are many.
 * @param {Record<string, Limit>} personal
 * @param {(wager: string) => string} titleOf
 */
export function sayOwn(personal, titleOf) {
  /** @type {Record<string, string[]>} */
  const alike = {};
  for (const [wager, limit] of Object.entries(personal)) {
    alike[sayLimit(limit)] ??= [];
    alike[sayLimit(limit)].push(titleOf(wager));
  }
  return Object.entries(alike)
    .map(([said, on]) => (on.length > 3 ? said : text("common.limit-on", { limit: said, wagers: on.join(", ") })))
    .join("; ");
}
